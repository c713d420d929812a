//! Alpha-beta that tries the likeliest move first and, with a table, does no position twice.
//!
//! Alpha-beta with the best move always first looks at about the square root of minimax's leaves;
//! with the worst first, at all of them. So everything here is about order. Without a table this is
//! the search called `ordered`, with one the search called `table`, and the one MTD(f) calls.

use boyi_game::{Position, Score};

use crate::quiescence::Horizon;
use crate::search::{Found, Search};
use crate::{Evaluate, Leave, Observer, Window};

impl<P: Position, E: Evaluate<P>, O: Observer<P::Move>, H: Horizon<P>> Search<'_, P, E, O, H> {
    pub(crate) fn ordered(
        &mut self,
        position: &mut P,
        depth: u32,
        ply: u32,
        window: Window,
    ) -> Found {
        self.likeliest_first(position, depth, ply, window, |search, child, _, open| {
            let value = search.ordered(child, depth - 1, ply + 1, -open)?;
            Ok(-value)
        })
    }

    /// A node of a search that differs only in how it looks at the position after a move: `look` gets the
    /// number of the move and the window, and returns the value for the side that made the move.
    #[inline]
    pub(crate) fn likeliest_first(
        &mut self,
        position: &mut P,
        depth: u32,
        ply: u32,
        window: Window,
        look: impl Fn(&mut Self, &mut P, usize, Window) -> Found,
    ) -> Found {
        self.enter(ply, depth, window)?;
        if depth == 0 {
            return H::value(self, position, ply, window);
        }
        let known = self.recall(position, ply);
        if let Some((value, how)) = self.settled(known, depth, ply, window) {
            return Ok(self.leave(ply, value, how));
        }
        let mut moves = self.moves(position, ply);
        if moves.is_empty() {
            return Ok(self.finished(position, ply));
        }
        self.order
            .sort(self.evaluate, position, &mut moves, ply, depth, known);

        let mut best = Score::MIN;
        let mut best_move = None;
        for (index, &mv) in moves.iter().enumerate() {
            let open = window.raised(best);
            let value = self.after(position, mv, ply, |search, child| {
                look(search, child, index, open)
            })?;
            if value > best {
                best = value;
                best_move = Some(mv);
                if value > open.alpha {
                    self.lines.lead(ply, mv);
                }
            }
            if best >= window.beta {
                self.cut(ply, best, index, &moves);
                self.order
                    .learn(position.turn(), &moves[..=index], ply, depth);
                break;
            }
        }
        self.remember(position, depth, ply, window, best, best_move);
        self.recycle(moves);
        Ok(self.leave(ply, best, Leave::Searched))
    }
}
