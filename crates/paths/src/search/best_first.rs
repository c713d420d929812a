//! Best-first search: always expand the node of the open list with the least rank. What the rank is
//! makes it uniform cost search, greedy best-first search or A*.

use std::cmp::Reverse;
use std::collections::BinaryHeap;

use super::label::Labels;
use super::log::Log;
use super::{Cost, Observer, Problem, Report, Weight};
use crate::maze::Node;

/// A* (Hart, Nilsson and Raphael 1968): the node with the least g + h is next. With a consistent
/// heuristic a node is expanded once, when its best cost is known. Finds a shortest path.
pub fn astar(problem: &impl Problem, observer: &mut impl Observer<Node>) -> Report {
    search::<true, _>(problem, |g, h| g + h, observer)
}

/// Weighted A* (Pohl 1970): A* that overestimates on purpose, so that it goes more straight to the
/// goal. The path costs at most `weight` times the least: the goal is taken when no open node has a
/// lower rank, and one of them lies on a shortest path.
pub fn weighted_astar(
    problem: &impl Problem,
    weight: Weight,
    observer: &mut impl Observer<Node>,
) -> Report {
    search::<true, _>(problem, |g, h| weight.rank(g, h), observer)
}

/// Uniform cost search, which is Dijkstra's algorithm (1959) stopped at the goal: the node with the
/// least g is next. It needs no heuristic, and expands everything nearer than the goal. Finds a
/// shortest path.
pub fn uniform_cost(problem: &impl Problem, observer: &mut impl Observer<Node>) -> Report {
    search::<true, _>(problem, |g, _| g, observer)
}

/// Greedy best-first search: the node with the least h is next, whatever it cost to get there. Fast
/// where the heuristic is good; the path is seldom a shortest.
pub fn greedy(problem: &impl Problem, observer: &mut impl Observer<Node>) -> Report {
    search::<false, _>(problem, |_, h| h, observer)
}

/// A place in the open list. A node whose cost improved stays in the heap with its old cost and is
/// skipped when it surfaces, which is cheaper than finding it there. Of equal ranks the node with
/// the least `h` comes first.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
struct OpenNode {
    rank: Cost,
    h: Cost,
    node: Node,
    g: Cost,
}

/// Best-first search by `rank(g, h)`. Without `REOPENS` the first path to a node is kept, even if a
/// cheaper one turns up.
fn search<const REOPENS: bool, O: Observer<Node>>(
    problem: &impl Problem,
    rank: impl Fn(Cost, Cost) -> Cost,
    observer: &mut O,
) -> Report {
    let (start, goal) = (problem.start(), problem.goal());
    let mut log = Log::one_round(observer);
    let mut labels = Labels::new(problem.nodes());
    let mut open = BinaryHeap::new();
    let place = |node: Node, g: Cost, h: Cost| {
        let rank = rank(g, h);
        Reverse(OpenNode { rank, h, node, g })
    };

    let h = problem.heuristic(start);
    labels.set(start, 0, None);
    open.push(place(start, 0, h));
    log.opened(start, 0, h);
    log.open(1);

    while let Some(Reverse(OpenNode { node, g, h, .. })) = open.pop() {
        if !labels.is_open(node, g) {
            continue;
        }
        if node == goal {
            return log.found(labels.path_to(goal), g);
        }
        if log.is_stopped() {
            return log.gave_up();
        }
        labels.expand(node);
        log.expanded(node, g, h);

        problem.each_neighbour(node, |next, step| {
            let next_g = g + step;
            let known = labels.get(next);
            if known.is_some_and(|label| !REOPENS || label.g <= next_g) {
                return;
            }
            labels.set(next, next_g, Some(node));
            let h = problem.heuristic(next);
            open.push(place(next, next_g, h));
            // A consistent heuristic never lets an expanded node be reopened.
            log.counts.reexpanded += u64::from(known.is_some_and(|label| label.expanded));
            log.opened_again(known.is_some(), next, next_g, h);
        });
        log.open(open.len());
    }
    log.no_path()
}
