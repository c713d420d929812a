//! A player that thinks inside this program.

use std::time::Duration;

use boyi_game::{Score, Seen, Side, Table, ToAct};
use boyi_search::kernel::Go;
use boyi_search::{Counts, Ended, NoMemory, Stop};

use crate::sampled::SampledSearch;
use crate::tree::{SearchTree, TreeRequest};

/// Is shown every completed depth.
pub type Watch<'w> = &'w mut dyn FnMut(&Thought);

/// What comes of thinking.
pub type Thinking = Result<Thought, EngineError>;

/// What an engine answers whose tree grows leaf by leaf.
pub(crate) type Sampled = Result<SampledSearch, EngineError>;

/// A player of one game. Sees what a program on the other end of a pipe would see, and answers in
/// the game's notation.
pub trait Engine: Send {
    /// What to call it, with everything that makes a difference: `pvs:eval=lab,depth=8`.
    fn name(&self) -> String;

    /// A new game begins: forgets the one before, so that the same seeds play the same game whatever
    /// was played earlier, and makes ready for this one. Not on the clock.
    fn prepare(&mut self, game: &Seen) -> Result<(), EngineError>;

    /// Thinks about the game as it stands. `watch` is shown every completed depth. A player that was
    /// not prepared for this game prepares first.
    fn think(&mut self, game: &Seen, side: Side, go: &Go, watch: Watch<'_>) -> Thinking;

    /// Thinks in the other side's time, until it is stopped or knows everything: its memory is the
    /// better for it. Players without one have nothing to do.
    fn ponder(&mut self, game: &Seen, stop: &Stop) -> Result<(), EngineError> {
        let _ = (game, stop);
        Ok(())
    }

    /// Searches the game as it stands and keeps the tree, for players that search in the classic
    /// way. Nothing is carried over from earlier thoughts, so that asking twice gives the same tree.
    fn tree(&mut self, game: &Seen, request: &TreeRequest) -> Result<SearchTree, EngineError> {
        let _ = (game, request);
        Err(EngineError::NoTree(self.name()))
    }

    /// Searches the game as it stands for `side` and keeps the tree and every look at a leaf, for players
    /// that sample, prove, or take the mean over chance; the same on what is asked twice.
    fn sampled(&mut self, game: &Seen, side: Side, request: &TreeRequest) -> Sampled {
        let _ = (game, side, request);
        Err(EngineError::NoSamples(self.name()))
    }
}

/// What an engine thinks.
#[derive(Clone, PartialEq, Debug)]
pub struct Thought {
    /// The move it would play: `None` only where the game is over.
    pub best: Option<String>,
    /// What it expects, best first: as many lines as were asked for and there are moves. Empty for a
    /// player that does not look ahead.
    pub lines: Vec<Line>,
    pub counts: Counts,
    pub elapsed: Duration,
    /// Why it ended; `None` in the middle of thinking.
    pub ended: Option<Ended>,
    /// The effective branching factor of the last depth.
    pub branching_factor: Option<f64>,
    /// Plies of the longest line that was searched, where that is known.
    pub selective_depth: usize,
    /// How full the transposition table is, in thousandths.
    pub hash_full: u32,
}

/// What both sides are expected to play, and what comes of it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Line {
    /// From the view of the side to move.
    pub score: Score,
    pub depth: u32,
    pub moves: Vec<String>,
}

impl Thought {
    /// A move made without looking ahead.
    pub(crate) fn unexplained(best: Option<String>, elapsed: Duration) -> Self {
        Self {
            best,
            lines: Vec::new(),
            counts: Counts::default(),
            elapsed,
            ended: None,
            branching_factor: None,
            selective_depth: 0,
            hash_full: 0,
        }
    }

    /// Nodes a second; 0 where no time was measured.
    pub fn nodes_per_second(&self) -> f64 {
        self.counts.nodes_per_second(self.elapsed)
    }
}

/// The best lines for the side to move; none where the game is over.
pub(crate) fn best_lines(
    player: &mut dyn Engine,
    table: &dyn Table,
    go: &Go,
    lines: usize,
) -> Result<Vec<Line>, EngineError> {
    let ToAct::One(side) = table.to_act() else {
        return Ok(Vec::new());
    };
    let go = Go {
        lines,
        ..go.clone()
    };
    let thought = player.think(&table.seen(), side, &go, &mut |_| ())?;
    Ok(thought.lines)
}

/// Why an engine cannot think about a game.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum EngineError {
    #[error("the game cannot be followed: {0}")]
    Record(String),
    #[error("{0}")]
    Memory(String),
    #[error("{0}")]
    Weights(String),
    #[error("`{0}` keeps no tree: choose one of the classic searches")]
    NoTree(String),
    #[error(
        "`{0}` does not grow a tree leaf by leaf: choose a search by sampling, by proof or with chance"
    )]
    NoSamples(String),
}

impl From<NoMemory> for EngineError {
    fn from(error: NoMemory) -> Self {
        Self::Memory(error.to_string())
    }
}
