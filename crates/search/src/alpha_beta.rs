//! Alpha-beta: minimax that stops looking at a position once it is known to be too good to be
//! allowed by the opponent.

use boyi_game::{Position, Score};

use crate::quiescence::Horizon;
use crate::search::{Found, Search};
use crate::{Evaluate, Leave, Observer, Window};

impl<P: Position, E: Evaluate<P>, O: Observer<P::Move>, H: Horizon<P>> Search<'_, P, E, O, H> {
    /// Fail-soft: a value inside the window is exact; at or below alpha it is an upper bound, at or
    /// above beta a lower bound, and as tight a one as was seen.
    pub(crate) fn alpha_beta(
        &mut self,
        position: &mut P,
        depth: u32,
        ply: u32,
        window: Window,
    ) -> Found {
        self.enter(ply, depth, window)?;
        if depth == 0 {
            return H::value(self, position, ply, window);
        }
        let moves = self.moves(position, ply);
        if moves.is_empty() {
            return Ok(self.finished(position, ply));
        }
        let mut best = Score::MIN;
        for (index, &mv) in moves.iter().enumerate() {
            let open = window.raised(best);
            let value = -self.after(position, mv, ply, |search, child| {
                search.alpha_beta(child, depth - 1, ply + 1, -open)
            })?;
            if value > best {
                best = value;
                if value > open.alpha {
                    self.lines.lead(ply, mv);
                }
            }
            if best >= window.beta {
                self.cut(ply, best, index, &moves);
                break;
            }
        }
        self.recycle(moves);
        Ok(self.leave(ply, best, Leave::Searched))
    }
}
