//! Anytime repairing A* (Likhachev, Gordon and Thrun 2003): weighted A* with a large weight first,
//! which is quick, then again and again with a smaller one. A round keeps what the rounds before
//! found and expands only what can still get better. Whenever it is interrupted there is a path, and
//! a proof of how far it may be from the shortest.

use std::cmp::Reverse;
use std::collections::BinaryHeap;

use super::label::Labels;
use super::log::Log;
use super::{Cost, Observer, Problem, Report, Weight};
use crate::maze::Node;

/// What a round has found.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Improvement {
    /// The weight of the round: the path costs at most so many times the least.
    pub weight: Weight,
    pub cost: Cost,
    /// No path costs less than this.
    pub lower_bound: Cost,
}

/// A shortest path in the end; `improved` hears of every path on the way.
pub fn search(
    problem: &impl Problem,
    first: Weight,
    mut improved: impl FnMut(Improvement),
    observer: &mut impl Observer<Node>,
) -> Report {
    let (start, goal) = (problem.start(), problem.goal());
    let mut log = Log::of_rounds(observer);
    let mut labels = Labels::new(problem.nodes());
    // The round in which each node was last expanded; 0 for never.
    let mut expanded_in = vec![0_u32; problem.nodes()];
    // Nodes that got better after this round had expanded them: they wait for the next.
    let mut inconsistent: Vec<Node> = Vec::new();
    let mut open: Vec<Node> = vec![start];
    let mut weight = first;
    labels.set(start, 0, None);
    log.opened(start, 0, problem.heuristic(start));

    loop {
        log.weight(weight);
        let round = log.counts.iterations;
        let place = |node: Node, g: Cost| {
            let h = problem.heuristic(node);
            Reverse((weight.rank(g, h), h, node, g))
        };
        let reached = |labels: &Labels, node| labels.get(node).map(|label| label.g);
        let mut heap: BinaryHeap<_> = open
            .drain(..)
            .filter_map(|node| Some(place(node, reached(&labels, node)?)))
            .collect();
        log.open(heap.len());
        while let Some(&Reverse((rank, h, node, g))) = heap.peek() {
            // The goal's heuristic is 0.
            if reached(&labels, goal).is_some_and(|cost| weight.rank(cost, 0) <= rank) {
                break;
            }
            heap.pop();
            if !labels.is_open(node, g) {
                continue;
            }
            if log.is_stopped() {
                return log.gave_up();
            }
            labels.expand(node);
            let met = &mut expanded_in[node.index()];
            log.counts.reexpanded += u64::from(*met > 0);
            *met = round;
            log.expanded(node, g, h);
            problem.each_neighbour(node, |next, step| {
                let next_g = g + step;
                let known = labels.get(next);
                if known.is_some_and(|label| label.g <= next_g) {
                    return;
                }
                labels.set(next, next_g, Some(node));
                if expanded_in[next.index()] == round {
                    inconsistent.push(next);
                } else {
                    heap.push(place(next, next_g));
                }
                log.opened_again(known.is_some(), next, next_g, problem.heuristic(next));
            });
            log.open(heap.len() + inconsistent.len());
        }
        let Some(cost) = reached(&labels, goal) else {
            return log.no_path();
        };
        let left = heap.into_iter().map(|Reverse((_, _, node, g))| (node, g));
        open.extend(
            left.filter(|&(node, g)| labels.is_open(node, g))
                .map(|(node, _)| node),
        );
        open.append(&mut inconsistent);
        open.sort_unstable();
        open.dedup();
        // A cheaper path would have to pass an open node.
        let rest = |&node: &Node| Some(reached(&labels, node)? + problem.heuristic(node));
        let lower_bound = open
            .iter()
            .filter_map(rest)
            .min()
            .map_or(cost, |least| least.min(cost));
        improved(Improvement {
            weight,
            cost,
            lower_bound,
        });
        if lower_bound == cost {
            return log.found(labels.path_to(goal), cost);
        }
        // With weight 1 the first test would have held, so that this cannot go on for ever.
        weight = weight.halved();
    }
}
