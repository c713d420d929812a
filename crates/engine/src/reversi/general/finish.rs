//! The end of the game on boards of any size: every line to its last disc, by points.

use boyi_reversi::discs::{Discs, SquareSet, Whose};
use boyi_reversi::{Move, Square};

use super::judge::POINT;
use super::ranking::Ranked;
use super::search::{INFINITY, Searching, TO_THE_END, settled};

/// Empties up to which moves are tried as they come, and nothing is remembered.
const AS_THEY_COME: u32 = 4;

/// Empties from which stable discs are counted.
const COUNT_STABLE: u32 = 5;

impl<D: Discs> Searching<'_, D> {
    /// The exact value for the window (alpha, beta); void once halted.
    pub(super) fn exactly(&mut self, discs: &mut D, alpha: i32, beta: i32, empties: u32) -> i32 {
        self.nodes += 1;
        if self.poll() {
            return 0;
        }
        if empties == 0 {
            return self.result(discs);
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
        if empties <= AS_THEY_COME {
            return self.last_few(discs, &placements, alpha, beta, empties);
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
        let start = self.fewest_replies_first(discs, &placements, first);
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
        self.remember(key, best, (alpha, beta), TO_THE_END, best_square);
        best
    }

    fn last_few(
        &mut self,
        discs: &mut D,
        placements: &D::Set,
        alpha: i32,
        beta: i32,
        empties: u32,
    ) -> i32 {
        let start = self.stack.len();
        placements.each(|square| {
            self.stack.push(Ranked {
                promise: 0,
                square,
                key: None,
            });
        });
        let mut best = -INFINITY;
        for n in start..self.stack.len() {
            let undo = discs.place(self.stack[n].square);
            let value = -self.exactly(discs, -beta, -alpha.max(best), empties - 1);
            discs.undo(undo);
            best = best.max(value);
            if best >= beta {
                break;
            }
        }
        self.stack.truncate(start);
        best
    }

    /// Moves that leave few replies have small trees behind them, and are mostly the better ones.
    fn fewest_replies_first(
        &mut self,
        discs: &mut D,
        placements: &D::Set,
        first: Option<Square>,
    ) -> usize {
        let start = self.stack.len();
        placements.each(|square| {
            let promise = if first == Some(square) {
                i32::MAX
            } else {
                let undo = discs.place(square);
                let replies = discs.placements(Whose::Mover).count() as i32;
                discs.undo(undo);
                -replies
            };
            self.stack.push(Ranked {
                promise,
                square,
                key: None,
            });
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
