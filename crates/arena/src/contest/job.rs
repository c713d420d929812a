//! One game to be played, with everything it takes: it comes out the same wherever it is played, as
//! long as moves are limited by nodes or depth.

use boyi_game::{Key, Side};
use serde::{Deserialize, Serialize};

use super::plan::Entrant;
use crate::{Opening, Terms};

#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Job {
    pub contest: String,
    /// What it goes by there: a hash of everything that decides how it comes out.
    pub key: String,
    pub game: String,
    pub players: [Entrant; 2],
    pub opening: Opening,
    pub seed: u64,
    pub terms: Terms,
    /// Which pair it belongs to: the pairing (lower place in the list of players first) and a count.
    pub pair: (usize, usize, u64),
    pub swapped: bool,
    /// The machine whose result nobody could verify: another plays it, where there is one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub not_by: Option<String>,
}

impl Job {
    pub(super) fn keyed(mut self) -> Self {
        let content = (
            &self.game,
            [&self.players[0].player, &self.players[1].player],
            [&self.players[0].name, &self.players[1].name],
            [&self.players[0].files, &self.players[1].files],
            &self.opening,
            self.seed,
            &self.terms,
        );
        let text = serde_json::to_string(&content).expect("jobs are plain data");
        self.key = format!("{:016x}", hash(&text));
        self
    }

    /// What its game goes by in the store.
    pub fn game_id(&self) -> String {
        game_id(&self.contest, &self.key)
    }

    /// The seed of a player: the same from either side of the board.
    pub fn seed_of(&self, side: Side) -> u64 {
        let name = hash(&self.players[side.index()].player);
        small(Key::mixed(self.seed ^ name).0)
    }
}

/// What the game of a job goes by in the store.
pub(super) fn game_id(contest: &str, key: &str) -> String {
    format!("{contest}.{key}")
}

/// The seed of pair number `pair`, the same for every pairing: all play from the same openings with
/// the same luck.
pub(super) fn seed_of_pair(seed: u64, pair: u64) -> u64 {
    small(Key::mixed(Key::mixed(seed).0 ^ pair).0)
}

/// Seeds are below 2^53, which every reader of JSON can hold.
fn small(seed: u64) -> u64 {
    seed >> 11
}

/// FNV-1a, mixed: the same on every machine, for ever, which the standard library's hashes are not.
pub(super) fn hash(text: &str) -> u64 {
    let step = |hash: u64, byte: u8| (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01B3);
    Key::mixed(text.bytes().fold(0xCBF2_9CE4_8422_2325, step)).0
}
