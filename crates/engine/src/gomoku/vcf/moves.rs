//! The fours of a position, ordered by their static score.

use super::super::layout::Cell;

/// A few moves, best first.
pub(crate) struct Moves {
    cells: [(i32, Cell); 64],
    count: usize,
    /// Whether there were more than there is room for.
    pub(super) dropped: bool,
}

impl Default for Moves {
    fn default() -> Self {
        Self {
            cells: [(0, 0); 64],
            count: 0,
            dropped: false,
        }
    }
}

impl Moves {
    /// Adds a move; beyond 64 they are dropped.
    pub(crate) fn push(&mut self, cell: Cell, ordering_score: i32) {
        match self.cells.get_mut(self.count) {
            Some(slot) => {
                *slot = (ordering_score, cell);
                self.count += 1;
            }
            None => self.dropped = true,
        }
    }

    /// Takes the one with the highest score out.
    pub(crate) fn next(&mut self) -> Option<Cell> {
        let best = (0..self.count).max_by_key(|&index| self.cells[index].0)?;
        let (_, cell) = self.cells[best];
        self.count -= 1;
        self.cells[best] = self.cells[self.count];
        Some(cell)
    }
}
