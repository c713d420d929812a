//! Places on the board, and moves.

use std::fmt;
use std::num::NonZeroU16;

use boyi_game::GameMove;

/// A cell of a board of up to 30 x 30, counted from the top left.
///
/// Stored as 32 * row + column + 1: never 0, so that `Option<Square>` and [`Move`] fit two bytes.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Square(NonZeroU16);

const _: () = assert!(size_of::<Option<Square>>() == 2 && size_of::<Move>() == 2);

impl Square {
    /// The longest side a board may have.
    pub const MAX_SIDE: usize = 30;

    /// The only door in: `None` beyond row or column 29.
    pub const fn new(row: usize, col: usize) -> Option<Self> {
        if row >= Self::MAX_SIDE || col >= Self::MAX_SIDE {
            return None;
        }
        Some(Self(
            NonZeroU16::MIN.saturating_add((row * 32 + col) as u16),
        ))
    }

    /// Rows are counted from the top, from 0.
    #[inline]
    pub const fn row(self) -> usize {
        (self.0.get() - 1) as usize / 32
    }

    /// Columns are counted from the left, from 0.
    #[inline]
    pub const fn col(self) -> usize {
        (self.0.get() - 1) as usize % 32
    }

    /// Reads `f5`, in upper or lower case: column letters (`aa` follows `z`), then the row from 1.
    pub fn parse(text: &str) -> Option<Self> {
        let digits = text.find(|c: char| c.is_ascii_digit())?;
        let (letters, number) = text.split_at(digits);
        let letter = |c: u8| {
            c.is_ascii_alphabetic()
                .then(|| usize::from(c.to_ascii_lowercase() - b'a'))
        };
        let col = match *letters.as_bytes() {
            [one] => letter(one)?,
            [b'a' | b'A', two] => 26 + letter(two)?,
            _ => return None,
        };
        if number.len() > 2 || !number.bytes().all(|c| c.is_ascii_digit()) {
            return None;
        }
        let row = number.parse::<usize>().ok()?.checked_sub(1)?;
        Self::new(row, col)
    }
}

impl fmt::Display for Square {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", column_name(self.col()), self.row() + 1)
    }
}

/// `a` to `z`, then `aa` to `ad`.
pub(crate) fn column_name(col: usize) -> String {
    let letter = |n: usize| char::from(b'a' + (n % 26) as u8);
    if col < 26 {
        letter(col).to_string()
    } else {
        format!("a{}", letter(col))
    }
}

/// A turn at reversi.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Move {
    Pass,
    Place(Square),
}

impl Move {
    /// The square, unless it is a pass.
    pub const fn square(self) -> Option<Square> {
        match self {
            Self::Pass => None,
            Self::Place(square) => Some(square),
        }
    }
}

impl GameMove for Move {
    const CODES: usize = 1024;

    #[inline]
    fn code(self) -> u16 {
        match self {
            Self::Pass => 0,
            Self::Place(square) => square.0.get(),
        }
    }

    #[inline]
    fn from_code(code: u16) -> Option<Self> {
        match code.checked_sub(1) {
            None => Some(Self::Pass),
            Some(index) => {
                Square::new(usize::from(index / 32), usize::from(index % 32)).map(Self::Place)
            }
        }
    }
}

impl fmt::Display for Move {
    /// `f5`, or `pass`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Pass => f.write_str("pass"),
            Self::Place(square) => square.fmt(f),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_square_reads_back() {
        for row in 0..30 {
            for col in 0..30 {
                let square = Square::new(row, col).expect("on the board");
                assert_eq!((square.row(), square.col()), (row, col));
                assert_eq!(Square::parse(&square.to_string()), Some(square));
                let mv = Move::Place(square);
                assert_eq!(Move::from_code(mv.code()), Some(mv));
            }
        }
        assert_eq!(Square::new(30, 0), None);
        assert_eq!(Square::new(0, 30), None);
    }

    #[test]
    fn rubbish_is_no_square() {
        for text in [
            "", "f", "5", "f0", "f31", "5f", "f+5", "f5 ", "ba1", "ae1", "f005", "é5", "ａ1",
        ] {
            assert_eq!(Square::parse(text), None, "{text}");
        }
        assert_eq!(Square::parse("F5"), Square::new(4, 5));
        assert_eq!(Square::parse("ab30"), Square::new(29, 27));
    }
}
