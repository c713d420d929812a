//! Any board with any cell scores.
//!
//! `field`, `images`, `order`, `last`, `exact` and `small` solve boards of up to 8 x 8; `shapes`,
//! `weights` and `evaluator` say what a position is worth, `search` with `ranking`, `selective` and `finish`
//! looks ahead from a `root`, `thinking` does so under the clock and `pondering` in the other side's time,
//! both with `solving` at the end, and `play` makes a player of them, on boards of every size.

mod exact;
mod field;
mod finish;
mod images;
mod evaluator;
mod last;
mod measure;
mod order;
mod pace;
mod play;
mod pondering;
mod ranking;
mod root;
mod search;
mod selective;
mod shapes;
mod small;
mod solving;
mod thinking;
mod weights;

pub use evaluator::{BoardEvaluator, FEATURES, SIZE_CLASSES, STAGES, StageShares, size_class};
pub use measure::plain_values;
pub(super) use play::General;
pub use shapes::{SHAPES, SHOWN, ShownShapes, representatives};
pub(super) use small::solve_small;
pub use weights::{BoardWeights, SHAPE_UNIT, ShapeWorth, embedded_weights};
