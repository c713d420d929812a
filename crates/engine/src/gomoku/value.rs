//! Scores of the strong player: small numbers that fit its table.

use boyi_game::Score;

/// A score from the view of the side to move.
pub(crate) type Value = i32;

/// Won already.
pub(crate) const WON: Value = 30_000;

/// Proven results lie beyond this, evaluations within.
pub(crate) const PROVEN: Value = WON - 1_000;

/// The side to move wins after so many plies.
#[inline]
pub(crate) const fn win_in(plies: u32) -> Value {
    WON - plies as Value
}

/// The side to move is lost after so many plies.
#[inline]
pub(crate) const fn loss_in(plies: u32) -> Value {
    plies as Value - WON
}

/// Evaluations never look like a proof.
#[inline]
pub(crate) fn heuristic(value: Value) -> Value {
    value.clamp(1 - PROVEN, PROVEN - 1)
}

/// As everybody else writes scores.
pub(crate) fn score(value: Value) -> Score {
    if value >= PROVEN {
        Score::win_in((WON - value) as u32)
    } else if value <= -PROVEN {
        Score::loss_in((WON + value) as u32)
    } else {
        Score::heuristic(value)
    }
}
