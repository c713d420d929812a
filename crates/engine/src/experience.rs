//! Learning from games that were not won: what was played, what refuted it, what would have been
//! better. Generic over games; small, versioned, and safe against whoever would teach us nonsense.
//!
//! An entry never comes from a result alone. [`post_mortem`] searches the lost game again, from its end
//! backwards, and keeps what our own search has confirmed. An entry only ever takes a move away from a
//! player that has another one, and never a proven win: the worst that a forged file can do is to cost
//! a player its favourite moves where it has others that do not lose.

mod file;
mod thinking;
mod post_mortem;

use std::collections::VecDeque;
use std::io;
use std::path::{Path, PathBuf};

use boyi_game::{Score, Seen, whole_file};

pub use post_mortem::post_mortem;
pub(crate) use thinking::think;

use crate::engine::EngineError;
use crate::file_error::FileError;
use crate::game::{ReplayError, SetupError};

/// What was learned about one game, and the file it is kept in.
#[derive(Clone, PartialEq, Debug)]
pub struct Experience {
    game: String,
    file: PathBuf,
    /// The oldest first: they are removed first.
    entries: VecDeque<ExperienceEntry>,
}

/// A mistake, its refutation and a better move. Values are from the view of the side that made it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ExperienceEntry {
    pub rules: String,
    pub position: String,
    pub mistake: String,
    pub value: Score,
    /// The moves that followed the mistake, beginning with the opponent's.
    pub refutation: Vec<String>,
    pub better: String,
    pub better_value: Score,
}

/// How many entries are kept; older ones are removed. About a megabyte.
pub const MAX_ENTRIES: usize = 5_000;

/// Why experience cannot be used or gained.
#[derive(Debug, thiserror::Error)]
pub enum ExperienceError {
    #[error(transparent)]
    File(#[from] FileError),
    #[error(transparent)]
    Game(#[from] ReplayError),
    #[error(transparent)]
    Setup(#[from] SetupError),
    #[error(transparent)]
    Engine(#[from] EngineError),
}

impl Experience {
    /// Opens a file; one that does not exist is no experience yet.
    pub fn open(game: &str, file: &Path) -> Result<Self, ExperienceError> {
        let mut experience = Self::none(game, file);
        match std::fs::read_to_string(file) {
            Ok(text) => experience.read(&text)?,
            Err(error) if error.kind() == io::ErrorKind::NotFound => {}
            Err(error) => return Err(experience.file_error(error)),
        }
        Ok(experience)
    }

    /// No experience yet.
    pub fn none(game: &str, file: &Path) -> Self {
        Self {
            game: game.to_owned(),
            file: file.to_owned(),
            entries: VecDeque::new(),
        }
    }

    /// Writes the file, whole or not at all.
    pub fn save(&self) -> Result<(), ExperienceError> {
        whole_file::write(&self.file, self.write()).map_err(|error| self.file_error(error))
    }

    /// All entries, the oldest first.
    pub fn entries(&self) -> impl ExactSizeIterator<Item = &ExperienceEntry> {
        self.entries.iter()
    }

    /// The entries about the position that a game stands at.
    pub fn about(&self, game: &Seen) -> impl Iterator<Item = &ExperienceEntry> {
        let (rules, position) = (game.rules.to_owned(), game.position.clone());
        self.entries
            .iter()
            .filter(move |entry| entry.position == position && entry.rules == rules)
    }

    /// Adds an entry; an older one about the same move is replaced.
    pub fn add(&mut self, entry: ExperienceEntry) {
        self.entries.retain(|old| {
            (&old.rules, &old.position, &old.mistake)
                != (&entry.rules, &entry.position, &entry.mistake)
        });
        self.entries.push_back(entry);
        while self.entries.len() > MAX_ENTRIES {
            self.entries.pop_front();
        }
    }

    fn file_error(&self, error: io::Error) -> ExperienceError {
        ExperienceError::File(FileError::io(&self.file, error))
    }
}

#[cfg(test)]
mod tests;
