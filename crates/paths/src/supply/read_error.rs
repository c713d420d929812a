//! What can be wrong with the text of a supply maze, and where.

use std::fmt;

use thiserror::Error;

use super::maze::MAX_CELLS;

/// Why a text is no supply maze. Lines and columns count from 1, columns in bytes.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum ReadError {
    /// There is nothing but white space.
    #[error("line 1: the text is empty; it should start with rows, columns and food")]
    Empty,
    /// The first line does not hold three numbers.
    #[error("line {line}: {found} numbers; the first line holds three: rows, columns and food")]
    Header {
        /// The line.
        line: usize,
        /// How many numbers it holds.
        found: usize,
    },
    /// Something is not a number, or too large for one.
    #[error("line {line}, column {column}: `{found}` is not a number from 0 to {most}")]
    Number {
        /// The line.
        line: usize,
        /// The column of its first character.
        column: usize,
        /// What stands there, shortened.
        found: String,
        /// The greatest number possible there.
        most: u32,
    },
    /// The first line claims a size that is 0 or absurd.
    #[error("line {line}: {rows} x {cols} cells; between 1 and {MAX_CELLS} cells are possible")]
    Size {
        /// The line.
        line: usize,
        /// How many rows.
        rows: u32,
        /// How many columns.
        cols: u32,
    },
    /// A row is shorter or longer than the first line says.
    #[error("line {line}: {found} cells in this row; the first line says {expected}")]
    Ragged {
        /// The line.
        line: usize,
        /// How many cells it holds.
        found: usize,
        /// How many it should hold.
        expected: u32,
    },
    /// The text ends early.
    #[error("line {line}: the text ends after {found} rows; the first line says {expected}")]
    TooFewRows {
        /// The line after the last.
        line: usize,
        /// How many rows there are.
        found: u32,
        /// How many there should be.
        expected: u32,
    },
    /// Something follows the last row.
    #[error("line {line}, column {column}: `{found}` after the last row")]
    Surplus {
        /// The line.
        line: usize,
        /// The column.
        column: usize,
        /// What stands there, shortened.
        found: String,
    },
    /// A second start or goal.
    #[error(
        "line {line}, column {column}: a second {what}; the first is on line {first_line}, column {first_column}"
    )]
    Twice {
        /// Which.
        what: Ends,
        /// The line.
        line: usize,
        /// The column.
        column: usize,
        /// The line of the first.
        first_line: usize,
        /// The column of the first.
        first_column: usize,
    },
    /// No start or no goal.
    #[error("line {line}: the maze ends without a {what}")]
    Missing {
        /// Which.
        what: Ends,
        /// The line after the last row.
        line: usize,
    },
}

/// What a maze has one of.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Ends {
    /// 3.
    Start,
    /// 4.
    Goal,
}

impl fmt::Display for Ends {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str(match self {
            Self::Start => "start (3)",
            Self::Goal => "goal (4)",
        })
    }
}
