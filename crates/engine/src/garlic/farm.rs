//! What a strengthened garlic can make of one destroyer, exactly.
//!
//! While anybody is strengthened the destroyers roam at random, whoever stands where. So one garlic, one
//! destroyer and the rounds of strength left are a small game against chance, and it is solved once a
//! map, backwards from the last round. An eaten destroyer comes home, where it can be eaten again: at
//! home a garlic makes more points in twenty rounds than all stars of a small map are worth.

use boyi_garlic::{Cell, Status, Terrain};

/// Cells around a home that are solved exactly; more would cost more than the second that a player
/// has before the game. Farther away the value is estimated.
const PATCH: usize = 220;
const EATEN: f32 = 200.0;
/// Rounds that the chase of a roaming destroyer takes for each step between the two.
const CHASE: f32 = 1.4;

const ROUNDS: usize = Status::FULL_STRENGTH as usize;

/// The values around the home of one destroyer.
pub(super) struct Farm {
    home: Cell,
    /// The place of each cell of the map in the patch, if it is there.
    places: Vec<Option<u16>>,
    size: usize,
    /// By rounds left, destroyer and garlic.
    values: Vec<f32>,
    /// By rounds left: what is still to be had after a chase that ended at home.
    camp: [f32; ROUNDS + 1],
}

impl Farm {
    /// Solves the surroundings of a home.
    pub(super) fn new(terrain: &Terrain, home: Cell) -> Self {
        let nearest = terrain.nearest_first(home, |_| true).take(PATCH);
        let patch: Vec<Cell> = nearest.map(|reached| reached.cell).collect();
        let size = patch.len();
        let mut places = vec![None; terrain.open().len()];
        for (place, cell) in patch.iter().enumerate() {
            places[cell.index()] = Some(place as u16);
        }
        let ways = Ways::new(terrain, &patch, &places);
        let mut values = vec![0.0; (ROUNDS + 1) * size * size];
        for rounds in 1..=ROUNDS {
            let (before, now) = values.split_at_mut(rounds * size * size);
            let before = &before[(rounds - 1) * size * size..];
            ways.another_round(size, before, &mut now[..size * size]);
        }
        let mut farm = Self {
            home,
            places,
            size,
            values,
            camp: [0.0; ROUNDS + 1],
        };
        farm.camp = std::array::from_fn(|rounds| {
            let nearby = terrain.neighbours(home);
            let at = |&cell: &Cell| farm.solved(rounds, cell, home).unwrap_or(0.0);
            nearby.as_slice().iter().map(at).fold(0.0, f32::max)
        });
        farm
    }

    /// Points that a garlic gets out of this destroyer, which may be anywhere, with so many rounds of
    /// strength left, the coming one included.
    #[inline]
    pub(super) fn value(
        &self,
        terrain: &Terrain,
        rounds: usize,
        own: Cell,
        destroyer: Cell,
    ) -> f32 {
        let rounds = rounds.min(ROUNDS);
        match self.solved(rounds, own, destroyer) {
            Some(value) => value,
            None => self.estimate(terrain, rounds, own, destroyer),
        }
    }

    /// What a garlic gets that is strengthened on `star` while the destroyer is close behind, two steps
    /// away on the average side.
    pub(super) fn lured(&self, terrain: &Terrain, rounds: usize, star: Cell) -> f32 {
        let behind = terrain
            .open_cells()
            .filter(|&cell| terrain.distance(cell, star) == Some(2));
        let values: Vec<f32> = behind
            .map(|cell| self.value(terrain, rounds, star, cell))
            .collect();
        values.iter().sum::<f32>() / values.len().max(1) as f32
    }

    #[inline]
    fn solved(&self, rounds: usize, own: Cell, destroyer: Cell) -> Option<f32> {
        let own = usize::from(self.places[own.index()]?);
        let destroyer = usize::from(self.places[destroyer.index()]?);
        Some(self.values[(rounds * self.size + destroyer) * self.size + own])
    }

    /// Chase it, then walk to its home and go on there.
    fn estimate(&self, terrain: &Terrain, rounds: usize, own: Cell, destroyer: Cell) -> f32 {
        let (Some(chase), Some(walk)) = (
            terrain.distance(own, destroyer),
            terrain.distance(destroyer, self.home),
        ) else {
            return 0.0;
        };
        let left = |spent: f32| rounds.checked_sub(spent as usize + 1);
        let chase = chase as f32 * CHASE;
        let Some(after_chase) = left(chase) else {
            return 0.0;
        };
        let camped = left(chase + walk as f32).map_or(0.0, |rounds| self.camp[rounds]);
        // The last rounds of a chase are the least certain.
        EATEN * (after_chase as f32 / 4.0).min(1.0) + camped
    }
}

