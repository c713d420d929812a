//! What the table remembers of a position, in 64 bits.

use boyi_game::GameMove;
use boyi_search::{Bound, Packed};
use boyi_xiangqi::Move;

use super::value::Value;

/// A position as far as it was searched.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Slot {
    /// Counted from the position itself; `None` where only move and evaluation are known, or where
    /// the value depended on the moves that led here.
    pub(crate) value: Option<(Value, Bound)>,
    /// The static evaluation, `None` in check.
    pub(crate) evaluation: Option<Value>,
    /// The move to try first.
    pub(crate) best: Option<Move>,
    /// Plies it was searched.
    pub(crate) depth: i32,
    /// Whether it has ever been part of a principal variation.
    pub(crate) was_principal: bool,
    /// When it was stored.
    pub(crate) generation: u8,
}

/// Depths are stored with this added, so that quiescence has room below 0.
const DEPTH_SHIFT: i32 = 8;

/// Bits for the generation.
const GENERATION_BITS: u32 = 5;

/// An evaluation that is not there.
const NO_EVALUATION: u16 = 0x8000;

impl Packed for Slot {
    #[inline]
    fn pack(self) -> u64 {
        let (value, bound) = match self.value {
            None => (0, 0),
            Some((value, Bound::Exact)) => (value, 1),
            Some((value, Bound::AtLeast)) => (value, 2),
            Some((value, Bound::AtMost)) => (value, 3),
        };
        let evaluation = self.evaluation.map_or(NO_EVALUATION, |value| value as u16);
        let best = self.best.map_or(0, |mv| u64::from(mv.code()) + 1);
        let depth = (self.depth + DEPTH_SHIFT).clamp(0, 255) as u64;
        u64::from(value as u16)
            | u64::from(evaluation) << 16
            | best << 32
            | depth << 45
            | bound << 53
            | u64::from(self.was_principal) << 55
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
        let evaluation = (bits >> 16) as u16;
        let best = (bits >> 32 & 0x1FFF) as u16;
        Some(Self {
            value,
            evaluation: (evaluation != NO_EVALUATION).then_some(Value::from(evaluation as i16)),
            best: best.checked_sub(1).and_then(Move::from_code),
            depth: (bits >> 45 & 0xFF) as i32 - DEPTH_SHIFT,
            was_principal: bits >> 55 & 1 == 1,
            generation: (bits >> 56) as u8 % (1 << GENERATION_BITS),
        })
    }

    /// Deep entries are worth keeping, old ones less so: a search of age costs four plies.
    #[inline]
    fn worth(self, generation: u8) -> i32 {
        let age = generation.wrapping_sub(self.generation) % (1 << GENERATION_BITS);
        self.depth - 4 * i32::from(age) + 2 * i32::from(self.was_principal)
    }
}

#[cfg(test)]
mod tests {
    use boyi_xiangqi::Square;

    use super::*;

    #[test]
    fn a_slot_survives_packing() {
        let square = |index| Square::from_index(index).expect("on the board");
        let best = Move {
            from: square(89),
            to: square(88),
        };
        for value in [
            None,
            Some((-31_995, Bound::AtMost)),
            Some((15, Bound::Exact)),
        ] {
            for evaluation in [None, Some(-14_000), Some(0)] {
                for depth in [-3, 0, 77] {
                    let slot = Slot {
                        value,
                        evaluation,
                        best: (depth != 0).then_some(best),
                        depth,
                        was_principal: depth == 0,
                        generation: 31,
                    };
                    assert_eq!(Slot::unpack(slot.pack()), Some(slot));
                }
            }
        }
        assert_eq!(Slot::unpack(0), None);
    }
}
