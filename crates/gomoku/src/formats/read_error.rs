//! Where reading stopped and why.

use std::fmt;

use boyi_game::Unexpected;

use crate::{BadSize, Point};

/// Why a text is no position or game.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum ReadError {
    Unexpected(Unexpected),
    Size(BadSize),
    /// The board has no such point.
    Outside(Point),
    Taken(Point),
    /// The stone said to be the last is not there, or is not of the side that has just moved.
    Last(Point),
    /// The move with this number, from 1, cannot be played: the point is taken, or the game is over.
    Illegal {
        number: usize,
        point: Point,
    },
}

impl ReadError {
    /// What stands at the byte offset is not what was expected.
    pub(crate) fn unexpected(text: &str, offset: usize, expected: &'static str) -> Self {
        Self::Unexpected(Unexpected::at(text, offset, expected))
    }

    /// The same at the beginning of `part`, which is a part of `text`.
    pub(crate) fn at_part(text: &str, part: &str, expected: &'static str) -> Self {
        let offset = part.as_ptr() as usize - text.as_ptr() as usize;
        Self::unexpected(text, offset, expected)
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
            Self::Unexpected(unexpected) => unexpected.fmt(f),
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
