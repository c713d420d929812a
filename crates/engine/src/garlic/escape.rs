//! How much room a hunted garlic has: the cells that it reaches before any destroyer can.

use boyi_game::Side;
use boyi_garlic::{Battle, Cell, CellSet, Ground, Status, Terrain};

/// With this much room nobody is ever caught.
const SAFE_ROOM: usize = 24;
/// Destroyers farther away than this do not matter yet.
const DANGER_RADIUS: u32 = 6;
/// The risk of having no room at all while both destroyers come.
const MAX_RISK: f32 = 0.7;
/// How much of that remains while the destroyers roam at random.
const ROAMING: f32 = 0.15;

/// How probably the garlic is caught soon, roughly.
pub(super) fn risk(battle: &Battle, side: Side, super_stars: &[Cell], rooms: &mut Rooms) -> f32 {
    let garlic = battle.garlic(side);
    if garlic.status != Status::Normal {
        return 0.0;
    }
    let destroyers = battle.destroyers();
    let aim = destroyers
        .map(|destroyer| aim(battle, side, destroyer))
        .into_iter()
        .fold(0.0, f32::max);
    if aim == 0.0 {
        return 0.0;
    }
    let lack = rooms.lack(battle.terrain(), garlic.cell, destroyers);
    if lack == 0.0 || reaches_a_super_star(battle, garlic.cell, super_stars) {
        return 0.0;
    }
    MAX_RISK * aim * lack * lack
}

/// How much a destroyer is after this garlic: 0 if it is far away.
fn aim(battle: &Battle, side: Side, destroyer: Cell) -> f32 {
    let terrain = battle.terrain();
    let other = battle.garlic(!side);
    let Some(near) = terrain
        .distance(destroyer, battle.garlic(side).cell)
        .filter(|&far| far <= DANGER_RADIUS)
    else {
        return 0.0;
    };
    if other.status != Status::Normal {
        return ROAMING;
    }
    match terrain.distance(destroyer, other.cell) {
        Some(far) => far as f32 / (near + far).max(1) as f32,
        None => 1.0,
    }
}

/// Whoever is first at a super star has nothing to fear.
fn reaches_a_super_star(battle: &Battle, own: Cell, super_stars: &[Cell]) -> bool {
    let terrain = battle.terrain();
    super_stars.iter().any(|&star| {
        let steps = terrain.distance(star, own);
        let later = |&destroyer: &Cell| {
            terrain
                .distance(star, destroyer)
                .is_none_or(|far| Some(far) > steps)
        };
        battle.ground(star) == Ground::SuperStar
            && steps.is_some()
            && battle.destroyers().iter().all(later)
    })
}

/// The rooms that were counted before; a search asks for the same ones again and again.
pub(super) struct Rooms {
    /// The three cells and, in the lowest bits, the room; each in the place that its cells give it.
    counted: Vec<u64>,
}

impl Rooms {
    const SIZE: usize = 1 << 16;

    pub(super) fn new() -> Self {
        Self {
            counted: vec![0; Self::SIZE],
        }
    }

    /// How much room is lacking, from 0 to 1, to somebody whom these two hunt.
    fn lack(&mut self, terrain: &Terrain, own: Cell, hunters: [Cell; 2]) -> f32 {
        (SAFE_ROOM - self.room(terrain, own, hunters)) as f32 / SAFE_ROOM as f32
    }

    /// The number of cells it can walk to without being met, at most [`SAFE_ROOM`].
    fn room(&mut self, terrain: &Terrain, own: Cell, destroyers: [Cell; 2]) -> usize {
        const ROOM_BITS: u32 = 8;
        let [one, two] = destroyers.map(|cell| cell.index() as u64);
        let cells = (own.index() as u64) << 24 | one.min(two) << 12 | one.max(two);
        // Never 0, which stands for nothing counted.
        let key = cells + 1;
        let place = (key.wrapping_mul(0x9E37_79B9_7F4A_7C15) >> 48) as usize;
        let known = self.counted[place];
        if known >> ROOM_BITS == key {
            return (known & ((1 << ROOM_BITS) - 1)) as usize;
        }
        let room = count(terrain, own, destroyers);
        self.counted[place] = key << ROOM_BITS | room as u64;
        room
    }
}

fn count(terrain: &Terrain, own: Cell, destroyers: [Cell; 2]) -> usize {
    // It moves first, so the destroyer must still be on its way when the round ends.
    let is_safe = |cell: Cell, steps: u32| {
        destroyers.iter().all(|&destroyer| {
            terrain
                .distance(cell, destroyer)
                .is_none_or(|far| far > steps)
        })
    };
    let mut cells = [(own, 0); SAFE_ROOM + 1];
    let (mut next, mut count) = (0, 1);
    let mut seen = CellSet::EMPTY;
    seen.add(own);
    while next < count {
        let (cell, steps) = cells[next];
        next += 1;
        for &around in terrain.neighbours(cell).as_slice() {
            if seen.has(around) || !is_safe(around, steps + 1) {
                continue;
            }
            seen.add(around);
            cells[count] = (around, steps + 1);
            count += 1;
            if count == SAFE_ROOM + 1 {
                return SAFE_ROOM;
            }
        }
    }
    count - 1
}

#[cfg(test)]
mod tests {
    use boyi_garlic::Setup;

    use super::*;

    fn risk_on(text: &str) -> f32 {
        let battle = Battle::new(&Setup::read(text).expect("a map"));
        let stars: Vec<Cell> = battle.stars().collect();
        risk(&battle, Side::First, &stars, &mut Rooms::new())
    }

    #[test]
    fn a_dead_end_is_a_risk_and_an_open_field_is_none() {
        let dead_end = "3 8\n########\n.......o\n########\n1 2\n1 3\n1 0\n1 7\n";
        assert!(risk_on(dead_end) > 0.3);
        let field = "7 7\n.......\n.......\n.......\n.......\n.......\n.......\n......o\n\
                     0 0\n0 1\n3 3\n6 5\n";
        assert!(risk_on(field) < 0.05, "{}", risk_on(field));
    }

    #[test]
    fn a_super_star_at_hand_takes_the_risk_away() {
        let with = |ground: char| {
            format!("3 8\n########\n{ground}......o\n########\n1 3\n1 4\n1 1\n1 7\n")
                .replace("\no.", "\n..")
        };
        assert!(risk_on(&with('.')) > 0.2);
        assert!(risk_on(&with('O')) < 0.001);
    }
}
