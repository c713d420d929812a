//! The state of a game as the API sends it.

use boyi_game::Side;
use serde::Serialize;
use utoipa::ToSchema;

use super::clock::ClockRules;
use super::player::PlayerKind;
use crate::evaluation::Evaluation;
use crate::positions::MoveText;
use crate::scene::Scene;
use crate::text::{Localized, SideName};

/// A game as it stands.
#[derive(Clone, Serialize, ToSchema)]
pub(crate) struct GameState {
    pub(crate) id: String,
    /// Goes up with every change, also over a restart: the page shows the newest it has seen.
    pub(crate) version: u64,
    pub(crate) game: String,
    pub(crate) rules: String,
    pub(crate) start: String,
    /// The seed of its random events; 0 until the game is over.
    pub(crate) seed: u64,
    #[schema(min_items = 2, max_items = 2)]
    pub(crate) seats: [PlayerState; 2],
    pub(crate) moves: Vec<MoveState>,
    pub(crate) scene: Scene,
    pub(crate) clock: Option<ClockState>,
    pub(crate) draw: Option<DrawOffer>,
    /// Who asks the other person to let them take back their last move.
    pub(crate) take_back: Option<SideName>,
    /// Who asks the other person for another game.
    pub(crate) rematch: Option<SideName>,
    /// The game that the same two people began after this one.
    pub(crate) next: Option<String>,
    /// Seconds since 1970.
    pub(crate) created: u64,
    /// Seconds since 1970.
    pub(crate) updated: u64,
}

/// The player of a side.
#[derive(Clone, Serialize, ToSchema)]
pub(crate) struct PlayerState {
    pub(crate) seat: PlayerKind,
    pub(crate) title: Localized,
    pub(crate) thinking: bool,
    /// It waits for a free place of the engine, and its clock stands.
    pub(crate) waiting: bool,
    /// False while nobody has opened the link to this seat.
    pub(crate) seated: bool,
}

/// A move that was played.
#[derive(Clone, Serialize, ToSchema)]
pub(crate) struct MoveState {
    #[serde(flatten)]
    pub(crate) mv: MoveText,
    pub(crate) seconds: f64,
    pub(crate) worth: Option<Evaluation>,
}

#[derive(Clone, Serialize, ToSchema)]
pub(crate) struct ClockState {
    pub(crate) rules: ClockRules,
    /// Seconds left now, first player's first.
    #[schema(min_items = 2, max_items = 2)]
    pub(crate) left: [f64; 2],
    #[schema(min_items = 2, max_items = 2)]
    pub(crate) running: [bool; 2],
}

/// Where an offer of a draw stands.
#[derive(Clone, Copy, PartialEq, Eq, Serialize, ToSchema, Debug)]
#[serde(rename_all = "snake_case")]
pub(crate) enum DrawOffer {
    ByFirst,
    BySecond,
    Declined,
}

impl DrawOffer {
    pub(super) const fn by(side: Side) -> Self {
        match side {
            Side::First => Self::ByFirst,
            Side::Second => Self::BySecond,
        }
    }
}

/// A game in the list of games.
#[derive(Clone, Serialize, ToSchema)]
pub(crate) struct GameSummary {
    pub(crate) id: String,
    pub(crate) game: String,
    #[schema(min_items = 2, max_items = 2)]
    pub(crate) titles: [Localized; 2],
    pub(crate) moves: usize,
    pub(crate) over: bool,
    /// Seconds since 1970.
    pub(crate) updated: u64,
}
