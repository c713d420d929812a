//! Points and board sizes.

use std::fmt;
use std::num::NonZeroU16;

use boyi_game::GameMove;

/// A point of any board: a column and a row, counted from 0 at the bottom left.
///
/// Stored as index + 1, so that `Option<Point>` also fits two bytes. The index does not depend on
/// the size of the board, so that a point means the same on every board that has it.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Point(NonZeroU16);

const _: () = assert!(size_of::<Option<Point>>() == 2);

impl Point {
    /// One more than the largest [`Point::index`].
    pub const COUNT: usize = Size::LARGEST * Size::LARGEST;

    /// The point in this column and row, `None` beyond the largest board.
    #[inline]
    pub const fn new(column: usize, row: usize) -> Option<Self> {
        if column < Size::LARGEST && row < Size::LARGEST {
            Self::from_index(Size::LARGEST * row + column)
        } else {
            None
        }
    }

    /// The point of an [`index`](Point::index).
    #[inline]
    pub const fn from_index(index: usize) -> Option<Self> {
        if index >= Self::COUNT {
            return None;
        }
        match NonZeroU16::new(index as u16 + 1) {
            Some(stored) => Some(Self(stored)),
            None => None,
        }
    }

    /// A number below [`Point::COUNT`].
    #[inline]
    pub const fn index(self) -> usize {
        self.0.get() as usize - 1
    }

    /// Counted from 0 at the left.
    #[inline]
    pub const fn column(self) -> usize {
        self.index() % Size::LARGEST
    }

    /// Counted from 0 at the bottom.
    #[inline]
    pub const fn row(self) -> usize {
        self.index() / Size::LARGEST
    }

    /// Reads the point that a text begins with, such as `h8`, and returns the rest of the text.
    pub fn read(text: &str) -> Option<(Self, &str)> {
        let mut chars = text.chars();
        let letter = chars.next()?.to_ascii_lowercase();
        if !letter.is_ascii_lowercase() {
            return None;
        }
        let rest = chars.as_str();
        let digits = rest.bytes().take_while(u8::is_ascii_digit).count();
        let row: usize = rest.get(..digits)?.parse().ok()?;
        let column = letter as usize - 'a' as usize;
        Some((Self::new(column, row.checked_sub(1)?)?, &rest[digits..]))
    }
}

impl fmt::Display for Point {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let letter = char::from(b'a' + self.column() as u8);
        write!(f, "{letter}{}", self.row() + 1)
    }
}

impl fmt::Debug for Point {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

impl GameMove for Point {
    const CODES: usize = Self::COUNT;

    #[inline]
    fn code(self) -> u16 {
        self.0.get() - 1
    }

    #[inline]
    fn from_code(code: u16) -> Option<Self> {
        Self::from_index(usize::from(code))
    }
}

/// How many rows and columns a board has.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Size(u8);

/// There is no such board.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[error("a gomoku board is a square of {least} to {most} rows, not {0}", least = Size::SMALLEST, most = Size::LARGEST)]
pub struct BadSize(pub usize);

impl Size {
    pub const SMALLEST: usize = 5;
    pub const LARGEST: usize = 22;
    /// The board that everybody plays on.
    pub const USUAL: Self = Self(15);

    pub const fn new(rows: usize) -> Result<Self, BadSize> {
        if rows >= Self::SMALLEST && rows <= Self::LARGEST {
            Ok(Self(rows as u8))
        } else {
            Err(BadSize(rows))
        }
    }

    #[inline]
    pub const fn rows(self) -> usize {
        self.0 as usize
    }

    pub const fn points(self) -> usize {
        self.rows() * self.rows()
    }

    #[inline]
    pub const fn has(self, point: Point) -> bool {
        point.column() < self.rows() && point.row() < self.rows()
    }

    /// All points, row by row from the bottom left.
    pub fn all(self) -> impl Iterator<Item = Point> {
        let rows = self.rows();
        (0..rows * rows).filter_map(move |index| Point::new(index % rows, index / rows))
    }

    /// The image of a point under one of the eight symmetries of the board; number 0 changes nothing.
    pub(crate) fn mirrored(self, point: Point, which: usize) -> Point {
        let last = self.rows() - 1;
        let (mut column, mut row) = (point.column(), point.row());
        if which & 1 == 1 {
            column = last - column;
        }
        if which & 2 == 2 {
            row = last - row;
        }
        if which & 4 == 4 {
            (column, row) = (row, column);
        }
        Point::new(column, row).expect("a mirrored point is on the board")
    }

    /// How far a point is from the edge.
    pub fn ring(self, point: Point) -> usize {
        let last = self.rows() - 1;
        let (column, row) = (point.column(), point.row());
        column.min(row).min(last - column).min(last - row)
    }
}

impl fmt::Display for Size {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{0}x{0}", self.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn points_read_back() {
        for index in 0..Point::COUNT {
            let point = Point::from_index(index).expect("in range");
            let text = format!("{point}x");
            assert_eq!(Point::read(&text), Some((point, "x")));
            assert_eq!(Point::new(point.column(), point.row()), Some(point));
        }
        for wrong in [
            "",
            "h",
            "h0",
            "8",
            "w1",
            "a23",
            "é8",
            "h99999999999999999999",
        ] {
            assert_eq!(Point::read(wrong), None, "{wrong}");
        }
    }

    #[test]
    fn the_centre_is_farthest_from_the_edge() {
        let ring = |text| Size::USUAL.ring(Point::read(text).expect("a point").0);
        assert_eq!(["h8", "a8", "o15", "b14", "g8"].map(ring), [7, 0, 0, 1, 6]);
    }
}
