//! `boyi.Analysis`: what an engine thinks of a position.

use boyi_engine::Thought;
use pyo3::prelude::*;

use crate::restore;

/// What an engine thinks of a position: the best move, the lines it expects, and what it took to find out.
#[pyclass(frozen, eq, get_all, module = "boyi")]
#[derive(PartialEq)]
pub(crate) struct Analysis {
    /// The move it would play, ``None`` only when the game is over.
    best: Option<String>,
    /// What it expects, best first; empty for players that do not look ahead.
    lines: Vec<Line>,
    /// Positions looked at.
    nodes: u64,
    /// Seconds it took.
    seconds: f64,
    /// Why it ended: ``"depth"``, ``"nodes"``, ``"playouts"``, ``"time"``, ``"stopped"``, ``"certain"``, ``"game_over"``;
    /// ``None`` while it goes on, and for players that do not search.
    ended: Option<String>,
}

/// One line of an analysis.
#[pyclass(frozen, eq, get_all, module = "boyi", from_py_object)]
#[derive(Clone, PartialEq)]
pub(crate) struct Line {
    /// From the view of the side to move, in the engine's own units.
    score: i32,
    /// The same in units people count in: discs, pawns, points; infinite where a win or a loss is proven.
    value: f64,
    /// Plies to a proven win (positive) or loss (negative), ``None`` where nothing is proven.
    win_in: Option<i64>,
    /// Plies searched.
    depth: u32,
    /// What both sides are expected to play.
    moves: Vec<String>,
}

impl Analysis {
    pub(crate) fn of(thought: &Thought, unit: i32) -> Self {
        let line = |line: &boyi_engine::Line| {
            let score = line.score.value();
            let plies = line.score.plies_to_end().map(i64::from);
            Line {
                score,
                value: match plies {
                    Some(_) => f64::INFINITY.copysign(f64::from(score)),
                    None => f64::from(score) / f64::from(unit),
                },
                win_in: plies.map(|plies| if score < 0 { -plies } else { plies }),
                depth: line.depth,
                moves: line.moves.clone(),
            }
        };
        Self {
            best: thought.best.clone(),
            lines: thought.lines.iter().map(line).collect(),
            nodes: thought.counts.nodes,
            seconds: thought.elapsed.as_secs_f64(),
            ended: thought.ended.map(|ended| ended.name().to_owned()),
        }
    }

    /// For pickle.
    pub(crate) fn restored(fields: (Option<String>, Vec<Line>, u64, f64, Option<String>)) -> Self {
        let (best, lines, nodes, seconds, ended) = fields;
        Self {
            best,
            lines,
            nodes,
            seconds,
            ended,
        }
    }
}

impl Line {
    /// For pickle.
    pub(crate) fn restored(fields: (i32, f64, Option<i64>, u32, Vec<String>)) -> Self {
        let (score, value, win_in, depth, moves) = fields;
        Self {
            score,
            value,
            win_in,
            depth,
            moves,
        }
    }
}

#[pymethods]
impl Analysis {
    /// The value of the best line in units people count in, ``None`` where there is no line.
    #[getter]
    fn value(&self) -> Option<f64> {
        self.lines.first().map(|line| line.value)
    }

    /// Plies that the best line was searched.
    #[getter]
    fn depth(&self) -> u32 {
        self.lines.first().map_or(0, |line| line.depth)
    }

    fn __repr__(&self) -> String {
        let best = self.best.as_deref().unwrap_or("-");
        let value = self
            .value()
            .map_or(String::new(), |value| format!(" {value:+.2}"));
        let (depth, nodes) = (self.depth(), self.nodes);
        format!("<Analysis {best}{value}, depth {depth}, {nodes} nodes>")
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<restore::Reduced<'py>> {
        let lines = self.lines.clone();
        let fields = (&self.best, lines, self.nodes, self.seconds, &self.ended);
        restore::reduced(py, "Analysis", fields.into_pyobject(py)?)
    }
}

#[pymethods]
impl Line {
    fn __repr__(&self) -> String {
        format!(
            "<Line {:+.2}, depth {}: {}>",
            self.value,
            self.depth,
            self.moves.join(" ")
        )
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<restore::Reduced<'py>> {
        let fields = (self.score, self.value, self.win_in, self.depth, &self.moves);
        restore::reduced(py, "Line", fields.into_pyobject(py)?)
    }
}
