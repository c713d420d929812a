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
    /// It has measured something.
    Row(&'a Row),
}

/// Whoever runs an experiment: is told the news and may end it.
pub struct Watch<'a> {
    /// Hears the news.
    pub tell: &'a mut dyn FnMut(News),
    /// Ends the experiment as soon as possible.
    pub stop: Stop,
}

impl Watch<'_> {
    pub(crate) fn doing(&mut self, english: String, chinese: String, done: f64) {
        (self.tell)(News::Doing(Phrase::new(english, chinese), done));
    }

    /// Adds a row to the sheet.
    pub(crate) fn row(&mut self, sheet: &mut Sheet, row: Row) {
        (self.tell)(News::Row(&row));
        sheet.rows.push(row);
    }

    /// Whether to go on.
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
    /// Somebody ended it.
    #[error("the experiment was stopped")]
    Stopped,
    /// Nobody knows the game.
    #[error(transparent)]
    Game(#[from] boyi_engine::UnknownGame),
    /// The classic searches do not play it.
    #[error("the classic searches do not play {0}")]
    NotSearched(&'static str),
    /// There is no such player.
    #[error(transparent)]
    Player(#[from] boyi_engine::SpecError),
    /// A position cannot be read.
    #[error(transparent)]
    Setup(#[from] boyi_engine::SetupError),
    /// A player cannot play.
    #[error(transparent)]
    Engine(#[from] boyi_engine::EngineError),
    /// No maze has this size.
    #[error(transparent)]
    Maze(#[from] boyi_paths::maze::GridError),
    /// A maze without a way in or out.
    #[error(transparent)]
    Ends(#[from] boyi_paths::maze::MazeError),
    /// There is no such thing to choose.
    #[error("there is no {what} called `{name}`: choose from {known}")]
    Unknown {
        /// What kind of thing.
        what: &'static str,
        /// What was asked for.
        name: String,
        /// What there is.
        known: String,
    },
}
