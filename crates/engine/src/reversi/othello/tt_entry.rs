//! What the engine remembers of a position, in 64 bits.

use boyi_search::Packed;

use super::board::MOST;
use super::probcut::Certainty;

/// Bounds found by a search of some depth and certainty, and the two best moves.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct OthelloEntry {
    pub(super) lower: i8,
    pub(super) upper: i8,
    pub(super) depth: u8,
    pub(super) certainty: Certainty,
    pub(super) best: [Option<u8>; 2],
    pub(super) generation: u8,
}

impl OthelloEntry {
    /// Whether its bounds hold for a search of this depth and certainty.
    #[inline]
    pub(super) fn serves(&self, depth: u32, certainty: Certainty) -> bool {
        u32::from(self.depth) >= depth && self.certainty >= certainty
    }

    /// The value, where the bounds decide the window.
    #[inline]
    pub(super) fn cut(&self, alpha: i32, beta: i32) -> Option<i32> {
        let (lower, upper) = (i32::from(self.lower), i32::from(self.upper));
        if lower >= beta || lower == upper {
            Some(lower)
        } else if upper <= alpha {
            Some(upper)
        } else {
            None
        }
    }

    /// This search's result, together with what was known before.
    #[inline]
    pub(super) fn joined(
        before: Option<Self>,
        found: EntryUpdate,
        depth: u32,
        certainty: Certainty,
        generation: u8,
    ) -> Self {
        let EntryUpdate {
            alpha,
            beta,
            value,
            best,
        } = found;
        let (mut lower, mut upper) = (-MOST as i8, MOST as i8);
        let mut moves = [None, None];
        if let Some(old) = before {
            moves = old.best;
            // A search of the same kind only narrows the bounds.
            if u32::from(old.depth) == depth && old.certainty == certainty {
                (lower, upper) = (old.lower, old.upper);
            }
        }
        if value > alpha {
            lower = lower.max(value as i8);
        }
        if value < beta {
            upper = upper.min(value as i8);
        }
        if value > alpha || moves[0].is_none() {
            let best = Some(best as u8);
            if moves[0] != best {
                moves = [best, moves[0]];
            }
        }
        Self {
            lower,
            upper,
            depth: depth as u8,
            certainty,
            best: moves,
            generation,
        }
    }
}

/// The outcome of searching one position with a window.
#[derive(Clone, Copy)]
pub(super) struct EntryUpdate {
    pub(super) alpha: i32,
    pub(super) beta: i32,
    pub(super) value: i32,
    pub(super) best: u32,
}

impl Packed for OthelloEntry {
    #[inline]
    fn pack(self) -> u64 {
        let square = |best: Option<u8>| u64::from(best.map_or(0, |at| at + 1));
        u64::from(self.lower as u8)
            | u64::from(self.upper as u8) << 8
            | u64::from(self.depth) << 16
            | (self.certainty as u64) << 24
            | square(self.best[0]) << 32
            | square(self.best[1]) << 40
            | u64::from(self.generation) << 48
            | 1 << 63
    }

    #[inline]
    fn unpack(bits: u64) -> Option<Self> {
        if bits == 0 {
            return None;
        }
        let byte = |shift: u32| (bits >> shift) as u8;
        Some(Self {
            lower: byte(0) as i8,
            upper: byte(8) as i8,
            depth: byte(16),
            certainty: Certainty::from_level(byte(24)),
            best: [byte(32).checked_sub(1), byte(40).checked_sub(1)],
            generation: byte(48),
        })
    }

    #[inline]
    fn worth(self, generation: u8) -> i32 {
        let age = i32::from(generation.wrapping_sub(self.generation));
        i32::from(self.depth) * 8 + self.certainty as i32 - 256 * age
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_memo_reads_back() {
        let entry = OthelloEntry {
            lower: -64,
            upper: 12,
            depth: 24,
            certainty: Certainty::Exact,
            best: [Some(0), None],
            generation: 255,
        };
        assert_eq!(OthelloEntry::unpack(entry.pack()), Some(entry));
        assert_eq!(OthelloEntry::unpack(0), None);
    }

    #[test]
    fn bounds_of_the_same_search_are_joined() {
        let found = |alpha, value| EntryUpdate {
            alpha,
            beta: alpha + 1,
            value,
            best: 5,
        };
        let first = OthelloEntry::joined(None, found(3, 6), 10, Certainty::Exact, 0);
        assert_eq!((first.lower, first.upper), (6, 64));
        let both = OthelloEntry::joined(Some(first), found(9, 8), 10, Certainty::Exact, 0);
        assert_eq!((both.lower, both.upper), (6, 8));
        let other = OthelloEntry::joined(Some(first), found(9, 8), 11, Certainty::Exact, 0);
        assert_eq!((other.lower, other.upper), (-64, 8));
        assert_eq!(both.cut(7, 8), None);
        assert_eq!(both.cut(8, 9), Some(8));
    }
}
