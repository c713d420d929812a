//! Sets of points, as bits.

use super::layout::Cell;

/// Enough words for the largest board.
const WORDS: usize = 8;

/// A set of points.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(crate) struct Cells([u64; WORDS]);

impl Cells {
    #[inline]
    pub(crate) fn add(&mut self, cell: Cell) {
        self.0[usize::from(cell / 64) % WORDS] |= 1 << (cell % 64);
    }

    #[inline]
    pub(crate) fn remove(&mut self, cell: Cell) {
        self.0[usize::from(cell / 64) % WORDS] &= !(1 << (cell % 64));
    }

    #[inline]
    pub(crate) fn has(&self, cell: Cell) -> bool {
        self.0[usize::from(cell / 64) % WORDS] >> (cell % 64) & 1 == 1
    }

    #[inline]
    pub(crate) fn is_empty(&self) -> bool {
        self.0.iter().all(|&word| word == 0)
    }

    #[inline]
    pub(crate) fn or(&self, other: &Self) -> Self {
        Self(std::array::from_fn(|index| self.0[index] | other.0[index]))
    }

    #[inline]
    pub(crate) fn and(&self, other: &Self) -> Self {
        Self(std::array::from_fn(|index| self.0[index] & other.0[index]))
    }

    #[inline]
    pub(crate) fn first(&self) -> Option<Cell> {
        self.iter().next()
    }

    #[inline]
    pub(crate) fn iter(&self) -> Iter {
        Iter {
            words: self.0,
            index: 0,
        }
    }
}

pub(crate) struct Iter {
    words: [u64; WORDS],
    index: usize,
}

impl Iterator for Iter {
    type Item = Cell;

    #[inline]
    fn next(&mut self) -> Option<Cell> {
        while self.index < WORDS {
            let word = self.words[self.index];
            if word != 0 {
                self.words[self.index] &= word - 1;
                return Some((64 * self.index as u32 + word.trailing_zeros()) as Cell);
            }
            self.index += 1;
        }
        None
    }
}
