//! What a search needs to know about the thing it searches.

use crate::maze::Node;

/// What a path costs. 64 bits: a sum over any path of any grid fits.
pub type Cost = u64;

/// A graph whose states are numbered, with a start, a goal and a lower bound.
pub trait Problem {
    /// One more than the largest node number.
    fn nodes(&self) -> usize;

    fn start(&self) -> Node;

    fn goal(&self) -> Node;

    /// A lower bound of the cost from `node` to the goal. It must be consistent: no step may
    /// lower it by more than the step costs.
    fn heuristic(&self, node: Node) -> Cost;

    /// Visits every node one step away, with the cost of the step.
    fn each_neighbour(&self, node: Node, visit: impl FnMut(Node, Cost));

    /// Visits every node from which one step leads to `node`. Undirected graphs keep this one.
    fn each_predecessor(&self, node: Node, visit: impl FnMut(Node, Cost)) {
        self.each_neighbour(node, visit);
    }
}