/// The steps inside a patch.
struct Ways {
    /// Where a destroyer goes, each alike. One that would leave the patch stays instead, so that the
    /// patch is a world of its own.
    roams: Vec<Vec<usize>>,
    /// Where a garlic can go, its own cell included.
    goes: Vec<Vec<usize>>,
}

/// The home is where every patch begins.
const HOME: usize = 0;

impl Ways {
    fn new(terrain: &Terrain, patch: &[Cell], places: &[Option<u16>]) -> Self {
        let place = |cell: &Cell| places[cell.index()].map(usize::from);
        let roams = |(own, cell): (usize, &Cell)| -> Vec<usize> {
            let around = terrain.neighbours(*cell);
            let steps = around.as_slice().iter();
            let steps: Vec<usize> = steps.map(|step| place(step).unwrap_or(own)).collect();
            if steps.is_empty() { vec![own] } else { steps }
        };
        let goes = |(own, cell): (usize, &Cell)| -> Vec<usize> {
            let around = terrain.neighbours(*cell);
            let steps = around.as_slice().iter().filter_map(place);
            steps.chain([own]).collect()
        };
        Self {
            roams: patch.iter().enumerate().map(roams).collect(),
            goes: patch.iter().enumerate().map(goes).collect(),
        }
    }

    /// Values with one more round of strength.
    fn another_round(&self, size: usize, before: &[f32], now: &mut [f32]) {
        // After the garlic's step to `own`, by destroyer and garlic.
        let mut stepped = vec![0.0; size * size];
        for (destroyer, steps) in self.roams.iter().enumerate() {
            let share = 1.0 / steps.len() as f32;
            let row = &mut stepped[destroyer * size..][..size];
            for &to in steps {
                for (value, later) in row.iter_mut().zip(&before[to * size..][..size]) {
                    *value += share * later;
                }
                // It walks onto the garlic: eaten, and at home when the round ends.
                row[to] += share * (EATEN + before[HOME * size + to] - before[to * size + to]);
            }
        }
        for destroyer in 0..size {
            let row = &stepped[destroyer * size..][..size];
            for own in 0..size {
                let after = |&step: &usize| {
                    if step == destroyer {
                        EATEN + stepped[HOME * size + step]
                    } else {
                        row[step]
                    }
                };
                let best = self.goes[own].iter().map(after).fold(0.0, f32::max);
                now[destroyer * size + own] = best;
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use boyi_game::{PerSide, Side, Simultaneous};
    use boyi_garlic::{Battle, Setup, Target};

    use super::*;

    /// The expected gain by the rules themselves, trying everything.
    fn by_the_rules(battle: &Battle, rounds: u32) -> f32 {
        let own = battle.garlic(Side::First);
        if rounds == 0 || !own.is_strong() {
            return 0.0;
        }
        let around = battle.terrain().neighbours(own.cell);
        let steps = around.as_slice().iter().copied().chain([own.cell]);
        let value = |step: Cell| {
            let mut between = battle.clone();
            let other = battle.idle_move(Side::Second);
            between.move_garlics(PerSide::new(Target::Cell(step), other));
            let mut sum = 0.0;
            between.each_end(|odds, next| {
                // A round costs a point, which the farm does not count.
                let gained = next.garlic(Side::First).score - own.score + 1;
                sum += odds * (gained as f32 + by_the_rules(next, rounds - 1));
            });
            sum
        };
        steps.map(value).fold(f32::NEG_INFINITY, f32::max)
    }

    #[test]
    fn values_are_those_of_the_rules() {
        // The second destroyer is walled in, the second garlic out of the way; no star can be had.
        let text = "3 6\n...##.\n.#.#.#\n...###\n0 0\n0 5\n2 2\n1 4\n\
                    homes 0 0 0 5\nscores 0 0\nstatuses 4 0\nround 1\n";
        let battle = Battle::new(&Setup::read(text).expect("a map"));
        let terrain = battle.terrain();
        let farm = Farm::new(terrain, battle.homes()[0]);
        let own = battle.garlic(Side::First).cell;
        for rounds in 1..=4 {
            let exact = by_the_rules(&battle, rounds);
            let farmed = farm.value(terrain, rounds as usize, own, battle.destroyers()[0]);
            assert!((exact - farmed).abs() < 0.01, "{rounds}: {exact}, {farmed}");
        }
        assert!(farm.camp[10] > farm.camp[5] && farm.camp[5] > EATEN);
    }
}
