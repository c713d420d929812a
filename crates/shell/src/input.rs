//! Where command lines come from.

use std::fs::File;
use std::io::{self, BufRead, BufReader, IsTerminal, Read};
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
pub(crate) enum Source {
    Editor(Box<LineEditor>),
    /// Read byte by byte: what follows the line belongs to the program that the line starts.
    Standard,
    File(BufReader<File>),
    Text(std::vec::IntoIter<String>),
}

impl Source {
    pub(crate) fn open(input: Input, shell: &mut Shell) -> io::Result<Self> {
        match input {
            Input::Standard if io::stdin().is_terminal() && io::stdout().is_terminal() => {
                match Terminal::take() {
                    Ok(terminal) => shell.terminal = Some(terminal),
                    Err(error) => complain_of("no job control", error),
                }
                LineEditor::open(shell).map(|editor| Self::Editor(Box::new(editor)))
            }
            Input::Standard => Ok(Self::Standard),
            Input::File(path) => {
                // Users may name descriptors 0 to 9; the shell's own file stays clear of them.
                let file = descriptors::copy_out_of_the_way(File::open(path)?)?;
                Ok(Self::File(BufReader::new(file.into())))
            }
            Input::Text(text) => {
                let lines: Vec<String> = text.lines().map(str::to_owned).collect();
                Ok(Self::Text(lines.into_iter()))
            }
        }
    }

    /// The next line without its end, after the prompt; `None` at the end of the input.
    pub(crate) fn next_line(&mut self, shell: &mut Shell) -> io::Result<Option<Vec<u8>>> {
        if matches!(self, Self::Standard | Self::File(_)) {
            say(shell.prompt().as_bytes());
        }
        let mut line = Vec::new();
        let complete = match self {
            Self::Editor(editor) => return editor.next_line(shell),
            Self::Text(lines) => return Ok(lines.next().map(String::into_bytes)),
            Self::File(file) => file.read_until(b'\n', &mut line)? > 0,
            Self::Standard => read_line_exactly(&mut line)?,
        };
        if !complete {
            return Ok(None);
        }
        while line
            .last()
            .is_some_and(|byte| matches!(byte, b'\n' | b'\r'))
        {
            line.pop();
        }
        Ok(Some(line))
    }

    /// Keeps what was logged for the next run.
    pub(crate) fn remember<'c>(&mut self, commands: impl Iterator<Item = &'c str>) {
        if let Self::Editor(editor) = self {
            editor.remember(commands);
        }
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
