//! The exact solver of small boards as the player uses it: within the limits of a search.

use boyi_search::Instant;

use boyi_reversi::Square;
use boyi_reversi::discs::{Discs, SquareSet, Whose};
use boyi_search::SharedTable;

use super::evaluator::POINT;
use super::exact::{Bounds, Solver};
use super::field::Field;
use super::pace::Pace;
use super::root::Root;
use super::search::Searching;
use super::small::Best;
use crate::reversi::othello::Board;

/// Plies to look ahead before the end is solved: they say what the value is about.
pub(super) const LOOK_FIRST: u32 = 4;

/// What solves the end on boards of up to 8 x 8.
pub(super) struct Ending {
    pub(super) field: Field,
    pub(super) table: SharedTable<Bounds>,
}

/// How much of what is left of the limits may go into an attempt to solve.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Effort {
    All,
    /// So much that something is left to look ahead with if it fails.
    Half,
}

impl Ending {
    /// Whether it is done in time; then the root's best move and exact value are known.
    pub(super) fn solve<D: Discs>(
        &self,
        searching: &mut Searching<D>,
        root: &mut Root<D>,
        effort: Effort,
        pace: &mut Pace,
    ) -> bool {
        let since = Instant::now();
        let parts = match effort {
            Effort::All => 1,
            Effort::Half => 2,
        };
        let known = self.knows(&root.discs);
        let mut quiet = |_| ();
        let budget = searching.budget.part(searching.nodes, parts);
        let mut solver = Solver::new(&self.field, &self.table, &budget, &mut quiet);
        let guess = root.looked.map_or(0, |looked| looked.value / POINT);
        let best = solver.best(board(&root.discs), guess);
        searching.nodes += solver.nodes;
        searching.halted |= solver.halted && effort == Effort::All || searching.budget.is_stopped();
        // What was half known says nothing about what the next one takes.
        if !known {
            pace.learn(root.empties, solver.nodes, since.elapsed(), best.is_some());
        }
        let Some(Best {
            value,
            at: Some(at),
        }) = best
        else {
            return false;
        };
        let square = Square::new(at as usize / 8, at as usize % 8);
        square.is_some_and(|square| {
            root.settle(searching, square, value * POINT);
            true
        })
    }

    /// Whether something is known of how a position ends: then solving it is no great matter.
    pub(super) fn knows<D: Discs>(&self, discs: &D) -> bool {
        let (image, _) = self.field.least_image(board(discs));
        self.table.get(board(discs).key()).is_some() || self.table.get(image.key()).is_some()
    }
}

/// The board as the solver sees it.
fn board<D: Discs>(discs: &D) -> Board {
    let word = |whose| {
        let mut word = 0u64;
        discs
            .held(whose)
            .each(|square| word |= 1 << (8 * square.row() + square.col()));
        word
    };
    Board {
        mine: word(Whose::Mover),
        theirs: word(Whose::Other),
    }
}
