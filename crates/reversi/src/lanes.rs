//! Boards of up to 16 x 16: the discs of each side in one wide register, a lane of 16 bits for each
//! row.

use boyi_game::Key;

use crate::discs::{Discs, SquareSet, Whose};
use crate::{Layout, Square};

#[cfg(any(test, not(target_feature = "avx2")))]
mod portable;

#[cfg(target_feature = "avx2")]
mod avx2;

/// Four rows a word: bit 16 * (row % 4) + column of word row / 4.
pub(crate) type LaneSet = [u64; 4];

/// Discs in lanes.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Lanes {
    mine: LaneSet,
    theirs: LaneSet,
    cells: LaneSet,
    /// No line can have more than eight discs between its ends.
    short: bool,
    worth_planes: [LaneSet; 4],
}

impl Lanes {
    const SIDE: usize = 16;

    /// The side of a board up to which lines are [`Lanes::short`].
    const SHORT: usize = 10;
}

impl Discs for Lanes {
    type Set = LaneSet;

    fn empty(layout: &Layout) -> Option<Self> {
        let longest = layout.rows().max(layout.cols());
        if longest > Self::SIDE {
            return None;
        }
        Some(Self {
            mine: LaneSet::EMPTY,
            theirs: LaneSet::EMPTY,
            cells: Self::set(layout.squares()),
            short: longest <= Self::SHORT,
            worth_planes: std::array::from_fn(|k| Self::set(layout.worth_plane(k))),
        })
    }

    #[inline]
    fn sides(&self) -> (&LaneSet, &LaneSet) {
        (&self.mine, &self.theirs)
    }

    #[inline]
    fn sides_mut(&mut self) -> (&mut LaneSet, &mut LaneSet) {
        (&mut self.mine, &mut self.theirs)
    }

    #[inline]
    fn cells(&self) -> &LaneSet {
        &self.cells
    }

    #[inline]
    fn worth_planes(&self) -> &[LaneSet; 4] {
        &self.worth_planes
    }

    #[inline]
    fn reach(&self, mine: &LaneSet, theirs: &LaneSet) -> LaneSet {
        reach(mine, theirs, self.short)
    }

    #[inline]
    fn flips(&self, square: Square) -> LaneSet {
        flips(&Self::set([square]), &self.mine, &self.theirs, self.short)
    }

    #[inline]
    fn stable(&self, whose: Whose) -> LaneSet {
        stable(self.of(whose), &self.cells)
    }

    #[inline]
    fn key(&self) -> Key {
        // Wide products folded: every bit of a pair of words reaches every bit of the key, and the
        // words are told apart by where they stand.
        let mut key = 0x9E37_79B9_7F4A_7C15;
        for n in 0..4 {
            let wide = u128::from(self.mine[n] ^ 0xD1B5_4A32_D192_ED03 ^ key)
                * u128::from(self.theirs[n] ^ 0xA076_1D64_78BD_642F ^ u64::rotate_left(key, 32));
            key = (wide >> 64) as u64 ^ wide as u64 ^ self.mine[n].rotate_left(17);
        }
        Key::mixed(key)
    }
}

impl SquareSet for LaneSet {
    const EMPTY: Self = [0; 4];

    #[inline]
    fn add(&mut self, square: Square) {
        let (word, bit) = place_of(square);
        self[word] |= bit;
    }

    #[inline]
    fn has(&self, square: Square) -> bool {
        let (word, bit) = place_of(square);
        self[word] & bit != 0
    }

    #[inline]
    fn and(&self, other: &Self) -> Self {
        std::array::from_fn(|n| self[n] & other[n])
    }

    #[inline]
    fn without(&self, other: &Self) -> Self {
        std::array::from_fn(|n| self[n] & !other[n])
    }

    #[inline]
    fn xor(&self, other: &Self) -> Self {
        std::array::from_fn(|n| self[n] ^ other[n])
    }

    #[inline]
    fn count(&self) -> u32 {
        self.iter().map(|word| word.count_ones()).sum()
    }

    #[inline]
    fn count_common(&self, other: &Self) -> u32 {
        let common = |(a, b): (&u64, &u64)| (a & b).count_ones();
        self.iter().zip(other).map(common).sum()
    }

    #[inline]
    fn is_empty(&self) -> bool {
        self.iter().fold(0, |all, word| all | word) == 0
    }

    #[inline]
    fn each(&self, mut see: impl FnMut(Square)) {
        for (n, &word) in self.iter().enumerate() {
            let mut left = word;
            while left != 0 {
                let at = left.trailing_zeros() as usize;
                left &= left - 1;
                let square = Square::new(4 * n + at / Lanes::SIDE, at % Lanes::SIDE);
                see(square.expect("rows and columns below 16"));
            }
        }
    }

