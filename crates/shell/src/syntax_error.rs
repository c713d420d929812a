//! What can be wrong with a command line, and where.

use thiserror::Error;

/// A mistake in a command line.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[error("column {column}: {mistake}")]
pub struct SyntaxError {
    /// Where it is, counted in characters from 1.
    pub column: usize,
    pub mistake: Mistake,
}

#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum Mistake {
    #[error("this quote {0} is never closed")]
    OpenQuote(char),
    #[error("this `{0}` is never closed")]
    Open(&'static str),
    #[error("`{0}` closes nothing")]
    ClosesNothing(&'static str),
    #[error("a command is expected before `{0}`")]
    CommandBefore(&'static str),
    #[error("a command is expected here")]
    CommandExpected,
    #[error("a file is expected after `{0}`")]
    FileExpected(&'static str),
    #[error("an operator is expected here")]
    OperatorExpected,
    #[error("`${{…}}` holds no name of a variable or an unknown operation")]
    BadSubstitution,
    #[error("`<<` is not known here; `<<< text` hands over a text")]
    HereDocument,
    #[error("descriptor {0} is too large")]
    BadDescriptor(String),
    #[error("a command line cannot hold a NUL byte")]
    Nul,
    #[error("nested more than {0} deep")]
    TooDeep(usize),
}

impl SyntaxError {
    /// The mistake at a byte of `source`.
    pub(crate) fn at(source: &str, offset: usize, mistake: Mistake) -> Self {
        let before = source.get(..offset).unwrap_or(source);
        Self {
            column: before.chars().count() + 1,
            mistake,
        }
    }

    /// The message with the line below it and a mark under the mistake. A long line is cut around
    /// the mistake, so that a megabyte of input does not answer with a megabyte of output.
    pub fn pointing_into(&self, source: &str) -> String {
        const BEFORE: usize = 60;
        const AFTER: usize = 20;
        let skipped = self.column.saturating_sub(BEFORE + 1);
        let shown: String = source
            .chars()
            .skip(skipped)
            .take(BEFORE + AFTER)
            .map(|c| if c.is_control() { ' ' } else { c })
            .collect();
        let mark = " ".repeat(self.column - 1 - skipped);
        format!("syntax error, {self}\n  {shown}\n  {mark}^\n")
    }
}
