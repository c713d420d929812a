//! Following an experiment while it runs.

use boyi_game::Phrase;
use boyi_search::Stop;

use crate::sheet::{Row, Sheet};

/// What an experiment has to say while it runs.
#[derive(Debug)]
pub enum News<'a> {
    /// It begins: what its sheet will look like.
    Begun(&'a Sheet),
    /// What it does now, and how much of the whole is done, between 0 and 1.
    Doing(Phrase, f64),
    Row(&'a Row),
}

/// The caller of an experiment: hears of its progress and may end it.
pub struct Watch<'a> {
    pub tell: &'a mut dyn FnMut(News),
    pub stop: Stop,
}

impl Watch<'_> {
    /// Tells a sheet that is finished already, row by row.
    pub fn replay(&mut self, sheet: Sheet) -> Sheet {
        let empty = Sheet {
            rows: Vec::new(),
            ..sheet.clone()
        };
        (self.tell)(News::Begun(&empty));
        for row in &sheet.rows {
            (self.tell)(News::Row(row));
        }
        sheet
    }

    pub(crate) fn doing(&mut self, english: String, chinese: String, done: f64) {
        (self.tell)(News::Doing(Phrase::new(english, chinese), done));
    }

    pub(crate) fn row(&mut self, sheet: &mut Sheet, row: Row) {
        (self.tell)(News::Row(&row));
        sheet.rows.push(row);
    }

    pub(crate) fn go_on(&self) -> Result<(), LabError> {
        if self.stop.is_stopped() {
            return Err(LabError::Stopped);
        }
        Ok(())
    }
}

/// Why an experiment found nothing.
#[derive(Debug, thiserror::Error)]
pub enum LabError {
    #[error("the experiment was stopped")]
    Stopped,
    #[error(transparent)]
    Game(#[from] boyi_engine::UnknownGame),
    #[error("the classic searches do not play {0}")]
    NotSearched(&'static str),
    #[error(transparent)]
    Player(#[from] boyi_engine::SpecError),
    #[error(transparent)]
    Setup(#[from] boyi_engine::SetupError),
    #[error(transparent)]
    Engine(#[from] boyi_engine::EngineError),
    #[error(transparent)]
    Maze(#[from] boyi_paths::maze::GridError),
    #[error(transparent)]
    Ends(#[from] boyi_paths::maze::MazeError),
    /// The server that was to be measured, or the way to it.
    #[error("the server under load: {0}")]
    Server(String),
    #[error("there is no {what} called `{name}`: choose from {known}")]
    Unknown {
        what: &'static str,
        name: String,
        known: String,
    },
}

impl LabError {
    #[cfg(not(target_arch = "wasm32"))]
    pub(crate) fn server(why: impl std::fmt::Display) -> Self {
        Self::Server(why.to_string())
    }
}
