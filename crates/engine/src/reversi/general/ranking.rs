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
    pub(super) promise: i32,
    pub(super) square: Square,
    pub(super) key: Option<Key>,
}

/// What squares promise by where they lie: corners first, the squares beside them last.
pub(super) struct Standing(Vec<i32>);

impl Standing {
    pub(super) fn of(layout: &Layout) -> Self {
        let mut promises = vec![0; Move::CODES];
        for square in layout.squares() {
            let down = square.row().min(layout.rows() - 1 - square.row());
            let across = square.col().min(layout.cols() - 1 - square.col());
            let promise = match (down.min(across), down.max(across)) {
                (0, 0) => 12,
                (1, 1) => -8,
                (0, 1) => -4,
                (0, _) => 2,
                (1, _) => -2,
                _ => 0,
            };
            promises[usize::from(Move::Place(square).code())] = promise;
        }
        Self(promises)
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
                promise: i32::MAX,
                square,
                key: None,
            });
        });
        for n in start..self.stack.len() {
            let square = self.stack[n].square;
            let code = usize::from(Move::Place(square).code());
            let habit = (32 - (self.history[code].max(0) as u32).leading_zeros()) as i32;
            let mut promise = habit + self.standing.at(code);
            let mut key = None;
            if depth >= BY_REPLIES {
                let undo = discs.place(square);
                let replies = discs.placements(Whose::Mover);
                promise -= 3 * replies.count() as i32;
                if depth >= BY_JUDGEMENT {
                    key = Some(discs.key());
                    // A reply to come is worth about the same everywhere: only the order counts.
                    let judged = self.judge.value(discs, &replies) * 32 / self.judge.unit();
                    promise += -judged;
                }
                discs.undo(undo);
            }
            let ranked = &mut self.stack[n];
            ranked.key = key;
            if first != Some(square) {
                ranked.promise = promise;
            }
        }
        start..self.stack.len()
    }

    /// The best of the moves from `n` to the top of the stack, brought to `n`.
    pub(super) fn take(&mut self, n: usize) -> Square {
        let left = &mut self.stack[n..];
        let mut best = 0;
        for other in 1..left.len() {
            if left[other].promise > left[best].promise {
                best = other;
            }
        }
        left.swap(0, best);
        left[0].square
    }
}
