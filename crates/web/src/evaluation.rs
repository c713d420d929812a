//! Scores as people read them: in units of the game, from the first player's view.

use boyi_engine::Game;
use boyi_game::{Score, Side};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

/// What a position is worth.
#[derive(Clone, Copy, PartialEq, Serialize, Deserialize, ToSchema, Debug)]
pub(crate) struct Evaluation {
    /// Discs, pawns, points; above 0 the first player is better. None where the result is certain.
    pub(crate) units: Option<f64>,
    /// Moves to a certain win, negative where the second player wins.
    pub(crate) wins_in: Option<i32>,
    /// The first player's share of the bar, from 0 to 1.
    pub(crate) share: f64,
}

impl Evaluation {
    /// A score of the side to move.
    pub(crate) fn of(game: &dyn Game, score: Score, to_move: Side) -> Self {
        let sign = if to_move == Side::First { 1 } else { -1 };
        match score.plies_to_end() {
            Some(plies) => {
                let ahead = if score > Score::EVEN { sign } else { -sign };
                Self {
                    units: None,
                    wins_in: Some(ahead * plies.div_ceil(2).max(1) as i32),
                    share: if ahead > 0 { 1.0 } else { 0.0 },
                }
            }
            None => {
                let units = f64::from(sign * score.value()) / f64::from(game.score_unit().max(1));
                let share = 1.0 / (1.0 + 3f64.powf(-units / game.telling_lead()));
                Self {
                    units: Some(units),
                    wins_in: None,
                    share,
                }
            }
        }
    }
}
