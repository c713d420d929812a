//! A game in progress, seen from outside: by a referee, a page, a terminal.
//!
//! Both kinds of game look alike here. A table says who must act, takes moves as text, lists the
//! legal ones, and shows status, board and record. It knows nothing of search.

mod rounds;
mod turns;

pub use rounds::RoundTable;
pub use turns::TurnTable;

use crate::{MoveError, Outcome, PerSide, Phrase, Shown, Side, View};

pub trait Table: Send {
    /// Whose move it is.
    fn to_act(&self) -> ToAct;

    /// What `side` may play now; nothing when it is not to act.
    fn legal_moves(&self, side: Side) -> Vec<LegalMove>;

    /// Hands in a move. In a game of rounds the round is played once both sides have chosen. On an
    /// error nothing has changed.
    fn play(&mut self, side: Side, text: &str) -> Result<(), MoveError>;

    /// Takes the last move (or round, or a choice not yet resolved) back; `false` at the start.
    fn take_back(&mut self) -> bool;

    /// Going on, or over and why.
    fn status(&self) -> Status;

    /// Points so far, in games that count them.
    fn points(&self) -> Option<PerSide<i32>>;

    /// The points written down when `loser` fails as a player, in games that say so.
    fn points_after_fault(&self, loser: Side) -> Option<PerSide<i32>>;

    /// The move the rules make for a side that hands in none in time; `None` where failing to move
    /// loses the game.
    fn idle_move(&self, side: Side) -> Option<String>;

    /// The board as a picture.
    fn view(&self) -> View;

    /// The position as text, in the field's own format.
    fn position(&self) -> String;

    /// Everything needed to play the game again. For the referee alone: it holds the seed, which
    /// foretells the game's chance.
    fn record(&self) -> &Record;

    /// What a player may know.
    fn seen(&self) -> Seen<'_> {
        let record = self.record();
        Seen {
            game: &record.game,
            rules: &record.rules,
            start: &record.start,
            moves: &record.moves,
            position: self.position(),
        }
    }
}

/// Whose move it is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ToAct {
    Nobody,
    One(Side),
    /// Both choose at once, and neither has yet.
    Both,
}

impl ToAct {
    /// Whether a move of this side is awaited.
    pub fn includes(self, side: Side) -> bool {
        self == Self::Both || self == Self::One(side)
    }

    /// The side to move; where both choose at once, the first player.
    pub fn first(self) -> Option<Side> {
        Side::BOTH.into_iter().find(|&side| self.includes(side))
    }
}

/// A legal move, with the cells it leads from and to.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct LegalMove {
    pub text: String,
    /// Index into the view, for games in which pieces move.
    pub from: Option<usize>,
    /// Index into the view; `None` for a pass.
    pub to: Option<usize>,
}

impl LegalMove {
    /// The moves of a position as the outside sees them.
    fn list<M: Copy>(position: &impl Shown<M>, moves: &[M]) -> Vec<Self> {
        let described = |&mv: &M| {
            let (from, to) = position.move_cells(mv);
            let text = position.move_text(mv);
            Self { text, from, to }
        };
        moves.iter().map(described).collect()
    }
}

impl Record {
    /// The record of a game that begins at this position.
    fn new<M>(position: &impl Shown<M>, seed: u64) -> Self {
        Self {
            game: position.game().to_owned(),
            rules: position.rules().to_owned(),
            start: position.text(),
            seed,
            moves: Vec::new(),
        }
    }
}

/// Where the game stands.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Status {
    Going,
    Over { outcome: Outcome, reason: Phrase },
}

/// A game from which everything that happened can be played again.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Record {
    pub game: String,
    pub rules: String,
    pub start: String,
    /// The seed of the game's chance; games without chance ignore it.
    pub seed: u64,
    /// Every move, in order; in a game of rounds the first player's choice stands before the
    /// second's.
    pub moves: Vec<Played>,
}

/// A game as its players see it: everything but the luck to come.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Seen<'a> {
    pub game: &'a str,
    pub rules: &'a str,
    pub start: &'a str,
    pub moves: &'a [Played],
    /// The position now, as text. In a game with chance it does not follow from the moves alone.
    pub position: String,
}

/// A move that was played.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Played {
    pub side: Side,
    pub text: String,
}
