//! Lines on the board with 256-bit registers: one lane for each pair of opposite directions.
//!
//! The same fills as in `portable`, four at a time: lanes shift by 1, 8, 9 and 7.

use std::arch::x86_64::{
    __m256i, _mm_cvtsi128_si64, _mm_or_si128, _mm_unpackhi_epi64, _mm256_add_epi64,
    _mm256_and_si256, _mm256_andnot_si256, _mm256_castsi256_si128, _mm256_cmpeq_epi64,
    _mm256_extracti128_si256, _mm256_or_si256, _mm256_set_epi64x, _mm256_set1_epi64x,
    _mm256_setzero_si256, _mm256_sllv_epi64, _mm256_srlv_epi64,
};

use super::INNER_COLUMNS;

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

#[inline]
#[target_feature(enable = "avx2")]
pub(super) fn flips(at: u32, mine: u64, theirs: u64) -> u64 {
    let placed = _mm256_set1_epi64x((1u64 << at) as i64);
    let mine = _mm256_set1_epi64x(mine as i64);
    let (left, right) = fills(placed, inner(theirs));
    let one = distances();
    let left = kept(left, _mm256_and_si256(_mm256_sllv_epi64(left, one), mine));
    let right = kept(right, _mm256_and_si256(_mm256_srlv_epi64(right, one), mine));
    any(_mm256_or_si256(left, right))
}

/// The unbroken runs of `between` next to `from`: shifting left in one register, right in the other.
#[inline]
#[target_feature(enable = "avx2")]
fn fills(from: __m256i, between: __m256i) -> (__m256i, __m256i) {
    let one = distances();
    let two = _mm256_add_epi64(one, one);

    let mut left = _mm256_and_si256(between, _mm256_sllv_epi64(from, one));
    let mut right = _mm256_and_si256(between, _mm256_srlv_epi64(from, one));
    left = _mm256_or_si256(
        left,
        _mm256_and_si256(between, _mm256_sllv_epi64(left, one)),
    );
    right = _mm256_or_si256(
        right,
        _mm256_and_si256(between, _mm256_srlv_epi64(right, one)),
    );

    let left_pairs = _mm256_and_si256(between, _mm256_sllv_epi64(between, one));
    let right_pairs = _mm256_srlv_epi64(left_pairs, one);
    left = _mm256_or_si256(
        left,
        _mm256_and_si256(left_pairs, _mm256_sllv_epi64(left, two)),
    );
    right = _mm256_or_si256(
        right,
        _mm256_and_si256(right_pairs, _mm256_srlv_epi64(right, two)),
    );
    left = _mm256_or_si256(
        left,
        _mm256_and_si256(left_pairs, _mm256_sllv_epi64(left, two)),
    );
    right = _mm256_or_si256(
        right,
        _mm256_and_si256(right_pairs, _mm256_srlv_epi64(right, two)),
    );
    (left, right)
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
