//! `boyi.Result`: how a game ended.

use boyi_game::{Outcome, Side};
use pyo3::prelude::*;

use crate::game::side;
use crate::play::Play;
use crate::restore;

/// How a game ended by its rules.
///
/// >>> import boyi
/// >>> end = boyi.Game("gomoku").start().play("a1", "b1", "a2", "b2", "a3", "b3", "a4", "b4", "a5").result()
/// >>> str(end), end.winner, end.score(1), end.reason
/// ('1-0', 0, 0.0, 'black has five in a row')
#[pyclass(frozen, eq, hash, name = "Result", module = "boyi")]
#[derive(PartialEq, Eq, Hash)]
pub(crate) struct GameResult {
    /// The player who won, ``None`` for a draw.
    #[pyo3(get)]
    winner: Option<usize>,
    /// Points of both players, in games that count them.
    #[pyo3(get)]
    points: Option<(i32, i32)>,
    /// Why, in a few words.
    #[pyo3(get)]
    reason: String,
    /// The same in Chinese.
    #[pyo3(get)]
    reason_zh: String,
}

impl GameResult {
    /// Nothing while the game goes on.
    pub(crate) fn of(play: &Play) -> Option<Self> {
        let outcome = play.outcome()?;
        let reason = play.reason();
        let points = play.points();
        Some(Self {
            winner: match outcome {
                Outcome::Win(side) => Some(side.index()),
                Outcome::Draw => None,
            },
            points: points.map(|points| (points[Side::First], points[Side::Second])),
            reason: reason.english,
            reason_zh: reason.chinese,
        })
    }

    /// For pickle.
    pub(crate) fn restored(fields: (Option<usize>, Option<(i32, i32)>, String, String)) -> Self {
        let (winner, points, reason, reason_zh) = fields;
        Self {
            winner,
            points,
            reason,
            reason_zh,
        }
    }
}

#[pymethods]
impl GameResult {
    /// What a player gets: 1 for a win, 1/2 for a draw, 0 for a loss.
    fn score(&self, player: usize) -> PyResult<f64> {
        let player = side(player)?.index();
        Ok(match self.winner {
            None => 0.5,
            Some(winner) => f64::from(u8::from(winner == player)),
        })
    }

    fn __str__(&self) -> &'static str {
        match self.winner {
            Some(0) => "1-0",
            Some(_) => "0-1",
            None => "1/2-1/2",
        }
    }

    fn __repr__(&self) -> String {
        format!("<Result {}: {}>", self.__str__(), self.reason)
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<restore::Reduced<'py>> {
        let fields = (self.winner, self.points, &self.reason, &self.reason_zh);
        restore::reduced(py, "Result", fields.into_pyobject(py)?)
    }
}
