//! The root of a search: its moves, best first, and how far they have been looked at.

use boyi_reversi::discs::{Discs, SquareSet, Whose};
use boyi_reversi::{Layout, Move, Square};
use boyi_search::{Bound, TranspositionTable};

use super::search::{INFINITY, Late, Searching, TO_THE_END};

/// A position in which there is a choice, with what is known of it.
pub(super) struct Root<D: Discs> {
    pub(super) discs: D,
    /// The moves, the best known first.
    pub(super) squares: Vec<Square>,
    pub(super) empties: u32,
    /// The deepest look at all moves.
    pub(super) looked: Option<Looked>,
    /// Whether lines from here were followed to the end of the game before: then the table knows
    /// most of what it takes to solve it.
    pub(super) near_solved: bool,
    pub(super) late: Late,
}

/// What a look ahead has found.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Looked {
    pub(super) depth: u32,
    pub(super) value: i32,
}

impl<D: Discs> Root<D> {
    /// With what the table knows from earlier looks. `None` where the side to move cannot move.
    pub(super) fn of(layout: &Layout, discs: D, table: &TranspositionTable) -> Option<Self> {
        let mut squares = Vec::new();
        discs
            .placements(Whose::Mover)
            .each(|square| squares.push(square));
        if squares.is_empty() {
            return None;
        }
        let taken = discs.held(Whose::Mover).count() + discs.held(Whose::Other).count();
        let empties = (layout.rows() * layout.cols()) as u32 - taken;
        let mut root = Self {
            discs,
            squares,
            empties,
            looked: None,
            near_solved: false,
            late: Late::Full,
        };
        if let Some(entry) = table.get(root.discs.key()) {
            let best = entry.best::<Move>().and_then(Move::square);
            let led = best.is_some_and(|best| root.lead_with(best));
            root.near_solved = !entry.guessed;
            if led && entry.bound == Bound::Exact {
                root.looked = Some(Looked {
                    depth: entry.depth().min(empties),
                    value: entry.score.value(),
                });
            }
        }
        Some(root)
    }

    /// Looks at all moves to a depth. What was found is in `looked` and in the table; of a look that
    /// was halted, a better move counts too.
    pub(super) fn look(&mut self, searching: &mut Searching<D>, depth: u32) {
        let found = searching.root(
            &mut self.discs,
            &mut self.squares,
            depth,
            self.empties,
            self.late,
        );
        let Some(value) = found else {
            return;
        };
        let depth = depth - u32::from(searching.halted);
        if depth > 0 {
            self.keep(searching, Looked { depth, value });
        }
    }

    /// The best move and its value are known to the end of the game.
    pub(super) fn settle(&mut self, searching: &Searching<D>, best: Square, value: i32) {
        self.lead_with(best);
        let depth = self.empties;
        self.keep(searching, Looked { depth, value });
    }

    fn keep(&mut self, searching: &Searching<D>, looked: Looked) {
        let depth = if looked.depth == self.empties {
            TO_THE_END
        } else {
            looked.depth
        };
        let (key, best) = (self.discs.key(), self.squares[0]);
        searching.remember(key, looked.value, (-INFINITY, INFINITY), depth, Some(best));
        self.looked = Some(looked);
    }

    /// Plies looked ahead so far.
    pub(super) fn depth(&self) -> u32 {
        self.looked.map_or(0, |looked| looked.depth)
    }

    /// Whether there is nothing more to find out.
    pub(super) fn is_settled(&self) -> bool {
        self.depth() == self.empties
    }

    /// Brings a move to the front. `false` where it is no move here.
    fn lead_with(&mut self, best: Square) -> bool {
        let at = self.squares.iter().position(|&square| square == best);
        if let Some(at) = at {
            self.squares[..=at].rotate_right(1);
        }
        at.is_some()
    }
}
