//! Games between our own players end as soon as it is clear how.

use boyi_engine::Game;
use boyi_game::{Outcome, Score, Side};

/// Plies for which a side must be far ahead until the game is adjudicated.
const AHEAD_PLIES: u32 = 6;

/// What the players said of the game so far.
pub(crate) struct Adjudication {
    /// A lead that wins three games in four, in the players' own scores.
    telling: i32,
    /// Who is far ahead, and for how many plies.
    ahead: (Side, u32),
}

impl Adjudication {
    pub(crate) fn new(game: &dyn Game) -> Self {
        Self {
            telling: (game.telling_lead() * f64::from(game.score_unit())) as i32,
            ahead: (Side::First, 0),
        }
    }

    /// Whether a score says that the game is not even.
    pub(crate) fn is_uneven(&self, score: Score) -> bool {
        score.value().abs() > 2 * self.telling || score.is_decided()
    }

    /// `side`, to move, says this of the position: who has won then, if it is clear.
    pub(crate) fn winner(&mut self, side: Side, score: Score) -> Option<Side> {
        let value = score.value();
        let leader = if value > 0 { side } else { !side };
        self.ahead = match self.ahead {
            (who, plies) if value.abs() >= 10 * self.telling && who == leader => (who, plies + 1),
            _ => (leader, 0),
        };
        (score.is_decided() || self.ahead.1 >= AHEAD_PLIES).then_some(leader)
    }
}

/// Plies after which a game is called a draw.
pub(crate) fn longest_game(game: &dyn Game) -> usize {
    match game.name() {
        "gomoku" => 100,
        _ => 300,
    }
}

/// The result of a game that was adjudicated, is over, or was broken off as a draw.
pub(crate) fn outcome(adjudicated: Option<Side>, status: &boyi_game::Status) -> Outcome {
    match (adjudicated, status) {
        (Some(winner), _) => Outcome::Win(winner),
        (None, boyi_game::Status::Over { outcome, .. }) => *outcome,
        (None, boyi_game::Status::Going) => Outcome::Draw,
    }
}
