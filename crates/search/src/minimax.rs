//! Plain minimax: every move of every position down to the depth. What all the others must equal.

use boyi_game::{Position, Score};

use crate::quiescence::Horizon;
use crate::search::{Found, Search};
use crate::{Evaluate, Leave, Observer, Window};

impl<P: Position, E: Evaluate<P>, O: Observer<P::Move>, H: Horizon<P>> Search<'_, P, E, O, H> {
    /// The value of a position is the best of its moves; the value of a move is the worst the
    /// opponent can make of it. With scores always seen from the side to move, both are one line:
    /// the maximum of the negated values below.
    pub(crate) fn minimax(&mut self, position: &mut P, depth: u32, ply: u32) -> Found {
        self.enter(ply, depth, Window::FULL)?;
        if depth == 0 {
            return H::value(self, position, ply, Window::FULL);
        }
        let moves = self.moves(position, ply);
        if moves.is_empty() {
            return Ok(self.finished(position, ply));
        }
        let mut best = Score::MIN;
        for &mv in &moves {
            let value = -self.after(position, mv, ply, |search, child| {
                search.minimax(child, depth - 1, ply + 1)
            })?;
            if value > best {
                best = value;
                self.lines.lead(ply, mv);
            }
        }
        self.recycle(moves);
        Ok(self.leave(ply, best, Leave::Searched))
    }
}
