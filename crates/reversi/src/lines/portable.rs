//! Lines on the board with plain 64-bit words, for every machine.

use super::INNER_COLUMNS;

/// Shift distance of each direction pair, and the discs that may lie inside a line that way.
const DIRECTIONS: [(u32, u64); 4] = [
    (1, INNER_COLUMNS),
    (8, u64::MAX),
    (9, INNER_COLUMNS),
    (7, INNER_COLUMNS),
];

/// Squares at the far end of a line of `theirs` that starts beside a disc of `mine`.
#[inline]
#[cfg_attr(
    target_feature = "avx2",
    allow(dead_code, reason = "tests compare it with the fast one")
)]
pub(super) fn reach(mine: u64, theirs: u64) -> u64 {
    let mut reached = 0;
    for (shift, inner) in DIRECTIONS {
        let between = theirs & inner;
        reached |= fill(mine, between, |bits, times| bits << (shift * times)) << shift;
        reached |= fill(mine, between, |bits, times| bits >> (shift * times)) >> shift;
    }
    reached
}

/// The discs of `theirs` between the bit `at` and the nearest disc of `mine`, in all directions.
#[inline]
#[cfg_attr(
    target_feature = "avx2",
    allow(dead_code, reason = "tests compare it with the fast one")
)]
pub(super) fn flips(at: u32, mine: u64, theirs: u64) -> u64 {
    let placed = 1u64 << at;
    let mut flipped = 0;
    for (shift, inner) in DIRECTIONS {
        let between = theirs & inner;
        let up = fill(placed, between, |bits, times| bits << (shift * times));
        if (up << shift) & mine != 0 {
            flipped |= up;
        }
        let down = fill(placed, between, |bits, times| bits >> (shift * times));
        if (down >> shift) & mine != 0 {
            flipped |= down;
        }
    }
    flipped
}

/// The unbroken run of `between` next to `from`, one way. At most six discs fit between two others,
/// so two single steps and two double steps reach the end.
#[inline]
fn fill(from: u64, between: u64, step: impl Fn(u64, u32) -> u64) -> u64 {
    let mut run = between & step(from, 1);
    run |= between & step(run, 1);
    let pairs = between & step(between, 1);
    run |= pairs & step(run, 2);
    run | (pairs & step(run, 2))
}
