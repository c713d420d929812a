//! What is said about a solved maze in JSON, and the trace file.

use std::fs::File;
use std::io::{BufWriter, Write};
use std::path::Path;
use std::time::Duration;

use anyhow::{Context, Result};
use boyi_paths::maze::{Connectivity, move_string};
use boyi_paths::observer::{Change, Event, Recorder};
use boyi_paths::search::Solution;
use serde::Serialize;
use serde_json::{Value, json};

/// A solved maze.
#[derive(Serialize)]
pub(crate) struct Reply {
    kind: &'static str,
    algorithm: &'static str,
    /// -1 where there is no way.
    pub(crate) steps: i64,
    pub(crate) moves: Option<String>,
    length: Option<f64>,
    gave_up: bool,
    expanded: u64,
    generated: u64,
    re_expanded: u64,
    peak_frontier: u64,
    iterations: u32,
    seconds: f64,
}

impl Reply {
    pub(crate) fn of_maze(
        algorithm: &'static str,
        connectivity: Connectivity,
        solution: &Solution,
        time: Duration,
    ) -> Self {
        let path = solution.path.as_deref();
        let unit = connectivity.straight_cost();
        Self {
            kind: "maze",
            algorithm,
            steps: path.map_or(-1, |path| path.len() as i64 - 1),
            moves: path.map(move_string),
            length: solution.cost.map(|cost| cost as f64 / unit as f64),
            gave_up: solution.gave_up,
            expanded: solution.counts.expanded,
            generated: solution.counts.generated,
            re_expanded: solution.counts.reexpanded,
            peak_frontier: solution.counts.peak_frontier as u64,
            iterations: solution.counts.iterations,
            seconds: time.as_secs_f64(),
        }
    }
}

/// Writes what a search did, step by step, as one JSON object: the head's fields and the list
/// `events`. `at` says where a node is.
pub(crate) fn write_trace<N>(
    mut head: Value,
    recorder: &Recorder<N>,
    at: impl Fn(&N) -> Value,
    file: &Path,
) -> Result<()> {
    let event = |event: &Event<N>| match event {
        Event::Node { change, node, g, h } => {
            let name = match change {
                Change::Opened => "opened",
                Change::Expanded => "expanded",
                Change::Reopened => "reopened",
            };
            json!({ "event": name, "at": at(node), "g": g, "h": h })
        }
        Event::Bound { iteration, bound } => {
            json!({ "event": "bound", "iteration": iteration, "bound": bound })
        }
        Event::Path { nodes } => {
            json!({ "event": "path", "at": nodes.iter().map(&at).collect::<Vec<_>>() })
        }
    };
    head["dropped"] = recorder.dropped().into();
    head["events"] = recorder.events().iter().map(event).collect();
    let context = || format!("cannot write {}", file.display());
    let mut out = BufWriter::new(File::create(file).with_context(context)?);
    serde_json::to_writer(&mut out, &head).with_context(context)?;
    out.flush().with_context(context)
}
