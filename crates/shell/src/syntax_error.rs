//! What can be wrong with a command, and where.

use thiserror::Error;

/// A mistake in a command.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[error("line {line}, column {column}: {mistake}")]
pub struct SyntaxError {
    /// The line it is in, counted from 1.
    pub line: usize,
    /// Where in the line it is, counted in characters from 1.
    pub column: usize,
    pub mistake: Mistake,
}

#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum Mistake {
    #[error("this quote {0} is never closed")]
    OpenQuote(char),
    #[error("this `{0}` is never closed")]
    Open(&'static str),
    #[error("the text after `<<` needs a line `{0}` at its end")]
    OpenText(String),
    #[error("`{0}` closes nothing")]
    ClosesNothing(&'static str),
    #[error("a command is expected before `{0}`")]
    CommandBefore(&'static str),
    #[error("a command is expected here")]
    CommandExpected,
    #[error("{0} is expected after `{1}`")]
    ExpectedAfter(&'static str, &'static str),
    #[error("an operator is expected here")]
    OperatorExpected,
    #[error("`${{…}}` holds no name of a variable or an unknown operation")]
    BadSubstitution,
    #[error("descriptor {0} is too large")]
    BadDescriptor(String),
    #[error("a command cannot hold a NUL byte")]
    Nul,
    #[error("nested more than {0} deep")]
    TooDeep(usize),
}

impl SyntaxError {
    /// The mistake at a byte of `source`.
    pub(crate) fn at(source: &str, offset: usize, mistake: Mistake) -> Self {
        let before = source.get(..offset).unwrap_or(source);
        let (lines, last) = match before.rsplit_once('\n') {
            Some((lines, last)) => (lines.matches('\n').count() + 1, last),
            None => (0, before),
        };
        Self {
            line: lines + 1,
            column: last.chars().count() + 1,
            mistake,
        }
    }

    /// Whether more lines could mend it.
    pub fn is_unfinished(&self) -> bool {
        matches!(
            self.mistake,
            Mistake::OpenQuote(_)
                | Mistake::Open(_)
                | Mistake::OpenText(_)
                | Mistake::CommandExpected
        )
    }

    /// The message with the line below it and a mark under the mistake. A long line is cut around
    /// the mistake, so that a megabyte of input does not answer with a megabyte of output.
    /// `lines_before` were read before `source`.
    pub fn pointing_into(&self, source: &str, lines_before: usize) -> String {
        const BEFORE: usize = 60;
        const AFTER: usize = 20;
        let skipped = self.column.saturating_sub(BEFORE + 1);
        let line = source.split('\n').nth(self.line - 1).unwrap_or_default();
        let shown: String = line
            .chars()
            .skip(skipped)
            .take(BEFORE + AFTER)
            .map(|c| if c.is_control() { ' ' } else { c })
            .collect();
        let mark = " ".repeat(self.column - 1 - skipped);
        let told = Self {
            line: self.line + lines_before,
            ..self.clone()
        };
        format!("syntax error, {told}\n  {shown}\n  {mark}^\n")
    }
}
