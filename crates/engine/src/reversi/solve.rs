//! Small boards played out to the end: the exact result, by points.

use boyi_search::Instant;
use std::time::Duration;

use boyi_game::{Outcome, Position, Score, Side};
use boyi_reversi::discs::{Discs, SquareSet, Whose};
use boyi_reversi::{Bitboard, Grid, Move};
use boyi_search::kernel::Go;
use boyi_search::{
    Algorithm, Counts, Evaluate, NoMemory, Observer, Plan, Stop, TranspositionTable, search,
};

use super::{general, grid, read_opening};
use crate::game::{Opening, Setup, SetupError};

/// The result of best play by both.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Solution {
    /// Points of the first player minus points of the second; `None` where the search was stopped.
    pub value: Option<i32>,
    /// A line of best play.
    pub line: Vec<String>,
    pub counts: Counts,
    pub elapsed: Duration,
}

/// Why a board cannot be solved.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum SolveError {
    #[error(transparent)]
    Setup(#[from] SetupError),
    #[error("{0}")]
    Memory(#[from] NoMemory),
}

/// Solves a board with a table of so many bytes. `watch` is called with the number of positions
/// looked at, from time to time.
pub fn solve(
    setup: &Setup,
    table_bytes: usize,
    stop: &Stop,
    watch: &mut dyn FnMut(u64),
) -> Result<Solution, SolveError> {
    let (start, moves) = read_opening(setup)?;
    if let Some(start) = Bitboard::new(&start) {
        let board = Opening { start, moves }.position();
        return Ok(general::solve_small(&board, table_bytes, stop, watch)?);
    }
    let start = grid(&start);
    let board = Opening { start, moves }.position();
    let table = TranspositionTable::try_new(table_bytes)?;
    Ok(solve_large(&board, &table, stop, watch))
}

/// The value of a finished game, from the first player's view.
pub(super) fn final_value<D: Discs>(position: &boyi_reversi::Reversi<D>) -> Option<i32> {
    position.outcome().map(|_| {
        let points = position.points();
        points[Side::First] - points[Side::Second]
    })
}

fn solve_large(
    position: &Grid,
    table: &TranspositionTable,
    stop: &Stop,
    watch: &mut dyn FnMut(u64),
) -> Solution {
    let began = Instant::now();
    // Longer than any game can be, so that nothing is left to an evaluation.
    let depth = 2 * (position.layout().rows() * position.layout().cols()) as u32;
    let go = Go {
        stop: stop.clone(),
        ..Go::depth(depth)
    };
    let plan = Plan {
        deepen: false,
        table: Some(table),
        ..Plan::new(Algorithm::Pvs, go)
    };
    let mut ticker = Ticker { nodes: 0, watch };
    let report = search(position, &ToTheEnd, &plan, &mut ticker);
    let sign = if position.turn() == Side::First {
        1
    } else {
        -1
    };
    let searched = report.value.map(|score| sign * score.value());
    Solution {
        value: final_value(position).or(searched),
        line: report.line.iter().map(ToString::to_string).collect(),
        counts: report.counts,
        elapsed: began.elapsed(),
    }
}

/// Knows nothing but the final points, and that moves which leave few replies are quickly dealt
/// with.
struct ToTheEnd;

impl Evaluate<Grid> for ToTheEnd {
    fn evaluate(&self, _: &Grid) -> Score {
        unreachable!("the depth is beyond the end of the game")
    }

    fn decided(&self, position: &Grid, _: Outcome, _: u32) -> Score {
        let (turn, points) = (position.turn(), position.points());
        Score::heuristic(points[turn] - points[!turn])
    }

    fn promise(&self, position: &mut Grid, mv: Move) -> i32 {
        -(position.after(mv, |child| child.discs().placements(Whose::Mover).count()) as i32)
    }
}

struct Ticker<'a> {
    nodes: u64,
    watch: &'a mut dyn FnMut(u64),
}

impl Observer<Move> for Ticker<'_> {
    #[inline]
    fn enter(&mut self, _: u32, _: u32, _: boyi_search::Window) {
        self.nodes += 1;
        if self.nodes.is_multiple_of(1 << 18) {
            (self.watch)(self.nodes);
        }
    }
}
