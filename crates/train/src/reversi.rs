//! Othello's evaluation, learned.

mod boards;
mod boards_fit;
mod boards_games;
mod boards_margins;
mod check;
mod duel;
mod generations;
mod least_squares;
mod margins;
mod regression;
mod selfplay;

pub use boards::{BoardLesson, BoardsLearned, learn_boards};
pub use boards_margins::measure_boards;
pub use check::Checks;
pub use duel::{Duel, Score, Strength, duel};
pub use generations::{Progress, Settings, TrainError, Trained, train};
pub use margins::{Cell, Margins, Measured, Measuring, measure};
pub use regression::{Fit, fit};
pub use selfplay::{Play, Sample, play_games};
