//! The searches by name, for front ends.

use super::log::Log;
use super::{
    Cost, Counts, GridProblem, Observer, Outcome, Problem, Recorder, Report, Route, Viewer, Weight,
    anew, ara, astar, bidirectional, breadth_first, cbs, cooperative, dstar_lite, fringe, greedy,
    ida, jump_point, lpa, theta, uniform_cost, weighted_astar,
};
use crate::fast::Solver;
use crate::maze::{Cell, Connectivity, Grid, Maze, Node};
use crate::observer::{Event, tell};

/// When a search's path is a shortest.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Optimal {
    Always,
    /// Where all steps cost the same (4-connected).
    UnitCosts,
    Never,
}

/// A search by name. `Run` is the function that runs it on the problems of its kind.
#[derive(Debug)]
pub struct Algorithm<Run = GridRun> {
    pub name: &'static str,
    /// What textbooks call it.
    pub title: &'static str,
    pub about: &'static str,
    pub optimal: Optimal,
    pub(crate) run: Run,
}

/// Runs a search on a grid, with a viewer or without any observer.
pub type GridRun = fn(&GridProblem, Option<&mut Viewer<Node>>) -> Report;

/// What a search found in a maze.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Solution {
    pub path: Option<Vec<Cell>>,
    /// The path's cost, all walkers' together where there are several: steps, or the units of
    /// [`Connectivity::STRAIGHT`] in an 8-connected maze and for paths of straight lines.
    pub cost: Option<Cost>,
    /// The paths of the other walkers, where there are several.
    pub others: Vec<Vec<Cell>>,
    /// Did the search reach its limit and does not know whether there is a path?
    pub gave_up: bool,
    pub counts: Counts,
}

/// Plain IDA* can take longer than the universe lasts; by name it gives up after this many
/// expansions (some seconds).
const IDA_LIMIT: u64 = 200_000_000;

/// A table of searches, a row each. A search runs with the viewer if there is one, otherwise with no
/// observer at all.
macro_rules! searches {
    ($($name:literal $title:literal: $optimal:ident, $search:expr, $about:literal;)*) => {
        &[$($crate::search::Algorithm {
            name: $name,
            title: $title,
            about: $about,
            optimal: $crate::search::Optimal::$optimal,
            run: |problem, viewer| match viewer {
                Some(viewer) => $crate::search::registry::apart(|| $search(problem, viewer)),
                None => $crate::search::registry::apart(|| $search(problem, &mut ())),
            },
        }),*]
    };
}
pub(crate) use searches;

/// Keeps two versions of a search from being inlined into one function, where the watched one would
/// take registers from the other.
#[inline(never)]
pub(crate) fn apart<T>(work: impl FnOnce() -> T) -> T {
    work()
}

/// All searches, the fast one first.
pub const ALGORITHMS: &[Algorithm] = searches! {
    "auto" "Fast search": Always, auto, "the fast search for this kind of map: what a program would call";
    "astar" "A*": Always, astar, "the cell with the least cost so far plus heuristic first";
    "ida" "IDA*": Always, plain_ida, "depth first under a rising bound, keeping only the path";
    "ida-table" "IDA* with table": Always, table_ida, "IDA* that remembers the best cost of each cell";
    "breadth-first" "Breadth-first search": UnitCosts, breadth_first::search, "cells in the order in which they were seen";
    "uniform-cost" "Dijkstra": Always, uniform_cost, "uniform cost search: the cell with the least cost so far first";
    "greedy" "Greedy best-first search": Never, greedy, "the cell with the least heuristic first, path not always shortest";
    "bidirectional" "Bidirectional Dijkstra": Always, bidirectional::search, "uniform cost search from both ends until they meet";
    "fringe" "Fringe search": Always, fringe::search, "a rising bound that goes on where it stopped";
    "jps" "Jump point search": Always, jump_point::search, "A* that leaps over open floor";
    "weighted-astar" "Weighted A*": Never, weighted, "A* that trusts the heuristic more, path at most `weight` times the shortest";
    "ara" "ARA*": Always, anytime, "anytime repairing A*: a quick path first, then better ones with proven bounds";
    "theta" "Theta*": Never, theta::search, "straight lines at any angle, never longer than steps on the grid";
    "lpa" "LPA*": Always, lpa::search, "lifelong planning A*: repairs its distances from the start when the map changes";
    "dstar-lite" "D* Lite": Always, dstar_lite::search, "repairs the path of an agent on its way when the map changes";
    "cooperative" "Cooperative A*": Never, cooperative::search, "agent after agent, each around those before";
    "cbs" "Conflict-based search": Always, cbs::search, "several agents with the least total cost";
};

