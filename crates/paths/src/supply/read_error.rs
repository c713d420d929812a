//! What can be wrong with the text of a supply maze, and where.

use std::fmt;

use thiserror::Error;

use super::maze::MAX_CELLS;

/// Why a text is no supply maze. Lines and columns count from 1, columns in bytes.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum ReadError {
    #[error("line 1: the text is empty; it should start with rows, columns and food")]
    Empty,
    #[error("line {line}: {found} numbers; the first line holds three: rows, columns and food")]
    Header { line: usize, found: usize },
    #[error("line {line}, column {column}: `{found}` is not a number from 0 to {most}")]
    Number {
        line: usize,
        column: usize,
        found: String,
        most: u32,
    },
    #[error("line {line}: {rows} x {cols} cells; between 1 and {MAX_CELLS} cells are possible")]
    Size { line: usize, rows: u32, cols: u32 },
    #[error("line {line}: {found} cells in this row; the first line says {expected}")]
    Ragged {
        line: usize,
        found: usize,
        expected: u32,
    },
    #[error("line {line}: the text ends after {found} rows; the first line says {expected}")]
    TooFewRows {
        line: usize,
        found: u32,
        expected: u32,
    },
    #[error("line {line}, column {column}: `{found}` after the last row")]
    Surplus {
        line: usize,
        column: usize,
        found: String,
    },
    #[error(
        "line {line}, column {column}: a second {what}; the first is on line {first_line}, column {first_column}"
    )]
    Twice {
        what: Ends,
        line: usize,
        column: usize,
        first_line: usize,
        first_column: usize,
    },
    #[error("line {line}: the maze ends without a {what}")]
    Missing { what: Ends, line: usize },
}

/// What a maze has one of.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Ends {
    Start,
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
