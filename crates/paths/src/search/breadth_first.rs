//! Breadth-first search (Moore 1959): nodes in the order in which they were seen. The path has the
//! fewest steps, which is the least cost only where all steps cost the same.

use std::collections::VecDeque;

use super::label::{Labels, found, no_path};
use super::{Counts, Observer, Problem, Report};
use crate::maze::Node;
use crate::observer::tell;

/// A path with the fewest steps.
pub fn search(problem: &impl Problem, observer: &mut impl Observer<Node>) -> Report {
    let (start, goal) = (problem.start(), problem.goal());
    let mut counts = Counts::one_round();
    let mut labels = Labels::new(problem.nodes());
    let mut queue = VecDeque::from([start]);
    labels.set(start, 0, None);
    counts.generated += 1;
    counts.waiting(1);
    tell!(observer.opened(start, 0, 0));

    while let Some(node) = queue.pop_front() {
        let Some(label) = labels.get(node) else {
            continue;
        };
        if node == goal {
            return found(labels.path_to(goal), label.g, counts, observer);
        }
        counts.expanded += 1;
        tell!(observer.expanded(node, label.g, 0));
        problem.each_neighbour(node, |next, step| {
            if labels.get(next).is_none() {
                labels.set(next, label.g + step, Some(node));
                queue.push_back(next);
                counts.generated += 1;
                tell!(observer.opened(next, label.g + step, 0));
            }
        });
        counts.waiting(queue.len());
    }
    no_path(counts)
}
