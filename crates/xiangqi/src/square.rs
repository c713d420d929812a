//! Points of the board, and moves between them.

use std::fmt;
use std::num::NonZeroU8;

use boyi_game::{GameMove, Side};

/// A point of the board: files a to i from red's left, ranks 0 to 9 from red's back rank.
///
/// Stored as 9 * rank + file + 1: never 0, so that `Option<Square>` fits one byte.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Square(NonZeroU8);

const _: () = assert!(size_of::<Option<Square>>() == 1 && size_of::<Option<Move>>() == 2);

impl Square {
    pub const COUNT: usize = 90;

    /// The only door in: `None` off the board.
    pub const fn new(file: usize, rank: usize) -> Option<Self> {
        if file < 9 && rank < 10 {
            Self::from_index(9 * rank + file)
        } else {
            None
        }
    }

    /// The point number `index`, counted along the ranks from a0.
    #[inline]
    pub const fn from_index(index: usize) -> Option<Self> {
        if index < Self::COUNT {
            Some(Self(NonZeroU8::MIN.saturating_add(index as u8)))
        } else {
            None
        }
    }

    /// Every point, along the ranks from a0.
    pub fn all() -> impl DoubleEndedIterator<Item = Self> {
        (0..Self::COUNT).filter_map(Self::from_index)
    }

    /// Below [`Square::COUNT`].
    #[inline]
    pub const fn index(self) -> usize {
        self.0.get() as usize - 1
    }

    /// 0 for file a.
    #[inline]
    pub const fn file(self) -> usize {
        self.index() % 9
    }

    /// 0 for red's back rank.
    #[inline]
    pub const fn rank(self) -> usize {
        self.index() / 9
    }

    /// The rank as `side` counts, from its own back rank.
    pub const fn rank_of(self, side: Side) -> usize {
        match side {
            Side::First => self.rank(),
            Side::Second => 9 - self.rank(),
        }
    }

    /// The file as `side` counts in Chinese notation: 1 to 9 from its right.
    pub const fn file_of(self, side: Side) -> usize {
        match side {
            Side::First => 9 - self.file(),
            Side::Second => self.file() + 1,
        }
    }

    /// Whether this is on the far side of the river for `side`.
    pub const fn is_over_the_river(self, side: Side) -> bool {
        self.rank_of(side) >= 5
    }
}

impl fmt::Display for Square {
    /// `e2`, as UCCI and ICCS write it.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", char::from(b'a' + self.file() as u8), self.rank())
    }
}

#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Move {
    pub from: Square,
    pub to: Square,
}

impl GameMove for Move {
    const CODES: usize = Square::COUNT * Square::COUNT;

    #[inline]
    fn code(self) -> u16 {
        (self.from.index() * Square::COUNT + self.to.index()) as u16
    }

    #[inline]
    fn from_code(code: u16) -> Option<Self> {
        let code = usize::from(code);
        let from = Square::from_index(code / Square::COUNT)?;
        let to = Square::from_index(code % Square::COUNT)?;
        Some(Self { from, to })
    }
}

impl fmt::Display for Move {
    /// `h2e2`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", self.from, self.to)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_point_and_move_has_its_own_number() {
        for from in Square::all() {
            assert_eq!(Square::new(from.file(), from.rank()), Some(from));
            for to in Square::all() {
                let mv = Move { from, to };
                assert_eq!(Move::from_code(mv.code()), Some(mv));
            }
        }
        assert_eq!(Square::new(9, 0), None);
        assert_eq!(Square::new(0, 10), None);
        assert_eq!(Move::from_code(8100), None);
    }
}
