//! A* (Hart, Nilsson and Raphael 1968): the node with the least g + h is next. With a consistent
//! estimate a node is expanded once, when its best cost is known.

use super::best_first::{self, Order};
use super::{Cost, Observer, Problem, Report};
use crate::maze::Node;

struct LeastTotal;

impl Order for LeastTotal {
    const IMPROVES: bool = true;

    #[inline]
    fn rank(g: Cost, h: Cost) -> Cost {
        g + h
    }
}

/// A shortest path.
pub fn search(problem: &impl Problem, observer: &mut impl Observer<Node>) -> Report {
    best_first::search::<LeastTotal>(problem, observer)
}
