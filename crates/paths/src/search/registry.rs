//! The searches by name, for front ends.

use super::log::Log;
use super::{
    Cost, Counts, GridProblem, Observer, Outcome, Problem, Recorder, Report, Route, Viewer, astar,
    bidirectional, breadth_first, fringe, greedy, ida, jump_point, uniform_cost,
};
use crate::fast::Solver;
use crate::maze::{Cell, Connectivity, Grid, Maze, Node};
use crate::observer::tell;

/// When a search's path is a shortest.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Optimal {
    /// Always.
    Always,
    /// Where all steps cost the same (4-connected).
    UnitCosts,
    /// Only by luck.
    Never,
}

/// A search by name.
#[derive(Debug)]
pub struct Algorithm {
    /// What a user types.
    pub name: &'static str,
    /// One line on what it does.
    pub about: &'static str,
    /// Is its path a shortest?
    pub optimal: Optimal,
    run: fn(&GridProblem, Option<&mut Viewer<Node>>) -> Report,
}

/// What a search found in a maze.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Solution {
    /// The cells from entry to exit, `None` where there is no path or the search gave up.
    pub path: Option<Vec<Cell>>,
    /// The path's cost: steps, or in an 8-connected maze the units of [`Connectivity::STRAIGHT`].
    pub cost: Option<Cost>,
    /// Did the search reach its limit and does not know whether there is a path?
    pub gave_up: bool,
    /// How hard it worked.
    pub counts: Counts,
}

/// Plain IDA* can take longer than the universe lasts; by name it gives up after this many
/// expansions (some seconds).
const IDA_LIMIT: u64 = 200_000_000;

/// Runs a search with the viewer if there is one, otherwise with no observer at all.
macro_rules! watched {
    ($search:expr) => {
        |problem, viewer| match viewer {
            Some(viewer) => $crate::search::registry::apart(|| $search(problem, viewer)),
            None => $crate::search::registry::apart(|| $search(problem, &mut ())),
        }
    };
}
pub(crate) use watched;

/// Keeps two versions of a search from being inlined into one function, where the watched one would
/// take registers from the other.
#[inline(never)]
pub(crate) fn apart<T>(work: impl FnOnce() -> T) -> T {
    work()
}

fn plain_ida(problem: &GridProblem, observer: &mut impl Observer<Node>) -> Report {
    ida::search(problem, ida::Memory::Path, Some(IDA_LIMIT), observer)
}

fn table_ida(problem: &GridProblem, observer: &mut impl Observer<Node>) -> Report {
    ida::search(problem, ida::Memory::BestG, None, observer)
}

/// The fast search without preparation. It is not watched on its way: a trace holds the path only,
/// and of the counts it keeps what it expanded.
fn auto(problem: &GridProblem, observer: &mut impl Observer<Node>) -> Report {
    let grid = problem.grid();
    let [start, goal] = [problem.start(), problem.goal()].map(|node| grid.cell(node));
    let mut solver = Solver::new(grid, problem.connectivity());
    let outcome = match solver.find(start, goal) {
        None => Outcome::NoPath,
        Some(found) => {
            let path: Vec<_> = found.path.iter().map(|&cell| grid.node(cell)).collect();
            tell!(observer => path(&path));
            let cost = found.cost;
            Outcome::Found(Route { path, cost })
        }
    };
    let counts = Counts {
        expanded: solver.expanded(),
        iterations: 1,
        ..Counts::default()
    };
    Report { outcome, counts }
}

/// All searches, the fast one first.
pub const ALGORITHMS: &[Algorithm] = &[
    Algorithm {
        name: "auto",
        about: "the fast search for this kind of map: what a program would call",
        optimal: Optimal::Always,
        run: watched!(auto),
    },
    Algorithm {
        name: "astar",
        about: "A*: least cost so far plus estimate first",
        optimal: Optimal::Always,
        run: watched!(astar::search),
    },
    Algorithm {
        name: "ida",
        about: "IDA*: depth first under a rising bound, keeping only the path",
        optimal: Optimal::Always,
        run: watched!(plain_ida),
    },
    Algorithm {
        name: "ida-table",
        about: "IDA* with a table of the best cost of each cell",
        optimal: Optimal::Always,
        run: watched!(table_ida),
    },
    Algorithm {
        name: "breadth-first",
        about: "breadth-first: cells in the order in which they were seen",
        optimal: Optimal::UnitCosts,
        run: watched!(breadth_first::search),
    },
    Algorithm {
        name: "uniform-cost",
        about: "uniform cost (Dijkstra): least cost so far first",
        optimal: Optimal::Always,
        run: watched!(uniform_cost::search),
    },
    Algorithm {
        name: "greedy",
        about: "greedy best-first: least estimate first, path not always shortest",
        optimal: Optimal::Never,
        run: watched!(greedy::search),
    },
    Algorithm {
        name: "bidirectional",
        about: "uniform cost from both ends until they meet",
        optimal: Optimal::Always,
        run: watched!(bidirectional::search),
    },
    Algorithm {
        name: "fringe",
        about: "fringe search: a rising bound that goes on where it stopped",
        optimal: Optimal::Always,
        run: watched!(fringe::search),
    },
    Algorithm {
        name: "jps",
        about: "jump point search: leaps over open floor",
        optimal: Optimal::Always,
        run: watched!(jump_point::search),
    },
];

/// The search of this name.
pub fn by_name(name: &str) -> Option<&'static Algorithm> {
    ALGORITHMS.iter().find(|algorithm| algorithm.name == name)
}

impl Algorithm {
    /// From a maze's entry to its exit; a recorder keeps the trace.
    pub fn solve(
        &self,
        maze: &Maze,
        connectivity: Connectivity,
        recorder: Option<&mut Recorder<Node>>,
    ) -> Solution {
        let problem = GridProblem::of(maze, connectivity);
        Solution::of(maze.grid(), &self.run(&problem, recorder))
    }

    /// Any query on a grid.
    pub fn run(&self, problem: &GridProblem, recorder: Option<&mut Recorder<Node>>) -> Report {
        match recorder {
            Some(recorder) => self.run_for(problem, Some(&mut Viewer::patient(recorder))),
            None => self.run_for(problem, None),
        }
    }

    /// The same for a viewer who may leave: then the search gives up.
    pub fn run_for(&self, problem: &GridProblem, viewer: Option<&mut Viewer<Node>>) -> Report {
        // Nobody stands in a wall: if an end is one, there is no path.
        let ends = [problem.start(), problem.goal()];
        if !ends.into_iter().all(|end| problem.grid().node_is_free(end)) {
            return Log::one_round(&mut ()).no_path();
        }
        (self.run)(problem, viewer)
    }

    /// Is the path a shortest on grids of this connectivity?
    pub fn is_optimal(&self, connectivity: Connectivity) -> bool {
        match self.optimal {
            Optimal::Always => true,
            Optimal::UnitCosts => connectivity == Connectivity::Four,
            Optimal::Never => false,
        }
    }
}

impl Solution {
    /// What a report means on its grid.
    pub fn of(grid: &Grid, report: &Report) -> Self {
        let gave_up = report.outcome == Outcome::GaveUp;
        let route = report.route();
        Self {
            path: route.map(|route| route.path.iter().map(|&node| grid.cell(node)).collect()),
            cost: route.map(|route| route.cost),
            gave_up,
            counts: report.counts,
        }
    }
}