    #[inline]
    fn around(&self) -> Self {
        around(self)
    }

    #[inline]
    fn row(&self, row: usize) -> u32 {
        (self[row / 4] >> (16 * (row % 4))) as u32 & 0xFFFF
    }

    #[inline]
    fn column(&self, col: usize) -> u32 {
        // Four bits 16 apart meet side by side at the top of the product, and nothing carries.
        const TOGETHER: u64 = 1 << 48 | 1 << 33 | 1 << 18 | 1 << 3;
        (0..4).fold(0, |column, n| {
            let apart = self[n] >> col & 0x0001_0001_0001_0001;
            column | ((apart.wrapping_mul(TOGETHER) >> 48) as u32 & 15) << (4 * n)
        })
    }
}

/// Which word, and which bit of it.
#[inline]
fn place_of(square: Square) -> (usize, u64) {
    let row = square.row();
    (row / 4 % 4, 1 << (16 * (row % 4) + square.col() % 16))
}

/// Functions that both modules have: the wide register where the program is compiled for it.
macro_rules! dispatched {
    ($($(#[$doc:meta])* fn $name:ident($($argument:ident: $kind:ty),*);)*) => {$(
        $(#[$doc])*
        #[inline]
        fn $name($($argument: $kind),*) -> LaneSet {
            #[cfg(target_feature = "avx2")]
            // SAFETY: the whole program is compiled for machines with AVX2.
            let found = unsafe { avx2::$name($($argument),*) };
            #[cfg(not(target_feature = "avx2"))]
            let found = portable::$name($($argument),*);
            found
        }
    )*};
}

dispatched! {
    /// Cells at the far end of a run of `theirs` that starts beside a disc of `mine`.
    fn reach(mine: &LaneSet, theirs: &LaneSet, short: bool);

    /// What a disc of `mine` at the one cell of `at` turns over.
    fn flips(at: &LaneSet, mine: &LaneSet, theirs: &LaneSet, short: bool);

    /// The discs that hang together with a corner.
    fn stable(discs: &LaneSet, cells: &LaneSet);

    /// The cells of a set and beside it, as far as there are lanes.
    fn around(set: &LaneSet);
}

#[cfg(all(test, target_feature = "avx2"))]
mod tests {
    use proptest::prelude::*;

    use super::*;

    proptest! {
        #[test]
        fn the_wide_register_answers_like_plain_words(
            a: LaneSet, b: LaneSet, c: LaneSet, row in 0usize..16, col in 0usize..16, side in 2usize..=8,
        ) {
            let side = 2 * side;
            let board = Layout::othello(side.max(4), side.max(4)).expect("a board");
            let cells = Lanes::set(board.squares());
            let part = |f: fn(u64, u64, u64) -> u64| -> LaneSet {
                std::array::from_fn(|n| f(a[n], b[n], c[n]) & cells[n])
            };
            let square = Square::new(row % side.max(4), col % side.max(4)).expect("on the board");
            let (word, bit) = place_of(square);
            let at = Lanes::set([square]);
            // A third mask thins the boards out, so that lines of all lengths appear.
            for (mut mine, mut theirs) in [
                (part(|a, b, _| a & !b), part(|a, b, _| b & !a)),
                (part(|a, b, c| a & !b & c), part(|a, b, c| b & !a | !c)),
                (part(|a, b, c| a & !b & c), part(|a, b, c| !(a & !b & c))),
            ] {
                for short in [false, side <= Lanes::SHORT] {
                    // Runs beyond eight discs have no end on a short board, wherever they stop.
                    let open = |set: LaneSet| -> LaneSet {
                        std::array::from_fn(|n| set[n] & cells[n] & !(mine[n] | theirs[n]))
                    };
                    // SAFETY: compiled only where AVX2 is there.
                    let wide = unsafe { avx2::reach(&mine, &theirs, short) };
                    prop_assert_eq!(open(wide), open(portable::reach(&mine, &theirs, short)));
                    mine[word] &= !bit;
                    theirs[word] &= !bit;
                    // SAFETY: as above.
                    let wide = unsafe { avx2::flips(&at, &mine, &theirs, short) };
                    prop_assert_eq!(wide, portable::flips(&at, &mine, &theirs, short));
                }
                // SAFETY: as above.
                let (firm, near) = unsafe { (avx2::stable(&theirs, &cells), avx2::around(&mine)) };
                prop_assert_eq!(firm, portable::stable(&theirs, &cells));
                prop_assert_eq!(near, portable::around(&mine));
            }
        }
    }
}
