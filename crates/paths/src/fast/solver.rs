//! Picks the right search for a map and runs queries on it.

use super::corridor_search::CorridorSearch;
use super::corridors::{Corridors, has_no_squares, is_narrow};
use super::jump_search::JumpSearch;
use super::jump_tables::{JumpTables, column_stops};
use super::octile_jumps::Scans;
use super::octile_search::OctileSearch;
use super::octile_tables::OctileTables;
use super::stacks::TwoStacks;
use crate::maze::{Cell, Connectivity, Grid};
use crate::names::named;
use crate::search::{Cost, GridProblem, astar};

/// Answers queries on one map.
pub struct Solver {
    grid: Grid,
    connectivity: Connectivity,
    method: Method,
    pub(super) engine: Box<dyn Engine>,
    path: Vec<Cell>,
}

/// An answer; the path lives until the next query.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct FoundPath<'a> {
    pub path: &'a [Cell],
    /// Steps, or in an 8-connected grid units of [`Connectivity::STRAIGHT`].
    pub cost: Cost,
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
    /// 8-connected, no preparation: jump point search with scanned rows. Files of prepared paths know
    /// a method by its number, of which 3 was given up.
    Scans = 4,
    /// 8-connected: jump point search with tables (JPS+).
    OctileTables,
    /// The textbook's A*, for maps too large for the others.
    Textbook,
}

named! {
    Method, "method":
    Stacks = "stacks",
    Jumps = "jumps",
    Corridors = "corridors",
    Scans = "scans",
    OctileTables = "octile-tables",
    Textbook = "textbook",
}

/// From a free cell to another one of a grid.
#[derive(Clone, Copy)]
pub(super) struct GridQuery<'a> {
    pub(super) grid: &'a Grid,
    pub(super) start: Cell,
    pub(super) goal: Cell,
}

/// A method at work on one map: what it prepared, and buffers it keeps between queries.
pub(super) trait Engine {
    /// Writes a shortest path into `path` and returns its cost.
    fn search(&mut self, query: GridQuery, path: &mut Vec<Cell>) -> Option<Cost>;

    /// What the last query expanded: groups of cells, jump points, junctions or cells.
    fn expanded(&self) -> u64;

    /// The preparation, where it is worth keeping in a file.
    fn to_bytes(&self) -> Vec<u8> {
        Vec::new()
    }
}

/// The textbook's A*, which keeps its own counts.
struct Textbook(Connectivity);

impl Engine for Textbook {
    fn search(&mut self, query: GridQuery, path: &mut Vec<Cell>) -> Option<Cost> {
        let GridQuery { grid, start, goal } = query;
        let report = astar(&GridProblem::new(grid, self.0, start, goal), &mut ());
        let route = report.route()?;
        path.clear();
        path.extend(route.path.iter().map(|&node| grid.cell(node)));
        Some(route.cost)
    }

    fn expanded(&self) -> u64 {
        0
    }
}

/// From this share of free cells that stop a column run on, jumps are too short to pay.
const MOST_STOPS: f64 = 0.15;

/// Up to this share of free cells that are junctions, leaping corridors beats the two stacks.
const MOST_JUNCTIONS: f64 = 1.0 / 3.0;

impl Solver {
    /// Ready at once.
    pub fn new(grid: &Grid, connectivity: Connectivity) -> Self {
        let methods = [Method::Stacks, Method::Scans];
        Self::with_first(grid, connectivity, &methods)
    }

    /// Ready after a few milliseconds, for many queries on one map.
    pub fn prepared(grid: &Grid, connectivity: Connectivity) -> Self {
        let most_stops = MOST_STOPS * f64::from(grid.free_cells());
        let methods: &[Method] = match connectivity {
            // Without room for a diagonal step, all is as on a 4-connected grid.
            Connectivity::Eight => &[Method::Corridors, Method::OctileTables, Method::Scans],
            Connectivity::Four if is_narrow(grid) => {
                if let Some(corridors) = Corridors::new(grid, MOST_JUNCTIONS) {
                    let engine = corridor_engine(corridors, connectivity);
                    return Self::with(grid, connectivity, Method::Corridors, engine);
                }
                &[Method::Stacks]
            }
            Connectivity::Four if column_stops(grid) as f64 > most_stops => &[Method::Stacks],
            Connectivity::Four => &[Method::Jumps, Method::Stacks],
        };
        Self::with_first(grid, connectivity, methods)
    }

    /// With the search of one's choice; `None` where it does not fit the map or the connectivity.
    pub fn with_method(grid: &Grid, connectivity: Connectivity, method: Method) -> Option<Self> {
        let four = connectivity == Connectivity::Four;
        let engine: Box<dyn Engine> = match method {
            Method::Stacks if four => Box::new(TwoStacks::new(grid)?),
            Method::Jumps if four => Box::new((JumpTables::new(grid)?, JumpSearch::new(grid))),
            Method::Corridors if four || has_no_squares(grid) => {
                corridor_engine(Corridors::new(grid, 1.0)?, connectivity)
            }
            Method::Scans if !four => Box::new((Scans::new(grid)?, OctileSearch::new(grid)?)),
            Method::OctileTables if !four => {
                Box::new((OctileTables::new(grid)?, OctileSearch::new(grid)?))
            }
            Method::Textbook => Box::new(Textbook(connectivity)),
            _ => return None,
        };
        Some(Self::with(grid, connectivity, method, engine))
    }

    /// With the first of these methods that fits, or the textbook's A*.
    fn with_first(grid: &Grid, connectivity: Connectivity, methods: &[Method]) -> Self {
        methods
            .iter()
            .chain([&Method::Textbook])
            .find_map(|&method| Self::with_method(grid, connectivity, method))
            .expect("the textbook's A* fits every map")
    }

    pub(super) fn with(
        grid: &Grid,
        connectivity: Connectivity,
        method: Method,
        engine: Box<dyn Engine>,
    ) -> Self {
        Self {
            grid: grid.clone(),
            connectivity,
            method,
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
        self.method
    }

    /// What the last query expanded: groups of cells, jump points, junctions or cells, after the
    /// method's fashion. The textbook's A* keeps its own counts.
    pub fn expanded(&self) -> u64 {
        self.engine.expanded()
    }

    /// A shortest path, `None` where there is none or an end is a wall or outside.
    pub fn find(&mut self, start: Cell, goal: Cell) -> Option<FoundPath<'_>> {
        if !self.grid.is_free(start) || !self.grid.is_free(goal) {
            return None;
        }
        let cost = if start == goal {
            self.path.clear();
            self.path.push(start);
            0
        } else {
            let grid = &self.grid;
            let query = GridQuery { grid, start, goal };
            self.engine.search(query, &mut self.path)?
        };
        let path = &self.path;
        Some(FoundPath { path, cost })
    }
}

fn corridor_engine(corridors: Corridors, connectivity: Connectivity) -> Box<dyn Engine> {
    let search = CorridorSearch::new(&corridors, connectivity.straight_cost());
    Box::new((corridors, search))
}
