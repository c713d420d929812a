//! Searches that judge a move by the games that follow it, rather than by every reply to it.
//!
//! Read in this order: `rollout` (a random game), `flat` (as many for each move), `mcts` (the four steps
//! of every tree search by sampling), then what each adds: `ucb`, `rave`, `puct`, `solver`. Values are
//! chances of winning, between 0 and 1; a draw is worth a half.

mod plan;
mod rollout;
mod flat;
mod mcts;
mod ucb;
mod rave;
mod puct;
mod solver;
mod tree;
mod run;
mod recording;
mod rounds;

pub use plan::{Parallel, SamplingPlan};
pub use recording::{SampledNode, SampledPlayout, SampledTree};
pub use rounds::{Payoff, RoundsPlan, RoundsReport, RoundsTree, Selection, Step, sample_rounds};
pub use run::{root_shares, sample};
pub use tree::{NodeFacts, Proof, RootShare, SamplingTree};

use boyi_game::{Outcome, Score, Side};

/// What a finished game is worth to a side.
fn reward(outcome: Outcome, side: Side) -> f64 {
    match outcome {
        Outcome::Win(winner) if winner == side => 1.0,
        Outcome::Win(_) => 0.0,
        Outcome::Draw => 0.5,
    }
}

/// The chance of winning that a score stands for, if `spread` is a lead that wins about three games in
/// four.
pub fn chance_of(score: Score, spread: f64) -> f64 {
    match score.plies_to_end() {
        Some(_) => f64::from(u8::from(score > Score::EVEN)),
        None => 1.0 / (1.0 + (-f64::from(score.value()) / spread).exp()),
    }
}

/// The score that stands for a chance of winning: undoes [`chance_of`].
pub fn score_of(chance: f64, spread: f64) -> Score {
    let chance = chance.clamp(1e-4, 1.0 - 1e-4);
    Score::heuristic(((chance / (1.0 - chance)).ln() * spread).round() as i32)
}
