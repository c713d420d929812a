//! Lines on boards of 16 lanes with one 256-bit register for each side.

use std::arch::x86_64::{
    __m256i, _mm256_alignr_epi8, _mm256_and_si256, _mm256_andnot_si256, _mm256_loadu_si256,
    _mm256_or_si256, _mm256_permute2x128_si256, _mm256_set1_epi64x, _mm256_setzero_si256,
    _mm256_slli_epi16, _mm256_srli_epi16, _mm256_storeu_si256, _mm256_testz_si256,
    _mm256_xor_si256,
};

use super::LaneSet;

/// Moves everything down by lanes: the halves are joined anew, since bytes do not cross them.
macro_rules! south {
    ($set:expr, $bytes:literal) => {{
        let set = $set;
        let below = _mm256_permute2x128_si256::<0x08>(set, set);
        _mm256_alignr_epi8::<{ 16 - $bytes }>(set, below)
    }};
}

/// The same upwards.
macro_rules! north {
    ($set:expr, $bytes:literal) => {{
        let set = $set;
        let above = _mm256_permute2x128_si256::<0x81>(set, set);
        _mm256_alignr_epi8::<$bytes>(above, set)
    }};
}

/// One direction: how to go 1, 2, 4 and 8 cells.
macro_rules! direction {
    ($name:ident, $set:ident, $one:expr, $two:expr, $four:expr, $eight:expr) => {
        struct $name;
        impl Direction for $name {
            #[inline]
            #[target_feature(enable = "avx2")]
            unsafe fn one($set: __m256i) -> __m256i {
                $one
            }
            #[inline]
            #[target_feature(enable = "avx2")]
            unsafe fn two($set: __m256i) -> __m256i {
                $two
            }
            #[inline]
            #[target_feature(enable = "avx2")]
            unsafe fn four($set: __m256i) -> __m256i {
                $four
            }
            #[inline]
            #[target_feature(enable = "avx2")]
            unsafe fn eight($set: __m256i) -> __m256i {
                $eight
            }
        }
    };
}

trait Direction {
    unsafe fn one(set: __m256i) -> __m256i;
    unsafe fn two(set: __m256i) -> __m256i;
    unsafe fn four(set: __m256i) -> __m256i;
    unsafe fn eight(set: __m256i) -> __m256i;
}

direction!(
    East,
    set,
    _mm256_slli_epi16::<1>(set),
    _mm256_slli_epi16::<2>(set),
    _mm256_slli_epi16::<4>(set),
    _mm256_slli_epi16::<8>(set)
);
direction!(
    West,
    set,
    _mm256_srli_epi16::<1>(set),
    _mm256_srli_epi16::<2>(set),
    _mm256_srli_epi16::<4>(set),
    _mm256_srli_epi16::<8>(set)
);
direction!(
    South,
    set,
    south!(set, 2),
    south!(set, 4),
    south!(set, 8),
    _mm256_permute2x128_si256::<0x08>(set, set)
);
direction!(
    North,
    set,
    north!(set, 2),
    north!(set, 4),
    north!(set, 8),
    _mm256_permute2x128_si256::<0x81>(set, set)
);
direction!(
    SouthEast,
    set,
    _mm256_slli_epi16::<1>(south!(set, 2)),
    _mm256_slli_epi16::<2>(south!(set, 4)),
    _mm256_slli_epi16::<4>(south!(set, 8)),
    _mm256_slli_epi16::<8>(_mm256_permute2x128_si256::<0x08>(set, set))
);
direction!(
    SouthWest,
    set,
    _mm256_srli_epi16::<1>(south!(set, 2)),
    _mm256_srli_epi16::<2>(south!(set, 4)),
    _mm256_srli_epi16::<4>(south!(set, 8)),
    _mm256_srli_epi16::<8>(_mm256_permute2x128_si256::<0x08>(set, set))
);
direction!(
    NorthEast,
    set,
    _mm256_slli_epi16::<1>(north!(set, 2)),
    _mm256_slli_epi16::<2>(north!(set, 4)),
    _mm256_slli_epi16::<4>(north!(set, 8)),
    _mm256_slli_epi16::<8>(_mm256_permute2x128_si256::<0x81>(set, set))
);
direction!(
    NorthWest,
    set,
    _mm256_srli_epi16::<1>(north!(set, 2)),
    _mm256_srli_epi16::<2>(north!(set, 4)),
    _mm256_srli_epi16::<4>(north!(set, 8)),
    _mm256_srli_epi16::<8>(_mm256_permute2x128_si256::<0x81>(set, set))
);

/// The cells of `through` that hang together with a cell of `from`, by doubling steps: eight cells,
/// or sixteen unless lines are short.
#[inline]
#[target_feature(enable = "avx2")]
fn run<D: Direction>(from: __m256i, through: __m256i, short: bool) -> __m256i {
    // SAFETY: this function has the feature that the steps need.
    unsafe {
        let mut run = _mm256_and_si256(D::one(from), through);
        run = _mm256_or_si256(run, _mm256_and_si256(D::one(run), through));
        let mut all = _mm256_and_si256(through, D::one(through));
        run = _mm256_or_si256(run, _mm256_and_si256(D::two(run), all));
        all = _mm256_and_si256(all, D::two(all));
        run = _mm256_or_si256(run, _mm256_and_si256(D::four(run), all));
        if !short {
            all = _mm256_and_si256(all, D::four(all));
            run = _mm256_or_si256(run, _mm256_and_si256(D::eight(run), all));
        }
        run
    }
}

