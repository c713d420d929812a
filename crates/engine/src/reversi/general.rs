//! Any board with any cell scores.
//!
//! `field`, `images`, `order`, `last`, `exact` and `small` solve boards of up to 8 x 8; `judge`, `search` and `play` make a
//! player on boards of every size.

mod exact;
mod field;
mod images;
mod judge;
mod last;
mod order;
mod play;
mod search;
mod small;

pub use judge::{
    BoardJudge, BoardWeights, FEATURES, SIZE_CLASSES, STAGES, embedded_weights, read_weights,
    size_class,
};
pub(super) use play::{General, usable};
pub(super) use small::solve_small;
