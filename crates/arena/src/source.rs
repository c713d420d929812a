//! From the text that names a player to the player.

use boyi_engine::{Game, PlayerSpec, SpecError};

use crate::{BuiltIn, Contestant, bot};

/// The player of this name: a program where [`bot::names_program`] says so, else one of our own.
pub fn contestant(
    game: &'static dyn Game,
    text: &str,
    options: &bot::Options,
) -> Result<Box<dyn Contestant>, SourceError> {
    if bot::names_program(text) {
        return bot::contestant(game, text, options);
    }
    let spec: PlayerSpec = text.parse()?;
    Ok(Box::new(BuiltIn::new(game, &spec)?))
}

/// Why there is no such player.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum SourceError {
    #[error(transparent)]
    Spec(#[from] SpecError),
    #[error("{text}: {why}")]
    Program { text: String, why: String },
}
