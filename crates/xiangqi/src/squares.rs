//! Sets of points, as the bits of one wide word.

use std::ops::{BitAnd, BitOr, BitOrAssign, BitXor, BitXorAssign, Not};

use crate::Square;

/// A set of points; bit `Square::index` is set for each of them.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct Squares(u128);

impl Squares {
    /// No point.
    pub const NONE: Self = Self(0);

    /// The points of these bits.
    #[inline]
    pub const fn from_bits(bits: u128) -> Self {
        Self(bits)
    }

    /// One bit for each point.
    #[inline]
    pub const fn bits(self) -> u128 {
        self.0
    }

    /// This point alone.
    #[inline]
    pub const fn one(square: Square) -> Self {
        Self(bit(square.index()))
    }

    /// Whether the point is among them.
    #[inline]
    pub const fn has(self, square: Square) -> bool {
        // The right half is chosen first: shifting one word is cheaper than shifting two.
        let index = square.index();
        let half = if index < 64 {
            self.0 as u64
        } else {
            (self.0 >> 64) as u64
        };
        half >> (index % 64) & 1 != 0
    }

    /// Whether there is any.
    #[inline]
    pub const fn exist(self) -> bool {
        self.0 != 0
    }

    #[inline]
    pub const fn count(self) -> usize {
        self.0.count_ones() as usize
    }

    /// The lowest of them.
    #[inline]
    pub const fn first(self) -> Option<Square> {
        Square::from_index(self.0.trailing_zeros() as usize)
    }
}

/// One bit. The half is chosen first: shifting one word is cheaper than shifting two, which a browser does in a call.
#[inline]
pub(crate) const fn bit(index: usize) -> u128 {
    let bit = 1_u64 << (index % 64);
    if index < 64 {
        bit as u128
    } else {
        (bit as u128) << 64
    }
}

#[expect(
    clippy::copy_iterator,
    reason = "a set is one word; going through a copy of it is the point"
)]
impl Iterator for Squares {
    type Item = Square;

    #[inline]
    fn next(&mut self) -> Option<Square> {
        let first = self.first()?;
        self.0 &= self.0 - 1;
        Some(first)
    }
}

macro_rules! operators {
    ($($trait:ident $method:ident $operator:tt,)*) => {$(
        impl $trait for Squares {
            type Output = Self;

            #[inline]
            fn $method(self, other: Self) -> Self {
                Self(self.0 $operator other.0)
            }
        }
    )*};
}

operators! {
    BitAnd bitand &,
    BitOr bitor |,
    BitXor bitxor ^,
}

impl Not for Squares {
    type Output = Self;

    #[inline]
    fn not(self) -> Self {
        Self(!self.0)
    }
}

impl BitOrAssign for Squares {
    #[inline]
    fn bitor_assign(&mut self, other: Self) {
        self.0 |= other.0;
    }
}

impl BitXorAssign for Squares {
    #[inline]
    fn bitxor_assign(&mut self, other: Self) {
        self.0 ^= other.0;
    }
}
