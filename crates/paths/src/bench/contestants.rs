//! Who runs in the table.

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
    pub fn plain(name: &str, answer: fn(&Grid, Query) -> Option<u64>) -> Self {
        Self::new(name, move |grid| {
            let grid = grid.clone();
            let answer = Box::new(move |query| answer(&grid, query));
            Ready {
                method: String::new(),
                answer,
            }
        })
    }

    /// The fast search.
    pub fn auto(connectivity: Connectivity, prepared: bool) -> Self {
        let name = format!(
            "{}{}",
            prefix(connectivity),
            if prepared { "prepared" } else { "auto" }
        );
        Self::new(&name, move |grid| {
            let build = if prepared {
                Solver::prepared
            } else {
                Solver::new
            };
            let mut solver = build(grid, connectivity);
            let method = solver.method().name().to_owned();
            let answer =
                move |query: Query| solver.find(query.start, query.goal).map(|found| found.cost);
            Ready {
                method,
                answer: Box::new(answer),
            }
        })
    }

    /// A textbook search.
    pub fn textbook(algorithm: &'static Algorithm, connectivity: Connectivity) -> Self {
        let name = format!("{}{}", prefix(connectivity), algorithm.name);
        Self::new(&name, move |grid| {
            let grid = grid.clone();
            let answer = move |query: Query| {
                let problem = GridProblem::new(&grid, connectivity, query.start, query.goal);
                algorithm.run(&problem, None).cost()
            };
            Ready {
                method: String::new(),
                answer: Box::new(answer),
            }
        })
    }
}

fn prefix(connectivity: Connectivity) -> &'static str {
    match connectivity {
        Connectivity::Four => "4-",
        Connectivity::Eight => "8-",
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
