//! Othello on the standard board: the fast engine.
//!
//! `board` and `last` are the ground, `ending` and `search` climb from the last empties to any depth,
//! `think` stands at the root. `patterns`, `mobility`, `weights` and `evaluation` say what a position is worth.

mod board;
mod last;
pub(super) mod stability;
mod patterns;
mod mobility;
mod weights;
mod lookup;
mod evaluation;
mod probcut;
mod tt_entry;
pub(super) mod recent;
mod ending;
mod order;
mod search;
mod split;
mod think;

pub(super) use board::around;
pub use board::{Board, MOST, square_name};
pub use evaluation::{Evaluation, UNIT};
pub use mobility::{MOBILITY, mobility};
pub use patterns::{GEOMETRY, Geometry, INSTANCES, KIND_COUNT, Shapes};
pub use probcut::{Certainty, probe_depth};
pub use think::{Othello, OthelloGo, Placement};
pub use weights::{CONSTANTS, KNOT_STEP, KNOTS, Weights};
