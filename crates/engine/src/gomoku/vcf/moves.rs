//! The fours of a position, ordered by their static score. All positions of a line share a list, each with its part
//! behind that of the position before: to make one at every position would take longer than to fill it.

use super::super::layout::Cell;

/// No more moves of a position are tried.
const MOST: usize = 64;

/// The moves of a line.
#[derive(Default)]
pub(super) struct Moves {
    scored: Vec<(i32, Cell)>,
}

impl Moves {
    /// Where the part of the next position begins.
    #[inline]
    pub(super) fn len(&self) -> usize {
        self.scored.len()
    }

    /// Adds a move to the part that begins at `base`; says whether there was room.
    #[inline]
    pub(super) fn push(&mut self, base: usize, cell: Cell, ordering_score: i32) -> bool {
        let has_room = self.scored.len() - base < MOST;
        if has_room {
            self.scored.push((ordering_score, cell));
        }
        has_room
    }

    /// Takes the one with the highest score out of the part that begins at `base`.
    #[inline]
    pub(super) fn next(&mut self, base: usize) -> Option<Cell> {
        let part = self.scored[base..].iter().enumerate();
        let (best, _) = part.max_by_key(|(_, scored)| scored.0)?;
        let (_, cell) = self.scored.swap_remove(base + best);
        Some(cell)
    }

    /// Gives up the part that begins at `base`.
    #[inline]
    pub(super) fn truncate(&mut self, base: usize) {
        self.scored.truncate(base);
    }
}
