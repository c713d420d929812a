//! Where reading stopped and why.

use boyi_game::Located;

use crate::layout::BadSize;

/// A problem with its place, both counted from 1; columns are counted in characters.
pub type ReadError = Located<Problem>;

/// What can be wrong with a board or a game in text form.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum Problem {
    #[error("the text ends where {expected} should follow")]
    Ends { expected: &'static str },
    #[error("found `{}` where {expected} should stand", found.escape_debug())]
    Unexpected { found: char, expected: &'static str },
    #[error(transparent)]
    Size(BadSize),
    #[error("the row has {found} cells, the first line says {expected}")]
    RowLength { found: usize, expected: usize },
    #[error("the four cells in the middle must be `oO` above `Oo`, and no other cell a disc")]
    Centre,
    /// A move that cannot be played there, and why.
    #[error("{0}")]
    Move(String),
}

/// What stands at the byte offset is not what was expected.
pub(super) fn unexpected(text: &str, offset: usize, expected: &'static str) -> ReadError {
    let problem = match text.get(offset..).and_then(|rest| rest.chars().next()) {
        Some(found) => Problem::Unexpected { found, expected },
        None => Problem::Ends { expected },
    };
    ReadError::at(text, offset, problem)
}
