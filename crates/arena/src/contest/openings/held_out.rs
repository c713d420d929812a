//! The held-out positions of a game: training must not see them.

use std::collections::HashSet;

use boyi_engine::{Game, SetupError};
use boyi_game::Table;

use super::set::{Half, OpeningSet};
use super::symmetry::Symmetries;
use crate::Opening;

/// The positions that the held-out half of a built-in set begins with, and their mirror images.
pub struct HeldOut {
    symmetries: Symmetries,
    positions: HashSet<String>,
    /// Moves of the longest of these openings.
    longest: usize,
}

impl HeldOut {
    /// Those of a game that begins like this; none where there is no set.
    pub fn of(game: &dyn Game, start: &Opening) -> Result<Self, SetupError> {
        let symmetries = Symmetries::of(&game.lay(&start.setup(0))?.view());
        let mut held_out = Self {
            symmetries,
            positions: HashSet::new(),
            longest: 0,
        };
        if let Some(set) = OpeningSet::built_in(game, start)? {
            for line in set.half(Half::HeldOut) {
                let opening = Opening {
                    moves: Some(line.moves.clone()),
                    ..start.clone()
                };
                let table = game.lay(&opening.setup(0))?;
                held_out.longest = held_out.longest.max(table.record().moves.len());
                let key = held_out.symmetries.key(&*table);
                held_out.positions.insert(key);
            }
        }
        Ok(held_out)
    }

    /// Whether a game stands at one of them.
    pub fn contains(&self, table: &dyn Table) -> bool {
        // Later positions have more moves than any opening, so they need not be turned and mirrored.
        table.record().moves.len() <= self.longest
            && self.positions.contains(&self.symmetries.key(table))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_half_is_held_out_with_its_mirror_images() {
        let gomoku = boyi_engine::game("gomoku").expect("a game");
        let start = Opening::usual();
        let set = OpeningSet::built_in(gomoku, &start).expect("a start");
        let set = set.expect("a set");
        let held_out = HeldOut::of(gomoku, &start).expect("legal moves");
        let contains = |moves: String| {
            let opening = Opening {
                moves: Some(moves),
                ..start.clone()
            };
            let table = gomoku.lay(&opening.setup(0)).expect("legal moves");
            held_out.contains(&*table)
        };
        // Columns a to o are mirrored.
        let mirrored = |moves: &str| -> String {
            let mirror = |c: char| match c {
                'a'..='o' => char::from(b'a' + b'o' - c as u8),
                _ => c,
            };
            moves.chars().map(mirror).collect()
        };
        for line in set.half(Half::HeldOut).take(20) {
            assert!(contains(line.moves.clone()), "{line}");
            assert!(contains(mirrored(&line.moves)), "{line}");
        }
        for line in set.half(Half::Tuning).take(20) {
            assert!(!contains(line.moves.clone()), "{line}");
        }
    }
}
