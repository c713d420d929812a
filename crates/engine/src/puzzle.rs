//! Puzzles: positions in which one move alone wins, as far as a proof goes that every game has of its own.
//!
//! Mining, checking and judging the moves of somebody who solves one all ask the same prover, so that a
//! puzzle is what its proof says and nothing else.

use crate::game::SetupError;

/// A position that is a puzzle, solved.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SolvedPuzzle {
    /// As it is kept: without counters of the game it came from.
    pub position: String,
    /// Moves of both sides in turn, the solver's first and last. Each of the solver's is the only one that
    /// wins, but for the last where the game says so: there every move that wins at once will do.
    pub solution: Vec<String>,
    pub themes: Vec<String>,
    /// How hard it looks, counted and not measured: [`difficulty`].
    pub rating: u32,
}

/// Proves puzzles of one game. The same position always gives the same answer.
pub trait PuzzleProver {
    /// The puzzle that a position is; `None` where no move, or more than one, is proven to win, or where
    /// the proof would cost too much.
    fn prove(&mut self, position: &str) -> Result<Option<SolvedPuzzle>, SetupError>;

    /// Whether the side that made the last move of this position is proven to win, by the same proof.
    fn has_won(&mut self, position: &str) -> Result<bool, SetupError>;
}

/// What makes a puzzle hard.
pub(crate) struct Hardness {
    /// Moves to find.
    pub(crate) moves: usize,
    /// Points for each beyond the first.
    pub(crate) each: f64,
    /// First moves that come to mind.
    pub(crate) candidates: usize,
    /// Points for what hides the first move.
    pub(crate) hidden: f64,
}

/// A rating on the scale of chess puzzles: 700 for one plain move, more for every move to find, for every
/// doubling of the candidates, and for first moves that nobody looks at first. Nobody's results went into
/// it, so it orders puzzles and promises nothing of people.
pub(crate) fn difficulty(hardness: &Hardness) -> u32 {
    let further = hardness.moves.saturating_sub(1) as f64;
    let doublings = (hardness.candidates.max(1) as f64).log2();
    let points = 700.0 + hardness.each * further + 80.0 * doublings + hardness.hidden;
    points.clamp(500.0, 2800.0).round() as u32
}
