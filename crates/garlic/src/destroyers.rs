//! How destroyers move: the one place where chance has a say.

use boyi_game::{Chance, PerSide, Side};

use crate::terrain::{Cell, Neighbours, Terrain};

/// Where a destroyer goes. With `prey` it hunts; without (a garlic is strengthened or gone) it roams.
///
/// The draws and their order are part of our records: first the prey, with odds as the distance to
/// the *other* garlic, then the step. A garlic that cannot be reached is no prey, which is the limit
/// of those odds; one that can reach nobody stays and draws nothing.
#[inline]
pub(crate) fn step(
    terrain: &Terrain,
    from: Cell,
    prey: Option<PerSide<Cell>>,
    chance: &mut impl Chance,
) -> Cell {
    let around = terrain.neighbours(from);
    let Some(garlics) = prey else {
        return pick(around, from, chance);
    };
    let distances = garlics.map(|garlic| terrain.distance(from, garlic));
    let side = match (distances[Side::First], distances[Side::Second]) {
        (Some(a), Some(b)) => Side::BOTH[chance.pick(&[b, a])],
        (Some(_), None) => Side::First,
        (None, Some(_)) => Side::Second,
        (None, None) => return from,
    };
    let (target, distance) = (garlics[side], distances[side]);
    let nearer = around.only(|cell| terrain.distance(cell, target) < distance);
    pick(nearer, from, chance)
}

/// One of them, all alike; stays where there is none.
#[inline]
fn pick(choices: Neighbours, stay: Cell, chance: &mut impl Chance) -> Cell {
    const EVEN: [u32; 4] = [1; 4];
    match choices.as_slice() {
        [] => stay,
        cells => cells[chance.pick(&EVEN[..cells.len()])],
    }
}

/// Where a destroyer may go next: at most four cells, all different, and how probable each is.
#[derive(Clone, Copy, Debug)]
pub struct Odds {
    cells: [(Cell, f32); 4],
    count: usize,
}

impl Odds {
    #[inline]
    pub(crate) fn new(terrain: &Terrain, from: Cell, prey: Option<PerSide<Cell>>) -> Self {
        let mut odds = Self {
            cells: [(from, 0.0); 4],
            count: 0,
        };
        let Some(garlics) = prey else {
            odds.add_evenly(terrain.neighbours(from), from, 1.0);
            return odds;
        };
        let distances = garlics.map(|garlic| terrain.distance(from, garlic));
        let shares = match (distances[Side::First], distances[Side::Second]) {
            (Some(a), Some(b)) => {
                // Never both 0: who stands on a normal garlic has caught it.
                let first = b as f32 / (a + b) as f32;
                PerSide::new(first, 1.0 - first)
            }
            (Some(_), None) => PerSide::new(1.0, 0.0),
            (None, Some(_)) => PerSide::new(0.0, 1.0),
            (None, None) => {
                odds.add(from, 1.0);
                return odds;
            }
        };
        for side in Side::BOTH {
            if shares[side] > 0.0 {
                let (target, distance) = (garlics[side], distances[side]);
                let nearer = terrain
                    .neighbours(from)
                    .only(|cell| terrain.distance(cell, target) < distance);
                odds.add_evenly(nearer, from, shares[side]);
            }
        }
        odds
    }

    /// The cells and their probabilities, which add up to 1.
    #[inline]
    pub fn as_slice(&self) -> &[(Cell, f32)] {
        &self.cells[..self.count]
    }

    /// As if it certainly went where it most probably goes; of equals to the first.
    pub fn most_probable(self) -> Self {
        let mut best = self.cells[0];
        for &(cell, odds) in &self.as_slice()[1..] {
            if odds > best.1 {
                best = (cell, odds);
            }
        }
        Self {
            cells: [(best.0, 1.0); 4],
            count: 1,
        }
    }

    fn add_evenly(&mut self, cells: Neighbours, stay: Cell, probability: f32) {
        match cells.as_slice() {
            [] => self.add(stay, probability),
            cells => {
                for &cell in cells {
                    self.add(cell, probability / cells.len() as f32);
                }
            }
        }
    }

    fn add(&mut self, cell: Cell, probability: f32) {
        let known = self.cells[..self.count]
            .iter_mut()
            .find(|(known, _)| *known == cell);
        match known {
            Some((_, odds)) => *odds += probability,
            None => {
                self.cells[self.count] = (cell, probability);
                self.count += 1;
            }
        }
    }
}
