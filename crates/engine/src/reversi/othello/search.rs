//! The search itself: null windows and principal variation, to a depth or to the end of the game.
//!
//! One search serves both: where the depth reaches the end of the game the last plies go to
//! `ending`, otherwise to the evaluation. `certainty` says which guesses may cut
//! on the way.

use std::sync::{Mutex, PoisonError};

use boyi_game::Key;
use boyi_search::SharedTable;
use boyi_search::kernel::{Budget, Meter, Stopped};

use super::board::{BESIDE_CORNERS, Board, CORNERS, MOST};
use super::ending::beyond_reach;
use super::evaluation::Evaluation;
use super::order::{self, Candidates};
use super::patterns::{GEOMETRY, Geometry, Shapes};
use super::probcut::{Certainty, probe_depth};
use super::recent::Recent;
use super::split::{Pool, Split};
use super::tt_entry::{EntryUpdate, OthelloEntry};

/// Empties up to which the end is played out on bare discs.
const ENDING: u32 = 13;

/// Plies up to which nothing is stored or ordered: those subtrees are too small.
const BARE: u32 = 2;

/// Plies from which children are looked up in the table before any is searched.
const LOOK_UP_CHILDREN: u32 = 4;

/// Plies from which probes are made.
const PROBED: u32 = 3;

/// Probes within probes.
pub(super) const NESTED_PROBES: u32 = 2;

/// Plies from which other threads may help.
const SPLIT: u32 = 9;

/// Lower than every value.
pub(super) const NOTHING: i32 = -MOST - 1;

/// A position on the way.
#[derive(Clone, Copy)]
pub(super) struct Node {
    pub(super) board: Board,
    pub(super) shapes: Shapes,
    pub(super) empties: u32,
}

impl Node {
    pub(super) fn new(board: Board) -> Self {
        Self {
            board,
            shapes: Shapes::of(board, &GEOMETRY),
            empties: board.empties(),
        }
    }

    #[inline]
    pub(super) fn after(&self, at: u32, flips: u64, geometry: &Geometry) -> Self {
        Self {
            board: self.board.after(at, flips),
            shapes: self.shapes.after(at, flips, geometry),
            empties: self.empties - 1,
        }
    }

    #[inline]
    pub(super) fn passed(&self) -> Self {
        Self {
            board: self.board.passed(),
            shapes: self.shapes.passed(),
            empties: self.empties,
        }
    }
}

/// What all threads of a search share.
pub(super) struct Shared<'a> {
    pub(super) table: &'a SharedTable<OthelloEntry>,
    pub(super) evaluation: &'a Evaluation,
    pub(super) budget: &'a Budget,
    pub(super) pool: Pool,
    /// Small tables that no thread holds.
    pub(super) spare: &'a Mutex<Vec<Recent>>,
}

/// One thread's part of a search.
pub(super) struct Worker<'a> {
    pub(super) shared: &'a Shared<'a>,
    pub(super) geometry: &'static Geometry,
    pub(super) nodes: u64,
    meter: Meter<'a>,
    next_poll: u64,
    pub(super) certainty: Certainty,
    pub(super) nested: u32,
    /// The work of another thread that this one takes part in.
    pub(super) split: Option<&'a Split<'a>>,
    /// What is being searched is void; unwind.
    pub(super) quit: bool,
    /// Results of the last few empties.
    pub(super) recent: Recent,
}

impl Drop for Worker<'_> {
    fn drop(&mut self) {
        let recent = std::mem::replace(&mut self.recent, Recent::handed_on());
        let spare = self.shared.spare.lock();
        spare.unwrap_or_else(PoisonError::into_inner).push(recent);
    }
}

impl<'a> Worker<'a> {
    pub(super) fn new(shared: &'a Shared<'a>, certainty: Certainty) -> Self {
        let spare = shared
            .spare
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
            .pop();
        Self {
            shared,
            geometry: &GEOMETRY,
            nodes: 0,
            meter: Meter::new(shared.budget),
            next_poll: 0,
            certainty,
            nested: 0,
            split: None,
            quit: false,
            recent: spare.unwrap_or_else(Recent::new),
        }
    }

