#![doc = include_str!("../README.md")]

mod square;
mod squares;
mod piece;
pub mod attacks;
mod board;
mod generate;
mod checks;
mod setup;
mod rules;
mod chase;
mod repetition;
mod position;
mod read_error;
pub mod notation;
pub mod board_text;
mod shown;
pub mod fen;

pub use board::Board;
pub use board_text::read_position;
pub use checks::Checks;
pub use piece::{Kind, Piece, colour, colour_chinese};
pub use position::{CHECKS_THAT_COUNT, End, Played, QUIET_PLIES, Xiangqi};
pub use read_error::ReadError;
pub use repetition::{Deed, Repetition, loser_of_cycle};
pub use rules::Rules;
pub use setup::{Impossible, Setup};
pub use square::{Move, Square};
pub use squares::Squares;
