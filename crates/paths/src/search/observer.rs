//! What a search tells whoever is watching.

use super::Cost;
use crate::maze::Node;

/// Hears of everything a search does. Every method does nothing unless overridden, and `()` hears
/// nothing at all: the compiler removes the calls, so that watching costs only those who watch.
pub trait Observer {
    /// A node entered the frontier for the first time.
    #[inline]
    fn opened(&mut self, node: Node, g: Cost, h: Cost) {
        let _ = (node, g, h);
    }

    /// A node left the frontier and its neighbours were looked at.
    #[inline]
    fn expanded(&mut self, node: Node, g: Cost, h: Cost) {
        let _ = (node, g, h);
    }

    /// A node that was seen before is in the frontier again, because a cheaper way to it was found.
    #[inline]
    fn reopened(&mut self, node: Node, g: Cost, h: Cost) {
        let _ = (node, g, h);
    }

    /// An iteration of a deepening search begins; `iteration` counts from 1.
    #[inline]
    fn bound(&mut self, iteration: u32, bound: Cost) {
        let _ = (iteration, bound);
    }

    /// The search is over and this is the path.
    #[inline]
    fn path(&mut self, path: &[Node]) {
        let _ = path;
    }
}

/// Watches nothing.
impl Observer for () {}
