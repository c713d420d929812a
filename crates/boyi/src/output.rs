//! Where results go: text for people or JSON for programs, on standard output. Everything else, such
//! as progress, goes to standard error.

use std::io::{self, IsTerminal, Write};

use anyhow::Result;
use boyi_arena::bot::TemplateError;
use boyi_arena::terminal::{escaped, escaped_json};
use boyi_engine::{ExportError, SetupError, SpecError, UnknownGame, game};
use boyi_game::{Language, LegalMove, PerSide, Side, Table};
use serde::Serialize;

pub(crate) use boyi_lab::{grouped, spoken};

use crate::draw::Drawing;

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

    /// Prints text and makes sure it is seen. It may come from anywhere: a terminal does not obey it.
    pub(crate) fn text(&mut self, text: impl AsRef<str>) -> Result<()> {
        self.drawn(escaped(text.as_ref()))
    }

    /// Prints what is for files and other programs, byte for byte where no terminal shows it.
    pub(crate) fn exact(&mut self, text: &str) -> Result<()> {
        if self.stdout.is_terminal() {
            self.text(text)
        } else {
            self.drawn(text)
        }
    }

    /// Prints text of our own, with colours in it.
    pub(crate) fn drawn(&mut self, text: impl AsRef<str>) -> Result<()> {
        self.stdout.write_all(text.as_ref().as_bytes())?;
        self.stdout.flush()?;
        Ok(())
    }

    pub(crate) fn line(&mut self, text: impl AsRef<str>) -> Result<()> {
        self.text(format!("{}\n", text.as_ref()))
    }

    /// Prints a line in the language of the user.
    pub(crate) fn say(&mut self, english: impl AsRef<str>, chinese: impl AsRef<str>) -> Result<()> {
        match self.language {
            Language::English => self.line(english),
            Language::Chinese => self.line(chinese),
        }
    }

    pub(crate) fn board(&mut self, table: &dyn Table) -> Result<()> {
        let acting = table.to_act().first();
        let legal = acting.map(|side| table.legal_moves(side));
        let legal = legal.unwrap_or_default();
        self.draw(table, &legal)
    }

    /// Draws a board with these moves marked on it.
    pub(crate) fn draw(&mut self, table: &dyn Table, legal: &[LegalMove]) -> Result<()> {
        let game = game(&table.record().game)?;
        let drawing = Drawing {
            view: &table.view(),
            legal,
            sides: PerSide::new(game.side_name(Side::First), game.side_name(Side::Second)),
            colour: self.colour,
            language: self.language,
        };
        self.drawn(drawing.text())
    }

    /// Prints one JSON object on a line.
    pub(crate) fn object(&mut self, object: &impl Serialize) -> Result<()> {
        let json = serde_json::to_string(object)?;
        self.line(escaped_json(&json))
    }

    /// Replaces the line of progress on standard error, where somebody watches.
    pub(crate) fn progress(&self, text: &str) {
        if self.progress {
            eprint!("\r\x1b[K{}", escaped(text));
        }
    }

    pub(crate) fn progress_done(&self) {
        self.progress("");
    }
}

/// Prints a line on standard error, for people. It may come from anywhere, too.
pub(crate) fn complain(text: impl AsRef<str>) {
    eprintln!("{}", escaped(text.as_ref()));
}

/// Whether an error only means that nobody reads any more.
pub(crate) fn is_closed_pipe(error: &anyhow::Error) -> bool {
    let io = error.downcast_ref::<io::Error>();
    io.is_some_and(|io| io.kind() == io::ErrorKind::BrokenPipe)
}

/// 2 where the command line itself names something that does not exist, else 1.
pub(crate) fn status(error: &anyhow::Error) -> u8 {
    let names_nothing = error.is::<UnknownGame>()
        || error.downcast_ref().is_some_and(names_no_player)
        || error.is::<TemplateError>()
        || matches!(error.downcast_ref(), Some(ExportError::Format { .. }))
        || matches!(
            error.downcast_ref(),
            Some(SetupError::Size(_) | SetupError::Rules { .. } | SetupError::SizeAndPosition)
        );
    if names_nothing { 2 } else { 1 }
}

/// A file that was named but cannot be used is no mistake on the command line.
fn names_no_player(error: &SpecError) -> bool {
    !matches!(error, SpecError::Weights { .. })
}
