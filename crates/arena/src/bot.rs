//! Programs on a pipe as players.

use boyi_engine::Game;

use crate::{Contestant, SourceError};

/// How programs are run.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Options {}

/// Whether a text names a program rather than a player of our own: `bot:NAME`, or a path.
pub fn names_program(text: &str) -> bool {
    text.starts_with("bot:") || text.contains('/')
}

/// The program of this name, not started yet.
pub fn contestant(
    _game: &'static dyn Game,
    text: &str,
    _options: &Options,
) -> Result<Box<dyn Contestant>, SourceError> {
    Err(SourceError::Program {
        text: text.to_owned(),
        why: "programs cannot be players yet".to_owned(),
    })
}
