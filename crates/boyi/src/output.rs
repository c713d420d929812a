//! Where results go: text for people or JSON for programs, on standard output. Everything else, such
//! as progress, goes to standard error.

use std::io::{self, IsTerminal, Write};

use anyhow::Result;
use boyi_arena::bot::TemplateError;
use boyi_engine::{ExportError, SetupError, SpecError, UnknownGame};
use boyi_game::Table;
use serde::Serialize;

use crate::draw::draw;
use crate::language::Language;

/// Standard output, with what the user asked for.
pub(crate) struct Output {
    pub(crate) json: bool,
    pub(crate) language: Language,
    /// Whether colours make sense.
    pub(crate) colour: bool,
    /// Whether somebody watches progress on standard error.
    progress: bool,
    stdout: io::Stdout,
}

impl Output {
    pub(crate) fn new(json: bool, language: Language) -> Self {
        let plain = std::env::var_os("NO_COLOR").is_some_and(|value| !value.is_empty());
        Self {
            json,
            language,
            colour: io::stdout().is_terminal() && !plain,
            progress: io::stderr().is_terminal(),
            stdout: io::stdout(),
        }
    }

    /// Prints text and makes sure it is seen.
    pub(crate) fn text(&mut self, text: impl AsRef<str>) -> Result<()> {
        self.stdout.write_all(text.as_ref().as_bytes())?;
        self.stdout.flush()?;
        Ok(())
    }

    /// Prints a line of text.
    pub(crate) fn line(&mut self, text: impl AsRef<str>) -> Result<()> {
        self.text(format!("{}\n", text.as_ref()))
    }

    /// Draws the board of a game.
    pub(crate) fn board(&mut self, table: &dyn Table) -> Result<()> {
        let acting = table.to_act().first();
        let legal = acting.map(|side| table.legal_moves(side));
        let legal = legal.unwrap_or_default();
        let language = self.language.of_games();
        self.text(draw(&table.view(), &legal, self.colour, language))
    }

    /// Prints one JSON object on a line.
    pub(crate) fn object(&mut self, object: &impl Serialize) -> Result<()> {
        self.line(serde_json::to_string(object)?)
    }

    /// Replaces the line of progress on standard error, where somebody watches.
    pub(crate) fn progress(&self, text: &str) {
        if self.progress {
            eprint!("\r\x1b[K{text}");
        }
    }

    /// Removes the line of progress.
    pub(crate) fn progress_done(&self) {
        self.progress("");
    }
}

/// Whether an error only means that nobody reads any more.
pub(crate) fn is_closed_pipe(error: &anyhow::Error) -> bool {
    let io = error.downcast_ref::<io::Error>();
    io.is_some_and(|io| io.kind() == io::ErrorKind::BrokenPipe)
}

/// 2 where the command line itself names something that does not exist, else 1.
pub(crate) fn status(error: &anyhow::Error) -> u8 {
    let names_nothing = error.is::<UnknownGame>()
        || error.is::<SpecError>()
        || error.is::<TemplateError>()
        || matches!(error.downcast_ref(), Some(ExportError::Format { .. }))
        || matches!(
            error.downcast_ref(),
            Some(SetupError::Size(_) | SetupError::Rules { .. } | SetupError::SizeAndPosition)
        );
    if names_nothing { 2 } else { 1 }
}

/// 1234567 as `1,234,567`.
pub(crate) fn grouped(number: u64) -> String {
    let digits = number.to_string();
    let mut text = String::new();
    for (index, digit) in digits.chars().enumerate() {
        if index > 0 && (digits.len() - index).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}

/// A time as people say it: `0.8 ms`, `1.25 s`, `3 min 20 s`.
pub(crate) fn spoken(time: std::time::Duration) -> String {
    let seconds = time.as_secs_f64();
    match seconds {
        _ if seconds < 0.001 => format!("{:.0} µs", seconds * 1e6),
        _ if seconds < 0.1 => format!("{:.1} ms", seconds * 1e3),
        _ if seconds < 1.0 => format!("{:.0} ms", seconds * 1e3),
        _ if seconds < 100.0 => format!("{seconds:.2} s"),
        _ => format!("{} min {} s", time.as_secs() / 60, time.as_secs() % 60),
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;

    #[test]
    fn numbers_and_times_read_well() {
        assert_eq!(
            [0, 999, 1000, 1_234_567].map(grouped),
            ["0", "999", "1,000", "1,234,567"]
        );
        let spoken = |micros| spoken(Duration::from_micros(micros));
        assert_eq!(
            [7, 1500, 250_000, 1_250_000, 200_000_000].map(spoken),
            ["7 µs", "1.5 ms", "250 ms", "1.25 s", "3 min 20 s"]
        );
    }
}
