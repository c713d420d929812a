//! A set of cells in machine words, copied with the position rather than allocated.

use crate::terrain::Cell;

/// A set of cells.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct CellSet([u64; Cell::COUNT / 64]);

impl CellSet {
    pub const EMPTY: Self = Self([0; Cell::COUNT / 64]);

    #[inline]
    pub fn has(&self, cell: Cell) -> bool {
        self.0[cell.index() / 64] >> (cell.index() % 64) & 1 != 0
    }

    pub fn add(&mut self, cell: Cell) {
        self.0[cell.index() / 64] |= 1 << (cell.index() % 64);
    }

    #[inline]
    pub fn remove(&mut self, cell: Cell) {
        self.0[cell.index() / 64] &= !(1 << (cell.index() % 64));
    }

    pub fn iter(&self) -> impl Iterator<Item = Cell> + '_ {
        self.0.iter().enumerate().flat_map(|(index, &word)| {
            let mut left = word;
            std::iter::from_fn(move || {
                let bit = (left != 0).then(|| left.trailing_zeros())?;
                left &= left - 1;
                Some(Cell((index * 64) as u16 + bit as u16))
            })
        })
    }
}
