//! The courses' moves: `R(1,1) (1,4)`, in either of two ways to count.

use crate::{Move, Square};

/// How the two numbers count.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Style {
    /// Row and column from the top left, black's back rank first.
    RowCol,
    /// File from the left, then rank from red's back rank.
    FileRank,
}

/// Reads a move; a letter before it and blanks, commas or dashes within it do not matter. `None`
/// where it is no such text.
pub fn read(text: &str, style: Style) -> Option<Move> {
    if !text.contains('(') {
        return None;
    }
    let mut numbers = text
        .split(|c: char| !c.is_ascii_digit())
        .filter(|part| !part.is_empty())
        .map(|part| part.parse::<usize>().ok());
    let mut point = || square(numbers.next()??, numbers.next()??, style);
    let (from, to) = (point()?, point()?);
    numbers.next().is_none().then_some(Move { from, to })
}

/// Writes a move with the letter of its piece.
pub fn write(letter: char, mv: Move, style: Style) -> String {
    let point = |square: Square| match style {
        Style::RowCol => format!("({},{})", 9 - square.rank(), square.file()),
        Style::FileRank => format!("({},{})", square.file(), square.rank()),
    };
    format!("{letter}{} {}", point(mv.from), point(mv.to))
}

fn square(first: usize, second: usize, style: Style) -> Option<Square> {
    match style {
        Style::RowCol => Square::new(second, 9usize.checked_sub(first)?),
        Style::FileRank => Square::new(first, second),
    }
}
