//! Principal variation search on any board, to a depth or to the end of the game by points.

use std::time::Instant;

use boyi_game::{GameMove, Score};
use boyi_reversi::discs::{Discs, SquareSet, Whose};
use boyi_reversi::{Empties, Layout, Move, Square};
use boyi_search::{Bound, Entry, Stop, TranspositionTable};

use super::judge::{BoardJudge, POINT};

/// More than any value.
pub(super) const INFINITY: i32 = 1 << 28;

/// Positions between two looks at the clock: on a board of 30 x 30 a position takes microseconds.
const POLL: u64 = 128;

/// Plies from which moves are ordered by the replies they leave.
const BY_REPLIES: u32 = 2;

pub(super) struct Searching<'a, D: Discs> {
    pub(super) judge: &'a BoardJudge<D>,
    pub(super) table: &'a TranspositionTable,
    pub(super) stop: &'a Stop,
    pub(super) deadline: Option<Instant>,
    pub(super) most_nodes: Option<u64>,
    pub(super) nodes: u64,
    next_poll: u64,
    pub(super) halted: bool,
    /// How often a move was best, by square.
    history: Vec<i32>,
    total: i32,
    to_winner: bool,
}

/// A move with how soon it should be tried.
#[derive(Clone, Copy)]
struct Ranked {
    promise: i32,
    square: Square,
}

impl<'a, D: Discs> Searching<'a, D> {
    pub(super) fn new(
        layout: &Layout,
        judge: &'a BoardJudge<D>,
        table: &'a TranspositionTable,
        stop: &'a Stop,
    ) -> Self {
        let worth = |square| i32::from(layout.worth(square));
        Self {
            judge,
            table,
            stop,
            deadline: None,
            most_nodes: None,
            nodes: 0,
            next_poll: 0,
            halted: false,
            history: vec![0; Move::CODES],
            total: layout.squares().map(worth).sum(),
            to_winner: layout.empties() == Empties::ToWinner,
        }
    }

    fn poll(&mut self) -> bool {
        if self.nodes >= self.next_poll {
            let left = self
                .most_nodes
                .map_or(POLL, |most| most.saturating_sub(self.nodes));
            self.next_poll = self.nodes + left.clamp(1, POLL);
            self.halted |= left == 0
                || self.stop.is_stopped()
                || self
                    .deadline
                    .is_some_and(|deadline| Instant::now() >= deadline);
        }
        self.halted
    }

    /// The result of a finished game, in the units of the evaluation.
    pub(super) fn result(&self, discs: &D) -> i32 {
        let (mine, theirs) = (discs.worth(Whose::Mover), discs.worth(Whose::Other));
        let mut difference = mine - theirs;
        if self.to_winner {
            difference += difference.signum() * (self.total - mine - theirs);
        }
        difference * POINT
    }

    /// The value of a position for the window (alpha, beta); void once halted.
    pub(super) fn value(&mut self, discs: &mut D, alpha: i32, beta: i32, depth: u32) -> i32 {
        self.nodes += 1;
        if self.poll() {
            return 0;
        }
        let placements = discs.placements(Whose::Mover);
        if placements.is_empty() {
            if discs.placements(Whose::Other).is_empty() {
                return self.result(discs);
            }
            let undo = discs.pass();
            let value = -self.value(discs, -beta, -alpha, depth);
            discs.undo(undo);
            return value;
        }
        if depth == 0 {
            return self.judge.value(discs);
        }
        let key = discs.key();
        let known = self.table.get(key);
        if let Some(entry) = known
            && let Some(value) = settled(&entry, alpha, beta, depth)
        {
            return value;
        }
        let first = known
            .and_then(|entry| entry.best::<Move>())
            .and_then(Move::square);
        let mut moves = self.ranked(discs, &placements, depth, first);
        let (mut best, mut best_square, mut floor) = (-INFINITY, None, alpha);
        for n in 0..moves.len() {
            let square = take(&mut moves, n);
            let undo = discs.place(square);
            let mut value = if n == 0 {
                -self.value(discs, -beta, -floor, depth - 1)
            } else {
                -self.value(discs, -floor - 1, -floor, depth - 1)
            };
            if n > 0 && value > floor && value < beta && !self.halted {
                value = -self.value(discs, -beta, -floor, depth - 1);
            }
            discs.undo(undo);
            if self.halted {
                return 0;
            }
            if value > best {
                (best, best_square) = (value, Some(square));
                floor = floor.max(value);
                if value >= beta {
                    self.history[usize::from(Move::Place(square).code())] += (depth * depth) as i32;
                    break;
                }
            }
        }
        let bound = if best >= beta {
            Bound::AtLeast
        } else if best <= alpha {
            Bound::AtMost
        } else {
            Bound::Exact
        };
        let best_move = best_square.map(Move::Place);
        let score = Score::heuristic(best);
        let entry = Entry::new(
            score,
            bound,
            true,
            depth,
            best_move,
            self.table.generation(),
        );
        self.table.put(key, entry);
        best
    }

    fn ranked(
        &self,
        discs: &mut D,
        placements: &D::Set,
        depth: u32,
        first: Option<Square>,
    ) -> Vec<Ranked> {
        let mut squares = Vec::with_capacity(32);
        placements.each(|square| squares.push(square));
        let promise = |square: Square, discs: &mut D| {
            if first == Some(square) {
                return i32::MAX;
            }
            let tried = self.history[usize::from(Move::Place(square).code())];
            if depth < BY_REPLIES {
                return tried;
            }
            let undo = discs.place(square);
            let replies = discs.placements(Whose::Mover).count() as i32;
            discs.undo(undo);
            let habit = (32 - (tried.max(0) as u32).leading_zeros()) as i32;
            habit - 3 * replies
        };
        squares
            .into_iter()
            .map(|square| Ranked {
                promise: promise(square, discs),
                square,
            })
            .collect()
    }

    /// Searches the root's moves, best known first; the best is moved to the front. Returns its
    /// value, or `None` where nothing was completed.
    pub(super) fn root(&mut self, discs: &mut D, moves: &mut [Square], depth: u32) -> Option<i32> {
        let mut best: Option<i32> = None;
        for n in 0..moves.len() {
            let square = moves[n];
            let undo = discs.place(square);
            let value = match best {
                None => -self.value(discs, -INFINITY, INFINITY, depth - 1),
                Some(best) => {
                    let value = -self.value(discs, -best - 1, -best, depth - 1);
                    if value > best && !self.halted {
                        -self.value(discs, -INFINITY, -best, depth - 1)
                    } else {
                        value
                    }
                }
            };
            discs.undo(undo);
            if self.halted {
                break;
            }
            if best.is_none_or(|best| value > best) {
                best = Some(value);
                moves[..=n].rotate_right(1);
            }
        }
        best
    }
}

/// The value, where an entry decides the window.
fn settled(entry: &Entry, alpha: i32, beta: i32, depth: u32) -> Option<i32> {
    let value = entry.score.value();
    let decides = match entry.bound {
        Bound::Exact => true,
        Bound::AtLeast => value >= beta,
        Bound::AtMost => value <= alpha,
    };
    (decides && entry.depth() >= depth).then_some(value)
}

/// The `n`th best; call with 0, 1, 2, … in this order.
fn take(moves: &mut [Ranked], n: usize) -> Square {
    let left = &mut moves[n..];
    let best = (0..left.len())
        .rev()
        .max_by_key(|&other| left[other].promise)
        .unwrap_or(0);
    left.swap(0, best);
    left[0].square
}
