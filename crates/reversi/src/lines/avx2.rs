//! Lines on the board with 256-bit registers: one lane for each pair of opposite directions.
//!
//! Where discs can be placed is found by the same fills as in `portable`, four at a time: lanes shift
//! by 1, 8, 9 and 7. What a disc flips is read off the rays from its square.

use std::arch::x86_64::{
    __m256i, _mm_cvtsi128_si64, _mm_or_si128, _mm_unpackhi_epi64, _mm256_add_epi64,
    _mm256_and_si256, _mm256_andnot_si256, _mm256_castsi256_si128, _mm256_cmpeq_epi64,
    _mm256_extracti128_si256, _mm256_loadu_si256, _mm256_or_si256, _mm256_set_epi64x,
    _mm256_set1_epi64x, _mm256_setzero_si256, _mm256_sllv_epi64, _mm256_srlv_epi64,
    _mm256_sub_epi64,
};

use super::INNER_COLUMNS;
use super::rays::{RAYS, Rays};

#[inline]
#[target_feature(enable = "avx2")]
pub(super) fn reach(mine: u64, theirs: u64) -> u64 {
    let mine = _mm256_set1_epi64x(mine as i64);
    let between = inner(theirs);
    let (left, right) = fills(mine, between);
    let one = distances();
    any(_mm256_or_si256(
        _mm256_sllv_epi64(left, one),
        _mm256_srlv_epi64(right, one),
    ))
}

/// Along each ray from the square: the run of their discs up to the first square that is not theirs
/// counts if that square is ours. Towards higher bits the first such square is the lowest bit that is
/// set; towards lower bits everything below it is filled first.
#[inline]
#[target_feature(enable = "avx2")]
pub(super) fn flips(at: u32, mine: u64, theirs: u64) -> u64 {
    let Rays { up, down } = &RAYS[at as usize & 63];
    // SAFETY: both are 32 bytes, and loading unaligned is allowed.
    let (up, down) = unsafe {
        (
            _mm256_loadu_si256(up.as_ptr().cast()),
            _mm256_loadu_si256(down.as_ptr().cast()),
        )
    };
    let mine = _mm256_set1_epi64x(mine as i64);
    let theirs = _mm256_set1_epi64x(theirs as i64);
    let zero = _mm256_setzero_si256();
    let step = distances();

    let open = _mm256_andnot_si256(theirs, up);
    let first = _mm256_and_si256(open, _mm256_sub_epi64(zero, open));
    let end = _mm256_and_si256(first, mine);
    let below = _mm256_add_epi64(end, _mm256_set1_epi64x(-1));
    let upward = kept(_mm256_and_si256(up, below), end);

    let open = _mm256_andnot_si256(theirs, down);
    let two = _mm256_add_epi64(step, step);
    let four = _mm256_add_epi64(two, two);
    let mut filled = _mm256_or_si256(open, _mm256_srlv_epi64(open, step));
    filled = _mm256_or_si256(filled, _mm256_srlv_epi64(filled, two));
    filled = _mm256_or_si256(filled, _mm256_srlv_epi64(filled, four));
    let first = _mm256_andnot_si256(_mm256_srlv_epi64(filled, step), open);
    let end = _mm256_and_si256(first, mine);
    let downward = kept(_mm256_andnot_si256(filled, down), end);

    any(_mm256_or_si256(upward, downward))
}

/// The unbroken run of `between` next to `from`, by one shift; `pairs` holds the cells of `between`
/// that follow another one. At most six discs fit between two others.
macro_rules! fill {
    ($shift:ident, $from:ident, $between:ident, $pairs:ident) => {{
        let one = distances();
        let two = _mm256_add_epi64(one, one);
        let mut run = _mm256_and_si256($between, $shift($from, one));
        run = _mm256_or_si256(run, _mm256_and_si256($between, $shift(run, one)));
        run = _mm256_or_si256(run, _mm256_and_si256($pairs, $shift(run, two)));
        _mm256_or_si256(run, _mm256_and_si256($pairs, $shift(run, two)))
    }};
}

/// Shifting left in one register, right in the other.
#[inline]
#[target_feature(enable = "avx2")]
fn fills(from: __m256i, between: __m256i) -> (__m256i, __m256i) {
    let one = distances();
    let left_pairs = _mm256_and_si256(between, _mm256_sllv_epi64(between, one));
    let right_pairs = _mm256_srlv_epi64(left_pairs, one);
    (
        fill!(_mm256_sllv_epi64, from, between, left_pairs),
        fill!(_mm256_srlv_epi64, from, between, right_pairs),
    )
}

/// A run counts only where a disc of one's own stands at its end.
#[inline]
#[target_feature(enable = "avx2")]
fn kept(run: __m256i, end: __m256i) -> __m256i {
    _mm256_andnot_si256(_mm256_cmpeq_epi64(end, _mm256_setzero_si256()), run)
}

#[inline]
#[target_feature(enable = "avx2")]
fn distances() -> __m256i {
    _mm256_set_epi64x(7, 9, 8, 1)
}

#[inline]
#[target_feature(enable = "avx2")]
fn inner(discs: u64) -> __m256i {
    let columns = INNER_COLUMNS as i64;
    _mm256_and_si256(
        _mm256_set1_epi64x(discs as i64),
        _mm256_set_epi64x(columns, columns, -1, columns),
    )
}

#[inline]
#[target_feature(enable = "avx2")]
fn any(lanes: __m256i) -> u64 {
    let half = _mm_or_si128(
        _mm256_castsi256_si128(lanes),
        _mm256_extracti128_si256(lanes, 1),
    );
    _mm_cvtsi128_si64(_mm_or_si128(half, _mm_unpackhi_epi64(half, half))) as u64
}
