//! Where reading stopped and why.

use std::fmt;

use boyi_game::Unexpected;

use crate::setup::Impossible;

/// Why a text is no position.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum ReadError {
    Unexpected(Unexpected),
    /// It can be read, but nobody could reach it.
    Impossible(Impossible),
}

impl ReadError {
    /// What stands at the byte offset is not what was expected.
    pub(crate) fn unexpected(text: &str, offset: usize, expected: &'static str) -> Self {
        Self::Unexpected(Unexpected::at(text, offset, expected))
    }
}

impl From<Impossible> for ReadError {
    fn from(impossible: Impossible) -> Self {
        Self::Impossible(impossible)
    }
}

impl fmt::Display for ReadError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Unexpected(unexpected) => unexpected.fmt(f),
            Self::Impossible(impossible) => impossible.fmt(f),
        }
    }
}

impl std::error::Error for ReadError {}
