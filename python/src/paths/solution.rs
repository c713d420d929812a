//! `boyi.paths.Solution`: what a search found on a grid.

use boyi_paths::maze::{self, Cell, Node};
use boyi_paths::observer::{Change, Event, Recorder};
use boyi_paths::search;
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyTuple};

use super::Place;
use crate::restore;

/// What a search found on a grid.
#[pyclass(frozen, get_all, module = "boyi.paths")]
pub(crate) struct Solution {
    /// The cells from start to goal, ``None`` where there is no path or the search gave up.
    path: Option<Vec<Place>>,
    /// The length of the path, a diagonal step counting as the square root of 2; with others on the way the steps and
    /// waits of all together.
    cost: Option<f64>,
    /// The path as steps: U, D, L, R and UL, UR, DL, DR for diagonals; ``None`` for straight lines and with others.
    moves: Option<String>,
    /// The paths of the other walkers, where there are any: where each is at every moment.
    others: Vec<Vec<Place>>,
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
    /// ``"reopened"``, ``"bound"``, ``"weight"``, ``"walled"``, ``"freed"``, ``"walked"``), and ``cell``, ``g``, ``h``, ``iteration``,
    /// ``bound``, ``weight`` or ``walker``.
    trace: Option<Vec<Py<PyDict>>>,
    /// Events beyond the cap of the trace.
    dropped: u64,
}

/// The fields of a solution, for pickle: no tuple has more than twelve.
pub(crate) type Fields = (
    Option<Vec<Place>>,
    Option<f64>,
    Option<String>,
    Vec<Vec<Place>>,
    bool,
    (u64, u64, u64, usize, u32),
    Option<Vec<Py<PyDict>>>,
    u64,
);

impl Solution {
    pub(super) fn of(
        py: Python<'_>,
        grid: &maze::Grid,
        found: &search::Solution,
        recorder: Option<&Recorder<Node>>,
    ) -> PyResult<Self> {
        let place = |cell: &Cell| (cell.row, cell.col);
        let places = |path: &Vec<Cell>| path.iter().map(place).collect::<Vec<_>>();
        let path = found.path.as_ref();
        let is_alone = found.others.is_empty();
        let event = |event: &Event<Node>| described(py, grid, event).transpose();
        let trace = recorder.map(|recorder| recorder.events().iter().filter_map(event).collect());
        Ok(Self {
            // Nobody takes a diagonal among others: a step or a wait costs 1.
            cost: match path {
                Some(path) if is_alone => Some(length(path)),
                _ => found.cost.map(|cost| cost as f64),
            },
            moves: path
                .filter(|path| is_alone && path.windows(2).all(is_step))
                .map(|path| maze::move_string(path)),
            path: path.map(places),
            others: found.others.iter().map(places).collect(),
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

    /// For pickle.
    pub(crate) fn restored(fields: Fields) -> Self {
        let (path, cost, moves, others, gave_up, counts, trace, dropped) = fields;
        let (expanded, generated, reexpanded, peak_frontier, iterations) = counts;
        Self {
            path,
            cost,
            moves,
            others,
            gave_up,
            expanded,
            generated,
            reexpanded,
            peak_frontier,
            iterations,
            trace,
            dropped,
        }
    }
}

/// Whether these are neighbours; straight lines at any angle lead further.
fn is_step(ends: &[Cell]) -> bool {
    ends[0].row.abs_diff(ends[1].row) <= 1 && ends[0].col.abs_diff(ends[1].col) <= 1
}

/// The length of steps, diagonal steps and straight lines at any angle alike.
fn length(path: &[Cell]) -> f64 {
    let line = |ends: &[Cell]| {
        let rows = f64::from(ends[0].row.abs_diff(ends[1].row));
        let cols = f64::from(ends[0].col.abs_diff(ends[1].col));
        (rows * rows + cols * cols).sqrt()
    };
    path.windows(2).map(line).sum()
}

/// An event as a dict; the path has a place of its own.
fn described(
    py: Python<'_>,
    grid: &maze::Grid,
    event: &Event<Node>,
) -> PyResult<Option<Py<PyDict>>> {
    let dict = PyDict::new(py);
    match event {
        Event::Node { change, node, g, h } => {
            let kind = match change {
                Change::Opened => "opened",
                Change::Expanded => "expanded",
                Change::Reopened => "reopened",
            };
            let cell = grid.cell(*node);
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
            let cell = grid.cell(*node);
            dict.set_item("kind", if *free { "freed" } else { "walled" })?;
            dict.set_item("cell", (cell.row, cell.col))?;
        }
        Event::Walk { walker, node } => {
            let cell = grid.cell(*node);
            dict.set_item("kind", "walked")?;
            dict.set_item("walker", walker)?;
            dict.set_item("cell", (cell.row, cell.col))?;
        }
        Event::Path { .. } => return Ok(None),
    }
    Ok(Some(dict.unbind()))
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

    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<restore::Reduced<'py>> {
        let counts = (
            self.expanded,
            self.generated,
            self.reexpanded,
            self.peak_frontier,
            self.iterations,
        );
        let trace = self.trace.as_ref();
        let trace = trace.map(|trace| trace.iter().map(|event| event.bind(py)).collect::<Vec<_>>());
        let fields: Bound<'py, PyTuple> = (
            &self.path,
            self.cost,
            &self.moves,
            &self.others,
            self.gave_up,
            counts,
            trace,
            self.dropped,
        )
            .into_pyobject(py)?;
        restore::reduced(py, "Solution", fields)
    }
}
