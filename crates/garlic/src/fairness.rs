//! Fair maps: some mirroring or turning of the map swaps the two garlics and changes nothing else.

use boyi_game::Side;

use crate::setup::{Ground, Setup};
use crate::terrain::Cell;

/// A way to lay a map onto itself, of those that are their own inverse.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Symmetry {
    LeftRight,
    TopBottom,
    HalfTurn,
    /// Rows become columns; squares only.
    Diagonal,
    /// The same along the other diagonal; squares only.
    AntiDiagonal,
}

impl Symmetry {
    pub const ALL: [Self; 5] = [
        Self::LeftRight,
        Self::TopBottom,
        Self::HalfTurn,
        Self::Diagonal,
        Self::AntiDiagonal,
    ];

    /// Whether a board of this size can have it.
    pub const fn fits(self, rows: usize, cols: usize) -> bool {
        !matches!(self, Self::Diagonal | Self::AntiDiagonal) || rows == cols
    }

    /// Where row and column of a board of this size go.
    pub const fn image(self, rows: usize, cols: usize, row: usize, col: usize) -> (usize, usize) {
        match self {
            Self::LeftRight => (row, cols - 1 - col),
            Self::TopBottom => (rows - 1 - row, col),
            Self::HalfTurn => (rows - 1 - row, cols - 1 - col),
            Self::Diagonal => (col, row),
            Self::AntiDiagonal => (cols - 1 - col, rows - 1 - row),
        }
    }
}

/// Why a map is not fair: what differs from its image under the symmetry that comes nearest.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error(
    "the map is not fair: no mirroring or half turn swaps the garlics and keeps the rest; \
     this cell differs from its image"
)]
pub struct Unfair {
    /// The row of the cell that differs, from 0.
    pub row: usize,
    /// Its column, from 0.
    pub col: usize,
}

/// The part of a map that is not solid wall at its edges.
struct Frame {
    top: usize,
    left: usize,
    rows: usize,
    cols: usize,
}

impl Setup {
    /// The symmetry that makes the map fair. Solid rows and columns of wall at the edges do not
    /// count: nobody notices them.
    pub fn symmetry(&self) -> Result<Symmetry, Unfair> {
        let frame = self.frame();
        let mut nearest: Option<(usize, Cell)> = None;
        for symmetry in Symmetry::ALL {
            if !symmetry.fits(frame.rows, frame.cols) {
                continue;
            }
            let differing = self.differing(symmetry, &frame);
            match differing.first() {
                None => return Ok(symmetry),
                Some(&cell) if nearest.is_none_or(|(count, _)| differing.len() < count) => {
                    nearest = Some((differing.len(), cell));
                }
                Some(_) => {}
            }
        }
        let (_, cell) = nearest.expect("some symmetry fits every size");
        Err(Unfair {
            row: cell.index() / self.cols,
            col: cell.index() % self.cols,
        })
    }

    fn differing(&self, symmetry: Symmetry, frame: &Frame) -> Vec<Cell> {
        let image = |cell: Cell| {
            let (row, col) = (cell.index() / self.cols, cell.index() % self.cols);
            let (row, col) =
                symmetry.image(frame.rows, frame.cols, row - frame.top, col - frame.left);
            Cell(((row + frame.top) * self.cols + col + frame.left) as u16)
        };
        let cells = (0..frame.rows).flat_map(|row| (0..frame.cols).map(move |col| (row, col)));
        let cells =
            cells.map(|(row, col)| Cell(((row + frame.top) * self.cols + col + frame.left) as u16));
        let mut differing: Vec<Cell> = cells
            .filter(|&cell| self.ground[cell.index()] != self.ground[image(cell).index()])
            .collect();
        let first = self.garlics[Side::First];
        if image(first) != self.garlics[Side::Second] {
            differing.push(first);
        }
        // The two destroyers are alike, so they may change places.
        let lonely = |&cell: &Cell| !self.destroyers.contains(&image(cell));
        differing.extend(self.destroyers.into_iter().filter(lonely));
        differing
    }

    fn frame(&self) -> Frame {
        let open = |index: &usize| self.ground[*index] != Ground::Wall;
        let cells: Vec<usize> = (0..self.ground.len()).filter(open).collect();
        let rows = cells.iter().map(|index| index / self.cols);
        let cols = cells.iter().map(|index| index % self.cols);
        let somewhere = "the characters stand on open ground";
        let (top, left) = (
            rows.clone().min().expect(somewhere),
            cols.clone().min().expect(somewhere),
        );
        Frame {
            rows: rows.max().expect(somewhere) + 1 - top,
            cols: cols.max().expect(somewhere) + 1 - left,
            top,
            left,
        }
    }
}