fn plain_ida(problem: &GridProblem, observer: &mut impl Observer<Node>) -> Report {
    ida::search(problem, ida::Memory::Path, Some(IDA_LIMIT), observer)
}

fn table_ida(problem: &GridProblem, observer: &mut impl Observer<Node>) -> Report {
    ida::search(problem, ida::Memory::BestG, None, observer)
}

fn weighted(problem: &GridProblem, observer: &mut impl Observer<Node>) -> Report {
    let weight = problem.weight().unwrap_or(Weight::TWO);
    weighted_astar(problem, weight, observer)
}

fn anytime(problem: &GridProblem, observer: &mut impl Observer<Node>) -> Report {
    let weight = problem.weight().unwrap_or(Weight::THREE);
    ara::search(problem, weight, |_| {}, observer)
}

/// The fast search without preparation. It reports no events but the path, and of the counts only
/// what it expanded. It knows plain ground only; elsewhere A* is what a program would call.
fn auto(problem: &GridProblem, observer: &mut impl Observer<Node>) -> Report {
    if problem.terrain().is_some() {
        return astar(problem, observer);
    }
    let grid = problem.grid();
    let [start, goal] = [problem.start(), problem.goal()].map(|node| grid.cell(node));
    let mut solver = Solver::new(grid, problem.connectivity());
    let outcome = match solver.find(start, goal) {
        None => Outcome::NoPath,
        Some(found) => {
            let path: Vec<_> = found.path.iter().map(|&cell| grid.node(cell)).collect();
            let nodes = path.clone();
            tell!(observer, Event::Path { nodes });
            let cost = found.cost;
            Outcome::Found(Route { path, cost })
        }
    };
    let counts = Counts {
        expanded: solver.expanded(),
        iterations: 1,
        ..Counts::default()
    };
    let others = Vec::new();
    Report {
        outcome,
        counts,
        others,
    }
}

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
        let mut viewer = recorder.map(|recorder| Viewer::new(Some(recorder), &|| false));
        self.run_for(problem, viewer.as_mut())
    }

    /// The same with a viewer, which may stop the search: then it gives up.
    pub fn run_for(&self, problem: &GridProblem, viewer: Option<&mut Viewer<Node>>) -> Report {
        // If an end is a wall, there is no path.
        let ends = [problem.start(), problem.goal()];
        if !ends.into_iter().all(|end| problem.grid().node_is_free(end)) {
            return Log::one_round(&mut ()).no_path();
        }
        if problem.changes().is_empty() || self.repairs() {
            (self.run)(problem, viewer)
        } else {
            anew::search(self, problem, viewer)
        }
    }

    /// Does it mend what it knows when the map changes? Others search anew after each change.
    pub fn repairs(&self) -> bool {
        matches!(self.name, "lpa" | "dstar-lite")
    }

    /// Can it be used on a map that changes? Straight lines and timetables cannot.
    pub fn follows_changes(&self) -> bool {
        self.name != "theta" && !self.plans_for_many()
    }

    /// Does it plan for several walkers at once?
    pub fn plans_for_many(&self) -> bool {
        matches!(self.name, "cbs" | "cooperative")
    }

    /// Can it be told how much to trust the heuristic?
    pub fn has_weight(&self) -> bool {
        matches!(self.name, "weighted-astar" | "ara")
    }

    /// Does it look ahead with a heuristic that can be named?
    pub fn has_heuristic(&self) -> bool {
        !matches!(
            self.name,
            "auto" | "breadth-first" | "uniform-cost" | "bidirectional" | "cooperative" | "cbs"
        )
    }

    /// Does it know ground that is slow to cross? Jumps and straight lines need plain ground.
    pub fn knows_terrain(&self) -> bool {
        !matches!(self.name, "jps" | "theta")
    }

    /// What a straight step costs in its reports.
    pub fn unit(&self, connectivity: Connectivity) -> Cost {
        match self.name {
            "theta" => Connectivity::STRAIGHT,
            _ => connectivity.straight_cost(),
        }
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
        let cells = |route: &Route| route.path.iter().map(|&node| grid.cell(node)).collect();
        Self {
            path: report.route().map(cells),
            cost: report.total_cost(),
            others: report.others.iter().map(cells).collect(),
            gave_up: report.outcome == Outcome::GaveUp,
            counts: report.counts,
        }
    }
}
