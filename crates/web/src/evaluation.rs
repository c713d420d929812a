//! Scores as people read them: in units of the game, from the first player's view.

use boyi_engine::Game;
use boyi_engine::review::expected_score;
use boyi_game::{Score, Side};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

/// What a position is worth.
#[derive(Clone, Copy, PartialEq, Serialize, Deserialize, ToSchema, Debug)]
pub(crate) struct Evaluation {
    /// Discs, pawns, points; above 0 the first player is better. None where the result is certain, and
    /// where a player counts in units of its own.
    pub(crate) units: Option<f64>,
    /// Moves to a certain win, negative where the second player wins.
    pub(crate) wins_in: Option<i32>,
    /// The first player's share of the bar, from 0 to 1.
    pub(crate) share: f64,
    /// Solved to the end: the units are the final ones.
    #[serde(default)]
    pub(crate) solved: bool,
}

/// Leads beyond so many that win three games in four are no units of the game: some players count
/// rows, or squares of rows.
const SENSIBLE_LEADS: f64 = 25.0;

impl Evaluation {
    /// A score of the side to move.
    pub(crate) fn of(game: &dyn Game, score: Score, to_move: Side) -> Self {
        let sign = if to_move == Side::First { 1 } else { -1 };
        let expected = expected_score(game, score);
        let share = if to_move == Side::First {
            expected
        } else {
            1.0 - expected
        };
        let ahead = if score > Score::EVEN { sign } else { -sign };
        let moves = |plies: u32| ahead * plies.div_ceil(2).max(1) as i32;
        let units = f64::from(sign * score.value()) / f64::from(game.score_unit().max(1));
        let sensible = units.abs() <= SENSIBLE_LEADS * game.telling_lead();
        Self {
            units: Some(units).filter(|_| sensible && !score.is_decided()),
            wins_in: score.plies_to_end().map(moves),
            share,
            solved: false,
        }
    }
}
