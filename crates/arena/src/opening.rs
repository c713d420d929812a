//! Where a game begins.

use boyi_engine::Setup;
use serde::{Deserialize, Serialize};

/// Where a game begins. What is not said is as usual.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct Opening {
    /// A position in any of the game's formats.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub position: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub size: Option<(usize, usize)>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub rules: Option<String>,
    /// Moves played from there before the players take over.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub moves: Option<String>,
}

impl Opening {
    pub fn usual() -> Self {
        Self::default()
    }

    pub fn setup(&self, seed: u64) -> Setup {
        Setup {
            position: self.position.clone(),
            size: self.size,
            rules: self.rules.clone(),
            moves: self.moves.clone(),
            seed,
        }
    }
}
