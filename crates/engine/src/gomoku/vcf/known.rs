//! What searches for fours remember.

use boyi_search::{Packed, SharedTable};

use super::super::layout::Cell;

/// What is remembered of a position: whether the side to move wins by fours.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Known {
    /// It does not, however long one looks.
    No,
    /// It does, with this move, in so many plies.
    Yes(Cell, u16),
}

impl Packed for Known {
    #[inline]
    fn pack(self) -> u64 {
        match self {
            Self::No => 1,
            Self::Yes(cell, plies) => 2 | u64::from(cell) << 8 | u64::from(plies) << 32,
        }
    }

    #[inline]
    fn unpack(bits: u64) -> Option<Self> {
        match bits & 255 {
            1 => Some(Self::No),
            2 => Some(Self::Yes((bits >> 8) as Cell, (bits >> 32) as u16)),
            _ => None,
        }
    }

    /// Wins are dear; all else is worth the same, so that the new replaces the old.
    #[inline]
    fn worth(self, _: u8) -> i32 {
        i32::from(matches!(self, Self::Yes(..)))
    }
}

/// Where results are remembered.
pub(crate) type FoursTable = SharedTable<Known>;
