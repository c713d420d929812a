//! The root of a search: its moves, best first, and how far they have been looked at.

use boyi_reversi::discs::{Discs, SquareSet, Whose};
use boyi_reversi::{Layout, Move, Square};
use boyi_search::{Bound, TranspositionTable};

use super::search::{INFINITY, Late, RootLook, Searching, TO_THE_END};

/// A position in which there is a choice, with what is known of it.
pub(super) struct Root<D: Discs> {
    pub(super) discs: D,
    /// The moves, the best known first.
    pub(super) squares: Vec<Square>,
    pub(super) empties: u32,
    /// The deepest look at all moves.
    pub(super) looked: Option<Looked>,
    /// A move that is worth at least so much, as is known from looks at the positions before: often
    /// from deeper ones than there is time for here.
    pub(super) sure: Option<(Square, Looked)>,
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
            sure: None,
            near_solved: false,
            late: Late::Full,
        };
        if let Some(entry) = table.get(root.discs.key()) {
            let best = entry.best::<Move>().and_then(Move::square);
            let led = best.is_some_and(|best| root.lead_with(best));
            root.near_solved = !entry.guessed;
            let looked = Looked {
                depth: entry.depth().min(empties),
                value: entry.score.value(),
            };
            match entry.bound {
                Bound::Exact if led => root.looked = Some(looked),
                Bound::AtLeast if led => root.sure = Some((root.squares[0], looked)),
                _ => (),
            }
        }
        Some(root)
    }

    /// Looks at all moves to a depth. What was found is in `looked` and in the table; of a look that
    /// was halted, a better move counts too.
    pub(super) fn look(&mut self, searching: &mut Searching<D>, depth: u32) {
        let look = RootLook {
            depth,
            empties: self.empties,
            late: self.late,
        };
        let sure = self.sure.filter(|&(square, sure)| {
            square == self.squares[0] && depth <= sure.depth && depth < self.empties
        });
        let at_least = sure.map(|(_, sure)| sure.value);
        let found = searching.root(&mut self.discs, &mut self.squares, at_least, look);
        let Some(value) = found else {
            return;
        };
        let depth = depth - u32::from(searching.halted);
        if sure.is_some_and(|(square, _)| square == self.squares[0]) {
            // The table knows more than that already.
            self.looked = Some(Looked { depth, value });
        } else if depth > 0 {
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
        searching.store(key, looked.value, (-INFINITY, INFINITY), depth, Some(best));
        self.looked = Some(looked);
    }

    /// What is known of the best move, which may be more than of the others.
    pub(super) fn known_of_best(&self) -> Option<Looked> {
        let sure = self.sure.filter(|(square, _)| *square == self.squares[0]);
        let sure = sure.map(|(_, sure)| sure);
        // Of two as deep, what was looked at is the value and the other a bound: the last one counts.
        sure.into_iter()
            .chain(self.looked)
            .max_by_key(|known| known.depth)
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

#[cfg(test)]
mod tests {
    use boyi_reversi::{Bitboard, Setup, Words};
    use boyi_search::EXPECTED_MOVES;
    use boyi_search::kernel::{Budget, Go};

    use super::super::evaluator::BoardEvaluator;
    use super::super::weights::embedded_weights;
    use super::*;

    const DEPTH: u32 = 4;

    /// Looks at the start of a board where a move is known to be worth at least so much; returns the
    /// moves, the best first, its value and the positions it took.
    fn looked(sure: Option<(Square, i32)>) -> (Vec<Square>, i32, u64) {
        let layout = Layout::weighted(8, 8, |square| {
            1 + ((3 * square.row() + square.col()) % 9) as u8
        });
        let layout = layout.expect("a board");
        let board = Bitboard::new(&Setup::start(layout.clone())).expect("fits");
        let table = TranspositionTable::try_new(1 << 20).expect("memory");
        let evaluator = BoardEvaluator::<Words>::new(&layout, embedded_weights());
        let budget = Budget::new(&Go::<String>::default(), EXPECTED_MOVES);
        let mut searching = Searching::new(&layout, &evaluator, &table, &budget);
        let discs = board.discs().clone();
        if let Some((square, value)) = sure {
            searching.store(discs.key(), value, (value - 1, value), DEPTH, Some(square));
        }
        let mut root = Root::of(&layout, discs, &table).expect("moves");
        root.look(&mut searching, DEPTH);
        let known = root.known_of_best().expect("nothing halts it");
        (root.squares, known.value, searching.nodes)
    }

    #[test]
    fn a_move_that_is_good_enough_for_sure_is_looked_at_only_when_another_is_better() {
        let (moves, value, nodes) = looked(None);
        let (best, other) = (moves[0], moves[1]);
        let (moves, found, fewer) = looked(Some((other, value + 1)));
        assert_eq!((moves[0], found), (other, value + 1));
        assert!(fewer < nodes, "{fewer} {nodes}");
        for known in [best, other] {
            let (moves, found, _) = looked(Some((known, value - 500)));
            assert_eq!((moves[0], found), (best, value));
        }
    }
}
