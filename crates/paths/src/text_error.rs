//! What is wrong with a text, and where.

use std::fmt;

/// Why a text could not be read. Lines and columns count from 1.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct TextError {
    pub line: Option<usize>,
    pub column: Option<usize>,
    pub message: String,
}

impl TextError {
    pub(crate) fn new(message: impl Into<String>) -> Self {
        Self {
            line: None,
            column: None,
            message: message.into(),
        }
    }

    pub(crate) fn on(line: usize, message: impl Into<String>) -> Self {
        Self {
            line: Some(line),
            ..Self::new(message)
        }
    }

    pub(crate) fn at(line: usize, column: usize, message: impl Into<String>) -> Self {
        Self {
            column: Some(column),
            ..Self::on(line, message)
        }
    }
}

impl fmt::Display for TextError {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        match (self.line, self.column) {
            (Some(line), Some(column)) => write!(out, "line {line}, column {column}: ")?,
            (Some(line), None) => write!(out, "line {line}: ")?,
            (None, _) => {}
        }
        out.write_str(&self.message)
    }
}

impl std::error::Error for TextError {}

impl From<crate::maze::GridError> for TextError {
    fn from(error: crate::maze::GridError) -> Self {
        Self::new(error.to_string())
    }
}
