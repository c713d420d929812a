//! Picks the right search for a map and runs queries on it.

use super::corridor_search::CorridorSearch;
use super::corridors::{Corridors, has_no_squares, is_narrow};
use super::jump_search::JumpSearch;
use super::jump_tables::{JumpTables, column_stops};
use super::landmark_search::LandmarkSearch;
use super::landmarks::Landmarks;
use super::octile_jumps::Scans;
use super::octile_search::OctileSearch;
use super::octile_tables::OctileTables;
use super::stacks::TwoStacks;
use crate::maze::{Cell, Connectivity, Grid};
use crate::search::{Cost, GridProblem, astar};

/// Answers queries on one map.
#[derive(Clone, Debug)]
pub struct Solver {
    grid: Grid,
    connectivity: Connectivity,
    pub(super) engine: Engine,
    path: Vec<Cell>,
}

/// An answer; the path lives until the next query.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Found<'a> {
    /// From start to goal, both included.
    pub path: &'a [Cell],
    /// Steps, or in an 8-connected grid units of [`Connectivity::STRAIGHT`].
    pub cost: Cost,
}

impl Method {
    /// All of them.
    pub const ALL: [Self; 7] = [
        Self::Stacks,
        Self::Jumps,
        Self::Corridors,
        Self::Landmarks,
        Self::Scans,
        Self::OctileTables,
        Self::Textbook,
    ];

    /// What a table calls it.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Stacks => "stacks",
            Self::Jumps => "jumps",
            Self::Corridors => "corridors",
            Self::Landmarks => "landmarks",
            Self::Scans => "scans",
            Self::OctileTables => "octile-tables",
            Self::Textbook => "textbook",
        }
    }
}

/// How a solver works.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Method {
    /// 4-connected, no preparation: A* with two stacks, 64 cells at a time.
    Stacks,
    /// 4-connected, open maps: jump point search with tables.
    Jumps,
    /// Narrow mazes: dead ends climbed, corridors leapt.
    Corridors,
    /// 4-connected, cluttered maps: A* with landmarks.
    Landmarks,
    /// 8-connected, no preparation: jump point search with scanned rows.
    Scans,
    /// 8-connected: jump point search with tables.
    OctileTables,
    /// The textbook's A*, for maps too large for the others.
    Textbook,
}

#[derive(Clone, Debug)]
pub(super) enum Engine {
    Stacks(TwoStacks),
    Jumps {
        tables: JumpTables,
        search: JumpSearch,
    },
    Corridors {
        corridors: Box<Corridors>,
        search: CorridorSearch,
    },
    Landmarks {
        landmarks: Landmarks,
        search: LandmarkSearch,
    },
    Scans {
        scans: Scans,
        search: OctileSearch,
    },
    OctileTables {
        tables: OctileTables,
        search: OctileSearch,
    },
    Textbook,
}

/// From this share of free cells that stop a column run on, jumps are too short to pay.
const MOST_STOPS: f64 = 0.15;

/// Up to this share of free cells that are junctions, leaping corridors beats landmarks.
const MOST_JUNCTIONS: f64 = 1.0 / 3.0;

impl Solver {
    /// Ready at once.
    pub fn new(grid: &Grid, connectivity: Connectivity) -> Self {
        let engine = match connectivity {
            Connectivity::Four => stacks(grid),
            Connectivity::Eight => scans(grid).unwrap_or(Engine::Textbook),
        };
        Self::with(grid, connectivity, engine)
    }

    /// Ready after a few milliseconds, for many queries on one map.
    pub fn prepared(grid: &Grid, connectivity: Connectivity) -> Self {
        let engine = match connectivity {
            Connectivity::Four => prepared_four(grid),
            // Without room for a diagonal step, all is as on a 4-connected grid.
            Connectivity::Eight if has_no_squares(grid) => corridors(grid, 1.0),
            Connectivity::Eight => None,
        };
        let engine = engine.or_else(|| match connectivity {
            Connectivity::Four => Some(stacks(grid)),
            Connectivity::Eight => octile_tables(grid).or_else(|| scans(grid)),
        });
        Self::with(grid, connectivity, engine.unwrap_or(Engine::Textbook))
    }

    /// With the search of one's choice; `None` where it does not fit the map or the connectivity.
    pub fn with_method(grid: &Grid, connectivity: Connectivity, method: Method) -> Option<Self> {
        let four = connectivity == Connectivity::Four;
        let engine = match method {
            Method::Stacks if four => Engine::Stacks(TwoStacks::new(grid)?),
            Method::Jumps if four => jumps(grid)?,
            Method::Landmarks if four => landmarks(grid)?,
            Method::Corridors if four || has_no_squares(grid) => corridors(grid, 1.0)?,
            Method::Scans if !four => scans(grid)?,
            Method::OctileTables if !four => octile_tables(grid)?,
            Method::Textbook => Engine::Textbook,
            _ => return None,
        };
        Some(Self::with(grid, connectivity, engine))
    }

    pub(super) fn with(grid: &Grid, connectivity: Connectivity, engine: Engine) -> Self {
        Self {
            grid: grid.clone(),
            connectivity,
            engine,
            path: Vec::new(),
        }
    }

    /// The map.
    pub fn grid(&self) -> &Grid {
        &self.grid
    }

    /// Which steps there are.
    pub fn connectivity(&self) -> Connectivity {
        self.connectivity
    }

