//! Fringe search (Björnsson, Enzenberger, Holte and Schaeffer 2005): deepening like IDA*, but each
//! round goes on where the last one stopped, so nothing is sorted and little is repeated.

use super::label::Labels;
use super::log::Log;
use super::{Cost, Observer, Problem, Report};
use crate::maze::Node;

/// A node of the fringe with the cost it was put there with.
#[derive(Clone, Copy)]
struct OpenNode {
    node: Node,
    g: Cost,
}

/// A shortest path.
pub fn search(problem: &impl Problem, observer: &mut impl Observer<Node>) -> Report {
    let (start, goal) = (problem.start(), problem.goal());
    let mut log = Log::of_rounds(observer);
    let mut labels = Labels::new(problem.nodes());
    let mut ever_expanded = vec![false; problem.nodes()];
    // This round's nodes, last in first out, and those that wait for a higher bound.
    let mut now = vec![OpenNode { node: start, g: 0 }];
    let mut later: Vec<OpenNode> = Vec::new();
    let mut bound = problem.heuristic(start);
    labels.set(start, 0, None);
    log.opened(start, 0, bound);

    while !now.is_empty() {
        log.bound(bound);
        let mut next_bound: Option<Cost> = None;
        while let Some(waiting) = now.pop() {
            let OpenNode { node, g } = waiting;
            if !labels.is_open(node, g) {
                continue;
            }
            let h = problem.heuristic(node);
            if g + h > bound {
                next_bound = Some(next_bound.map_or(g + h, |least| least.min(g + h)));
                later.push(waiting);
                continue;
            }
            if node == goal {
                return log.found(labels.path_to(goal), g);
            }
            if log.is_stopped() {
                return log.gave_up();
            }
            labels.expand(node);
            log.counts.reexpanded += u64::from(ever_expanded[node.index()]);
            ever_expanded[node.index()] = true;
            log.expanded(node, g, h);
            problem.each_neighbour(node, |next, step| {
                let next_g = g + step;
                let known = labels.get(next);
                if known.is_some_and(|label| label.g <= next_g) {
                    return;
                }
                labels.set(next, next_g, Some(node));
                let (node, g) = (next, next_g);
                now.push(OpenNode { node, g });
                let h = problem.heuristic(next);
                log.opened_again(known.is_some(), next, next_g, h);
            });
            log.open(now.len() + later.len());
        }
        let Some(least) = next_bound else { break };
        bound = least;
        std::mem::swap(&mut now, &mut later);
    }
    log.no_path()
}
