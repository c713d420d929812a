//! Lines on boards of 16 lanes with one 256-bit register for each side.

use std::arch::x86_64::{
    __m256i, _mm256_alignr_epi8, _mm256_and_si256, _mm256_andnot_si256, _mm256_loadu_si256,
    _mm256_or_si256, _mm256_permute2x128_si256, _mm256_set1_epi64x, _mm256_setzero_si256,
    _mm256_slli_epi16, _mm256_srli_epi16, _mm256_storeu_si256, _mm256_testz_si256,
    _mm256_xor_si256,
};

use super::LaneSet;

/// Stays in place.
macro_rules! stay {
    ($set:expr, $cells:expr) => {
        $set
    };
}

/// Moves everything by cells within its lane.
macro_rules! east {
    ($set:expr, $cells:expr) => {
        _mm256_slli_epi16::<$cells>($set)
    };
}

macro_rules! west {
    ($set:expr, $cells:expr) => {
        _mm256_srli_epi16::<$cells>($set)
    };
}

/// Moves everything down by lanes: the halves are joined anew, since bytes do not cross them.
macro_rules! south {
    ($set:expr, $lanes:expr) => {{
        let set = $set;
        let below = _mm256_permute2x128_si256::<0x08>(set, set);
        _mm256_alignr_epi8::<{ 16 - 2 * $lanes }>(set, below)
    }};
}

/// The same upwards.
macro_rules! north {
    ($set:expr, $lanes:expr) => {{
        let set = $set;
        let above = _mm256_permute2x128_si256::<0x81>(set, set);
        _mm256_alignr_epi8::<{ 2 * $lanes }>(above, set)
    }};
}

trait Direction {
    unsafe fn one(set: __m256i) -> __m256i;
    unsafe fn two(set: __m256i) -> __m256i;
    unsafe fn four(set: __m256i) -> __m256i;
    unsafe fn eight(set: __m256i) -> __m256i;
}

/// Directions by how to go along the lanes and across them, 1, 2, 4 and 8 cells.
macro_rules! directions {
    ($($name:ident = $along:ident $across:ident;)*) => {
        $(
            struct $name;
            impl Direction for $name {
                directions!(@steps $along $across one = 1, two = 2, four = 4, eight = 8);
            }
        )*
    };
    (@steps $along:ident $across:ident $($step:ident = $cells:literal),*) => {
        $(
            #[inline]
            #[target_feature(enable = "avx2")]
            unsafe fn $step(set: __m256i) -> __m256i {
                $along!($across!(set, $cells), $cells)
            }
        )*
    };
}

directions! {
    East = east stay;
    West = west stay;
    South = stay south;
    North = stay north;
    SouthEast = east south;
    SouthWest = west south;
    NorthEast = east north;
    NorthWest = west north;
}

/// What a function finds in all eight directions together.
macro_rules! in_all_directions {
    ($find:ident($($argument:expr),*)) => {
        in_all_directions!(@or $find($($argument),*): East West, South North, SouthEast NorthWest, SouthWest NorthEast)
    };
    (@or $find:ident $arguments:tt: $a:ident $b:ident, $c:ident $d:ident, $e:ident $f:ident, $g:ident $h:ident) => {
        _mm256_or_si256(
            _mm256_or_si256(
                _mm256_or_si256($find::<$a> $arguments, $find::<$b> $arguments),
                _mm256_or_si256($find::<$c> $arguments, $find::<$d> $arguments),
            ),
            _mm256_or_si256(
                _mm256_or_si256($find::<$e> $arguments, $find::<$f> $arguments),
                _mm256_or_si256($find::<$g> $arguments, $find::<$h> $arguments),
            ),
        )
    };
}

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
    stored(in_all_directions!(reach_towards(mine, theirs, short)))
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
    stored(in_all_directions!(flips_towards(at, mine, theirs, short)))
}

#[inline]
#[target_feature(enable = "avx2")]
pub(super) fn stable(discs: &LaneSet, cells: &LaneSet) -> LaneSet {
    let (discs, cells) = (loaded(discs), loaded(cells));
    let mut stable = _mm256_setzero_si256();
    loop {
        // A disc is held on an axis unless cells that may change lie on both sides of it.
        let weak = _mm256_andnot_si256(stable, cells);
        let (above, below) = (south!(weak, 1), north!(weak, 1));
        let horizontal = _mm256_and_si256(east!(weak, 1), west!(weak, 1));
        let vertical = _mm256_and_si256(above, below);
        let falling = _mm256_and_si256(east!(above, 1), west!(below, 1));
        let rising = _mm256_and_si256(west!(above, 1), east!(below, 1));
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
    let row = _mm256_or_si256(set, _mm256_or_si256(east!(set, 1), west!(set, 1)));
    stored(_mm256_or_si256(
        row,
        _mm256_or_si256(south!(row, 1), north!(row, 1)),
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
