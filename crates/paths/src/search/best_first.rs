//! Best-first search: always expand the most promising node of the frontier. What "promising"
//! means makes it uniform cost, greedy or A*; those three files say it.

use std::cmp::Reverse;
use std::collections::BinaryHeap;

use super::label::Labels;
use super::log::Log;
use super::{Cost, Observer, Problem, Report};
use crate::maze::Node;

/// Which node of the frontier comes next.
pub trait Order {
    /// Does it matter when a cheaper way to a known node turns up?
    const IMPROVES: bool;

    /// The node with the least rank comes next; `h` breaks ties, so that of equals the one nearer
    /// to the goal is first.
    fn rank(g: Cost, h: Cost) -> Cost;
}

/// A place in the frontier. A node whose cost improved stays in the heap with its old cost and is
/// skipped when it surfaces, which is cheaper than finding it there.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
struct Waiting {
    rank: Cost,
    h: Cost,
    node: Node,
    g: Cost,
}

/// Best-first search in the given order.
pub fn search<O: Order>(problem: &impl Problem, observer: &mut impl Observer<Node>) -> Report {
    let (start, goal) = (problem.start(), problem.goal());
    let mut log = Log::one_round(observer);
    let mut labels = Labels::new(problem.nodes());
    let mut frontier = BinaryHeap::new();

    let h = problem.estimate(start);
    labels.set(start, 0, None);
    frontier.push(Reverse(Waiting {
        rank: O::rank(0, h),
        h,
        node: start,
        g: 0,
    }));
    log.opened(start, 0, h);
    log.waiting(1);

    while let Some(Reverse(Waiting { node, g, h, .. })) = frontier.pop() {
        let label = labels.get(node);
        if label.is_none_or(|label| label.expanded || label.g != g) {
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
            if known.is_some_and(|label| !O::IMPROVES || label.g <= next_g) {
                return;
            }
            labels.set(next, next_g, Some(node));
            let h = problem.estimate(next);
            frontier.push(Reverse(Waiting {
                rank: O::rank(next_g, h),
                h,
                node: next,
                g: next_g,
            }));
            match known {
                None => log.opened(next, next_g, h),
                Some(label) => {
                    // A consistent estimate never lets this happen to an expanded node.
                    log.counts.reexpanded += u64::from(label.expanded);
                    log.reopened(next, next_g, h);
                }
            }
        });
        log.waiting(frontier.len());
    }
    log.no_path()
}
