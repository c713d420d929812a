//! The file of a book: a line that says what it is, then one line for each move: position, move,
//! value, depth, games won, drawn and lost, with tabs between.

use super::{Book, BookError, Entry};
use crate::file_error::FileError;

const HEAD: &str = "boyi book 1";

impl Book {
    /// The text of the file.
    pub(super) fn write(&self) -> String {
        let mut text = format!("{HEAD} {}\n", self.game.name());
        for (position, moves) in &self.positions {
            for (mv, entry) in moves {
                let Entry {
                    value,
                    depth,
                    won,
                    drawn,
                    lost,
                } = entry;
                let value = value.map_or_else(|| "-".to_owned(), |value| value.to_string());
                text.push_str(&format!(
                    "{position}\t{mv}\t{value}\t{depth}\t{won}\t{drawn}\t{lost}\n"
                ));
            }
        }
        text
    }

    /// Adds what a file says.
    pub(super) fn read(&mut self, text: &str) -> Result<(), BookError> {
        let wrong = |line, why| BookError::File(FileError::content(&self.file, line, why));
        let mut lines = text.lines().enumerate();
        let head = format!("{HEAD} {}", self.game.name());
        if lines.next().map(|(_, line)| line) != Some(head.as_str()) {
            return Err(wrong(0, format!("expected `{head}`")));
        }
        for (number, line) in lines.filter(|(_, line)| !line.is_empty()) {
            let (position, mv, entry) = read_line(line).ok_or_else(|| {
                wrong(
                    number,
                    "expected position, move, value, depth and three counts".to_owned(),
                )
            })?;
            self.positions
                .entry(position.to_owned())
                .or_default()
                .insert(mv.to_owned(), entry);
        }
        Ok(())
    }
}

fn read_line(line: &str) -> Option<(&str, &str, Entry)> {
    let mut fields = line.split('\t');
    let (position, mv) = (fields.next()?, fields.next()?);
    let value = match fields.next()? {
        "-" => None,
        number => Some(
            number
                .parse()
                .ok()
                .filter(|value: &f64| value.is_finite())?,
        ),
    };
    let mut count = || fields.next()?.parse().ok();
    let entry = Entry {
        value,
        depth: count()?,
        won: count()?,
        drawn: count()?,
        lost: count()?,
    };
    Some((position, mv, entry))
}
