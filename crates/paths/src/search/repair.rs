//! Distances that are mended when the map changes: the core of LPA* and D* Lite.
//!
//! Every node has two distances from the root: `g`, the one it was last expanded with, and `rhs`, the
//! least that its neighbours' `g` allow. Where the two differ the node waits in the queue. A changed
//! cell makes only the nodes around it differ, and mending spreads no further than it must.

use std::cmp::Reverse;
use std::collections::BinaryHeap;

use super::log::Log;
use super::{Cost, GridProblem, Heuristic, Observer, Problem};
use crate::maze::{Cell, Connectivity, Grid, Node, Step, Terrain};

/// A distance, or the knowledge that there is none. Less is nearer.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
enum Reach {
    At(Cost),
    Never,
}

impl Reach {
    fn plus(self, cost: Cost) -> Self {
        match self {
            Self::At(known) => Self::At(known + cost),
            Self::Never => Self::Never,
        }
    }

    fn cost(self) -> Option<Cost> {
        match self {
            Self::At(cost) => Some(cost),
            Self::Never => None,
        }
    }
}

/// The order of the queue: the distance through a node first, then the distance of the node.
type Key = (Reach, Reach);

#[derive(Clone, Copy)]
struct Distance {
    g: Reach,
    rhs: Reach,
    /// Its key in the queue, if it is there. Other entries of the heap are out of date.
    queued: Option<Key>,
    was_expanded: bool,
}

/// Distances from a root to a target, on a map that may change and to a target that may move.
pub(super) struct Repair {
    grid: Grid,
    connectivity: Connectivity,
    heuristic: Option<Heuristic>,
    terrain: Option<Terrain>,
    root: Node,
    /// Is the root where the walker begins?
    is_from_start: bool,
    target: Node,
    distances: Vec<Distance>,
    queue: BinaryHeap<Reverse<(Key, Node)>>,
    /// How far the target has moved: added to keys instead of making all of them again.
    moved: Cost,
}

/// The observer wants no more.
pub(super) struct Stopped;

impl Repair {
    /// Distances from `root`, nothing known yet.
    pub(super) fn new(problem: &GridProblem, root: Node, target: Node) -> Self {
        let grid = problem.grid().clone();
        let unknown = Distance {
            g: Reach::Never,
            rhs: Reach::Never,
            queued: None,
            was_expanded: false,
        };
        let mut repair = Self {
            connectivity: problem.connectivity(),
            heuristic: problem.named_heuristic(),
            terrain: problem.terrain().cloned(),
            root,
            is_from_start: root == problem.start(),
            target,
            distances: vec![unknown; grid.nodes()],
            queue: BinaryHeap::new(),
            moved: 0,
            grid,
        };
        repair.distances[root.index()].rhs = Reach::At(0);
        repair
    }

    /// The map as it is now.
    pub(super) fn grid(&self) -> &Grid {
        &self.grid
    }

    /// Opens the root, if that has not been done: the first event of a trace.
    pub(super) fn begin(&mut self, log: &mut Log<impl Observer<Node>>) {
        self.update(self.root, log);
    }

    /// The target is somewhere else now.
    pub(super) fn move_target(&mut self, target: Node) {
        self.moved += self.estimate(target);
        self.target = target;
    }

    /// Opens or walls a cell; false where it was so already.
    pub(super) fn change(
        &mut self,
        cell: Cell,
        free: bool,
        log: &mut Log<impl Observer<Node>>,
    ) -> bool {
        if self.grid.is_free(cell) == free {
            return false;
        }
        self.grid.set_free(cell, free);
        let node = self.grid.node(cell);
        log.wall(node, free);
        self.update(node, log);
        // A diagonal step depends on the cells beside it, so that all eight may be concerned.
        for step in Step::STRAIGHT.into_iter().chain(Step::DIAGONAL) {
            let beside = self.grid.beside(node, step);
            if self.grid.node_is_free(beside) {
                self.update(beside, log);
            }
        }
        true
    }

