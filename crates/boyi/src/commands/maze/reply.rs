//! What is said about a solved maze in JSON, and the trace file.

use std::fs::File;
use std::io::{BufWriter, Write};
use std::path::Path;
use std::time::Duration;

use anyhow::{Context, Result};
use boyi_paths::maze::{Connectivity, move_string};
use boyi_paths::observer::{Change, Event, Recorder};
use boyi_paths::search::Solution;
use serde_json::{Value, json};

/// The answer of one search in JSON; -1 steps where there is no path.
pub(super) fn reply(
    algorithm: &str,
    connectivity: Connectivity,
    solution: &Solution,
    time: Duration,
) -> Value {
    let (path, counts) = (solution.path.as_deref(), &solution.counts);
    let unit = connectivity.straight_cost();
    json!({
        "kind": "maze",
        "algorithm": algorithm,
        "steps": steps(solution),
        "moves": path.map(move_string),
        "length": solution.cost.map(|cost| cost as f64 / unit as f64),
        "gave_up": solution.gave_up,
        "expanded": counts.expanded,
        "generated": counts.generated,
        "re_expanded": counts.reexpanded,
        "peak_frontier": counts.peak_frontier,
        "iterations": counts.iterations,
        "seconds": time.as_secs_f64(),
    })
}

pub(super) fn steps(solution: &Solution) -> i64 {
    let path = solution.path.as_ref();
    path.map_or(-1, |path| path.len() as i64 - 1)
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
