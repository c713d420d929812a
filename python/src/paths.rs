//! Paths on grids: every search by name, with counts and a trace.

use boyi_paths::generate::{Kind, generate};
use boyi_paths::maze::{self, Cell, Connectivity, Node};
use boyi_paths::observer::{Change, Event, Recorder, Viewer};
use boyi_paths::search::{self, ALGORITHMS, GridProblem, Report};
use boyi_search::Stop;
use pyo3::prelude::*;
use pyo3::types::PyDict;

use crate::background;
use crate::errors::Error;

/// A grid of free cells and walls. ``boyi.paths.grid(array)`` makes one from anything numpy understands.
#[pyclass(frozen, module = "boyi.paths")]
pub(crate) struct Grid {
    grid: maze::Grid,
}

/// A cell: row and column, both from 0, row 0 on top.
type Place = (u32, u32);

/// What a search found on a grid.
#[pyclass(frozen, get_all, module = "boyi.paths")]
pub(crate) struct Solution {
    /// The cells from start to goal, ``None`` where there is no path or the search gave up.
    path: Option<Vec<Place>>,
    /// The length of the path, a diagonal step counting as the square root of 2.
    cost: Option<f64>,
    /// The path as steps: U, D, L, R and UL, UR, DL, DR for diagonals.
    moves: Option<String>,
    /// Whether the search reached its limit and does not know.
    gave_up: bool,
    /// Nodes taken from the open list.
    expanded: u64,
    /// Nodes put there.
    generated: u64,
    /// Expansions of nodes that had been expanded before.
    reexpanded: u64,
    /// The most nodes that were open at once.
    peak_frontier: usize,
    /// Rounds of a deepening search; 1 for the others.
    iterations: u32,
    /// What happened, in order, if a trace was asked for: dicts with ``kind`` (``"opened"``, ``"expanded"``,
    /// ``"reopened"``, ``"bound"``), and ``cell``, ``g``, ``h``, or ``iteration`` and ``bound``.
    trace: Option<Vec<Py<PyDict>>>,
    /// Events beyond the cap of the trace.
    dropped: u64,
}

/// Names, what they do, and whether the path is always a shortest.
#[pyfunction(name = "_path_algorithms")]
pub(crate) fn algorithms() -> Vec<(&'static str, &'static str, bool)> {
    let described = |one: &search::Algorithm| {
        let is_optimal = one.is_optimal(Connectivity::Eight);
        (one.name, one.about, is_optimal)
    };
    ALGORITHMS.iter().map(described).collect()
}

/// A maze made to order: ``kind`` is ``"perfect"``, ``"braided"``, ``"rooms"`` or ``"obstacles"``.
#[pyfunction(name = "_maze")]
pub(crate) fn made_to_order(
    py: Python<'_>,
    kind: &str,
    rows: u32,
    cols: u32,
    seed: u64,
) -> PyResult<Grid> {
    let Some(kind) = Kind::by_name(kind) else {
        let known = Kind::NAMED.map(|(name, _)| name).join(", ");
        let why = format!("there is no maze called `{kind}`: choose from {known}");
        return Err(Error::new_err(why));
    };
    let grid = py.detach(|| generate(kind, rows, cols, seed));
    let grid = grid.map_err(|error| Error::new_err(error.to_string()))?;
    Ok(Grid { grid })
}

fn connectivity(number: u32) -> PyResult<Connectivity> {
    match number {
        4 => Ok(Connectivity::Four),
        8 => Ok(Connectivity::Eight),
        other => Err(Error::new_err(format!(
            "connectivity is 4 or 8, not {other}"
        ))),
    }
}

#[pymethods]
impl Grid {
    /// Row by row, a byte a cell: 0 is a wall, everything else is free.
    #[new]
    fn new(rows: u32, cols: u32, free: &[u8]) -> PyResult<Self> {
        if u64::from(rows) * u64::from(cols) != free.len() as u64 {
            let count = free.len();
            let why = format!("{rows} x {cols} cells need as many bytes, not {count}");
            return Err(Error::new_err(why));
        }
        let is_free = |cell: Cell| free[cell.row as usize * cols as usize + cell.col as usize] != 0;
        let grid = maze::Grid::from_fn(rows, cols, is_free);
        let grid = grid.map_err(|error| Error::new_err(error.to_string()))?;
        Ok(Self { grid })
    }

    /// Rows and columns.
    #[getter]
    fn shape(&self) -> (u32, u32) {
        (self.grid.rows(), self.grid.cols())
    }

    /// Whether a cell is inside and no wall.
    fn is_free(&self, cell: Place) -> bool {
        self.grid.is_free(Cell::new(cell.0, cell.1))
    }

