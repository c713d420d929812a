//! Position keys for hash tables.

use std::ops::{BitXor, BitXorAssign};

/// A 64-bit fingerprint of a position. Equal positions have equal keys; different positions have
/// different keys but for a chance of about one in 2^64.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub struct Key(pub u64);

impl Key {
    /// A well-mixed key for a small number: the raw material of Zobrist tables.
    ///
    /// The finaliser is splitmix64's (Steele, Lea and Flood, 2014).
    #[inline]
    pub const fn mixed(number: u64) -> Self {
        let mut x = number.wrapping_add(0x9E37_79B9_7F4A_7C15);
        x = (x ^ (x >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        x = (x ^ (x >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        Self(x ^ (x >> 31))
    }
}

impl BitXor for Key {
    type Output = Self;

    #[inline]
    fn bitxor(self, other: Self) -> Self {
        Self(self.0 ^ other.0)
    }
}

impl BitXorAssign for Key {
    #[inline]
    fn bitxor_assign(&mut self, other: Self) {
        self.0 ^= other.0;
    }
}
