//! Boards of up to 8 x 8: the discs of each side in one machine word.

use boyi_game::Key;

use crate::discs::{Discs, SquareSet, Whose};
use crate::lines;
use crate::{Layout, Square};

/// Bit 8 * row + column; a smaller board sits in the top left corner.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Words {
    mine: u64,
    theirs: u64,
    cells: u64,
    worth_planes: [u64; 4],
}

const SIDE: usize = 8;

impl Words {
    /// The discs of the side to move and of the other, for code that works on bare words.
    #[inline]
    pub fn both(&self) -> (u64, u64) {
        (self.mine, self.theirs)
    }
}

#[inline]
fn bit_number(square: Square) -> u32 {
    (square.row() * SIDE + square.col()) as u32
}

impl Discs for Words {
    type Set = u64;

    fn empty(layout: &Layout) -> Option<Self> {
        (layout.rows().max(layout.cols()) <= SIDE).then(|| Self {
            mine: 0,
            theirs: 0,
            cells: Self::set(layout.squares()),
            worth_planes: std::array::from_fn(|k| Self::set(layout.worth_plane(k))),
        })
    }

    #[inline]
    fn sides(&self) -> (&u64, &u64) {
        (&self.mine, &self.theirs)
    }

    #[inline]
    fn sides_mut(&mut self) -> (&mut u64, &mut u64) {
        (&mut self.mine, &mut self.theirs)
    }

    #[inline]
    fn cells(&self) -> &u64 {
        &self.cells
    }

    #[inline]
    fn worth_planes(&self) -> &[u64; 4] {
        &self.worth_planes
    }

    #[inline]
    fn reach(&self, mine: &u64, theirs: &u64) -> u64 {
        lines::placements(*mine, *theirs, u64::MAX)
    }

    #[inline]
    fn flips(&self, square: Square) -> u64 {
        lines::flips(bit_number(square), self.mine, self.theirs)
    }

    fn stable(&self, whose: Whose) -> u64 {
        const LEFT: u64 = 0x0101_0101_0101_0101;
        const RIGHT: u64 = LEFT << 7;
        const TOP: u64 = 0xFF;
        const BOTTOM: u64 = TOP << 56;
        let discs = self.held(whose);
        let outside = !self.cells;
        let mut stable = 0;
        loop {
            // Beyond the border counts as support; shifts bring the border in as ones.
            let firm = stable | outside;
            let horizontal = (firm << 1 | LEFT) | (firm >> 1 | RIGHT);
            let vertical = (firm << 8 | TOP) | (firm >> 8 | BOTTOM);
            let falling = (firm << 9 | LEFT | TOP) | (firm >> 9 | RIGHT | BOTTOM);
            let rising = (firm << 7 | RIGHT | TOP) | (firm >> 7 | LEFT | BOTTOM);
            let next = discs & horizontal & vertical & falling & rising;
            if next == stable {
                return stable;
            }
            stable = next;
        }
    }

    #[inline]
    fn key(&self) -> Key {
        Key(Key::mixed(self.mine).0.rotate_left(32)) ^ Key::mixed(self.theirs)
    }
}

impl SquareSet for u64 {
    const EMPTY: Self = 0;

    #[inline]
    fn add(&mut self, square: Square) {
        *self |= 1 << bit_number(square);
    }

    #[inline]
    fn has(&self, square: Square) -> bool {
        self >> bit_number(square) & 1 == 1
    }

    #[inline]
    fn and(&self, other: &Self) -> Self {
        self & other
    }

    #[inline]
    fn without(&self, other: &Self) -> Self {
        self & !other
    }

    #[inline]
    fn xor(&self, other: &Self) -> Self {
        self ^ other
    }

    #[inline]
    fn count(&self) -> u32 {
        self.count_ones()
    }

    #[inline]
    fn count_common(&self, other: &Self) -> u32 {
        (self & other).count_ones()
    }

    #[inline]
    fn is_empty(&self) -> bool {
        *self == 0
    }

    #[inline]
    fn each(&self, mut see: impl FnMut(Square)) {
        let mut left = *self;
        while left != 0 {
            let at = left.trailing_zeros() as usize;
            left &= left - 1;
            see(Square::new(at / SIDE, at % SIDE).expect("a bit below 64"));
        }
    }

    #[inline]
    fn around(&self) -> Self {
        const NOT_LEFT: u64 = 0xFEFE_FEFE_FEFE_FEFE;
        let row = self | self << 1 & NOT_LEFT | self >> 1 & NOT_LEFT >> 1;
        row | row << 8 | row >> 8
    }

    #[inline]
    fn row(&self, row: usize) -> u32 {
        (self >> (SIDE * row)) as u32 & 0xFF
    }

    #[inline]
    fn column(&self, col: usize) -> u32 {
        // The bits of a column meet side by side at the top of the product, and nothing carries.
        let apart = self >> col & 0x0101_0101_0101_0101;
        (apart.wrapping_mul(0x0102_0408_1020_4080) >> 56) as u32
    }
}
