//! A transposition table entry of a strong search, packed into 64 bits.

use super::Value;
use super::value::from_root;
use crate::{Bound, Packed};

/// What is known of a position.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct TtEntry {
    /// Counted from the position itself; `None` where only move and evaluation are known, or where the
    /// value depended on the path to the position.
    pub value: Option<(Value, Bound)>,
    /// `None` where it makes no sense, as in check.
    pub static_eval: Option<Value>,
    /// The move to try first, as a number of the game's own below [`TtEntry::MAX_MOVE`].
    pub best: Option<u16>,
    /// Plies; below zero in quiescence.
    pub depth: i32,
    /// Whether it has ever been on a principal variation.
    pub was_pv: bool,
    pub generation: u8,
}

/// Depths are stored with this added, so that quiescence has room below 0.
const DEPTH_SHIFT: i32 = 8;

const GENERATION_BITS: u32 = 5;

/// An evaluation that is not there.
const NO_EVALUATION: u16 = 0x8000;

/// Plies that a generation of age costs when entries compete for a slot.
const AGE_COST: i32 = 4;

impl TtEntry {
    /// Move numbers stay below this.
    pub const MAX_MOVE: u16 = 0x1FFF;

    /// The deepest depth that fits.
    pub const MAX_DEPTH: i32 = 255 - DEPTH_SHIFT;

    /// What a search with this window has shown of a value.
    #[inline]
    pub const fn bound(value: Value, alpha: Value, beta: Value) -> Bound {
        if value >= beta {
            Bound::AtLeast
        } else if value > alpha {
            Bound::Exact
        } else {
            Bound::AtMost
        }
    }

    /// The value counted from the root, if it settles a node with this window, whatever its depth.
    pub const fn settles(&self, alpha: Value, beta: Value, ply: usize) -> Option<Value> {
        let Some((value, bound)) = self.value else {
            return None;
        };
        let value = from_root(value, ply);
        let settled = match bound {
            Bound::Exact => true,
            Bound::AtLeast => value >= beta,
            Bound::AtMost => value <= alpha,
        };
        if settled { Some(value) } else { None }
    }
}

impl Packed for TtEntry {
    #[inline]
    fn pack(self) -> u64 {
        let (value, bound) = match self.value {
            None => (0, 0),
            Some((value, Bound::Exact)) => (value, 1),
            Some((value, Bound::AtLeast)) => (value, 2),
            Some((value, Bound::AtMost)) => (value, 3),
        };
        let static_eval = self.static_eval.map_or(NO_EVALUATION, |value| value as u16);
        let best = self.best.map_or(0, |mv| u64::from(mv) + 1);
        let depth = (self.depth + DEPTH_SHIFT).clamp(0, 255) as u64;
        u64::from(value as u16)
            | u64::from(static_eval) << 16
            | best << 32
            | depth << 45
            | bound << 53
            | u64::from(self.was_pv) << 55
            | u64::from(self.generation % (1 << GENERATION_BITS)) << 56
            // Never 0, whatever the rest is.
            | 1 << 63
    }

    #[inline]
    fn unpack(bits: u64) -> Option<Self> {
        if bits == 0 {
            return None;
        }
        let value = Value::from(bits as u16 as i16);
        let value = match bits >> 53 & 3 {
            1 => Some((value, Bound::Exact)),
            2 => Some((value, Bound::AtLeast)),
            3 => Some((value, Bound::AtMost)),
            _ => None,
        };
        let static_eval = (bits >> 16) as u16;
        let best = (bits >> 32) as u16 & Self::MAX_MOVE;
        Some(Self {
            value,
            static_eval: (static_eval != NO_EVALUATION).then_some(Value::from(static_eval as i16)),
            best: best.checked_sub(1),
            depth: (bits >> 45 & 0xFF) as i32 - DEPTH_SHIFT,
            was_pv: bits >> 55 & 1 == 1,
            generation: (bits >> 56) as u8 % (1 << GENERATION_BITS),
        })
    }

    /// Deep entries are worth keeping, old ones less so.
    #[inline]
    fn worth(self, generation: u8) -> i32 {
        let age = generation.wrapping_sub(self.generation) % (1 << GENERATION_BITS);
        self.depth - AGE_COST * i32::from(age) + 2 * i32::from(self.was_pv)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_entry_survives_packing() {
        for value in [
            None,
            Some((-31_995, Bound::AtMost)),
            Some((15, Bound::Exact)),
        ] {
            for static_eval in [None, Some(-14_000), Some(0)] {
                for depth in [-3, 0, 77] {
                    let entry = TtEntry {
                        value,
                        static_eval,
                        best: (depth != 0).then_some(TtEntry::MAX_MOVE - 1),
                        depth,
                        was_pv: depth == 0,
                        generation: 31,
                    };
                    assert_eq!(TtEntry::unpack(entry.pack()), Some(entry));
                }
            }
        }
        assert_eq!(TtEntry::unpack(0), None);
    }
}
