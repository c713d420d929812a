//! The two ends of a conversation: the counterpart's lines, read on a thread of their own so that its
//! end is noticed in the middle of a search, and our lines, never torn.

use std::io::{self, BufRead, Write};
use std::sync::mpsc::{Receiver, SyncSender, sync_channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;

use boyi_search::Stop;

/// What is longer is cut.
const MAX_LINE: usize = 1 << 20;

/// Lines that may wait while a command is being answered; whoever sends more has to wait too.
const MAX_WAITING: usize = 1 << 16;

/// What the serving thread hears.
enum Heard {
    Line(String),
    /// The input has ended, or the reason why it cannot be read.
    End(io::Result<()>),
    /// Nobody reads what we say.
    Unread(io::Error),
}

/// Opens a conversation; our lines end with `line_end`.
pub(super) fn open<W: Write>(
    input: impl BufRead + Send + 'static,
    writer: W,
    line_end: &'static str,
) -> (Lines, Output<W>) {
    let (heard, lines) = sync_channel(MAX_WAITING);
    let gone = Stop::default();
    let output = Output {
        writer: Arc::new(Mutex::new(writer)),
        line_end,
        gone: gone.clone(),
        heard: heard.clone(),
    };
    thread::spawn(move || {
        let end = read(input, &heard);
        gone.stop();
        // Nobody listens any more after `quit`.
        let _ = heard.send(Heard::End(end));
    });
    (Lines(lines), output)
}

/// The counterpart's lines.
pub(super) struct Lines(Receiver<Heard>);

impl Lines {
    /// Handles line after line, until the counterpart has gone or `handle` quits.
    pub(super) fn each(self, mut handle: impl FnMut(&str) -> io::Result<Next>) -> io::Result<()> {
        while let Ok(heard) = self.0.recv() {
            match heard {
                Heard::Line(line) => {
                    if handle(&line)? == Next::Quit {
                        break;
                    }
                }
                Heard::End(end) => return end,
                Heard::Unread(error) => return Err(error),
            }
        }
        Ok(())
    }
}

/// What comes after a line.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Next {
    Line,
    Quit,
}

/// Reads lines that end with LF, CR LF or CR until the input ends or nobody listens. Bytes that are no
/// text are replaced, endless lines are cut.
fn read(mut input: impl BufRead, heard: &SyncSender<Heard>) -> io::Result<()> {
    let mut line = Vec::new();
    loop {
        let buffer = match input.fill_buf() {
            Err(error) if error.kind() == io::ErrorKind::Interrupted => continue,
            buffer => buffer?,
        };
        if buffer.is_empty() && line.is_empty() {
            return Ok(());
        }
        let end = buffer.iter().position(|&c| c == b'\n' || c == b'\r');
        let length = end.unwrap_or(buffer.len());
        let room = MAX_LINE.saturating_sub(line.len());
        line.extend_from_slice(&buffer[..length.min(room)]);
        let at_end = buffer.is_empty();
        input.consume(end.map_or(length, |end| end + 1));
        if end.is_some() || at_end {
            let text = String::from_utf8_lossy(&line).trim().to_owned();
            line.clear();
            if heard.send(Heard::Line(text)).is_err() {
                return Ok(());
            }
        }
    }
}

/// Where answers go; clones write to the same place, a whole line at a time.
pub(super) struct Output<W> {
    writer: Arc<Mutex<W>>,
    line_end: &'static str,
    gone: Stop,
    heard: SyncSender<Heard>,
}

impl<W> Clone for Output<W> {
    fn clone(&self) -> Self {
        Self {
            writer: Arc::clone(&self.writer),
            line_end: self.line_end,
            gone: self.gone.clone(),
            heard: self.heard.clone(),
        }
    }
}

impl<W> Output<W> {
    /// Pressed once the counterpart has gone: every search is a part of it.
    pub(super) fn gone(&self) -> &Stop {
        &self.gone
    }
}

impl<W: Write> Output<W> {
    pub(super) fn say(&self, text: &str) -> io::Result<()> {
        let mut writer = self.writer.lock().unwrap_or_else(PoisonError::into_inner);
        writer.write_all(format!("{text}{}", self.line_end).as_bytes())?;
        writer.flush()
    }

    /// Says something from the thread of a search. Where nobody reads it the search ends, and serving too.
    pub(super) fn tell(&self, text: &str) {
        if let Err(error) = self.say(text) {
            self.gone.stop();
            // With so many lines waiting, the next answer to one of them fails just as well.
            let _ = self.heard.try_send(Heard::Unread(error));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_end_in_any_way_and_rubbish_is_survived() {
        let mut lines = Vec::new();
        let input = "one\r\ntwo\rthree\n\n\u{fffd}last".as_bytes();
        let (heard, _output) = open(input, io::sink(), "\n");
        heard
            .each(|line| {
                lines.push(line.to_owned());
                Ok(Next::Line)
            })
            .expect("nothing breaks");
        lines.retain(|line| !line.is_empty());
        assert_eq!(lines, ["one", "two", "three", "\u{fffd}last"]);
    }

    #[test]
    fn an_endless_line_is_cut() {
        let mut lengths = Vec::new();
        let input = io::Cursor::new(format!("{}\nnext", "x".repeat(3 * MAX_LINE)));
        let (heard, _output) = open(input, io::sink(), "\n");
        heard
            .each(|line| {
                lengths.push(line.len());
                Ok(Next::Line)
            })
            .expect("nothing breaks");
        assert_eq!(lengths, [MAX_LINE, 4]);
    }
}
