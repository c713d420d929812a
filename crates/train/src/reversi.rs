//! Othello's evaluation, learned.

mod boards;
mod check;
mod duel;
mod generations;
mod least_squares;
mod margins;
mod regression;
mod selfplay;

pub use boards::{BoardLesson, learn_boards, written};
pub use check::Checks;
pub use duel::{Duel, Score, Strength, duel};
pub use generations::{Progress, Settings, TrainError, Trained, train};
pub use margins::{Cell, Margins, Measured, Measuring, measure};
pub use regression::{Fit, fit};
pub use selfplay::{Play, Sample, play_games};
