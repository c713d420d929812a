//! Programs on a pipe as players: in our own protocol, one JSON object a line, or in those that
//! existing engines speak. Each runs in the [sandbox](crate::sandbox), one process a game.

mod log;
mod pipe;
mod dialect;
mod ours;
mod ranks;
mod point;
mod uci;
mod xboard;
mod gomocup;
mod othello;
mod botzone;
mod protocol;
mod manifest;
mod registry;
mod spec;
mod player;
mod check;
mod template;
mod fingerprint;

use std::path::PathBuf;

use boyi_engine::Game;

pub use check::{Check, Finding, check};
pub use fingerprint::fingerprint;
pub use manifest::{Manifest, ManifestError};
pub use player::Bot;
pub use protocol::{Protocol, UnknownProtocol};
pub use registry::{Registry, RegistryError};
pub use spec::{BotSpec, BotSpecError};
pub use template::{Template, TemplateError, languages, template};

use crate::sandbox::Sandbox;
use crate::{Contestant, SourceError};

#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Options {
    pub sandbox: Sandbox,
    /// The file that lists the bots known by name; the person's own unless said.
    pub registry: Option<PathBuf>,
}

/// Whether a text names a program rather than a player of our own: `bot:NAME`, `uci:COMMAND`, or a
/// path. Files among the options of a player (`strong:weights=FILE`) are no programs.
pub fn names_program(text: &str) -> bool {
    match text.split_once(':') {
        Some((name, _)) => name == "bot" || name.parse::<Protocol>().is_ok() || name.contains('/'),
        None => text.contains('/'),
    }
}

/// The program of this name, not started yet.
pub fn contestant(
    game: &'static dyn Game,
    text: &str,
    options: &Options,
) -> Result<Box<dyn Contestant>, SourceError> {
    let wrong = |why: String| SourceError::Program {
        text: text.to_owned(),
        why,
    };
    let spec = BotSpec::read(text, options.registry.as_deref());
    let spec = spec.map_err(|error| wrong(error.to_string()))?;
    if !spec.plays(game.name()) {
        let games = spec.games.join(", ");
        return Err(wrong(format!("it plays {games}, not {}", game.name())));
    }
    Ok(Box::new(Bot::new(spec, options.sandbox.clone())))
}
