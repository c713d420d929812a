//! Uniform cost search, which is Dijkstra's algorithm (1959) stopped at the goal: the node with the
//! least g is next. It needs no estimate, and expands everything nearer than the goal.

use super::best_first::{self, Order};
use super::{Cost, Observer, Problem, Report};
use crate::maze::Node;

struct LeastCost;

impl Order for LeastCost {
    const IMPROVES: bool = true;

    #[inline]
    fn rank(g: Cost, _: Cost) -> Cost {
        g
    }
}

/// A shortest path.
pub fn search(problem: &impl Problem, observer: &mut impl Observer<Node>) -> Report {
    best_first::search::<LeastCost>(problem, observer)
}
