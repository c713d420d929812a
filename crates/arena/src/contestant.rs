//! What a player is to the referee: something that is told of a game and answers with moves as text.

use boyi_search::Instant;
use std::time::Duration;

use boyi_game::{LegalMove, PerSide, Score, Seen, Side};
use boyi_search::Stop;

use crate::{Control, Ending, Fault, Terms};

/// A player of one game after another, be it a search in this program or a program on a pipe.
///
/// It is trusted with nothing: its moves are checked, its time is measured outside, and whatever goes
/// wrong with it is a [`Fault`] that costs it the game and nobody else anything.
pub trait Contestant: Send {
    /// What to call it, with everything that makes a difference.
    fn name(&self) -> String;

    /// Where the luck of the next game's player comes from, for players inside this program. Programs
    /// on a pipe are not told: from it the luck of the game itself could be computed.
    fn reseed(&mut self, _seed: u64) {}

    /// A new game begins. Not on the clock, but to be done within [`Terms::patience`].
    fn begin(&mut self, game: &Seen, side: Side, terms: &Terms) -> Result<(), Fault>;

    /// A move will be wanted next: a player that was put to sleep since its last one wakes up. Not on
    /// the clock.
    fn wake(&mut self) {}

    /// A move is wanted. Returns by [`Ask::deadline`], with [`Fault::OutOfTime`] if there is no answer
    /// by then.
    fn choose(&mut self, game: &Seen, side: Side, ask: &Ask) -> Result<Answer, Fault>;

    /// The game is over. After a fault of its own a program is not asked anything again before the
    /// next `begin`.
    fn end(&mut self, _game: &Seen, _side: Side, _ending: &Ending) {}

    /// What it wrote to its log (standard error) since this was last asked, if it keeps one.
    fn take_log(&mut self) -> Option<String> {
        None
    }
}

/// The two players of a game.
pub type Contestants = PerSide<Box<dyn Contestant>>;

/// What is asked of a player for one move.
pub struct Ask<'a> {
    pub control: &'a Control,
    /// What is left on both clocks; `None` where no clock runs down.
    pub clocks: PerSide<Option<Duration>>,
    /// When waiting is over. Somewhat later than the clock, whose last word the referee has.
    pub deadline: Instant,
    /// Pressed when the whole thing is called off: come back at once, with anything.
    pub stop: &'a Stop,
    /// Lists the legal moves, for players that do not know the rules.
    pub legal_moves: &'a dyn Fn() -> Vec<LegalMove>,
}

/// What a player answers.
#[derive(Clone, PartialEq, Debug)]
pub struct Answer {
    pub choice: Choice,
    /// What it thinks of the position before the move, from its own view.
    pub score: Option<Score>,
    pub depth: Option<u32>,
    pub nodes: Option<u64>,
    /// It would take a draw: if the other one says so in its next answer, too, that is what it is.
    pub offers_draw: bool,
}

/// What a player does when it is its turn.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Choice {
    /// Plays a move, in the game's notation. Whether it is legal the referee will see.
    Move(String),
    Resign,
}

impl Answer {
    pub fn bare(mv: impl Into<String>) -> Self {
        Self {
            choice: Choice::Move(mv.into()),
            score: None,
            depth: None,
            nodes: None,
            offers_draw: false,
        }
    }

    pub fn resign() -> Self {
        Self {
            choice: Choice::Resign,
            ..Self::bare("")
        }
    }
}
