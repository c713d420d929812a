//! Where reading stopped and why.

use boyi_game::Unexpected;

use crate::setup::Impossible;

/// Why a text is no position.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum ReadError {
    #[error(transparent)]
    Unexpected(Unexpected),
    /// It can be read, but nobody could reach it.
    #[error(transparent)]
    Impossible(#[from] Impossible),
}

impl ReadError {
    /// What stands at the byte offset is not what was expected.
    pub(crate) fn unexpected(text: &str, offset: usize, expected: &'static str) -> Self {
        Self::Unexpected(Unexpected::at(text, offset, expected))
    }
}
