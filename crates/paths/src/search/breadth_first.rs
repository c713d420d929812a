//! Breadth-first search (Moore 1959): nodes in the order in which they were seen. The path has the
//! fewest steps, which is the least cost only where all steps cost the same.

use std::collections::VecDeque;

use super::label::Labels;
use super::log::Log;
use super::{Observer, Problem, Report};
use crate::maze::Node;

/// A path with the fewest steps.
pub fn search(problem: &impl Problem, observer: &mut impl Observer<Node>) -> Report {
    let (start, goal) = (problem.start(), problem.goal());
    let mut log = Log::one_round(observer);
    let mut labels = Labels::new(problem.nodes());
    let mut queue = VecDeque::from([start]);
    labels.set(start, 0, None);
    log.opened(start, 0, 0);
    log.open(1);

    while let Some(node) = queue.pop_front() {
        let Some(label) = labels.get(node) else {
            continue;
        };
        if node == goal {
            return log.found(labels.path_to(goal), label.g);
        }
        if log.is_stopped() {
            return log.gave_up();
        }
        log.expanded(node, label.g, 0);
        problem.each_neighbour(node, |next, step| {
            if labels.get(next).is_none() {
                labels.set(next, label.g + step, Some(node));
                queue.push_back(next);
                log.opened(next, label.g + step, 0);
            }
        });
        log.open(queue.len());
    }
    log.no_path()
}
