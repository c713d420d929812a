//! The end of the game on boards of any size: every line to its last disc, by points.

use boyi_reversi::discs::{Discs, SquareSet, Whose};
use boyi_reversi::{Move, Square};

use super::evaluator::POINT;
use super::ranking::Ranked;
use super::search::{INFINITY, Searching, TO_THE_END, settled};

/// Empties up to which moves are tried as they come, and nothing is remembered.
const AS_THEY_COME: u32 = 4;

/// Empties from which stable discs are counted.
const COUNT_STABLE: u32 = 5;

/// Empties from which children are looked up in the table before any is searched.
const LOOK_UP_CHILDREN: u32 = 8;

/// Empties from which moves are ordered by what the evaluation says of the board after them, too.
const BY_JUDGEMENT: u32 = 9;

/// What a reply that is left counts in the order of moves, in hundredths of the board by the
/// evaluation.
const REPLY: i32 = 2;

impl<D: Discs> Searching<'_, D> {
    /// The exact value for the window (alpha, beta); void once halted.
    pub(super) fn exactly(&mut self, discs: &mut D, alpha: i32, beta: i32, empties: u32) -> i32 {
        self.nodes += 1;
        if self.poll() {
            return 0;
        }
        if empties <= AS_THEY_COME {
            return self.last_few(discs, alpha, beta, empties);
        }
        let placements = discs.placements(Whose::Mover);
        if placements.is_empty() {
            if discs.placements(Whose::Other).is_empty() {
                return self.result(discs);
            }
            let undo = discs.pass();
            let value = -self.exactly(discs, -beta, -alpha, empties);
            discs.undo(undo);
            return value;
        }
        if empties >= COUNT_STABLE
            && let Some(value) = self.out_of_reach(discs, alpha)
        {
            return value;
        }
        let key = discs.key();
        let known = self.table.get(key);
        if let Some(entry) = known
            && let Some(value) = settled(&entry, alpha, beta, TO_THE_END)
        {
            return value;
        }
        let first = known
            .and_then(|entry| entry.best::<Move>())
            .and_then(Move::square);
        let start = self.rank_for_the_end(discs, &placements, first, empties);
        if empties >= LOOK_UP_CHILDREN
            && let Some(value) = self.known_to_cut(start..self.stack.len(), beta, TO_THE_END + 1)
        {
            self.stack.truncate(start);
            return value;
        }
        let count = self.stack.len() - start;
        let (mut best, mut best_square, mut floor) = (-INFINITY, None, alpha);
        for n in 0..count {
            let square = self.take(start + n);
            let undo = discs.place(square);
            let mut value = if n == 0 {
                -self.exactly(discs, -beta, -floor, empties - 1)
            } else {
                -self.exactly(discs, -floor - 1, -floor, empties - 1)
            };
            if n > 0 && value > floor && value < beta && !self.halted {
                value = -self.exactly(discs, -beta, -floor, empties - 1);
            }
            discs.undo(undo);
            if self.halted {
                break;
            }
            if value > best {
                (best, best_square) = (value, Some(square));
                floor = floor.max(value);
                if value >= beta {
                    break;
                }
            }
        }
        self.stack.truncate(start);
        if self.halted {
            return 0;
        }
        self.store(key, best, (alpha, beta), TO_THE_END, best_square);
        best
    }

    /// The same with so few empties that every one of them is tried.
    fn last_few(&mut self, discs: &mut D, alpha: i32, beta: i32, empties: u32) -> i32 {
        if let Some(value) = self.best_of_last(discs, alpha, beta, empties) {
            return value;
        }
        let undo = discs.pass();
        let value = self.best_of_last(discs, -beta, -alpha, empties);
        discs.undo(undo);
        value.map_or_else(|| self.result(discs), |value| -value)
    }

    /// `None` where the side to move cannot.
    fn best_of_last(&mut self, discs: &mut D, alpha: i32, beta: i32, empties: u32) -> Option<i32> {
        let mut best = None;
        discs.empty_squares().each(|square| {
            if best.is_some_and(|best| best >= beta) {
                return;
            }
            let flips = discs.flips(square);
            if flips.is_empty() {
                return;
            }
            let undo = discs.place_flipping(square, &flips);
            let value = if empties == 1 {
                -self.result(discs)
            } else {
                self.nodes += 1;
                let floor = best.map_or(alpha, |best| alpha.max(best));
                -self.last_few(discs, -beta, -floor, empties - 1)
            };
            discs.undo(undo);
            best = best.max(Some(value));
        });
        best
    }

    /// Puts the moves on the stack and says from where on. Moves that leave few replies have small trees
    /// behind them, and are mostly the better ones.
    fn rank_for_the_end(
        &mut self,
        discs: &mut D,
        placements: &D::Set,
        first: Option<Square>,
        empties: u32,
    ) -> usize {
        let start = self.stack.len();
        placements.each(|square| {
            let undo = discs.place(square);
            let replies = discs.placements(Whose::Mover);
            let key = (empties >= LOOK_UP_CHILDREN).then(|| discs.key());
            let mut score = -REPLY * replies.count() as i32;
            if empties >= BY_JUDGEMENT {
                score -= self.evaluator.value(discs, &replies) / self.evaluator.unit();
            }
            discs.undo(undo);
            if first == Some(square) {
                score = i32::MAX;
            }
            self.stack.push(Ranked { score, square, key });
        });
        start
    }

    /// The most the side to move can reach, where the opponent's stable discs keep it at alpha. They
    /// are counted only where all of its discs together would be enough.
    fn out_of_reach(&self, discs: &D, alpha: i32) -> Option<i32> {
        let most = |lost: i32| (self.total - 2 * lost) * POINT;
        if most(discs.worth(Whose::Other)) > alpha {
            return None;
        }
        let most = most(discs.worth_of(&discs.stable(Whose::Other)));
        (most <= alpha).then_some(most)
    }
}
