//! Principal variation search: believe that the first move is best, and only check that the others
//! are not better.

use boyi_game::{Position, Score};

use crate::quiescence::Horizon;
use crate::search::{Found, Search};
use crate::{Evaluate, Leave, Observer, Window};

impl<P: Position, E: Evaluate<P>, O: Observer<P::Move>, H: Horizon<P>> Search<'_, P, E, O, H> {
    /// With good move ordering the question "is it above alpha?" is answered "no" almost always, and
    /// it is cheaper to ask than the question "what is it worth?". Where the answer is "yes", the
    /// move is searched again with the window open.
    pub(crate) fn pvs(&mut self, position: &mut P, depth: u32, ply: u32, window: Window) -> Found {
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
                let look = |search: &mut Self, child: &mut P, window: Window| {
                    search
                        .pvs(child, depth - 1, ply + 1, -window)
                        .map(|value| -value)
                };
                if index == 0 {
                    return look(search, child, open);
                }
                let value = look(search, child, Window::just_above(open.alpha))?;
                if !open.contains(value) {
                    return Ok(value);
                }
                search.research(ply + 1);
                look(search, child, open)
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
