//! What the page is told about a game.

use boyi_game::Side;
use serde::Serialize;
use utoipa::ToSchema;

use super::clock::ClockRules;
use super::seat::Seat;
use crate::look::MoveText;
use crate::scene::Scene;
use crate::words::Words;
use crate::worth::Worth;

/// A game as it stands.
#[derive(Clone, Serialize, ToSchema)]
pub(crate) struct GameState {
    /// Its name in addresses.
    pub(crate) id: String,
    /// Goes up with every change, also over a restart: the page shows the newest it has seen.
    pub(crate) version: u64,
    /// Which game.
    pub(crate) game: String,
    /// By which rules.
    pub(crate) rules: String,
    /// Where it started.
    pub(crate) start: String,
    /// The seed of its chance, told when it is over.
    pub(crate) seed: u64,
    /// Who plays, first player first.
    #[schema(min_items = 2, max_items = 2)]
    pub(crate) seats: [SeatState; 2],
    /// What was played.
    pub(crate) moves: Vec<MoveState>,
    /// The board now.
    pub(crate) scene: Scene,
    /// The clocks, if it is played with any.
    pub(crate) clock: Option<ClockState>,
    /// A draw that was offered or declined.
    pub(crate) draw: Option<DrawOffer>,
    /// Seconds since 1970.
    pub(crate) created: u64,
    /// Seconds since 1970.
    pub(crate) updated: u64,
}

/// Who sits at a side.
#[derive(Clone, Serialize, ToSchema)]
pub(crate) struct SeatState {
    /// Who.
    pub(crate) seat: Seat,
    /// What to call them.
    pub(crate) title: Words,
    /// Whether they think right now.
    pub(crate) thinking: bool,
}

/// A move that was played.
#[derive(Clone, Serialize, ToSchema)]
pub(crate) struct MoveState {
    /// The move.
    #[serde(flatten)]
    pub(crate) mv: MoveText,
    /// How long it took.
    pub(crate) seconds: f64,
    /// What the engine that played it thought.
    pub(crate) worth: Option<Worth>,
}

/// Both clocks.
#[derive(Clone, Serialize, ToSchema)]
pub(crate) struct ClockState {
    /// What was agreed on.
    pub(crate) rules: ClockRules,
    /// Seconds left now, first player's first.
    #[schema(min_items = 2, max_items = 2)]
    pub(crate) left: [f64; 2],
    /// Which run.
    #[schema(min_items = 2, max_items = 2)]
    pub(crate) running: [bool; 2],
}

/// Where an offer of a draw stands.
#[derive(Clone, Copy, PartialEq, Eq, Serialize, ToSchema, Debug)]
#[serde(rename_all = "snake_case")]
pub(crate) enum DrawOffer {
    /// The first player offers.
    ByFirst,
    /// The second player offers.
    BySecond,
    /// The engine declined.
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
    /// Its name in addresses.
    pub(crate) id: String,
    /// Which game.
    pub(crate) game: String,
    /// Who plays.
    #[schema(min_items = 2, max_items = 2)]
    pub(crate) titles: [Words; 2],
    /// Moves played.
    pub(crate) moves: usize,
    /// Whether it is over.
    pub(crate) over: bool,
    /// Seconds since 1970.
    pub(crate) updated: u64,
}
