//! The terms of a game: clocks, patience, and when the referee may end it.

use std::time::Duration;

use serde::{Deserialize, Serialize};

use crate::Control;
use crate::fault::seconds;

/// What both players play under.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Terms {
    pub control: Control,
    /// How far a clock may be overdrawn before it counts: the time that pipes and schedulers take.
    #[serde(with = "seconds")]
    pub grace: Duration,
    /// How long to wait for a start, and for a move where no clock runs.
    #[serde(with = "seconds")]
    pub patience: Duration,
    pub adjudication: Adjudication,
    /// Whether programs may think in their opponent's time. Otherwise they are frozen, with everything
    /// they started, whenever it is not their turn.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub ponder: bool,
}

impl Default for Terms {
    fn default() -> Self {
        Self {
            control: Control::default(),
            grace: Duration::from_millis(50),
            patience: Duration::from_secs(60),
            adjudication: Adjudication::default(),
            ponder: false,
        }
    }
}

/// When the referee ends a game; by itself never, but for a limit no sensible game reaches.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Adjudication {
    /// Both players have agreed for a while who wins.
    pub win: Option<Agreement>,
    /// Both players have agreed for a while that nobody is ahead.
    pub draw: Option<Agreement>,
    /// A game with more plies than this is a draw.
    pub plies: Option<u32>,
}

impl Default for Adjudication {
    fn default() -> Self {
        Self {
            win: None,
            draw: None,
            plies: Some(10_000),
        }
    }
}

/// What both players must think, and for how long.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Agreement {
    /// For a win: at least this far apart. For a draw: at most this far from even.
    pub score: i32,
    /// For so many moves of each player in a row.
    pub moves: u32,
    /// Not before this ply.
    #[serde(default)]
    pub from_ply: u32,
}
