//! Where command lines come from.

use std::fs::File;
use std::io::{self, IsTerminal, Read};
use std::path::PathBuf;

use crate::descriptors;
use crate::editor::LineEditor;
use crate::process::{complain_of, say};
use crate::shell::Shell;
use crate::terminal::Terminal;

/// Where a shell reads its commands.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Input {
    /// Standard input: with line editing and job control where that is a terminal.
    Standard,
    File(PathBuf),
    /// A text, for which no prompt is printed.
    Text(String),
}

/// An [`Input`] that was opened.
pub(crate) struct Source {
    kind: Kind,
    lines_read: usize,
}

enum Kind {
    Editor(Box<LineEditor>),
    /// Read byte by byte: what follows the line belongs to the program that the line starts.
    Standard,
    /// All of it is there, with prompts or without.
    Whole(Whole, bool),
}

/// What a line is asked for with.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Prompt {
    /// The current directory: a command begins.
    Command,
    /// `> `: the command goes on.
    More,
}

impl Source {
    pub(crate) fn open(input: Input, shell: &mut Shell) -> io::Result<Self> {
        let kind = match input {
            Input::Standard if io::stdin().is_terminal() && io::stdout().is_terminal() => {
                match Terminal::take() {
                    Ok(terminal) => shell.terminal = Some(terminal),
                    Err(error) => complain_of("no job control", error),
                }
                Kind::Editor(Box::new(LineEditor::open(shell)?))
            }
            Input::Standard => Kind::Standard,
            Input::File(path) => Kind::Whole(Whole::new(std::fs::read(path)?), true),
            Input::Text(text) => Kind::Whole(Whole::new(text.into_bytes()), false),
        };
        Ok(Self {
            kind,
            lines_read: 0,
        })
    }

    /// The next line without its end, after the prompt; `None` at the end of the input.
    pub(crate) fn next_line(
        &mut self,
        shell: &mut Shell,
        prompt: Prompt,
    ) -> io::Result<Option<Vec<u8>>> {
        self.lines_read += 1;
        let text = match prompt {
            Prompt::Command => shell.prompt(),
            Prompt::More => "> ".to_owned(),
        };
        if matches!(self.kind, Kind::Standard | Kind::Whole(_, true)) {
            say(text.as_bytes());
        }
        let mut line = match &mut self.kind {
            Kind::Editor(editor) => return editor.next_line(shell, &text),
            Kind::Whole(whole, _) => match whole.next_line() {
                Some(line) => line,
                None => return Ok(None),
            },
            Kind::Standard => {
                let mut line = Vec::new();
                if !read_line_exactly(&mut line)? {
                    return Ok(None);
                }
                line
            }
        };
        while line
            .last()
            .is_some_and(|byte| matches!(byte, b'\n' | b'\r'))
        {
            line.pop();
        }
        Ok(Some(line))
    }

    /// Everything from the line that was read last on, where all of the input is there.
    pub(crate) fn text_from_here(&self) -> Option<&str> {
        match &self.kind {
            Kind::Whole(whole, _) => whole.text_from_here(),
            Kind::Editor(_) | Kind::Standard => None,
        }
    }

    pub(crate) fn lines_read(&self) -> usize {
        self.lines_read
    }

    /// Keeps what was logged for the next run.
    pub(crate) fn remember<'c>(&mut self, commands: impl Iterator<Item = &'c str>) {
        if let Kind::Editor(editor) = &mut self.kind {
            editor.remember(commands);
        }
    }
}

/// An input that was read at once, line by line.
struct Whole {
    text: String,
    at: usize,
    /// Where the line begins that was read last; `None` if it came from `rest`.
    start: Option<usize>,
    /// From the first line on that is no text.
    rest: Vec<u8>,
}

impl Whole {
    fn new(bytes: Vec<u8>) -> Self {
        let mut whole = Self {
            text: String::new(),
            at: 0,
            start: None,
            rest: bytes,
        };
        whole.take_text();
        whole
    }

    /// Moves the lines that are text to the front.
    fn take_text(&mut self) {
        let bytes = std::mem::take(&mut self.rest);
        (self.text, self.at) = match String::from_utf8(bytes) {
            Ok(text) => (text, 0),
            Err(error) => {
                let valid = error.utf8_error().valid_up_to();
                let mut bytes = error.into_bytes();
                let line = bytes[..valid].iter().rposition(|byte| *byte == b'\n');
                self.rest = bytes.split_off(line.map_or(0, |newline| newline + 1));
                (String::from_utf8_lossy(&bytes).into_owned(), 0)
            }
        };
    }

    fn next_line(&mut self) -> Option<Vec<u8>> {
        let line_end = |bytes: &[u8]| {
            let newline = bytes.iter().position(|byte| *byte == b'\n');
            newline.map_or(bytes.len(), |newline| newline + 1)
        };
        if self.at < self.text.len() {
            let start = self.at;
            self.at += line_end(&self.text.as_bytes()[start..]);
            self.start = Some(start);
            return Some(self.text.as_bytes()[start..self.at].to_vec());
        }
        if self.rest.is_empty() {
            return None;
        }
        let after = self.rest.split_off(line_end(&self.rest));
        let line = std::mem::replace(&mut self.rest, after);
        self.start = None;
        self.take_text();
        Some(line)
    }

    fn text_from_here(&self) -> Option<&str> {
        Some(&self.text[self.start?..])
    }
}

/// Reads up to and with a newline and not a byte more; whether there was anything.
fn read_line_exactly(line: &mut Vec<u8>) -> io::Result<bool> {
    // A second handle on standard input that has no buffer, unlike the standard library's.
    let mut input = File::from(descriptors::copy_out_of_the_way(io::stdin())?);
    let mut byte = [0];
    loop {
        match input.read(&mut byte) {
            Ok(0) => return Ok(!line.is_empty()),
            Ok(_) => {
                line.push(byte[0]);
                if byte[0] == b'\n' {
                    return Ok(true);
                }
            }
            Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
            Err(error) => return Err(error),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_that_are_no_text_stand_between_those_that_are() {
        let mut whole = Whole::new(b"one\ntwo\n\xFF\nthree\n\xFE".to_vec());
        let mut lines = Vec::new();
        while let Some(line) = whole.next_line() {
            let text = whole.text_from_here().map(str::to_owned);
            lines.push((line, text));
        }
        let text = |text: &str| Some(text.to_owned());
        assert_eq!(
            lines,
            [
                (b"one\n".to_vec(), text("one\ntwo\n")),
                (b"two\n".to_vec(), text("two\n")),
                (b"\xFF\n".to_vec(), None),
                (b"three\n".to_vec(), text("three\n")),
                (b"\xFE".to_vec(), None),
            ]
        );
    }
}
