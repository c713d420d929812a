#![doc = include_str!("../README.md")]

mod bootstrap;
mod pairs;
mod ratings;
mod secular;
mod sprt;
mod verdict;

pub use bootstrap::{Difference, mean_difference};
pub use pairs::{Estimate, Pairs};
pub use ratings::{Meeting, Ratings, rate};
pub use sprt::{Decision, Model, Sprt, SprtError, SprtProgress};
pub use verdict::{of_difference, of_match, of_sprt};

/// The Elo difference at which this score is expected; `None` for 0 and 1, where there is none.
pub fn elo(score: f64) -> Option<f64> {
    (score > 0.0 && score < 1.0).then(|| 400.0 * (score / (1.0 - score)).log10())
}

/// The score that this Elo difference promises.
pub fn expected_score(elo: f64) -> f64 {
    1.0 / (1.0 + 10f64.powf(-elo / 400.0))
}

/// Normalized Elo counts in standard deviations of a game; this many to one.
pub(crate) const NORMALIZED: f64 = 800.0 / std::f64::consts::LN_10;
