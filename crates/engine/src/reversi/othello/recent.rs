//! What one thread found out about positions with a handful of empties: small enough to stay in the
//! processor's cache, where the large table would cost more than it saves.

use super::board::Board;

/// Entries, a power of two: one mebibyte.
const ENTRIES: usize = 1 << 15;

/// Bounds of exact values, by position; the newest stays. They hold for good, so that a table can be
/// handed on from search to search.
pub(in crate::reversi) struct Recent(Box<[Entry]>);

#[derive(Clone, Copy)]
struct Entry {
    board: Board,
    lower: i16,
    upper: i16,
}

impl Recent {
    pub(in crate::reversi) fn new() -> Self {
        let nothing = Entry {
            board: Board { mine: 0, theirs: 0 },
            lower: i16::MIN,
            upper: i16::MAX,
        };
        Self(vec![nothing; ENTRIES].into())
    }

    /// Stands in where a table was handed on; nothing can be asked of it.
    pub(super) fn handed_on() -> Self {
        Self(Box::default())
    }

    /// The value, where the bounds decide the window (alpha, alpha + 1).
    #[inline]
    pub(in crate::reversi) fn cut(&self, board: Board, alpha: i32) -> Option<i32> {
        let entry = &self.0[place(board)];
        if entry.board != board {
            return None;
        }
        decided(entry.lower, entry.upper, alpha)
    }

    /// Brings the entry of a position near, while there is other work to do.
    #[inline]
    pub(in crate::reversi) fn prefetch(&self, board: Board) {
        #[cfg(target_arch = "x86_64")]
        // SAFETY: prefetching is a hint without effect on memory, and the address is that of an
        // entry of ours.
        unsafe {
            use std::arch::x86_64::{_MM_HINT_T0, _mm_prefetch};
            _mm_prefetch(
                std::ptr::from_ref(&self.0[place(board)]).cast(),
                _MM_HINT_T0,
            );
        }
        #[cfg(not(target_arch = "x86_64"))]
        let _ = (self, board);
    }

    /// Keeps what a search with the window (alpha, alpha + 1) found.
    #[inline]
    pub(in crate::reversi) fn put(&mut self, board: Board, alpha: i32, value: i32) {
        let entry = &mut self.0[place(board)];
        if entry.board != board {
            *entry = Entry {
                board,
                lower: i16::MIN,
                upper: i16::MAX,
            };
        }
        if value > alpha {
            entry.lower = entry.lower.max(value as i16);
        } else {
            entry.upper = entry.upper.min(value as i16);
        }
    }
}

/// The value, where bounds decide the window (alpha, alpha + 1).
#[inline]
pub(in crate::reversi) fn decided(lower: i16, upper: i16, alpha: i32) -> Option<i32> {
    let (lower, upper) = (i32::from(lower), i32::from(upper));
    if lower > alpha {
        Some(lower)
    } else if upper <= alpha {
        Some(upper)
    } else {
        None
    }
}

#[inline]
fn place(board: Board) -> usize {
    let mixed = board.mine.wrapping_mul(0x9E37_79B9_7F4A_7C15)
        ^ board
            .theirs
            .wrapping_mul(0xC2B2_AE3D_27D4_EB4F)
            .rotate_left(29);
    (mixed.wrapping_mul(0xD6E8_FEB8_6659_FD93) >> (64 - ENTRIES.trailing_zeros())) as usize
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bounds_of_both_sides_are_kept_until_another_position_comes() {
        let mut recent = Recent::new();
        let board = Board::START;
        assert_eq!(recent.cut(board, 0), None);
        recent.put(board, 3, 6);
        assert_eq!(recent.cut(board, 5), Some(6));
        assert_eq!(recent.cut(board, 6), None);
        recent.put(board, 9, 8);
        assert_eq!(
            (recent.cut(board, 8), recent.cut(board, 5)),
            (Some(8), Some(6))
        );
        assert_eq!(recent.cut(board.passed(), 8), None);
    }
}