    #[inline]
    pub(super) fn table(&self) -> &'a SharedTable<OthelloEntry> {
        self.shared.table
    }

    #[inline]
    pub(super) fn evaluate(&self, node: &Node) -> i32 {
        self.shared
            .evaluation
            .discs(node.board, &node.shapes, node.empties)
    }

    /// Looks at clock, switch and the other threads from time to time; whether to unwind.
    #[inline]
    pub(super) fn poll(&mut self) -> bool {
        if self.nodes >= self.next_poll {
            self.look();
        }
        self.quit
    }

    #[cold]
    fn look(&mut self) {
        match self.meter.poll_at(self.nodes) {
            Ok(more) => {
                self.next_poll = self.nodes + more;
                self.quit |= self.split.is_some_and(Split::is_void);
            }
            Err(Stopped) => {
                self.shared.budget.halt();
                self.quit = true;
            }
        }
    }

    /// Nodes of all threads, this one's up to now.
    pub(super) fn all_nodes(&self) -> u64 {
        self.shared.budget.nodes() + self.nodes - self.meter.nodes()
    }

    /// Adds the nodes counted since last time to those of all threads.
    pub(super) fn report(&mut self) {
        // Whether to stop is asked when the next node is searched.
        let _ = self.meter.poll_at(self.nodes);
        self.next_poll = self.nodes;
    }

    #[inline]
    pub(super) fn store(
        &self,
        key: Key,
        before: Option<OthelloEntry>,
        found: EntryUpdate,
        depth: u32,
        certainty: Certainty,
    ) {
        let table = self.table();
        let entry = OthelloEntry::joined(before, found, depth, certainty, table.generation());
        table.put(key, entry);
    }

    /// Whether the value is above alpha: returns something above alpha if so, else at most alpha.
    pub(super) fn null_window(&mut self, node: &Node, alpha: i32, depth: u32) -> i32 {
        if depth >= node.empties {
            if node.empties <= ENDING {
                return self.ending(node.board, alpha, node.empties);
            }
        } else if depth <= BARE {
            return self.bare(node, alpha, alpha + 1, depth);
        }
        self.nodes += 1;
        if self.poll() {
            return 0;
        }
        if let Some(bound) = beyond_reach(node.board, alpha, node.empties) {
            return bound;
        }
        let key = node.board.key();
        let before = self.table().get(key);
        if let Some(entry) = before
            && entry.serves(depth, self.certainty)
            && let Some(value) = entry.cut(alpha, alpha + 1)
        {
            return value;
        }
        if node.board.moves() == 0 {
            return (node.board).without_move(|_| self.null_window(&node.passed(), !alpha, depth));
        }
        if let Some(value) = self.probable_cut(node, alpha, depth) {
            return value;
        }
        let (best, best_at) = self.choose(node, alpha, depth, before);
        if self.quit {
            return 0;
        }
        if let Some(best_at) = best_at {
            let found = EntryUpdate {
                alpha,
                beta: alpha + 1,
                value: best,
                best: best_at,
            };
            self.store(key, before, found, depth, self.certainty);
        }
        best
    }

    /// The value of the best move, or of the first above alpha; and the move, unless no search was
    /// needed to see it.
    fn choose(
        &mut self,
        node: &Node,
        alpha: i32,
        depth: u32,
        before: Option<OthelloEntry>,
    ) -> (i32, Option<u32>) {
        let (mut best, mut best_at) = (NOTHING, None);
        // Where the move that was best before is enough, the others are not even listed. Not on the way
        // to the end: there it is worth more to look first whether any of them is already known to win.
        if depth < node.empties
            && let Some((at, child)) = self.table_move(node, before)
        {
            (best, best_at) = (-self.null_window(&child, !alpha, depth - 1), Some(at));
            if self.quit || best > alpha {
                return (best, best_at);
            }
        }
        let mut list = Candidates::of(node, self.geometry);
        list.remove(best_at);
        if list.wins_everything() {
            return (MOST, None);
        }
        if depth >= LOOK_UP_CHILDREN
            && let Some(value) = self.known_child(&list, alpha, depth)
        {
            return (value, None);
        }
        order::rank(self, &mut list, node, alpha, depth, before);
        for n in 0..list.len() {
            let candidate = list.take(n);
            let value = -self.null_window(&candidate.node, !alpha, depth - 1);
            if self.quit {
                break;
            }
            if value > best {
                (best, best_at) = (value, Some(candidate.at));
                if value > alpha {
                    break;
                }
            }
            if depth >= SPLIT && n + 1 < list.len() && self.shared.pool.has_idle() {
                let (value, at) = self.split_rest(&mut list, n + 1, alpha, depth);
                if value > best {
                    (best, best_at) = (value, Some(at));
                }
                break;
            }
        }
        (best, best_at)
    }

    /// The move that was best when this position was last searched, and where it leads.
    fn table_move(&self, node: &Node, before: Option<OthelloEntry>) -> Option<(u32, Node)> {
        let at = u32::from(before?.best[0]?);
        if node.board.moves() >> at & 1 == 0 {
            return None;
        }
        let flips = node.board.flips(at);
        Some((at, node.after(at, flips, self.geometry)))
    }

    /// The same with an open window.
    pub(super) fn open_window(
        &mut self,
        node: &Node,
        mut alpha: i32,
        beta: i32,
        depth: u32,
    ) -> i32 {
        if alpha + 1 >= beta {
            return self.null_window(node, alpha, depth);
        }
        self.nodes += 1;
        if depth == 0 && node.empties > 0 {
            return self.evaluate(node);
        }
        if self.poll() {
            return 0;
        }
        let floor = alpha;
        let key = node.board.key();
        let before = self.table().get(key);
        if let Some(entry) = before
            && entry.serves(depth, self.certainty)
            && let Some(value) = entry.cut(alpha, beta)
        {
            return value;
        }
        if node.board.moves() == 0 {
            return (node.board)
                .without_move(|_| self.open_window(&node.passed(), -beta, -alpha, depth));
        }
        let mut list = Candidates::of(node, self.geometry);
        if list.wins_everything() {
            return MOST;
        }
        order::rank(self, &mut list, node, alpha, depth, before);
        let (mut best, mut best_at) = (NOTHING, list.take(0).at);
        let mut n = 0;
        while n < list.len() {
            let candidate = *list.take(n);
            n += 1;
            let value = if n == 1 {
                -self.open_window(&candidate.node, -beta, -alpha, depth - 1)
            } else {
                let value = -self.null_window(&candidate.node, !alpha, depth - 1);
                if value > alpha && value < beta && !self.quit {
                    -self.open_window(&candidate.node, -beta, -alpha, depth - 1)
                } else {
                    value
                }
            };
            if self.quit {
                return 0;
            }
            if value > best {
                (best, best_at) = (value, candidate.at);
                alpha = alpha.max(value);
                if value >= beta {
                    break;
                }
            }
            // With help, the first of the rest that is above alpha is found; then it takes its turn.
            if depth >= SPLIT && n < list.len() && self.shared.pool.has_idle() {
                let (value, at) = self.split_rest(&mut list, n, alpha, depth);
                if self.quit {
                    return 0;
                }
                if value <= alpha {
                    if value > best {
                        (best, best_at) = (value, at);
                    }
                    break;
                }
                list.bring_forward(n, at);
            }
        }
        let found = EntryUpdate {
            alpha: floor,
            beta,
            value: best,
            best: best_at,
        };
        self.store(key, before, found, depth, self.certainty);
        best
    }

    /// The last plies before the evaluation, with any window.
    pub(super) fn bare(&mut self, node: &Node, mut alpha: i32, beta: i32, depth: u32) -> i32 {
        self.nodes += 1;
        if depth == 0 {
            return self.evaluate(node);
        }
        let moves = node.board.moves();
        if moves == 0 {
            return (node.board).without_move(|_| self.bare(&node.passed(), -beta, -alpha, depth));
        }
        let mut best = NOTHING;
        // Corners first, the squares beside them last: cheaper than any look at the replies.
        for part in [
            moves & CORNERS,
            moves & !(CORNERS | BESIDE_CORNERS),
            moves & BESIDE_CORNERS,
        ] {
            let mut left = part;
            while left != 0 {
                let at = left.trailing_zeros();
                left &= left - 1;
                let flips = node.board.flips(at);
                if flips == node.board.theirs {
                    return MOST;
                }
                let child = node.after(at, flips, self.geometry);
                let value = -self.bare(&child, -beta, -alpha, depth - 1);
                if value >= beta {
                    return value;
                }
                best = best.max(value);
                alpha = alpha.max(value);
            }
        }
        best
    }

    /// A child that the table already knows to be above alpha settles the node (enhanced
    /// transposition cut-off).
    fn known_child(&self, list: &Candidates, alpha: i32, depth: u32) -> Option<i32> {
        list.iter().find_map(|candidate| {
            let entry = self.table().get(candidate.node.board.key())?;
            let value = -i32::from(entry.upper);
            (entry.serves(depth - 1, self.certainty) && value > alpha).then_some(value)
        })
    }

    /// Multi-ProbCut: a shallow search far enough beyond the window stands for the deep one.
    fn probable_cut(&mut self, node: &Node, alpha: i32, depth: u32) -> Option<i32> {
        if depth < PROBED || self.nested >= NESTED_PROBES {
            return None;
        }
        let probe = probe_depth(depth);
        let margin = self.certainty.margin(node.empties, depth, probe)?;
        let first_margin = self.certainty.margin(node.empties, depth, 0)?;
        let at_once = self.evaluate(node);
        let beta = alpha + 1;
        let nested = self.nested;
        let mut cut = None;
        self.nested += 1;
        // Only where a look at the position itself already points that way.
        if at_once >= beta - first_margin / 2 && beta + margin < MOST {
            let value = self.null_window(node, beta + margin - 1, probe);
            if value >= beta + margin {
                cut = Some(beta);
            }
        }
        if cut.is_none() && at_once <= alpha + first_margin / 2 && alpha - margin > -MOST {
            let value = self.null_window(node, alpha - margin, probe);
            if value <= alpha - margin {
                cut = Some(alpha);
            }
        }
        self.nested = nested;
        if self.quit { Some(0) } else { cut }
    }
}
