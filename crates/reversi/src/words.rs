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
    /// Plane `k` holds the cells whose worth has bit `k`, so that a sum is four population counts.
    worth_planes: [u64; 4],
}

impl Words {
    const SIDE: usize = 8;

    /// The discs of the side to move and of the other, for code that works on bare words.
    #[inline]
    pub fn both(&self) -> (u64, u64) {
        (self.mine, self.theirs)
    }

    #[inline]
    pub fn cells(&self) -> u64 {
        self.cells
    }

    #[inline]
    fn bit_number(square: Square) -> u32 {
        (square.row() * Self::SIDE + square.col()) as u32
    }

    #[inline]
    fn bit(square: Square) -> u64 {
        1 << Self::bit_number(square)
    }
}

impl Discs for Words {
    type Set = u64;
    /// The board as it was: two words are quicker kept than worked out.
    type Undo = (u64, u64);

    fn empty(layout: &Layout) -> Option<Self> {
        if layout.rows() > Self::SIDE || layout.cols() > Self::SIDE {
            return None;
        }
        let plane = |k| Self::set(layout.worth_plane(k));
        Some(Self {
            mine: 0,
            theirs: 0,
            cells: Self::set(layout.squares()),
            worth_planes: std::array::from_fn(plane),
        })
    }

    fn put(&mut self, square: Square, whose: Whose) {
        match whose {
            Whose::Mover => self.mine |= Self::bit(square),
            Whose::Other => self.theirs |= Self::bit(square),
        }
    }

    fn get(&self, square: Square) -> Option<Whose> {
        let holds = |&whose: &Whose| self.held(whose) & Self::bit(square) != 0;
        [Whose::Mover, Whose::Other].into_iter().find(holds)
    }

    #[inline]
    fn placements(&self, whose: Whose) -> u64 {
        let empty = self.cells & !(self.mine | self.theirs);
        match whose {
            Whose::Mover => lines::placements(self.mine, self.theirs, empty),
            Whose::Other => lines::placements(self.theirs, self.mine, empty),
        }
    }

    #[inline]
    fn flips(&self, square: Square) -> u64 {
        lines::flips(Self::bit_number(square), self.mine, self.theirs)
    }

    #[inline]
    fn place_flipping(&mut self, square: Square, flips: &u64) -> (u64, u64) {
        let before = self.both();
        (self.mine, self.theirs) = (before.1 ^ flips, before.0 ^ flips | Self::bit(square));
        before
    }

    #[inline]
    fn pass(&mut self) -> (u64, u64) {
        let before = self.both();
        (self.theirs, self.mine) = before;
        before
    }

    #[inline]
    fn undo(&mut self, before: (u64, u64)) {
        (self.mine, self.theirs) = before;
    }

    #[inline]
    fn held(&self, whose: Whose) -> u64 {
        match whose {
            Whose::Mover => self.mine,
            Whose::Other => self.theirs,
        }
    }

    #[inline]
    fn empty_squares(&self) -> u64 {
        self.cells & !(self.mine | self.theirs)
    }

    fn set(squares: impl IntoIterator<Item = Square>) -> u64 {
        squares
            .into_iter()
            .fold(0, |set, square| set | Self::bit(square))
    }

    #[inline]
    fn worth_of(&self, set: &Self::Set) -> i32 {
        let plane = |(k, plane): (usize, &u64)| (set & plane).count_ones() << k;
        self.worth_planes.iter().enumerate().map(plane).sum::<u32>() as i32
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
    fn beside(&self, whose: Whose) -> u64 {
        around(self.held(whose)) & self.empty_squares()
    }

    #[inline]
    fn inner(&self, whose: Whose) -> u64 {
        self.held(whose) & !around(self.empty_squares())
    }

    #[inline]
    fn row(&self, whose: Whose, row: usize) -> u32 {
        (self.held(whose) >> (Self::SIDE * row)) as u32 & 0xFF
    }

    #[inline]
    fn column(&self, whose: Whose, col: usize) -> u32 {
        // The bits of a column meet side by side at the top of the product, and nothing carries.
        let apart = self.held(whose) >> col & 0x0101_0101_0101_0101;
        (apart.wrapping_mul(0x0102_0408_1020_4080) >> 56) as u32
    }

    #[inline]
    fn key(&self) -> Key {
        Key(Key::mixed(self.mine).0.rotate_left(32)) ^ Key::mixed(self.theirs)
    }
}

/// A set and everything beside it.
#[inline]
fn around(set: u64) -> u64 {
    const NOT_LEFT: u64 = 0xFEFE_FEFE_FEFE_FEFE;
    let row = set | set << 1 & NOT_LEFT | set >> 1 & NOT_LEFT >> 1;
    row | row << 8 | row >> 8
}

impl SquareSet for u64 {
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
            see(Square::new(at / Words::SIDE, at % Words::SIDE).expect("a bit below 64"));
        }
    }
}
