#![doc = include_str!("../README.md")]

mod square;
mod squares;
mod piece;
mod attacks;
mod board;
mod generate;
mod setup;
mod read_error;
pub mod fen;

pub use board::Board;
pub use piece::{Kind, Piece, colour, colour_chinese};
pub use read_error::ReadError;
pub use setup::{Impossible, Setup};
pub use square::{Move, Square};
pub use squares::Squares;
