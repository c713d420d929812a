//! What the classic searches remember of a position, in 64 bits.

use boyi_game::{GameMove, Score};

use crate::Window;
use crate::table::Packed;

/// What a stored score says about the true one.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Bound {
    Exact,
    /// The true one is not lower.
    AtLeast,
    /// The true one is not higher.
    AtMost,
}

impl Bound {
    /// What a fail-soft value found with this window says.
    #[inline]
    pub fn of(value: Score, window: Window) -> Self {
        if value >= window.beta {
            Self::AtLeast
        } else if value <= window.alpha {
            Self::AtMost
        } else {
            Self::Exact
        }
    }
}

/// A position's value, as far as it was searched.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Entry {
    /// Counted from the position itself, see [`Score::from_node`].
    pub score: Score,
    pub bound: Bound,
    /// Whether the score may rest on an evaluation rather than on the end of the game.
    pub guessed: bool,
    depth: u8,
    generation: u8,
    /// A move's code plus one, 0 for none.
    best: u16,
}

/// Bits for the generation.
const GENERATION_BITS: u32 = 6;

/// Bits for a move's code plus one.
const MOVE_BITS: u32 = 15;

impl Entry {
    /// Depths are kept up to 255, generations modulo 64.
    #[inline]
    pub fn new<M: GameMove>(
        score: Score,
        bound: Bound,
        guessed: bool,
        depth: u32,
        best: Option<M>,
        generation: u8,
    ) -> Self {
        const {
            assert!(M::CODES < 1 << MOVE_BITS, "a code and `none` fit the bits");
        };
        Self {
            score,
            bound,
            guessed,
            depth: depth.min(255) as u8,
            generation: generation % (1 << GENERATION_BITS),
            best: best.map_or(0, |mv| mv.code() + 1),
        }
    }

    /// Whether it was searched to exactly this depth.
    #[inline]
    pub fn is_depth(&self, depth: u32) -> bool {
        u32::from(self.depth) == depth.min(255)
    }

    /// Plies it was searched.
    #[inline]
    pub fn depth(&self) -> u32 {
        u32::from(self.depth)
    }

    /// The best move known, to be tried first. It may be illegal if two positions share a key.
    #[inline]
    pub fn best<M: GameMove>(&self) -> Option<M> {
        M::from_code(self.best.checked_sub(1)?)
    }
}

impl Packed for Entry {
    #[inline]
    fn pack(self) -> u64 {
        let bound = match self.bound {
            Bound::Exact => 1,
            Bound::AtLeast => 2,
            Bound::AtMost => 3,
        };
        u64::from(self.score.value() as u32)
            | u64::from(self.best) << 32
            | u64::from(self.guessed) << 47
            | u64::from(self.depth) << 48
            | u64::from(self.generation) << 56
            | bound << 62
    }

    #[inline]
    fn unpack(bits: u64) -> Option<Self> {
        let bound = match bits >> 62 {
            1 => Bound::Exact,
            2 => Bound::AtLeast,
            3 => Bound::AtMost,
            _ => return None,
        };
        Some(Self {
            score: Score::from_value(bits as u32 as i32),
            bound,
            best: (bits >> 32) as u16 % (1 << MOVE_BITS),
            guessed: bits >> 47 & 1 == 1,
            depth: (bits >> 48) as u8,
            generation: (bits >> 56) as u8 % (1 << GENERATION_BITS),
        })
    }

    /// Deep entries are worth keeping, old ones less so: an iteration of age costs four plies.
    #[inline]
    fn worth(self, generation: u8) -> i32 {
        let age = generation.wrapping_sub(self.generation) % (1 << GENERATION_BITS);
        i32::from(self.depth) - 4 * i32::from(age)
    }
}
