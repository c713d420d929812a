//! Several walkers on one map: where each begins and where it wants to be.

use thiserror::Error;

use super::Cost;
use super::log::Log;
use super::timetable::at;
use super::{GridProblem, Observer, Report, Route};
use crate::generate::Stream;
use crate::maze::{Cell, Grid, Maze, Node};

/// From a cell to a cell.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Trip {
    pub start: Cell,
    pub goal: Cell,
}

/// Why walkers cannot walk here.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Error)]
pub enum TripError {
    #[error("walker {walker}: ({row}, {col}) is not a free cell of the maze")]
    NotFree { walker: usize, row: u32, col: u32 },
    #[error("walkers {one} and {other} {what} at the same cell")]
    Shared {
        one: usize,
        other: usize,
        what: &'static str,
    },
    #[error("there is no room for {0} walkers")]
    NoRoom(usize),
}

impl Trip {
    /// Are these cells free, and no two starts or goals the same? Walkers are counted from 1.
    pub fn check(trips: &[Self], grid: &Grid) -> Result<(), TripError> {
        for (index, trip) in trips.iter().enumerate() {
            let walker = index + 1;
            for Cell { row, col } in [trip.start, trip.goal] {
                if !grid.is_free(Cell { row, col }) {
                    return Err(TripError::NotFree { walker, row, col });
                }
            }
            for (before, earlier) in trips[..index].iter().enumerate() {
                let (one, other) = (before + 1, walker);
                if earlier.start == trip.start {
                    let what = "start";
                    return Err(TripError::Shared { one, other, what });
                }
                if earlier.goal == trip.goal {
                    let what = "end";
                    return Err(TripError::Shared { one, other, what });
                }
            }
        }
        Ok(())
    }

    /// The maze's own trip and others at random, each between cells that are connected.
    pub fn random(maze: &Maze, walkers: usize, seed: u64) -> Result<Vec<Self>, TripError> {
        let own = Self {
            start: maze.entry(),
            goal: maze.exit(),
        };
        let mut stream = Stream::new(seed);
        let mut cells = reachable(maze);
        let mut goals = cells.clone();
        stream.shuffle(&mut cells);
        stream.shuffle(&mut goals);
        cells.retain(|&cell| cell != own.start);
        goals.retain(|&cell| cell != own.goal);
        let others = cells.into_iter().zip(goals);
        let others = others.map(|(start, goal)| Self { start, goal });
        let trips: Vec<Self> = std::iter::once(own).chain(others).take(walkers).collect();
        if trips.len() < walkers {
            return Err(TripError::NoRoom(walkers));
        }
        Ok(trips)
    }
}

/// All cells that can be reached from the entry, row by row.
fn reachable(maze: &Maze) -> Vec<Cell> {
    let grid = maze.grid();
    let mut seen = vec![false; grid.nodes()];
    let mut stack = vec![grid.node(maze.entry())];
    while let Some(node) = stack.pop() {
        if std::mem::replace(&mut seen[node.index()], true) {
            continue;
        }
        for step in crate::maze::Step::STRAIGHT {
            if grid.allows(node, step) {
                stack.push(grid.beside(node, step));
            }
        }
    }
    let mut cells = grid.free_list();
    cells.retain(|&cell| seen[grid.node(cell).index()]);
    cells
}

/// The problems of all walkers, one each.
pub(super) fn problems<'a>(problem: &GridProblem<'a>) -> Vec<GridProblem<'a>> {
    let own = std::iter::once(*problem);
    let others = problem.other_walkers().iter();
    own.chain(others.map(|trip| problem.with_ends(*trip)))
        .collect()
}

/// The end of a search: every walker walks, tick by tick.
pub(super) fn found(mut log: Log<impl Observer<Node>>, paths: Vec<(Vec<Node>, Cost)>) -> Report {
    let ticks = paths.iter().map(|(path, _)| path.len()).max().unwrap_or(0);
    if paths.len() > 1 {
        for time in 0..ticks {
            for (walker, (path, _)) in (0..).zip(&paths) {
                if time == 0 || at(path, time) != at(path, time - 1) {
                    log.walk(walker, at(path, time));
                }
            }
        }
    }
    let mut routes = paths.into_iter().map(|(path, cost)| Route { path, cost });
    let Some(Route { path, cost }) = routes.next() else {
        return log.no_path();
    };
    let mut report = log.found(path, cost);
    report.others = routes.collect();
    report
}