#[inline]
#[target_feature(enable = "avx2")]
fn reach_towards<D: Direction>(mine: __m256i, theirs: __m256i, short: bool) -> __m256i {
    // SAFETY: this function has the feature that the step needs.
    unsafe { D::one(run::<D>(mine, theirs, short)) }
}

#[inline]
#[target_feature(enable = "avx2")]
pub(super) fn reach(mine: &LaneSet, theirs: &LaneSet, short: bool) -> LaneSet {
    let (mine, theirs) = (loaded(mine), loaded(theirs));
    let sideways = _mm256_or_si256(
        reach_towards::<East>(mine, theirs, short),
        reach_towards::<West>(mine, theirs, short),
    );
    let along = _mm256_or_si256(
        reach_towards::<South>(mine, theirs, short),
        reach_towards::<North>(mine, theirs, short),
    );
    let falling = _mm256_or_si256(
        reach_towards::<SouthEast>(mine, theirs, short),
        reach_towards::<NorthWest>(mine, theirs, short),
    );
    let rising = _mm256_or_si256(
        reach_towards::<SouthWest>(mine, theirs, short),
        reach_towards::<NorthEast>(mine, theirs, short),
    );
    stored(_mm256_or_si256(
        _mm256_or_si256(sideways, along),
        _mm256_or_si256(falling, rising),
    ))
}

/// The run in one direction, if a disc of ours ends it.
#[inline]
#[target_feature(enable = "avx2")]
fn flips_towards<D: Direction>(
    at: __m256i,
    mine: __m256i,
    theirs: __m256i,
    short: bool,
) -> __m256i {
    let run = run::<D>(at, theirs, short);
    // SAFETY: this function has the feature that the step needs.
    let is_open = _mm256_testz_si256(unsafe { D::one(run) }, mine);
    let keep = _mm256_set1_epi64x(i64::from(is_open) - 1);
    _mm256_and_si256(run, keep)
}

#[inline]
#[target_feature(enable = "avx2")]
pub(super) fn flips(at: &LaneSet, mine: &LaneSet, theirs: &LaneSet, short: bool) -> LaneSet {
    let (at, mine, theirs) = (loaded(at), loaded(mine), loaded(theirs));
    let sideways = _mm256_or_si256(
        flips_towards::<East>(at, mine, theirs, short),
        flips_towards::<West>(at, mine, theirs, short),
    );
    let along = _mm256_or_si256(
        flips_towards::<South>(at, mine, theirs, short),
        flips_towards::<North>(at, mine, theirs, short),
    );
    let falling = _mm256_or_si256(
        flips_towards::<SouthEast>(at, mine, theirs, short),
        flips_towards::<NorthWest>(at, mine, theirs, short),
    );
    let rising = _mm256_or_si256(
        flips_towards::<SouthWest>(at, mine, theirs, short),
        flips_towards::<NorthEast>(at, mine, theirs, short),
    );
    stored(_mm256_or_si256(
        _mm256_or_si256(sideways, along),
        _mm256_or_si256(falling, rising),
    ))
}

#[inline]
#[target_feature(enable = "avx2")]
pub(super) fn stable(discs: &LaneSet, cells: &LaneSet) -> LaneSet {
    let (discs, cells) = (loaded(discs), loaded(cells));
    let mut stable = _mm256_setzero_si256();
    loop {
        // A disc is held on an axis unless cells that may change lie on both sides of it.
        let weak = _mm256_andnot_si256(stable, cells);
        let (above, below) = (south!(weak, 2), north!(weak, 2));
        let horizontal =
            _mm256_and_si256(_mm256_slli_epi16::<1>(weak), _mm256_srli_epi16::<1>(weak));
        let vertical = _mm256_and_si256(above, below);
        let falling =
            _mm256_and_si256(_mm256_slli_epi16::<1>(above), _mm256_srli_epi16::<1>(below));
        let rising = _mm256_and_si256(_mm256_srli_epi16::<1>(above), _mm256_slli_epi16::<1>(below));
        let loose = _mm256_or_si256(
            _mm256_or_si256(horizontal, vertical),
            _mm256_or_si256(falling, rising),
        );
        let next = _mm256_andnot_si256(loose, discs);
        let change = _mm256_xor_si256(next, stable);
        if _mm256_testz_si256(change, change) == 1 {
            return stored(stable);
        }
        stable = next;
    }
}

#[inline]
#[target_feature(enable = "avx2")]
pub(super) fn around(set: &LaneSet) -> LaneSet {
    let set = loaded(set);
    let row = _mm256_or_si256(
        set,
        _mm256_or_si256(_mm256_slli_epi16::<1>(set), _mm256_srli_epi16::<1>(set)),
    );
    stored(_mm256_or_si256(
        row,
        _mm256_or_si256(south!(row, 2), north!(row, 2)),
    ))
}

#[inline]
#[target_feature(enable = "avx2")]
fn loaded(set: &LaneSet) -> __m256i {
    // SAFETY: a set is 32 bytes, and loading unaligned is allowed.
    unsafe { _mm256_loadu_si256(set.as_ptr().cast()) }
}

#[inline]
#[target_feature(enable = "avx2")]
fn stored(set: __m256i) -> LaneSet {
    let mut words = [0; 4];
    // SAFETY: a set is 32 bytes, and storing unaligned is allowed.
    unsafe { _mm256_storeu_si256(words.as_mut_ptr().cast(), set) };
    words
}
