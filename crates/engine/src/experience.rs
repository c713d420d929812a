//! Learning from games that were not won: what was played, what refuted it, what would have been
//! better. Generic over games; small, versioned, and safe against whoever would teach us nonsense.
//!
//! A lesson never comes from a result alone. [`post_mortem`] searches the lost game again, from its end
//! backwards, and keeps what our own search has confirmed. A lesson only ever takes a move away from a
//! player that has another one, and never a proven win: the worst that a forged file can do is to cost
//! a player its favourite moves where it has others that do not lose.

mod file;
mod player;
mod post_mortem;
mod trial;

use std::collections::VecDeque;
use std::io;
use std::path::{Path, PathBuf};

use boyi_game::{Score, Seen, whole_file};

pub use player::Experienced;
pub use post_mortem::{Examined, post_mortem};
pub use trial::{Pass, Trial, TrialReport, try_out};

use crate::engine::EngineError;
use crate::game::{ReplayError, SetupError};
use crate::spec::SpecError;

/// What was learned, and the file it lives in.
#[derive(Clone, PartialEq, Debug)]
pub struct Experience {
    game: String,
    file: PathBuf,
    /// The oldest first: they are forgotten first.
    lessons: VecDeque<Lesson>,
}

/// A mistake.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Lesson {
    /// The rules it was made under.
    pub rules: String,
    /// Where it was made.
    pub position: String,
    /// What was played.
    pub mistake: String,
    /// What that came to, from the view of the side that played it.
    pub value: Score,
    /// What the other side answers, and so on.
    pub refutation: Vec<String>,
    /// What to play instead.
    pub better: String,
    /// What that comes to.
    pub better_value: Score,
}

/// How many lessons are kept; older ones are forgotten. About a megabyte.
pub const MOST_LESSONS: usize = 5_000;

/// Why experience cannot be used or gained.
#[derive(Debug, thiserror::Error)]
pub enum ExperienceError {
    /// The file cannot be read or written.
    #[error("{file}: {error}")]
    File {
        /// Which.
        file: String,
        /// Why.
        error: io::Error,
    },
    /// The file holds no experience, that of another game or of a later version, or was changed.
    #[error("{file}: line {line}: {why}")]
    Content {
        /// Which.
        file: String,
        /// Counted from 1.
        line: usize,
        /// What is wrong.
        why: String,
    },
    /// The game to learn from makes no sense.
    #[error(transparent)]
    Game(#[from] ReplayError),
    /// A game cannot begin like this.
    #[error(transparent)]
    Setup(#[from] SetupError),
    /// There is no such player.
    #[error(transparent)]
    Player(#[from] SpecError),
    /// Nobody could be content with any opening, or the game has none.
    #[error("no fair openings were found to try it out on")]
    NoOpenings,
    /// The engine that looks for the mistake failed.
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
            lessons: VecDeque::new(),
        }
    }

    /// Writes the file, whole or not at all.
    pub fn save(&self) -> Result<(), ExperienceError> {
        whole_file::write(&self.file, self.write()).map_err(|error| self.file_error(error))
    }

    /// The game it is about.
    pub fn game(&self) -> &str {
        &self.game
    }

    /// What was learned, the oldest first.
    pub fn lessons(&self) -> impl ExactSizeIterator<Item = &Lesson> {
        self.lessons.iter()
    }

    /// What was learned about a position.
    pub fn about(&self, game: &Seen) -> impl Iterator<Item = &Lesson> {
        let (rules, position) = (game.rules.to_owned(), game.position.clone());
        self.lessons
            .iter()
            .filter(move |lesson| lesson.position == position && lesson.rules == rules)
    }

    /// Adds a lesson; one about the same move makes room for it.
    pub fn add(&mut self, lesson: Lesson) {
        self.lessons.retain(|old| {
            (&old.rules, &old.position, &old.mistake)
                != (&lesson.rules, &lesson.position, &lesson.mistake)
        });
        self.lessons.push_back(lesson);
        while self.lessons.len() > MOST_LESSONS {
            self.lessons.pop_front();
        }
    }

    fn file_error(&self, error: io::Error) -> ExperienceError {
        ExperienceError::File {
            file: self.file.display().to_string(),
            error,
        }
    }
}

#[cfg(test)]
mod tests;
