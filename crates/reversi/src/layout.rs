//! The board before any move: its size, what each cell is worth, who gets the empty cells.

use crate::Square;

/// The part of a game that never changes.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Layout {
    rows: u8,
    cols: u8,
    worth: Box<[u8]>,
    empties: Empties,
}

/// Who is credited with the cells still empty when the game ends.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Empties {
    /// The winner, as in Othello tournaments.
    ToWinner,
    /// Nobody, as in the course.
    Ignored,
}

/// Why there is no such board.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[error("a board of {rows} x {cols} is not possible: both sides must be even, from 4 to 30")]
pub struct BadSize {
    pub rows: usize,
    pub cols: usize,
}

impl Layout {
    /// Othello on any board: every cell is worth 1. On 8 x 8 empties go to the winner, elsewhere
    /// they are not counted; [`Layout::with_empties`] says otherwise.
    pub fn othello(rows: usize, cols: usize) -> Result<Self, BadSize> {
        Self::weighted(rows, cols, |_| 1)
    }

    /// A board whose cells are worth what `worth` says, at most 15 each. Empties go to the winner
    /// only where every one of 8 x 8 cells is worth 1.
    pub fn weighted(
        rows: usize,
        cols: usize,
        worth: impl FnMut(Square) -> u8,
    ) -> Result<Self, BadSize> {
        let fits = |side| (4..=Square::MAX_SIDE).contains(&side) && side % 2 == 0;
        if !fits(rows) || !fits(cols) {
            return Err(BadSize { rows, cols });
        }
        let worth: Box<[u8]> = squares(rows, cols).map(worth).map(|w| w.min(15)).collect();
        let standard = rows == 8 && cols == 8 && worth.iter().all(|&w| w == 1);
        let empties = if standard {
            Empties::ToWinner
        } else {
            Empties::Ignored
        };
        Ok(Self {
            rows: rows as u8,
            cols: cols as u8,
            worth,
            empties,
        })
    }

    /// The same board with another rule for empty cells.
    pub fn with_empties(self, empties: Empties) -> Self {
        Self { empties, ..self }
    }

    pub fn rows(&self) -> usize {
        usize::from(self.rows)
    }

    pub fn cols(&self) -> usize {
        usize::from(self.cols)
    }

    /// Who gets the cells still empty at the end.
    pub fn empties(&self) -> Empties {
        self.empties
    }

    /// The squares whose worth has bit `k` set: with all planes, sums are counts of bits.
    pub(crate) fn worth_plane(&self, k: usize) -> impl Iterator<Item = Square> {
        self.squares()
            .filter(move |&square| self.worth(square) >> k & 1 == 1)
    }

    /// What a cell is worth; 0 off the board.
    pub fn worth(&self, square: Square) -> u8 {
        if self.contains(square) {
            self.worth[self.index(square)]
        } else {
            0
        }
    }

    pub fn is_unit(&self) -> bool {
        self.worth.iter().all(|&worth| worth == 1)
    }

    pub fn contains(&self, square: Square) -> bool {
        square.row() < self.rows() && square.col() < self.cols()
    }

    /// All squares, row by row.
    pub fn squares(&self) -> impl Iterator<Item = Square> + use<> {
        squares(self.rows(), self.cols())
    }

    /// The place of a square in that order.
    pub fn index(&self, square: Square) -> usize {
        square.row() * self.cols() + square.col()
    }

    /// The square at (row, col), where the board has one.
    pub fn square(&self, row: usize, col: usize) -> Option<Square> {
        Square::new(row, col).filter(|&square| self.contains(square))
    }

    /// The cells of the middle, with who starts on them: `oO/Oo`, where `O` moves first.
    pub fn starting_discs(&self) -> [(Square, boyi_game::Side); 4] {
        use boyi_game::Side::{First, Second};
        let (down, right) = (self.rows() / 2, self.cols() / 2);
        let at = |row, col| Square::new(row, col).expect("the middle of a board is on the board");
        [
            (at(down - 1, right - 1), Second),
            (at(down - 1, right), First),
            (at(down, right - 1), First),
            (at(down, right), Second),
        ]
    }
}

fn squares(rows: usize, cols: usize) -> impl Iterator<Item = Square> {
    (0..rows).flat_map(move |row| (0..cols).filter_map(move |col| Square::new(row, col)))
}
