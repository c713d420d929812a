//! The searches that are measured against each other.

use super::Query;
use crate::fast::Solver;
use crate::maze::{Connectivity, Grid};
use crate::search::{Algorithm, GridProblem, by_name};

/// Something that answers queries.
pub struct Contestant {
    pub name: String,
    pub build: Box<dyn Fn(&Grid) -> Ready>,
}

/// A contestant that is ready for a grid.
pub struct Ready {
    /// What it chose to do, if it has a choice.
    pub method: String,
    pub answer: Box<dyn FnMut(Query) -> Option<u64>>,
}

impl Contestant {
    /// A contestant from a function that gets ready.
    pub fn new(name: &str, build: impl Fn(&Grid) -> Ready + 'static) -> Self {
        Self {
            name: name.to_owned(),
            build: Box::new(build),
        }
    }

    /// A contestant from a function that needs no preparation.
    pub fn plain(
        name: &str,
        answer: impl Fn(&Grid, Query) -> Option<u64> + Copy + 'static,
    ) -> Self {
        Self::new(name, move |grid| {
            let grid = grid.clone();
            Ready {
                method: String::new(),
                answer: Box::new(move |query| answer(&grid, query)),
            }
        })
    }

    /// The fast search.
    pub fn auto(connectivity: Connectivity, prepared: bool) -> Self {
        let name = if prepared { "prepared" } else { "auto" };
        Self::new(&prefixed(connectivity, name), move |grid| {
            let mut solver = if prepared {
                Solver::prepared(grid, connectivity)
            } else {
                Solver::new(grid, connectivity)
            };
            Ready {
                method: solver.method().name().to_owned(),
                answer: Box::new(move |Query { start, goal }| Some(solver.find(start, goal)?.cost)),
            }
        })
    }

    /// A textbook search.
    pub fn textbook(algorithm: &'static Algorithm, connectivity: Connectivity) -> Self {
        let name = prefixed(connectivity, algorithm.name);
        Self::plain(&name, move |grid, Query { start, goal }| {
            let problem = GridProblem::new(grid, connectivity, start, goal);
            algorithm.run(&problem, None).cost()
        })
    }
}

fn prefixed(connectivity: Connectivity, name: &str) -> String {
    match connectivity {
        Connectivity::Four => format!("4-{name}"),
        Connectivity::Eight => format!("8-{name}"),
    }
}

/// The textbook's A* and the fast search without and with preparation, for both connectivities.
pub fn standard() -> Vec<Contestant> {
    let mut list = Vec::new();
    for connectivity in [Connectivity::Four, Connectivity::Eight] {
        list.extend(by_name("astar").map(|astar| Contestant::textbook(astar, connectivity)));
        list.push(Contestant::auto(connectivity, false));
        list.push(Contestant::auto(connectivity, true));
    }
    list
}
