//! Entries of the table of VCF searches.

use boyi_search::{Packed, SharedTable};

use super::super::layout::Cell;

/// Whether the side to move has a VCF.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum VcfEntry {
    /// It does not, however long one looks.
    No,
    /// It does, with this move, in so many plies.
    Yes(Cell, u16),
}

impl Packed for VcfEntry {
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

    /// Wins are kept longer; all else is worth the same, so that the new replaces the old.
    #[inline]
    fn worth(self, _: u8) -> i32 {
        i32::from(matches!(self, Self::Yes(..)))
    }
}

pub(crate) type VcfTable = SharedTable<VcfEntry>;
