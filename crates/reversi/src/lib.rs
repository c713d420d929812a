#![doc = include_str!("../README.md")]

mod square;
mod layout;
mod setup;
mod position;
pub mod discs;
mod words;
mod lanes;
mod rows;
pub mod lines;
mod shown;
pub mod formats;

pub use formats::{ReadError, position_text, read_position};
pub use lanes::Lanes;
pub use layout::{BadSize, Empties, Layout};
pub use position::Reversi;
pub use rows::Rows;
pub use setup::Setup;
pub use square::{Move, Square};
pub use words::Words;

/// Reversi on a board of up to 8 x 8, fast.
pub type Bitboard = Reversi<Words>;

/// Reversi on a board of up to 16 x 16, nearly as fast.
pub type WideBoard = Reversi<Lanes>;

/// Reversi on a board of up to 30 x 30.
pub type Grid = Reversi<Rows>;
