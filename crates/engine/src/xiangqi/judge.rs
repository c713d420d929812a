//! What the rules say about a line of moves: won, lost, drawn or going on, and why.

use boyi_game::{Outcome, Phrase, Position, Shown};
use boyi_xiangqi::{End, Move, Xiangqi};

use super::{from_ranks_of_one, read_start};
use crate::annotated::main_line;
use crate::game::{Setup, SetupError};

/// What the rules say.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Judgement {
    /// For the side to move after the line.
    pub verdict: Verdict,
    pub reason: Phrase,
    pub position: String,
    /// The name of the rule set.
    pub rules: &'static str,
}

/// How it stands for the side to move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Verdict {
    Wins,
    Loses,
    Draw,
    GoesOn,
}

impl Verdict {
    /// As JSON has it.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Wins => "stm_wins",
            Self::Loses => "stm_loses",
            Self::Draw => "draw",
            Self::GoesOn => "goes_on",
        }
    }
}

/// Judges the position after all the moves of `setup`. Repetition and draws on the way do not stop
/// the line, because it is its end that is asked about; what the pieces cannot do is an error.
/// `ranks_from_one` reads coordinates as Fairy-Stockfish writes them.
pub fn judge(setup: &Setup, ranks_from_one: bool) -> Result<Judgement, SetupError> {
    let mut game = read_start(setup)?;
    let words = main_line(&super::Xiangqi, setup.moves.as_deref().unwrap_or_default())?;
    for (index, word) in words.iter().enumerate() {
        let lower = ranks_from_one.then(|| from_ranks_of_one(word)).flatten();
        let mv = read_on(&game, lower.as_deref().unwrap_or(word))
            .map_err(|error| SetupError::Moves(format!("move {}: {error}", index + 1)))?;
        game.make(mv);
    }
    let end = game.end();
    let verdict = match end.as_ref().map(End::outcome) {
        None => Verdict::GoesOn,
        Some(Outcome::Draw) => Verdict::Draw,
        Some(Outcome::Win(side)) if side == game.turn() => Verdict::Wins,
        Some(Outcome::Win(_)) => Verdict::Loses,
    };
    Ok(Judgement {
        verdict,
        reason: game.reason(),
        position: game.text(),
        rules: Shown::rules(&game),
    })
}

/// Reads a move that the pieces can make, even where the game is over by repetition or as a draw.
fn read_on(game: &Xiangqi, word: &str) -> Result<Move, boyi_game::MoveError> {
    let fresh = Xiangqi::new(
        &boyi_xiangqi::Setup {
            quiet: 0,
            ..game.setup()
        },
        game.rules(),
    );
    match fresh {
        Ok(fresh) => fresh.parse_move(game.turn(), word),
        Err(_) => game.parse_move(game.turn(), word),
    }
}
