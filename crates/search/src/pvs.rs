//! Principal variation search: believe that the first move is best, and only check that the others
//! are not better.

use boyi_game::Position;

use crate::quiescence::Horizon;
use crate::search::{Found, Search};
use crate::{Evaluate, Observer, Window};

impl<P: Position, E: Evaluate<P>, O: Observer<P::Move>, H: Horizon<P>> Search<'_, P, E, O, H> {
    /// With good move ordering the question "is it above alpha?" is answered "no" almost always, and
    /// it is cheaper to ask than the question "what is it worth?". Where the answer is "yes", the
    /// move is searched again with the window open.
    pub(crate) fn pvs(&mut self, position: &mut P, depth: u32, ply: u32, window: Window) -> Found {
        self.likeliest_first(
            position,
            depth,
            ply,
            window,
            |search, child, index, open| {
                let look = |search: &mut Self, child: &mut P, window: Window| {
                    let value = search.pvs(child, depth - 1, ply + 1, -window)?;
                    Ok(-value)
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
            },
        )
    }
}
