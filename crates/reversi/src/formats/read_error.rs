//! Where reading stopped and why.

use std::fmt;

use boyi_game::line_and_column;

use crate::layout::BadSize;

/// A problem with its place, both counted from 1; columns are counted in characters.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ReadError {
    pub line: usize,
    pub column: usize,
    pub problem: Problem,
}

/// What can be wrong with a board or a game in text form.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Problem {
    Ends {
        expected: &'static str,
    },
    Unexpected {
        found: char,
        expected: &'static str,
    },
    /// There is no board of that size.
    Size(BadSize),
    /// A row has another number of cells than the first line says.
    RowLength {
        found: usize,
        expected: usize,
    },
    /// The four discs of the start are not where they belong.
    Centre,
    /// A move that cannot be played there.
    Move(String),
}

impl ReadError {
    /// The problem at a byte offset of `text`.
    pub(crate) fn at(text: &str, offset: usize, problem: Problem) -> Self {
        let (line, column) = line_and_column(text, offset);
        Self {
            line,
            column,
            problem,
        }
    }

    /// What stands at the byte offset is not what was expected.
    pub(crate) fn unexpected(text: &str, offset: usize, expected: &'static str) -> Self {
        let problem = match text.get(offset..).and_then(|rest| rest.chars().next()) {
            Some(found) => Problem::Unexpected { found, expected },
            None => Problem::Ends { expected },
        };
        Self::at(text, offset, problem)
    }
}

impl fmt::Display for ReadError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "line {}, column {}: {}",
            self.line, self.column, self.problem
        )
    }
}

impl fmt::Display for Problem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Ends { expected } => write!(f, "the text ends where {expected} should follow"),
            Self::Unexpected { found, expected } => {
                write!(
                    f,
                    "found `{}` where {expected} should stand",
                    found.escape_debug()
                )
            }
            Self::Size(size) => size.fmt(f),
            Self::RowLength { found, expected } => {
                write!(
                    f,
                    "the row has {found} cells, the first line says {expected}"
                )
            }
            Self::Centre => f.write_str(
                "the four cells in the middle must be `oO` above `Oo`, and no other cell a disc",
            ),
            Self::Move(why) => f.write_str(why),
        }
    }
}

impl std::error::Error for ReadError {}
