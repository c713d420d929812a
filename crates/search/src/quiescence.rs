//! What happens at depth 0: take the evaluation at its word, or first play out the captures.

use boyi_game::{Captures, Position};

use crate::search::{Found, Search};
use crate::{Evaluate, Observer, Window};

/// What a search does when the depth is used up. The node has been entered already.
pub(crate) trait Horizon<P: Position>: Sized {
    fn value<E: Evaluate<P>, O: Observer<P::Move>>(
        search: &mut Search<'_, P, E, O, Self>,
        position: &mut P,
        ply: u32,
        window: Window,
    ) -> Found;
}

/// Takes the evaluation at its word.
pub(crate) struct Abrupt;

impl<P: Position> Horizon<P> for Abrupt {
    #[inline]
    fn value<E: Evaluate<P>, O: Observer<P::Move>>(
        search: &mut Search<'_, P, E, O, Self>,
        position: &mut P,
        ply: u32,
        _window: Window,
    ) -> Found {
        let (value, how) = search.stand(position, ply);
        Ok(search.leave(ply, value, how))
    }
}

/// Plays out captures until the position is quiet, for games that have them.
///
/// An evaluation cannot see that a piece hangs, so a search that stops in the middle of an exchange
/// is off by a piece. Nobody has to capture, so the evaluation of the position as it stands is a
/// lower bound; captures can only raise it.
pub(crate) struct Quiet;

impl<P: Captures> Horizon<P> for Quiet {
    fn value<E: Evaluate<P>, O: Observer<P::Move>>(
        search: &mut Search<'_, P, E, O, Self>,
        position: &mut P,
        ply: u32,
        window: Window,
    ) -> Found {
        let (mut best, mut how) = search.stand(position, ply);
        if how == crate::Leave::Evaluated && best < window.beta {
            let mut captures = Vec::new();
            position.captures(&mut captures);
            for (index, &mv) in captures.iter().enumerate() {
                let open = window.raised(best);
                let value = -search.after(position, mv, ply, |search, child| {
                    search.enter(ply + 1, 0, -open)?;
                    Self::value(search, child, ply + 1, -open)
                })?;
                how = crate::Leave::Searched;
                if value > best {
                    best = value;
                    if value > open.alpha {
                        search.lines.lead(ply, mv);
                    }
                }
                if best >= window.beta {
                    search.cut(ply, best, index, &captures);
                    break;
                }
            }
        }
        Ok(search.leave(ply, best, how))
    }
}
