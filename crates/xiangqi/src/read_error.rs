//! Where reading stopped and why.

use std::fmt;

use crate::setup::Impossible;

/// Why a text is no position.
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
    /// It can be read, but nobody could reach it.
    Impossible(Impossible),
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
}

impl From<Impossible> for ReadError {
    fn from(impossible: Impossible) -> Self {
        Self::Impossible(impossible)
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
            Self::Impossible(impossible) => impossible.fmt(f),
        }
    }
}

impl std::error::Error for ReadError {}
