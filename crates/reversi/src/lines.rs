//! The two questions everything rests on, for boards of up to 8 x 8 in a machine word: where can a
//! disc be placed, and what does it flip?
//!
//! Bit 8 * row + column, so a1 is bit 0 and b1 bit 1. A smaller board sits in the top left corner.
//! Both questions are answered for all eight directions by shifting and filling, without loops over
//! discs, tables or carries.

mod portable;
mod rays;

#[cfg(target_feature = "avx2")]
mod avx2;

/// Squares where the side owning `mine` could place a disc on the empty squares `empty`.
#[inline]
pub fn placements(mine: u64, theirs: u64, empty: u64) -> u64 {
    #[cfg(target_feature = "avx2")]
    // SAFETY: the whole program is compiled for machines with AVX2.
    let reached = unsafe { avx2::reach(mine, theirs) };
    #[cfg(not(target_feature = "avx2"))]
    let reached = portable::reach(mine, theirs);
    reached & empty
}

/// The discs of `theirs` that a disc of `mine` on the bit number `at` turns over.
#[inline]
pub fn flips(at: u32, mine: u64, theirs: u64) -> u64 {
    #[cfg(target_feature = "avx2")]
    // SAFETY: the whole program is compiled for machines with AVX2.
    let flips = unsafe { avx2::flips(at, mine, theirs) };
    #[cfg(not(target_feature = "avx2"))]
    let flips = portable::flips(at, mine, theirs);
    flips
}

/// The columns b to g: a line that runs sideways cannot go on beyond them, so discs on the edge
/// columns are never in the middle of one, and no shift can wrap around the board.
const INNER_COLUMNS: u64 = 0x7E7E_7E7E_7E7E_7E7E;

#[cfg(all(test, target_feature = "avx2"))]
mod tests {
    use proptest::prelude::*;

    use super::*;

    proptest! {
        #[test]
        fn the_wide_registers_answer_like_plain_words(a: u64, b: u64, c: u64, at in 0u32..64) {
            // A third mask thins the boards out, so that lines of all lengths appear.
            for (mine, theirs) in [(a & !b, b & !a), (a & !b & c, b & !a), (a & !b, b & !a & c)] {
                // SAFETY: compiled only where AVX2 is there.
                let (reach, flips) = unsafe {
                    (avx2::reach(mine, theirs), avx2::flips(at, mine & !(1 << at), theirs & !(1 << at)))
                };
                prop_assert_eq!(reach, portable::reach(mine, theirs));
                prop_assert_eq!(flips, portable::flips(at, mine & !(1 << at), theirs & !(1 << at)));
            }
        }
    }
}
