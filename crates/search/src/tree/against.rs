//! Why a cut was allowed: what the side that would have to go there has instead.

use boyi_game::Score;

use super::recording::Open;

/// Where the bound came from that a cut was made at. A move at ply `n` is one of the position `n`
/// plies from the root.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Against<M> {
    /// The opponent has this move already, earlier in the line, and it is at least as good for it.
    Move { ply: u32, mv: M },
    /// The opponent need not play anything there: standing still is at least as good (quiescence).
    Standing { ply: u32 },
    /// It was only asked whether this move is better than what there was before (a null window),
    /// and now that is answered.
    Question { ply: u32, mv: Option<M> },
    /// The whole search was only about a window of scores (aspiration, MTD(f)).
    Window,
}

/// Follows the bound of the position at the end of a line up to where it was set.
///
/// A position's beta is its parent's alpha, with the sign changed. That alpha is either the value of
/// a move already tried there, or it was handed down from the grandparent, whose beta it is; and so
/// on, two plies at a time. Only a search that asks with a narrower window than it has breaks the
/// chain.
pub(super) fn origin<M: Copy>(line: &[Open<M>]) -> Against<M> {
    let mut ply = line.len().saturating_sub(1);
    loop {
        let (Some(here), Some(parent)) = (line.get(ply), ply.checked_sub(1).map(|up| &line[up]))
        else {
            return Against::Window;
        };
        let alpha = -here.window.beta;
        let up = ply as u32 - 1;
        match parent.best {
            Some((value, mv)) if value == alpha && alpha > parent.window.alpha => {
                return Against::Move { ply: up, mv };
            }
            _ if alpha != parent.window.alpha => return Against::Standing { ply: up },
            _ => {}
        }
        let Some(grandparent) = ply.checked_sub(2).map(|up| &line[up]) else {
            return Against::Window;
        };
        let handed_down: Score = -parent.window.alpha;
        if grandparent.window.beta != handed_down {
            return Against::Question {
                ply: up - 1,
                mv: grandparent.mv,
            };
        }
        ply -= 2;
    }
}
