//! The players of a game of the page.

use boyi_engine::book::BookSource;
use boyi_engine::{Engine, Game, PlayerSpec};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::error::ApiError;
use crate::text::Localized;

/// What plays a side.
#[derive(Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema, Debug)]
#[serde(tag = "kind", rename_all = "lowercase")]
pub(crate) enum PlayerKind {
    /// A person at the page.
    Person,
    /// One of two people who each play at a page of their own.
    Guest,
    /// The engine at a named strength.
    Level { level: String },
    /// A player by its full name, such as `pvs:depth=5`.
    Player { player: String },
}

/// How records name somebody at the page, and a named strength of the engine.
const PERSON: &str = "person";
const GUEST: &str = "guest";
const LEVEL: &str = "level:";

/// The most that a player of somebody else gets: a table in mebibytes, and threads.
const MAX_TABLE_MIB: usize = 64;
const MAX_THREADS: usize = 1;
/// The table of a level that searches to a depth.
const SMALL_TABLE: &str = ",hash=2";

/// A player that somebody at the page named: it reads no files of this machine, and takes no more of its
/// memory and cores than others do.
pub(crate) fn player_from_outside(text: &str) -> Result<PlayerSpec, ApiError> {
    let mut spec: PlayerSpec = text.parse()?;
    if spec.weights.is_some() || matches!(spec.book, Some(BookSource::File(_))) {
        let why = "players at the page use no files: leave out weights= and book=FILE";
        return Err(ApiError::invalid("player", &why));
    }
    spec.hash = spec.hash.map(|hash| hash.min(MAX_TABLE_MIB));
    spec.threads = spec.threads.map(|threads| threads.min(MAX_THREADS));
    Ok(spec)
}

impl PlayerKind {
    /// The name in records.
    pub(super) fn name(&self) -> String {
        match self {
            Self::Person => PERSON.to_owned(),
            Self::Guest => GUEST.to_owned(),
            Self::Level { level } => format!("{LEVEL}{level}"),
            Self::Player { player } => player.clone(),
        }
    }

    /// The player of a name in a record.
    pub(crate) fn named(name: &str) -> Self {
        match name.strip_prefix(LEVEL) {
            Some(level) => Self::Level {
                level: level.to_owned(),
            },
            None if name == PERSON => Self::Person,
            None if name == GUEST => Self::Guest,
            None => Self::Player {
                player: name.to_owned(),
            },
        }
    }

    /// Whether only games of the page have such players.
    pub(super) const fn is_page_game(&self) -> bool {
        matches!(self, Self::Person | Self::Guest | Self::Level { .. })
    }

    pub(super) const fn is_person(&self) -> bool {
        matches!(self, Self::Person | Self::Guest)
    }

    pub(super) const fn is_guest(&self) -> bool {
        matches!(self, Self::Guest)
    }

    /// The player; `None` for a person.
    pub(super) fn engine(
        &self,
        game: &'static dyn Game,
        seed: u64,
    ) -> Result<Option<Box<dyn Engine>>, ApiError> {
        match self {
            Self::Person | Self::Guest => Ok(None),
            Self::Level { level } => {
                let unknown = || ApiError::invalid("level", &format!("no level called `{level}`"));
                let mut level = game.level(level).ok_or_else(unknown)?;
                // Who looks a few plies ahead fills no large table, and a small one is made sooner.
                if level.player.contains(":depth=") {
                    level.player += SMALL_TABLE;
                }
                Ok(Some(level.engine(game, seed)?))
            }
            Self::Player { player } => Ok(Some(game.player(&player_from_outside(player)?)?)),
        }
    }

    /// The name that people see.
    pub(crate) fn title(&self, game: &dyn Game) -> Localized {
        match self {
            Self::Person => Localized::new("You", "你"),
            Self::Guest => Localized::new("Guest", "棋友"),
            Self::Level { level } => {
                let found = game.level(level);
                found.map_or_else(|| Localized::same(level), |known| known.title.into())
            }
            Self::Player { player } => crate::names::title(player),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_level_of_every_game_plays() {
        for game in boyi_engine::games() {
            for level in game.levels() {
                let level = level.name.to_owned();
                let kind = PlayerKind::Level { level };
                let made = kind.engine(*game, 1);
                assert!(made.is_ok_and(|engine| engine.is_some()), "{kind:?}");
            }
        }
    }
}
