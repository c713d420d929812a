//! IDA* (Korf 1985): depth-first search up to a bound on g + h, again and again, the bound rising
//! to the least value that was cut off. It keeps only the path in memory, and on a grid pays for
//! that with meeting the same cell in many paths; a table of the best g of every cell cures it.

use super::log::Log;
use super::{Cost, Observer, Problem, Report};
use crate::maze::Node;

/// What IDA* remembers besides the path.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Memory {
    /// Nothing, as Korf has it.
    Path,
    /// The best cost with which each node was ever met: a node met at more, or at the same once more
    /// in one round, is not searched again.
    BestG,
}

/// A shortest path, or `GaveUp` after `limit` expansions.
///
/// Without a path the bound of plain IDA* would rise for longer than anyone waits, so the search
/// first floods what can be reached from the start, once; that flood is not counted.
pub fn search(
    problem: &impl Problem,
    memory: Memory,
    limit: Option<u64>,
    observer: &mut impl Observer<Node>,
) -> Report {
    if memory == Memory::Path && !is_reachable(problem) {
        return Log::one_round(observer).no_path();
    }
    let mut search = Deepening {
        problem,
        memory,
        limit: limit.unwrap_or(u64::MAX),
        met: vec![Met { round: 0, g: 0 }; problem.nodes()],
        on_path: vec![false; problem.nodes()],
        path: Vec::new(),
        children: Vec::new(),
        log: Log::of_rounds(observer),
    };
    let mut bound = problem.heuristic(problem.start());
    loop {
        search.log.bound(bound);
        match search.round(bound) {
            Round::Found { cost } => {
                let path = search.path.iter().map(|frame| frame.node).collect();
                return search.log.found(path, cost);
            }
            Round::CutOff { least } => bound = least,
            Round::Exhausted => return search.log.no_path(),
            Round::Limit => return search.log.gave_up(),
        }
    }
}

/// How a round ended.
enum Round {
    Found {
        cost: Cost,
    },
    /// Nothing found; this is the least g + h beyond the bound.
    CutOff {
        least: Cost,
    },
    /// Nothing found and nothing cut off.
    Exhausted,
    Limit,
}

/// A node of the path; its untried children are those of `children` from `first_child` on.
#[derive(Clone, Copy)]
struct Frame {
    node: Node,
    first_child: usize,
}

#[derive(Clone, Copy)]
struct Child {
    node: Node,
    g: Cost,
    h: Cost,
}

/// The round in which a node was last met (0 for never), and the best cost at which it ever was.
#[derive(Clone, Copy)]
struct Met {
    round: u32,
    g: Cost,
}

struct Deepening<'a, P, O> {
    problem: &'a P,
    memory: Memory,
    limit: u64,
    met: Vec<Met>,
    on_path: Vec<bool>,
    path: Vec<Frame>,
    /// One stack for the children of all frames, so that no frame allocates.
    children: Vec<Child>,
    log: Log<'a, O>,
}

impl<P: Problem, O: Observer<Node>> Deepening<'_, P, O> {
    fn round(&mut self, bound: Cost) -> Round {
        let start = self.problem.start();
        let h = self.problem.heuristic(start);
        let mut least: Option<Cost> = None;
        self.children.push(Child {
            node: start,
            g: 0,
            h,
        });
        self.log.opened(start, 0, h);
        loop {
            // Back out of frames whose children are all tried.
            while let Some(&frame) = self.path.last()
                && frame.first_child == self.children.len()
            {
                self.on_path[frame.node.index()] = false;
                self.path.pop();
            }
            let Some(child) = self.children.pop() else {
                break;
            };
            // A sibling's subtree may have met it at less since it was put here.
            if self.is_known(child.node, child.g) {
                continue;
            }
            self.path.push(Frame {
                node: child.node,
                first_child: self.children.len(),
            });
            if child.node == self.problem.goal() {
                return Round::Found { cost: child.g };
            }
            if self.log.counts.expanded == self.limit || self.log.is_stopped() {
                return Round::Limit;
            }
            self.expand(child, bound, &mut least);
        }
        least.map_or(Round::Exhausted, |least| Round::CutOff { least })
    }

    /// Notes the visit and puts the children that are worth it on the stack.
    fn expand(&mut self, parent: Child, bound: Cost, least: &mut Option<Cost>) {
        let Child { node, g, h } = parent;
        self.log.expanded(node, g, h);
        let met = &mut self.met[node.index()];
        self.log.counts.reexpanded += u64::from(met.round > 0);
        *met = Met {
            round: self.log.counts.iterations,
            g,
        };
        self.on_path[node.index()] = true;

        let problem = self.problem;
        problem.each_neighbour(node, |next, step| {
            let g = g + step;
            if self.is_known(next, g) {
                return;
            }
            let h = problem.heuristic(next);
            if g + h > bound {
                *least = Some(least.map_or(g + h, |least| least.min(g + h)));
            } else {
                self.children.push(Child { node: next, g, h });
                self.log.opened(next, g, h);
            }
        });
        self.log.open(self.children.len());
    }

    /// Does the table say that nothing new can come of this? A node that was ever met at less is
    /// met so again in every later round, because those bounds are higher: what comes of it will
    /// come that way.
    #[inline]
    fn is_known(&self, node: Node, g: Cost) -> bool {
        if self.memory == Memory::Path {
            return self.on_path[node.index()];
        }
        let met = self.met[node.index()];
        met.round > 0 && (met.g < g || met.g == g && met.round == self.log.counts.iterations)
    }
}

fn is_reachable(problem: &impl Problem) -> bool {
    let mut seen = vec![false; problem.nodes()];
    let mut stack = vec![problem.start()];
    seen[problem.start().index()] = true;
    while let Some(node) = stack.pop() {
        if node == problem.goal() {
            return true;
        }
        problem.each_neighbour(node, |next, _| {
            if !std::mem::replace(&mut seen[next.index()], true) {
                stack.push(next);
            }
        });
    }
    false
}
