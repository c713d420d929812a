//! Where reading stopped and why.

use std::fmt;

use crate::{BadSize, Point};

/// Why a text is no position or game.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum ReadError {
    /// Something else stands there, or nothing.
    Unexpected {
        /// Line of the text, from 1.
        line: usize,
        /// Character of the line, from 1.
        column: usize,
        /// What stands there, `None` at the end.
        found: Option<char>,
        /// What should.
        expected: &'static str,
    },
    /// There is no such board.
    Size(BadSize),
    /// The board has no such point.
    Outside(Point),
    /// Two stones on one point.
    Taken(Point),
    /// The stone said to be the last is not there, or is not of the side that has just moved.
    Last(Point),
    /// A move that cannot be played: the point is taken, or the game is over.
    Illegal {
        /// Counted from 1.
        number: usize,
        /// Where.
        point: Point,
    },
}

impl ReadError {
    /// What stands at the byte offset is not what was expected.
    pub(crate) fn unexpected(text: &str, offset: usize, expected: &'static str) -> Self {
        let (before, after) = text.split_at_checked(offset).unwrap_or((text, ""));
        let line_start = before.rfind('\n').map_or(0, |newline| newline + 1);
        Self::Unexpected {
            line: before.matches('\n').count() + 1,
            column: before[line_start..].chars().count() + 1,
            found: after.chars().next(),
            expected,
        }
    }

    /// The same where `rest` is what is left of `text`.
    pub(crate) fn at_rest(text: &str, rest: &str, expected: &'static str) -> Self {
        Self::unexpected(text, text.len() - rest.len(), expected)
    }
}

impl From<BadSize> for ReadError {
    fn from(size: BadSize) -> Self {
        Self::Size(size)
    }
}

impl fmt::Display for ReadError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Unexpected {
                line,
                column,
                found,
                expected,
            } => {
                write!(f, "line {line}, column {column}: ")?;
                match found {
                    Some(found) => write!(f, "found `{}` where ", found.escape_debug())?,
                    None => f.write_str("the text ends where ")?,
                }
                write!(f, "{expected} should stand")
            }
            Self::Size(size) => size.fmt(f),
            Self::Outside(point) => write!(f, "{point} is not on the board"),
            Self::Taken(point) => write!(f, "two stones stand on {point}"),
            Self::Last(point) => write!(f, "the last stone cannot be {point}"),
            Self::Illegal { number, point } => write!(
                f,
                "move {number}, {point}, cannot be played: the point is taken or the game is over"
            ),
        }
    }
}

impl std::error::Error for ReadError {}
