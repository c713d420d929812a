//! Text in and out: move strings, one-line positions, psq, SGF and board texts.

pub mod board_text;
pub mod moves;
pub mod position_line;
pub mod psq;
mod read_error;
pub mod sgf;

pub use read_error::ReadError;

use boyi_game::Position;

use crate::{Gomoku, Point, Rules, Size};

/// How a game begins: a position, and the moves played from there.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Start {
    pub game: Gomoku,
    pub moves: Vec<Point>,
}

impl Start {
    /// Moves from a position; every one of them must be legal.
    fn played(game: Gomoku, moves: Vec<Point>) -> Result<Self, ReadError> {
        let mut position = game.clone();
        for (index, &point) in moves.iter().enumerate() {
            if !position.is_legal(point) {
                let number = index + 1;
                return Err(ReadError::Illegal { number, point });
            }
            position.make(point);
        }
        Ok(Self { game, moves })
    }
}

/// Reads a game or a position in any of the formats, told apart by how they look. `rules` comes before
/// what a file says about its own; freestyle where nobody says.
pub fn read_start(text: &str, rules: Option<Rules>) -> Result<Start, ReadError> {
    let trimmed = text.trim();
    if trimmed.starts_with("Piskvorky") {
        return psq::read(text, rules);
    }
    if trimmed.starts_with('(') {
        return sgf::read(text, rules);
    }
    let rules = rules.unwrap_or(Rules::Freestyle);
    if trimmed.contains('/') {
        let game = position_line::read(text, rules)?;
        return Ok(Start {
            game,
            moves: Vec::new(),
        });
    }
    if Point::read(trimmed).is_some() {
        let moves = moves::read(text, Size::USUAL)?;
        return Start::played(Gomoku::start(Size::USUAL, rules), moves);
    }
    let game = board_text::read(text, rules)?;
    Ok(Start {
        game,
        moves: Vec::new(),
    })
}
