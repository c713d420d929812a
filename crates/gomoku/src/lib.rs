#![doc = include_str!("../README.md")]

mod point;
mod rules;
pub mod pattern;
mod lines;
mod forbidden;
mod position;
mod light;
mod opening;
mod shown;
mod formats;

pub use forbidden::Forbidden;
pub use formats::{ReadError, Start, board_text, moves, position_line, psq, read_start, sgf};
pub use light::LightGomoku;
pub use lines::{Content, Direction, Lines, Place};
pub use opening::{Choice, Opening, Procedure, Question, TooEarly};
pub use point::{BadSize, Point, Size};
pub use position::{End, Gomoku};
pub use rules::Rules;
