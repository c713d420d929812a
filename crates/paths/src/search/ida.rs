//! IDA* (Korf 1985): depth-first search up to a bound on g + h, again and again, the bound rising
//! to the least value that was cut off. It keeps only the path in memory, and on a grid pays for
//! that with meeting the same cell in many ways; a table of the best g of each round cures it.

use super::label::{found, no_path};
use super::{Cost, Counts, Observer, Outcome, Problem, Report};
use crate::maze::Node;

/// What IDA* remembers besides the path.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Memory {
    /// Nothing, as Korf has it.
    Path,
    /// The best cost with which each node was met in this round: a node met again at no less is
    /// not searched again.
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
    observer: &mut impl Observer,
) -> Report {
    let mut counts = Counts::default();
    if memory == Memory::Path && !is_reachable(problem) {
        counts.iterations = 1;
        return no_path(counts);
    }
    let mut search = Deepening {
        problem,
        memory,
        limit: limit.unwrap_or(u64::MAX),
        met: vec![Met { round: 0, g: 0 }; problem.nodes()],
        on_path: vec![false; problem.nodes()],
        path: Vec::new(),
        children: Vec::new(),
        counts,
    };
    observer.opened(problem.start(), 0, problem.estimate(problem.start()));
    let mut bound = problem.estimate(problem.start());
    loop {
        search.counts.iterations += 1;
        observer.bound(search.counts.iterations, bound);
        match search.round(bound, observer) {
            Round::Found { cost } => {
                let path = search.path.iter().map(|frame| frame.node).collect();
                return found(path, cost, search.counts, observer);
            }
            Round::CutOff { least } => bound = least,
            Round::Exhausted => return no_path(search.counts),
            Round::Limit => {
                return Report {
                    outcome: Outcome::GaveUp,
                    counts: search.counts,
                };
            }
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
}

/// The round in which a node was last met (0 for never), and its best cost in that round.
#[derive(Clone, Copy)]
struct Met {
    round: u32,
    g: Cost,
}

struct Deepening<'a, P> {
    problem: &'a P,
    memory: Memory,
    limit: u64,
    met: Vec<Met>,
    on_path: Vec<bool>,
    path: Vec<Frame>,
    /// One stack for the children of all frames, so that no frame allocates.
    children: Vec<Child>,
    counts: Counts,
}

impl<P: Problem> Deepening<'_, P> {
    fn round(&mut self, bound: Cost, observer: &mut impl Observer) -> Round {
        let goal = self.problem.goal();
        let mut least: Option<Cost> = None;
        self.children.push(Child {
            node: self.problem.start(),
            g: 0,
        });
        loop {
            // Back out of frames whose children are all tried.
            while let Some(&frame) = self.path.last()
                && frame.first_child == self.children.len()
            {
                self.on_path[frame.node.index()] = false;
                self.path.pop();
            }
            let Some(Child { node, g }) = self.children.pop() else {
                break;
            };
            let h = self.problem.estimate(node);
            if g + h > bound {
                least = Some(least.map_or(g + h, |least| least.min(g + h)));
                continue;
            }
            if self.on_path[node.index()] || !self.is_worth_searching(node, g) {
                continue;
            }
            self.path.push(Frame {
                node,
                first_child: self.children.len(),
            });
            if node == goal {
                return Round::Found { cost: g };
            }
            self.on_path[node.index()] = true;
            if self.counts.expanded == self.limit {
                return Round::Limit;
            }
            self.counts.expanded += 1;
            observer.expanded(node, g, h);
            let children = &mut self.children;
            let generated = children.len();
            self.problem.each_neighbour(node, |next, step| {
                children.push(Child {
                    node: next,
                    g: g + step,
                });
            });
            self.counts.generated += (self.children.len() - generated) as u64;
            self.counts.waiting(self.children.len());
        }
        least.map_or(Round::Exhausted, |least| Round::CutOff { least })
    }

    /// Notes the visit; false if the table says that nothing new can come of it.
    fn is_worth_searching(&mut self, node: Node, g: Cost) -> bool {
        let round = self.counts.iterations;
        let met = &mut self.met[node.index()];
        if self.memory == Memory::BestG && met.round == round && met.g <= g {
            return false;
        }
        self.counts.reexpanded += u64::from(met.round > 0);
        *met = Met { round, g };
        true
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
