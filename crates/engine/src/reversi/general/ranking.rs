//! Which moves the general search tries first.

use std::ops::Range;

use boyi_game::{GameMove, Key};
use boyi_reversi::discs::{Discs, SquareSet, Whose};
use boyi_reversi::{Layout, Move, Square};

use super::search::Searching;

/// Plies from which moves are ordered by the replies they leave.
const BY_REPLIES: u32 = 2;

/// Plies from which they are ordered by what the evaluation says of the board after them.
const BY_JUDGEMENT: u32 = 3;

/// A move with how soon it should be tried, and the board it leads to, where it was looked at.
#[derive(Clone, Copy)]
pub(super) struct Ranked {
    pub(super) score: i32,
    pub(super) square: Square,
    pub(super) key: Option<Key>,
}

/// What squares score by where they lie: corners first, the squares beside them last.
pub(super) struct StaticOrder(Vec<i32>);

impl StaticOrder {
    pub(super) fn of(layout: &Layout) -> Self {
        let mut scores = vec![0; Move::CODES];
        for square in layout.squares() {
            let down = square.row().min(layout.rows() - 1 - square.row());
            let across = square.col().min(layout.cols() - 1 - square.col());
            let score = match (down.min(across), down.max(across)) {
                (0, 0) => 12,
                (1, 1) => -8,
                (0, 1) => -4,
                (0, _) => 2,
                (1, _) => -2,
                _ => 0,
            };
            scores[usize::from(Move::Place(square).code())] = score;
        }
        Self(scores)
    }

    #[inline]
    fn at(&self, code: usize) -> i32 {
        self.0[code]
    }
}

impl<D: Discs> Searching<'_, D> {
    /// Puts the moves on the stack and says where.
    pub(super) fn rank(
        &mut self,
        discs: &mut D,
        placements: &D::Set,
        depth: u32,
        first: Option<Square>,
    ) -> Range<usize> {
        let start = self.stack.len();
        placements.each(|square| {
            self.stack.push(Ranked {
                score: i32::MAX,
                square,
                key: None,
            });
        });
        for n in start..self.stack.len() {
            let square = self.stack[n].square;
            let code = usize::from(Move::Place(square).code());
            let habit = (32 - (self.history[code].max(0) as u32).leading_zeros()) as i32;
            let mut score = habit + self.static_order.at(code);
            let mut key = None;
            if depth >= BY_REPLIES {
                let undo = discs.place(square);
                let replies = discs.placements(Whose::Mover);
                score -= 3 * replies.count() as i32;
                if depth >= BY_JUDGEMENT {
                    key = Some(discs.key());
                    // A reply to come is worth about the same everywhere: only the order counts.
                    let judged = self.evaluator.value(discs, &replies) * 32 / self.evaluator.unit();
                    score += -judged;
                }
                discs.undo(undo);
            }
            let ranked = &mut self.stack[n];
            ranked.key = key;
            if first != Some(square) {
                ranked.score = score;
            }
        }
        start..self.stack.len()
    }

    /// The best of the moves from `n` to the top of the stack, brought to `n`.
    pub(super) fn take(&mut self, n: usize) -> Square {
        let left = &mut self.stack[n..];
        let mut best = 0;
        for other in 1..left.len() {
            if left[other].score > left[best].score {
                best = other;
            }
        }
        left.swap(0, best);
        left[0].square
    }
}
