//! Greedy best-first search: the node with the least estimate is next, whatever it cost to get
//! there. Fast where the estimate is good; the path may be longer than need be.

use super::best_first::{self, Order};
use super::{Cost, Observer, Problem, Report};
use crate::maze::Node;

struct LeastEstimate;

impl Order for LeastEstimate {
    const IMPROVES: bool = false;

    #[inline]
    fn rank(_: Cost, h: Cost) -> Cost {
        h
    }
}

/// Some path, seldom a shortest.
pub fn search(problem: &impl Problem, observer: &mut impl Observer<Node>) -> Report {
    best_first::search::<LeastEstimate>(problem, observer)
}