    /// Row by row, a byte a cell: 1 is free.
    fn to_bytes(&self) -> std::borrow::Cow<'static, [u8]> {
        let (rows, cols) = self.shape();
        let cells = (0..rows).flat_map(|row| (0..cols).map(move |col| Cell::new(row, col)));
        cells
            .map(|cell| u8::from(self.grid.is_free(cell)))
            .collect()
    }

    /// Finds a path with a search by name; `trace` keeps that many events.
    #[pyo3(signature = (start, goal, algorithm="auto", *, connectivity=4, trace=0))]
    fn find(
        &self,
        py: Python<'_>,
        start: Place,
        goal: Place,
        algorithm: &str,
        connectivity: u32,
        trace: usize,
    ) -> PyResult<Solution> {
        let Some(found) = search::by_name(algorithm) else {
            let known: Vec<&str> = ALGORITHMS.iter().map(|one| one.name).collect();
            let known = known.join(", ");
            let why = format!("there is no search called `{algorithm}`: choose from {known}");
            return Err(Error::new_err(why));
        };
        let connectivity = self::connectivity(connectivity)?;
        let problem = GridProblem::new(
            &self.grid,
            connectivity,
            self.end("start", start)?,
            self.end("goal", goal)?,
        );
        let mut recorder = (trace > 0).then(|| Recorder::with_cap(trace));
        let stop = Stop::default();
        let report = background::quietly(py, &stop, || {
            let is_stopped = || stop.is_stopped();
            let mut viewer = Viewer::new(recorder.as_mut(), &is_stopped);
            found.run_for(&problem, Some(&mut viewer))
        })?;
        self.solution(py, &report, recorder.as_ref())
    }

    fn __repr__(&self) -> String {
        let (rows, cols) = self.shape();
        format!("<Grid {rows} x {cols}, {} free>", self.grid.free_cells())
    }
}

impl Grid {
    /// An end of the query, which must be inside and free.
    fn end(&self, name: &str, (row, col): Place) -> PyResult<Cell> {
        let cell = Cell::new(row, col);
        let (rows, cols) = self.shape();
        if !self.grid.holds(cell) {
            let why = format!("the {name} ({row}, {col}) lies outside the {rows} x {cols} grid");
            return Err(Error::new_err(why));
        }
        if !self.grid.is_free(cell) {
            return Err(Error::new_err(format!(
                "the {name} ({row}, {col}) is a wall"
            )));
        }
        Ok(cell)
    }

    fn solution(
        &self,
        py: Python<'_>,
        report: &Report,
        recorder: Option<&Recorder<Node>>,
    ) -> PyResult<Solution> {
        let found = search::Solution::of(&self.grid, report);
        let place = |cell: &Cell| (cell.row, cell.col);
        let path = found.path.as_deref();
        let event = |event: &Event<Node>| self.event(py, event).transpose();
        let trace = recorder.map(|recorder| recorder.events().iter().filter_map(event).collect());
        Ok(Solution {
            cost: path.map(maze::length),
            moves: path.map(maze::move_string),
            path: path.map(|path| path.iter().map(place).collect()),
            gave_up: found.gave_up,
            expanded: found.counts.expanded,
            generated: found.counts.generated,
            reexpanded: found.counts.reexpanded,
            peak_frontier: found.counts.peak_frontier,
            iterations: found.counts.iterations,
            trace: trace.transpose()?,
            dropped: recorder.map_or(0, Recorder::dropped),
        })
    }

    /// An event as a dict; the path has a place of its own.
    fn event(&self, py: Python<'_>, event: &Event<Node>) -> PyResult<Option<Py<PyDict>>> {
        let dict = PyDict::new(py);
        match event {
            Event::Node { change, node, g, h } => {
                let kind = match change {
                    Change::Opened => "opened",
                    Change::Expanded => "expanded",
                    Change::Reopened => "reopened",
                };
                let cell = self.grid.cell(*node);
                dict.set_item("kind", kind)?;
                dict.set_item("cell", (cell.row, cell.col))?;
                dict.set_item("g", g)?;
                dict.set_item("h", h)?;
            }
            Event::Bound { iteration, bound } => {
                dict.set_item("kind", "bound")?;
                dict.set_item("iteration", iteration)?;
                dict.set_item("bound", bound)?;
            }
            Event::Weight { iteration, weight } => {
                dict.set_item("kind", "weight")?;
                dict.set_item("iteration", iteration)?;
                dict.set_item("weight", f64::from(*weight) / 1000.0)?;
            }
            Event::Wall { node, free } => {
                let cell = self.grid.cell(*node);
                dict.set_item("kind", if *free { "freed" } else { "walled" })?;
                dict.set_item("cell", (cell.row, cell.col))?;
            }
            Event::Walk { walker, node } => {
                let cell = self.grid.cell(*node);
                dict.set_item("kind", "walked")?;
                dict.set_item("walker", walker)?;
                dict.set_item("cell", (cell.row, cell.col))?;
            }
            Event::Path { .. } => return Ok(None),
        }
        Ok(Some(dict.unbind()))
    }
}

#[pymethods]
impl Solution {
    /// Whether there is a path.
    fn __bool__(&self) -> bool {
        self.path.is_some()
    }

    fn __repr__(&self) -> String {
        match self.cost {
            Some(cost) => format!("<Solution: cost {cost:.3}, {} expanded>", self.expanded),
            None if self.gave_up => format!("<Solution: gave up, {} expanded>", self.expanded),
            None => format!("<Solution: no path, {} expanded>", self.expanded),
        }
    }
}
