//! Reading the words of a line.

use std::ops::RangeInclusive;
use std::time::Duration;

/// The words of a command, among them numbers.
pub(super) struct Numbers<'w> {
    words: std::iter::Peekable<std::iter::Copied<std::slice::Iter<'w, &'w str>>>,
}

/// Words of `go` that end a list of moves.
const GO_WORDS: [&str; 14] = [
    "depth",
    "mate",
    "nodes",
    "movetime",
    "wtime",
    "btime",
    "winc",
    "binc",
    "movestogo",
    "infinite",
    "ponder",
    "searchmoves",
    "time",
    "increment",
];

impl<'w> Numbers<'w> {
    pub(super) fn new(words: &'w [&'w str]) -> Self {
        Self {
            words: words.iter().copied().peekable(),
        }
    }

    pub(super) fn next_word(&mut self) -> Option<&'w str> {
        self.words.next()
    }

    /// The number that comes next, if one does.
    pub(super) fn number(&mut self) -> Option<i64> {
        let word = self.words.next_if(|word| word.parse::<i64>().is_ok())?;
        word.parse().ok()
    }

    /// A time that comes next. A clock that has run over is empty, not an error.
    pub(super) fn milliseconds(&mut self) -> Option<Duration> {
        let number = self.number()?;
        Some(Duration::from_millis(number.max(0) as u64))
    }

    /// All words up to the next one that means something else.
    pub(super) fn moves(&mut self) -> Vec<String> {
        let mut moves = Vec::new();
        while let Some(word) = self.words.next_if(|word| !GO_WORDS.contains(word)) {
            moves.push(word.to_owned());
        }
        moves
    }
}

/// The value of a numeric option, if it is within its range.
pub(super) fn is_spin(text: &str, range: RangeInclusive<usize>) -> Option<usize> {
    text.parse().ok().filter(|number| range.contains(number))
}
