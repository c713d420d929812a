//! Paths on grids: every search by name, with counts and a trace.

pub(crate) mod solution;

use boyi_paths::generate::{Kind, generate};
use boyi_paths::maze::{self, Cell, Connectivity};
use boyi_paths::observer::{Recorder, Viewer};
use boyi_paths::search::{self, ALGORITHMS, CellChange, Changes, GridProblem, SearchSpec, Trip};
use boyi_search::Stop;
use pyo3::prelude::*;

pub(crate) use solution::Solution;

use crate::background;
use crate::errors::Error;
use crate::memory::room_for;

/// Bytes that a search may take for every cell; the hungriest, LPA*, took 68 where it was measured.
const BYTES_A_CELL: usize = 72;

/// A grid of free cells and walls. ``boyi.paths.grid(array)`` makes one from anything numpy understands.
#[pyclass(frozen, module = "boyi.paths")]
pub(crate) struct Grid {
    grid: maze::Grid,
}

/// A cell: row and column, both from 0, row 0 on top.
type Place = (u32, u32);

/// A cell that may lie anywhere, as it comes from Python.
type Somewhere = (i64, i64);

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
    fn is_free(&self, cell: Somewhere) -> bool {
        inside(cell).is_some_and(|cell| self.grid.is_free(cell))
    }

    /// Row by row, a byte a cell: 1 is free.
    fn to_bytes(&self) -> std::borrow::Cow<'static, [u8]> {
        let (rows, cols) = self.shape();
        let cells = (0..rows).flat_map(|row| (0..cols).map(move |col| Cell::new(row, col)));
        cells
            .map(|cell| u8::from(self.grid.is_free(cell)))
            .collect()
    }

    /// Finds a path with a search by name; see :func:`boyi.paths.find`.
    #[pyo3(signature = (start, goal, algorithm="auto", *, connectivity=4, trace=0, changes=vec![], others=vec![]))]
    #[expect(clippy::too_many_arguments, reason = "Python calls them by name")]
    fn find(
        &self,
        py: Python<'_>,
        start: Somewhere,
        goal: Somewhere,
        algorithm: &str,
        connectivity: u32,
        trace: usize,
        changes: Vec<(u32, Somewhere, bool)>,
        others: Vec<(Somewhere, Somewhere)>,
    ) -> PyResult<Solution> {
        let mistake = |error: &dyn std::fmt::Display| Error::new_err(error.to_string());
        let spec: SearchSpec = algorithm.parse().map_err(|error| mistake(&error))?;
        let changes = changes.into_iter().map(|(after, cell, free)| {
            let cell = self.cell("cell that changes", cell)?;
            Ok(CellChange { after, cell, free })
        });
        let changes = Changes::new(changes.collect::<PyResult<_>>()?);
        let mut trips = vec![self.trip(start, goal)?];
        for (start, goal) in others {
            trips.push(self.trip(start, goal)?);
        }
        Trip::check(&trips, &self.grid).map_err(|error| mistake(&error))?;
        let Trip { start, goal } = trips[0];
        let problem = GridProblem::new(&self.grid, self::connectivity(connectivity)?, start, goal)
            .with_changes(&changes)
            .with_others(&trips[1..]);
        spec.check(&problem).map_err(|error| mistake(&error))?;
        room_for(self.grid.rows() as usize * self.grid.cols() as usize * BYTES_A_CELL)?;
        let mut recorder = (trace > 0).then(|| Recorder::with_cap(trace));
        let stop = Stop::default();
        let report = background::quietly(py, &stop, || {
            let is_stopped = || stop.is_stopped();
            let mut viewer = Viewer::new(recorder.as_mut(), &is_stopped);
            spec.run_for(&problem, Some(&mut viewer))
        })?;
        let report = report.map_err(|error| mistake(&error))?;
        let found = search::Solution::of(&self.grid, &report);
        Solution::of(py, &self.grid, &found, recorder.as_ref())
    }

    fn __eq__(&self, other: &Self) -> bool {
        self.grid == other.grid
    }

    fn __hash__(&self) -> u64 {
        use std::hash::{DefaultHasher, Hash, Hasher};
        let mut hasher = DefaultHasher::new();
        (self.shape(), self.to_bytes()).hash(&mut hasher);
        hasher.finish()
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<(Bound<'py, PyAny>, Bound<'py, PyAny>)> {
        let (rows, cols) = self.shape();
        let fields = (rows, cols, self.to_bytes()).into_pyobject(py)?;
        Ok((py.get_type::<Self>().into_any(), fields.into_any()))
    }

    fn __repr__(&self) -> String {
        let (rows, cols) = self.shape();
        format!("<Grid {rows} x {cols}, {} free>", self.grid.free_cells())
    }
}

/// A cell without negative numbers; whether it lies on a grid is another question.
fn inside((row, col): Somewhere) -> Option<Cell> {
    Some(Cell::new(row.try_into().ok()?, col.try_into().ok()?))
}

impl Grid {
    /// A cell that must lie inside.
    fn cell(&self, name: &str, (row, col): Somewhere) -> PyResult<Cell> {
        let (rows, cols) = self.shape();
        let cell = inside((row, col)).filter(|&cell| self.grid.holds(cell));
        cell.ok_or_else(|| {
            let why = format!("the {name} ({row}, {col}) lies outside the {rows} x {cols} grid");
            Error::new_err(why)
        })
    }

    /// The ends of a walk, which must be inside and free.
    fn trip(&self, start: Somewhere, goal: Somewhere) -> PyResult<Trip> {
        let end = |name: &str, place: Somewhere| {
            let cell = self.cell(name, place)?;
            let (row, col) = place;
            let is_wall = || Error::new_err(format!("the {name} ({row}, {col}) is a wall"));
            self.grid.is_free(cell).then_some(cell).ok_or_else(is_wall)
        };
        Ok(Trip {
            start: end("start", start)?,
            goal: end("goal", goal)?,
        })
    }
}
