//! Where reading stopped and why.

use boyi_game::Unexpected;

use crate::{BadSize, Point};

/// Why a text is no position or game.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum ReadError {
    #[error(transparent)]
    Unexpected(Unexpected),
    #[error(transparent)]
    Size(#[from] BadSize),
    #[error("{0} is not on the board")]
    Outside(Point),
    #[error("two stones stand on {0}")]
    Taken(Point),
    /// The stone said to be the last is not there, or is not of the side that has just moved.
    #[error("the last stone cannot be {0}")]
    Last(Point),
    #[error("move {number}, {point}, cannot be played: the point is taken or the game is over")]
    Illegal {
        /// Counted from 1.
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
