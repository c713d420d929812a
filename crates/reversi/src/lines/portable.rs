//! Lines on the board with plain 64-bit words, for every machine.

use super::INNER_COLUMNS;
use super::rays::{RAYS, Rays};

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

/// The discs of `theirs` between the bit `at` and the nearest disc of `mine`, in all directions: along each ray, those
/// before the first square that is not theirs, if that square is ours. Towards higher bits that is the lowest bit,
/// towards lower bits the highest.
#[inline]
#[cfg_attr(
    target_feature = "avx2",
    allow(dead_code, reason = "tests compare it with the fast one")
)]
pub(super) fn flips(at: u32, mine: u64, theirs: u64) -> u64 {
    let Rays { up, down } = &RAYS[at as usize & 63];
    let mut flipped = 0;
    for ray in up {
        let open = ray & !theirs;
        let end = open & open.wrapping_neg() & mine;
        // Below the end; nothing where there is no end.
        flipped |= ray & end.wrapping_sub(u64::from(end != 0));
    }
    for ray in down {
        let open = ray & !theirs;
        let end = (1 << 63) >> (open | 1).leading_zeros() & open & mine;
        // Above the end; nothing where there is no end.
        flipped |= ray & (end << 1).wrapping_neg();
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
