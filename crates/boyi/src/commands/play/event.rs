//! What `boyi play --json` prints, one object a line.

use serde::Serialize;

use crate::commands::analyse::Value;
use crate::commands::show::End;

/// Something that happened in a game.
#[derive(Serialize)]
#[serde(tag = "event", rename_all = "snake_case")]
pub(super) enum Event {
    Start {
        game: &'static str,
        position: String,
        first: String,
        second: String,
    },
    Move {
        side: &'static str,
        #[serde(rename = "move")]
        mv: String,
        #[serde(flatten)]
        value: Value,
        seconds: Option<f64>,
    },
    /// The moves that are left after taking some back.
    Undo {
        moves: Vec<String>,
    },
    /// What a person may play.
    Moves {
        side: &'static str,
        moves: Vec<String>,
    },
    Hint {
        #[serde(rename = "move")]
        mv: Option<String>,
        line: Vec<String>,
    },
    Board {
        position: String,
    },
    Error {
        message: String,
    },
    /// What a player of the opening procedure decided, and the stones so far.
    Opening {
        side: &'static str,
        choice: String,
        stones: Vec<String>,
    },
    /// What the computer learned from a game it did not win.
    Lesson {
        side: &'static str,
        mistake: String,
        refutation: Vec<String>,
        better: String,
    },
    End {
        moves: Vec<String>,
        points: Option<[i32; 2]>,
        #[serde(flatten)]
        end: End,
    },
}
