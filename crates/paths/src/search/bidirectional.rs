//! Bidirectional search (Nicholson 1966): uniform cost from both ends at once, each time on the
//! side whose next node is nearer. Two small circles are less than one big one.

use std::cmp::Reverse;
use std::collections::BinaryHeap;

use super::label::Labels;
use super::log::Log;
use super::{Cost, Observer, Problem, Report};
use crate::maze::Node;

/// A shortest path.
pub fn search(problem: &impl Problem, observer: &mut impl Observer<Node>) -> Report {
    let mut log = Log::one_round(observer);
    let mut ahead = Half::new(problem.nodes(), problem.start());
    let mut back = Half::new(problem.nodes(), problem.goal());
    log.opened(problem.start(), 0, 0);
    log.opened(problem.goal(), 0, 0);
    let mut best = (problem.start() == problem.goal()).then(|| Meeting {
        node: problem.start(),
        cost: 0,
    });

    while let (Some(near), Some(far)) = (ahead.nearest(), back.nearest()) {
        // Any path not yet seen must leave both circles, so it costs at least the sum.
        if best
            .as_ref()
            .is_some_and(|meeting| meeting.cost <= near + far)
        {
            break;
        }
        if log.is_stopped() {
            return log.gave_up();
        }
        log.open(ahead.open.len() + back.open.len());
        let forward = near <= far;
        let (side, other) = if forward {
            (&mut ahead, &back)
        } else {
            (&mut back, &ahead)
        };
        let Some((g, node)) = side.take() else {
            continue;
        };
        log.expanded(node, g, 0);
        let visit = |next: Node, step: Cost| {
            let next_g = g + step;
            let known = side.labels.get(next);
            if known.is_some_and(|label| label.g <= next_g) {
                return;
            }
            side.labels.set(next, next_g, Some(node));
            side.open.push(Reverse((next_g, next)));
            log.opened_again(known.is_some(), next, next_g, 0);
            if let Some(met) = other.labels.get(next) {
                let cost = next_g + met.g;
                if best.as_ref().is_none_or(|meeting| cost < meeting.cost) {
                    best = Some(Meeting { node: next, cost });
                }
            }
        };
        if forward {
            problem.each_neighbour(node, visit);
        } else {
            problem.each_predecessor(node, visit);
        }
    }
    let Some(Meeting { node, cost }) = best else {
        return log.no_path();
    };
    let mut path = ahead.labels.path_to(node);
    path.extend(back.labels.path_to(node).into_iter().rev().skip(1));
    log.found(path, cost)
}

/// Where the halves met, and what the whole path costs.
struct Meeting {
    node: Node,
    cost: Cost,
}

/// The search from one end.
struct Half {
    labels: Labels,
    open: BinaryHeap<Reverse<(Cost, Node)>>,
}

impl Half {
    fn new(nodes: usize, root: Node) -> Self {
        let mut labels = Labels::new(nodes);
        labels.set(root, 0, None);
        Self {
            labels,
            open: BinaryHeap::from([Reverse((0, root))]),
        }
    }

    /// The cost of the next node, after throwing away those whose cost improved since.
    fn nearest(&mut self) -> Option<Cost> {
        while let Some(&Reverse((g, node))) = self.open.peek() {
            if self.labels.is_open(node, g) {
                return Some(g);
            }
            self.open.pop();
        }
        None
    }

    fn take(&mut self) -> Option<(Cost, Node)> {
        let Reverse((g, node)) = self.open.pop()?;
        self.labels.expand(node);
        Some((g, node))
    }
}
