//! Where in a text reading stopped, and what should have stood there.

use std::error::Error;
use std::fmt;

/// The line and the column of a byte offset, both counted from 1, columns in characters.
pub fn line_and_column(text: &str, offset: usize) -> (usize, usize) {
    let before = &text.as_bytes()[..offset.min(text.len())];
    let line = before.split(|&byte| byte == b'\n').count();
    let line_start = before.iter().rposition(|&byte| byte == b'\n');
    let in_line = &before[line_start.map_or(0, |newline| newline + 1)..];
    // Bytes that continue a character are not counted.
    let columns = in_line.iter().filter(|&&byte| byte & 0xC0 != 0x80).count();
    (line, columns + 1)
}

/// How many letters a text begins with, and how many digits follow: a point or a square of a board.
pub fn letters_and_digits(text: &str) -> (usize, usize) {
    let letters = text.bytes().take_while(u8::is_ascii_alphabetic).count();
    let rest = text.bytes().skip(letters);
    (letters, rest.take_while(u8::is_ascii_digit).count())
}

/// A problem of a text, and where in it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Located<P> {
    /// Counted from 1.
    pub line: usize,
    /// In characters, counted from 1.
    pub column: usize,
    pub problem: P,
}

impl<P> Located<P> {
    /// The problem at a byte offset of `text`.
    pub fn at(text: &str, offset: usize, problem: P) -> Self {
        let (line, column) = line_and_column(text, offset);
        Self {
            line,
            column,
            problem,
        }
    }
}

impl<P: fmt::Display> fmt::Display for Located<P> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self {
            line,
            column,
            problem,
        } = self;
        write!(f, "line {line}, column {column}: {problem}")
    }
}

impl<P: Error> Error for Located<P> {}

/// A character that cannot stand where it does, or a text that ends too early.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Unexpected {
    /// Counted from 1.
    pub line: usize,
    /// In characters, counted from 1.
    pub column: usize,
    /// `None` at the end of the text.
    pub found: Option<char>,
    pub expected: &'static str,
}

impl Unexpected {
    /// What stands at the byte offset is not what was expected.
    pub fn at(text: &str, offset: usize, expected: &'static str) -> Self {
        let (line, column) = line_and_column(text, offset);
        Self {
            line,
            column,
            found: text.get(offset..).and_then(|rest| rest.chars().next()),
            expected,
        }
    }
}

impl fmt::Display for Unexpected {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "line {}, column {}: ", self.line, self.column)?;
        match self.found {
            Some(found) => write!(f, "found `{}` where ", found.escape_debug())?,
            None => f.write_str("the text ends where ")?,
        }
        write!(f, "{} should stand", self.expected)
    }
}

impl Error for Unexpected {}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn columns_are_counted_in_characters() {
        let text = "象棋\n五子?";
        let at = text.find('?').expect("it is there");
        assert_eq!(line_and_column(text, at), (2, 3));
        assert_eq!(line_and_column(text, 999), (2, 4));
        let wrong = Unexpected::at(text, at, "a stone");
        assert_eq!(
            wrong.to_string(),
            "line 2, column 3: found `?` where a stone should stand"
        );
        let ended = Unexpected::at("ab", 2, "a point");
        assert_eq!(
            ended.to_string(),
            "line 1, column 3: the text ends where a point should stand"
        );
    }
}
