//! A standard Othello board as two machine words: what the fast engine searches on.

use boyi_game::Key;
use boyi_reversi::{Bitboard, Layout, Setup, Square, lines};

/// Discs as the side to move sees them. Bit 8 * row + column, a1 is bit 0.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct Board {
    /// Of the side to move.
    pub mine: u64,
    /// Of the side that waits.
    pub theirs: u64,
}

/// Disc differences never leave -64 to 64.
pub const MOST: i32 = 64;

/// The four corners.
pub(super) const CORNERS: u64 = 0x8100_0000_0000_0081;

/// The squares next to them, which give them away.
pub(super) const BESIDE_CORNERS: u64 = 0x42C3_0000_0000_C342;

impl Board {
    /// The start of the game.
    pub const START: Self = Self {
        mine: 1 << 28 | 1 << 35,
        theirs: 1 << 27 | 1 << 36,
    };

    /// The position of the rules crate; `None` unless its board is 8 x 8.
    pub fn of(position: &Bitboard) -> Option<Self> {
        let layout: &Layout = position.layout();
        let (mine, theirs) = position.discs().both();
        (layout.rows() == 8 && layout.cols() == 8).then_some(Self { mine, theirs })
    }

    /// A position as it is written down; `None` unless its board is 8 x 8.
    pub fn of_setup(setup: &Setup) -> Option<Self> {
        Self::of(&Bitboard::new(setup)?)
    }

    /// The empty squares.
    #[inline]
    pub fn empty(self) -> u64 {
        !(self.mine | self.theirs)
    }

    /// How many squares are empty.
    #[inline]
    pub fn empties(self) -> u32 {
        self.empty().count_ones()
    }

    /// Where the side to move may place a disc.
    #[inline]
    pub fn moves(self) -> u64 {
        lines::placements(self.mine, self.theirs, self.empty())
    }

    /// What a disc on the empty square `at` flips.
    #[inline]
    pub fn flips(self, at: u32) -> u64 {
        if NEIGHBOURS[at as usize] & self.theirs == 0 {
            return 0;
        }
        lines::flips(at, self.mine, self.theirs)
    }

    /// The board after a disc on `at` that flips `flips`, seen by the other side.
    #[inline]
    pub fn after(self, at: u32, flips: u64) -> Self {
        Self {
            mine: self.theirs ^ flips,
            theirs: self.mine ^ flips ^ 1 << at,
        }
    }

    /// The board seen by the other side.
    #[inline]
    pub fn passed(self) -> Self {
        Self {
            mine: self.theirs,
            theirs: self.mine,
        }
    }

    /// The result of a game that is over: empties go to the winner.
    #[inline]
    pub fn result(self) -> i32 {
        let (mine, theirs) = (
            self.mine.count_ones() as i32,
            self.theirs.count_ones() as i32,
        );
        let difference = mine - theirs;
        difference + difference.signum() * (MOST - mine - theirs)
    }

    /// The value where the side to move has no move: the result if the other has none either, else what
    /// `search` says of the board after the pass.
    #[inline]
    pub fn without_move(self, search: impl FnOnce(Self) -> i32) -> i32 {
        let passed = self.passed();
        if passed.moves() == 0 {
            self.result()
        } else {
            -search(passed)
        }
    }

    /// Whether neither side can move.
    pub fn is_over(self) -> bool {
        self.moves() == 0 && self.passed().moves() == 0
    }

    /// A fingerprint: two rounds of multiplying wide and folding, so that every bit of the board
    /// reaches every bit of the key.
    #[inline]
    pub fn key(self) -> Key {
        let wide = u128::from(self.mine ^ 0x9E37_79B9_7F4A_7C15)
            * u128::from(self.theirs ^ 0xD1B5_4A32_D192_ED03);
        let folded = (wide >> 64) as u64 ^ wide as u64;
        let wide = u128::from(folded ^ self.mine.rotate_left(23)) * 0xA076_1D64_78BD_642F;
        Key((wide >> 64) as u64 ^ wide as u64)
    }

    /// One of the eight images of the board: bit 0 mirrors rows, bit 1 columns, bit 2 swaps both.
    pub fn image(self, which: usize) -> Self {
        Self {
            mine: image(self.mine, which),
            theirs: image(self.theirs, which),
        }
    }
}

/// Calls `see` with every square of a set, lowest first.
#[inline]
pub(super) fn each(mut squares: u64, mut see: impl FnMut(u32)) {
    while squares != 0 {
        see(squares.trailing_zeros());
        squares &= squares - 1;
    }
}

/// The name of a square.
pub fn square_name(at: u32) -> String {
    Square::new(at as usize / 8, at as usize % 8).map_or_else(String::new, |s| s.to_string())
}

fn image(mut set: u64, which: usize) -> u64 {
    if which & 1 != 0 {
        set = set.swap_bytes();
    }
    if which & 2 != 0 {
        set = set.reverse_bits().swap_bytes();
    }
    if which & 4 != 0 {
        let mut turned = 0;
        each(set, |at| turned |= 1 << (at % 8 * 8 + at / 8));
        set = turned;
    }
    set
}

/// The squares around each square: without a disc of the opponent there, nothing is flipped.
static NEIGHBOURS: [u64; 64] = {
    let mut table = [0; 64];
    let mut at = 0;
    while at < 64 {
        let bit = 1u64 << at;
        let left = bit << 1 & 0xFEFE_FEFE_FEFE_FEFE;
        let right = bit >> 1 & 0x7F7F_7F7F_7F7F_7F7F;
        let row = left | bit | right;
        table[at] = (row | row << 8 | row >> 8) & !bit;
        at += 1;
    }
    table
};

/// The squares next to a set, in any direction.
#[inline]
pub(in crate::reversi) fn around(set: u64) -> u64 {
    let row = set | set << 1 & 0xFEFE_FEFE_FEFE_FEFE | set >> 1 & 0x7F7F_7F7F_7F7F_7F7F;
    row | row << 8 | row >> 8
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn images_keep_the_game_the_same() {
        let board = Board::START.after(19, Board::START.flips(19));
        for which in 0..8 {
            let image = board.image(which);
            assert_eq!(image.moves().count_ones(), board.moves().count_ones());
            assert_eq!(image.empties(), board.empties());
        }
        assert_eq!(board.image(1).image(1), board);
        assert_eq!(board.image(4).image(4), board);
    }

    #[test]
    fn empties_go_to_the_winner() {
        let board = Board { mine: 7, theirs: 8 };
        assert_eq!(board.result(), 62);
        assert_eq!(board.passed().result(), -62);
        assert_eq!(Board { mine: 1, theirs: 2 }.result(), 0);
    }
}
