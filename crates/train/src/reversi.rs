//! Othello's evaluation, learned.

mod boards;
mod boards_fit;
mod boards_games;
mod boards_margins;
mod check;
mod duel;
mod generations;
mod hard_set;
mod least_squares;
mod margins;
mod regression;
mod selfplay;
mod table;

pub use boards::{BoardTraining, BoardsLearned, learn_boards};
pub use boards_margins::measure_boards;
pub use check::Checks;
pub use duel::{Duel, DuelScore, duel};
pub use generations::{Settings, TrainError, TrainProgress, Trained, train};
pub use hard_set::{Accuracy, HardSetPlan, SolvedPosition, accuracy, make_hard_set};
pub use margins::{MarginCell, Margins, Measured, Measuring, measure};
pub use regression::{Fit, fit};
pub use selfplay::{Sample, SelfPlaySettings, play_games};
