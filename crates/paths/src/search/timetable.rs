//! A* through space and time: a path for one walker that keeps out of the way of others. A step, or
//! staying where one is, takes one tick.

use std::cmp::Reverse;
use std::collections::{BinaryHeap, HashMap, HashSet};

use super::log::Log;
use super::{Cost, GridProblem, Observer, Problem};
use crate::maze::Node;

/// Where one walker may not be, and when.
#[derive(Clone, Default, Debug)]
pub(super) struct Forbidden {
    /// A cell at a time.
    cells: HashSet<(Node, u32)>,
    /// A step from a cell to another that ends at a time.
    steps: HashSet<(Node, Node, u32)>,
    /// A cell from a time on.
    parked: HashMap<Node, u32>,
    /// From this time on nothing changes any more.
    settled: u32,
}

impl Forbidden {
    pub(super) fn cell(&mut self, node: Node, time: u32) {
        self.cells.insert((node, time));
        self.settled = self.settled.max(time + 1);
    }

    pub(super) fn step(&mut self, from: Node, to: Node, time: u32) {
        self.steps.insert((from, to, time));
        self.settled = self.settled.max(time + 1);
    }

    pub(super) fn park(&mut self, node: Node, time: u32) {
        self.parked.insert(node, time);
        self.settled = self.settled.max(time);
    }

    fn allows(&self, from: Node, to: Node, time: u32) -> bool {
        !self.cells.contains(&(to, time))
            && !self.steps.contains(&(from, to, time))
            && self.parked.get(&to).is_none_or(|&since| time < since)
    }

    /// The first time at which a walker can stay here for ever, if there is one.
    fn free_from(&self, node: Node) -> Option<u32> {
        if self.parked.contains_key(&node) {
            return None;
        }
        let taken = self.cells.iter().filter(|(cell, _)| *cell == node);
        Some(taken.map(|&(_, time)| time + 1).max().unwrap_or(0))
    }
}

/// What came of a search for one walker.
pub(super) enum Found {
    /// Where the walker is at each tick, the start at 0, and what that costs.
    Path(Vec<Node>, Cost),
    NoPath,
    Stopped,
}

/// A cheapest path that nothing forbids, or `Stopped` after `limit` expansions of the whole log.
pub(super) fn search(
    problem: &GridProblem,
    forbidden: &Forbidden,
    limit: u64,
    log: &mut Log<impl Observer<Node>>,
) -> Found {
    let (start, goal) = (problem.start(), problem.goal());
    let Some(free_from) = forbidden.free_from(goal) else {
        return Found::NoPath;
    };
    // Times after the last forbidden one are all alike: one layer stands for them.
    let layer = |time: u32| time.min(forbidden.settled);
    let wait = problem.connectivity().straight_cost();
    let mut best: HashMap<(Node, u32), Cost> = HashMap::new();
    let mut closed: HashMap<(Node, u32), (Node, u32)> = HashMap::new();
    let mut open = BinaryHeap::new();
    let h = problem.heuristic(start);
    if !forbidden.allows(start, start, 0) {
        return Found::NoPath;
    }
    best.insert((start, 0), 0);
    open.push(Reverse((h, h, start, 0_u32, 0, (start, 0))));
    log.opened(start, 0, h);
    while let Some(Reverse((_, h, node, time, g, parent))) = open.pop() {
        let state = (node, layer(time));
        if closed.contains_key(&state) {
            continue;
        }
        closed.insert(state, parent);
        if node == goal && time >= free_from {
            return Found::Path(path(&closed, state), g);
        }
        if log.counts.expanded == limit || log.is_stopped() {
            return Found::Stopped;
        }
        log.expanded(node, g, h);
        let mut visit = |next: Node, step: Cost| {
            let (next_time, next_g) = (time + 1, g + step);
            let next_state = (next, layer(next_time));
            if !forbidden.allows(node, next, next_time) || closed.contains_key(&next_state) {
                return;
            }
            let known = best.get(&next_state).copied();
            if known.is_some_and(|known| known <= next_g) {
                return;
            }
            best.insert(next_state, next_g);
            let h = problem.heuristic(next);
            open.push(Reverse((next_g + h, h, next, next_time, next_g, state)));
            log.opened_again(known.is_some(), next, next_g, h);
        };
        problem.each_neighbour(node, &mut visit);
        // Waiting is worth something only as long as something may change.
        if time < forbidden.settled {
            visit(node, wait);
        }
        log.open(open.len());
    }
    Found::NoPath
}

fn path(closed: &HashMap<(Node, u32), (Node, u32)>, end: (Node, u32)) -> Vec<Node> {
    let parent = |state: &(Node, u32)| closed.get(state).copied().filter(|before| before != state);
    let states = std::iter::successors(Some(end), parent);
    let mut path: Vec<Node> = states.map(|(node, _)| node).collect();
    path.reverse();
    path
}

/// Where a walker is at a time: at the end of its path it stays.
pub(super) fn at(path: &[Node], time: usize) -> Node {
    path[time.min(path.len() - 1)]
}
