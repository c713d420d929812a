//! What a search of any board does differently where it reaches the end of the game, and counts points.

use std::ops::Range;

use boyi_reversi::Square;
use boyi_reversi::discs::{Discs, SquareSet, Whose};

use super::evaluator::POINT;
use super::ranking::Ranked;
use super::search::Searching;

/// Empties up to which moves are tried as they come, and nothing is remembered or counted.
pub(super) const AS_THEY_COME: u32 = 4;

/// Empties from which children are looked up in the table before any is searched.
pub(super) const LOOK_UP_CHILDREN: u32 = 8;

/// Empties from which moves are ordered by what the evaluation says of the board after them, too.
const BY_JUDGEMENT: u32 = 9;

/// What a reply that is left counts in the order of moves, in hundredths of the board by the
/// evaluation.
const REPLY: i32 = 2;

impl<D: Discs> Searching<'_, D> {
    /// The exact value for the window (alpha, beta), with so few empties that every one of them is tried.
    pub(super) fn last_few(&mut self, discs: &mut D, alpha: i32, beta: i32, empties: u32) -> i32 {
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

    /// Puts the moves on the stack and says where. Moves that leave few replies have small trees
    /// behind them, and are mostly the better ones.
    pub(super) fn rank_for_the_end(
        &mut self,
        discs: &mut D,
        placements: &D::Set,
        first: Option<Square>,
        empties: u32,
    ) -> Range<usize> {
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
        start..self.stack.len()
    }

    /// The most the side to move can reach, where the opponent's stable discs keep it at alpha. They
    /// are counted only where all of its discs together would be enough.
    pub(super) fn out_of_reach(&self, discs: &D, alpha: i32) -> Option<i32> {
        let most = |lost: i32| (self.total - 2 * lost) * POINT;
        if most(discs.worth(Whose::Other)) > alpha {
            return None;
        }
        let most = most(discs.worth_of(&discs.stable(Whose::Other)));
        (most <= alpha).then_some(most)
    }
}