    /// What was picked for this map.
    pub fn method(&self) -> Method {
        match self.engine {
            Engine::Stacks(_) => Method::Stacks,
            Engine::Jumps { .. } => Method::Jumps,
            Engine::Corridors { .. } => Method::Corridors,
            Engine::Landmarks { .. } => Method::Landmarks,
            Engine::Scans { .. } => Method::Scans,
            Engine::OctileTables { .. } => Method::OctileTables,
            Engine::Textbook => Method::Textbook,
        }
    }

    /// What the last query expanded: groups of cells, jump points, junctions or cells, after the
    /// method's fashion. The textbook's A* keeps its own counts.
    pub fn expanded(&self) -> u64 {
        match &self.engine {
            Engine::Stacks(search) => search.expanded,
            Engine::Jumps { search, .. } => search.expanded,
            Engine::Corridors { search, .. } => search.expanded,
            Engine::Landmarks { search, .. } => search.expanded,
            Engine::Scans { search, .. } | Engine::OctileTables { search, .. } => search.expanded,
            Engine::Textbook => 0,
        }
    }

    /// A shortest path, `None` where there is none or an end is a wall or outside.
    pub fn find(&mut self, start: Cell, goal: Cell) -> Option<Found<'_>> {
        if !self.grid.is_free(start) || !self.grid.is_free(goal) {
            return None;
        }
        if start == goal {
            self.path.clear();
            self.path.push(start);
            return Some(Found {
                path: &self.path,
                cost: 0,
            });
        }
        let (grid, path) = (&self.grid, &mut self.path);
        let steps = |found: bool, path: &[Cell]| found.then(|| path.len() as Cost - 1);
        let cost = match &mut self.engine {
            Engine::Stacks(search) => steps(search.search(grid, start, goal, path), path),
            Engine::Jumps { tables, search } => {
                steps(search.search(tables, grid, start, goal, path), path)
            }
            Engine::Landmarks { landmarks, search } => {
                steps(search.search(landmarks, grid, start, goal, path), path)
            }
            Engine::Corridors { corridors, search } => {
                let unit = match self.connectivity {
                    Connectivity::Four => 1,
                    Connectivity::Eight => Connectivity::STRAIGHT,
                };
                let found = search.search(corridors, grid, start, goal, path);
                steps(found, path).map(|steps| steps * unit)
            }
            Engine::Scans { scans, search } => search
                .search(scans, grid, start, goal, path)
                .map(Cost::from),
            Engine::OctileTables { tables, search } => search
                .search(tables, grid, start, goal, path)
                .map(Cost::from),
            Engine::Textbook => {
                let problem = GridProblem::new(grid, self.connectivity, start, goal);
                let report = astar::search(&problem, &mut ());
                path.clear();
                report.route().map(|route| {
                    path.extend(route.path.iter().map(|&node| grid.cell(node)));
                    route.cost
                })
            }
        };
        cost.map(|cost| Found {
            path: &self.path,
            cost,
        })
    }
}

impl Engine {
    /// From the payload of a file; `None` if it cannot be true of the grid.
    pub(super) fn from_bytes(
        grid: &Grid,
        connectivity: Connectivity,
        method: Method,
        payload: &[u8],
    ) -> Option<Self> {
        let four = connectivity == Connectivity::Four;
        match method {
            Method::Jumps if four => {
                let tables = JumpTables::from_bytes(grid, payload)?;
                Some(Self::Jumps {
                    tables,
                    search: JumpSearch::new(grid),
                })
            }
            Method::Landmarks if four => {
                let landmarks = Landmarks::from_bytes(grid, payload)?;
                Some(Self::Landmarks {
                    landmarks,
                    search: LandmarkSearch::new(grid),
                })
            }
            Method::OctileTables if !four => {
                let tables = OctileTables::from_bytes(grid, payload)?;
                Some(Self::OctileTables {
                    tables,
                    search: OctileSearch::new(grid)?,
                })
            }
            _ if payload.is_empty() => {
                Some(Solver::with_method(grid, connectivity, method)?.engine)
            }
            _ => None,
        }
    }
}

fn stacks(grid: &Grid) -> Engine {
    TwoStacks::new(grid).map_or(Engine::Textbook, Engine::Stacks)
}

/// `None` where no preparation helps.
fn prepared_four(grid: &Grid) -> Option<Engine> {
    if is_narrow(grid) {
        return corridors(grid, MOST_JUNCTIONS).or_else(|| landmarks(grid));
    }
    if column_stops(grid) as f64 > MOST_STOPS * f64::from(grid.free_cells()) {
        return None;
    }
    jumps(grid)
}

fn jumps(grid: &Grid) -> Option<Engine> {
    let tables = JumpTables::new(grid)?;
    Some(Engine::Jumps {
        tables,
        search: JumpSearch::new(grid),
    })
}

fn landmarks(grid: &Grid) -> Option<Engine> {
    let landmarks = Landmarks::new(grid)?;
    Some(Engine::Landmarks {
        landmarks,
        search: LandmarkSearch::new(grid),
    })
}

fn corridors(grid: &Grid, most_junctions: f64) -> Option<Engine> {
    let corridors = Box::new(Corridors::new(grid, most_junctions)?);
    let search = CorridorSearch::new(&corridors);
    Some(Engine::Corridors { corridors, search })
}

fn scans(grid: &Grid) -> Option<Engine> {
    Some(Engine::Scans {
        scans: Scans::new(grid)?,
        search: OctileSearch::new(grid)?,
    })
}

fn octile_tables(grid: &Grid) -> Option<Engine> {
    let search = OctileSearch::new(grid)?;
    Some(Engine::OctileTables {
        tables: OctileTables::new(grid)?,
        search,
    })
}
