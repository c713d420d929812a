//! What the rules say about a board: what black may not do, and who has won.

use boyi_game::{Outcome, Phrase, Shown};
use boyi_gomoku::{End, Forbidden, Gomoku, Point, Rules, Size};

use super::{read_opening, read_rules};
use crate::game::{Setup, SetupError};

/// What the rules say.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Judgement {
    /// The points that are forbidden to black, and why.
    pub forbidden: Vec<(Point, Forbidden)>,
    pub outcome: Option<Outcome>,
    /// Why; or that it goes on.
    pub reason: Phrase,
    pub position: String,
    pub rules: &'static str,
}

/// Stones to put on a board, as move strings.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Stones<'a> {
    pub black: &'a str,
    pub white: &'a str,
}

/// Judges the position of a setup, or these stones on a board of the setup's size.
pub fn judge(setup: &Setup, stones: Option<Stones>) -> Result<Judgement, SetupError> {
    let game = match stones {
        Some(stones) => board(setup, stones)?,
        None => position(setup)?,
    };
    Ok(Judgement {
        forbidden: if game.end().is_none() {
            game.all_forbidden()
        } else {
            Vec::new()
        },
        outcome: game.end().map(End::outcome),
        reason: game.reason(),
        position: game.text(),
        rules: Shown::rules(&game),
    })
}

/// The position of a setup, after all its moves.
pub fn position(setup: &Setup) -> Result<Gomoku, SetupError> {
    Ok(read_opening(setup)?.position())
}

/// A board with these stones.
pub fn board(setup: &Setup, stones: Stones) -> Result<Gomoku, SetupError> {
    if setup.position.is_some() {
        let both = "give a position or stones, not both";
        return Err(SetupError::Position(both.to_owned()));
    }
    let rules = read_rules(setup)?.unwrap_or(Rules::Freestyle);
    let rows = setup.size.map_or(Size::USUAL.rows(), |(rows, _)| rows);
    let size = Size::new(rows).map_err(|error| SetupError::Size(error.to_string()))?;
    Gomoku::from_stones(size, rules, stones.black, stones.white)
        .map_err(|error| SetupError::Position(error.to_string()))
}