    /// Mends distances until the target's is right: the cost of a shortest path, if there is one.
    pub(super) fn plan(
        &mut self,
        log: &mut Log<impl Observer<Node>>,
    ) -> Result<Option<Cost>, Stopped> {
        while let Some((key, node)) = self.first() {
            let target = self.distances[self.target.index()];
            if key >= self.key(self.target) && target.g == target.rhs {
                break;
            }
            if log.is_stopped() {
                return Err(Stopped);
            }
            self.queue.pop();
            let current = self.key(node);
            let distance = &mut self.distances[node.index()];
            if key < current {
                // The target has moved away since it was queued.
                distance.queued = Some(current);
                self.queue.push(Reverse((current, node)));
                continue;
            }
            distance.queued = None;
            log.counts.reexpanded += u64::from(distance.was_expanded);
            distance.was_expanded = true;
            let nearer = distance.g > distance.rhs;
            distance.g = if nearer { distance.rhs } else { Reach::Never };
            let shown = if nearer { distance.rhs } else { key.1 };
            let h = self.estimate(node);
            log.expanded(node, shown.cost().unwrap_or(0), h);
            if !nearer {
                self.update(node, log);
            }
            self.each_neighbour(node, |repair, next, _| repair.update(next, log));
            log.open(self.queue.len());
        }
        let target = self.distances[self.target.index()].g;
        Ok(target.cost().filter(|_| self.grid.node_is_free(self.root)))
    }

    /// The node after `node` on a shortest path to the root; `plan` has found one.
    pub(super) fn towards_root(&mut self, node: Node) -> Option<Node> {
        let mut best: Option<(Reach, Node)> = None;
        self.each_neighbour(node, |repair, next, step| {
            let through = repair.distances[next.index()].g.plus(step);
            if through != Reach::Never && best.is_none_or(|(least, _)| through < least) {
                best = Some((through, next));
            }
        });
        best.map(|(_, next)| next)
    }

    /// Makes a node's `rhs` right, and its place in the queue.
    fn update(&mut self, node: Node, log: &mut Log<impl Observer<Node>>) {
        if node != self.root {
            let mut least = Reach::Never;
            self.each_neighbour(node, |repair, next, step| {
                least = least.min(repair.distances[next.index()].g.plus(step));
            });
            self.distances[node.index()].rhs = least;
        }
        let Distance { g, rhs, .. } = self.distances[node.index()];
        if g == rhs {
            self.distances[node.index()].queued = None;
        } else {
            self.enqueue(node, log);
        }
    }

    fn enqueue(&mut self, node: Node, log: &mut Log<impl Observer<Node>>) {
        let key = self.key(node);
        let before = self.distances[node.index()].queued.replace(key);
        if before == Some(key) {
            return;
        }
        self.queue.push(Reverse((key, node)));
        let again = self.distances[node.index()].was_expanded || before.is_some();
        log.opened_again(again, node, key.1.cost().unwrap_or(0), self.estimate(node));
    }

    /// The first of the queue that is not out of date.
    fn first(&mut self) -> Option<(Key, Node)> {
        while let Some(&Reverse((key, node))) = self.queue.peek() {
            if self.distances[node.index()].queued == Some(key) {
                return Some((key, node));
            }
            self.queue.pop();
        }
        None
    }

    fn key(&self, node: Node) -> Key {
        let Distance { g, rhs, .. } = self.distances[node.index()];
        let distance = g.min(rhs);
        (distance.plus(self.estimate(node) + self.moved), distance)
    }

    fn estimate(&self, node: Node) -> Cost {
        let [from, to] = [node, self.target].map(|node| self.grid.cell(node));
        match self.heuristic {
            None => self.connectivity.without_walls(from, to),
            Some(named) => named.distance(self.connectivity, from, to),
        }
    }

    fn each_neighbour(&mut self, node: Node, mut visit: impl FnMut(&mut Self, Node, Cost)) {
        let cell = self.grid.cell(node);
        // Walkers go away from a start and towards a goal, and pay for the cell they enter.
        let weight = |next: Node| {
            let entered = if self.is_from_start { node } else { next };
            self.terrain
                .as_ref()
                .map_or(1, |terrain| terrain.weight(entered))
        };
        let mut around: [Option<(Node, Cost)>; 8] = [None; 8];
        let mut count = 0;
        GridProblem::new(&self.grid, self.connectivity, cell, cell).each_neighbour(
            node,
            |next, step| {
                around[count] = Some((next, step * weight(next)));
                count += 1;
            },
        );
        for (next, step) in around.into_iter().flatten() {
            visit(self, next, step);
        }
    }
}
