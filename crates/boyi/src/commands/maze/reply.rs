//! What is said about a solved maze in JSON, and the trace file.

use std::fs::File;
use std::io::{BufWriter, Write};
use std::path::Path;
use std::time::Duration;

use anyhow::{Context, Result};
use boyi_paths::maze::{Cell, move_string};
use boyi_paths::observer::{Change, Event, Recorder};
use boyi_paths::search::{SearchSpec, Solution};
use serde_json::{Value, json};

use super::query::{Query, moves_and_waits};

/// The answer of one search in JSON; -1 steps where there is no path.
pub(super) fn reply(
    spec: &SearchSpec,
    query: &Query,
    solution: &Solution,
    time: Duration,
) -> Value {
    let (path, counts) = (solution.path.as_deref(), &solution.counts);
    let unit = spec.algorithm.unit(query.connectivity);
    let has_steps = spec.algorithm.name != "theta";
    let mut reply = json!({
        "kind": "maze",
        "algorithm": spec.to_string(),
        "steps": steps(solution),
        "moves": path.filter(|_| has_steps).map(move_string),
        "length": solution.cost.map(|cost| cost as f64 / unit as f64),
        "gave_up": solution.gave_up,
        "expanded": counts.expanded,
        "generated": counts.generated,
        "re_expanded": counts.reexpanded,
        "peak_frontier": counts.peak_frontier,
        "iterations": counts.iterations,
        "seconds": time.as_secs_f64(),
    });
    if !has_steps {
        let corner = |cell: &Cell| json!([cell.row, cell.col]);
        reply["corners"] = path.unwrap_or_default().iter().map(corner).collect();
    }
    if !query.changes.is_empty() {
        reply["changes"] = query.changes.to_string().into();
    }
    if !query.others.is_empty() {
        let all = solution.path.iter().chain(&solution.others);
        reply["walkers"] = all.map(|path| Value::from(moves_and_waits(path))).collect();
    }
    reply
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
        Event::Weight { iteration, weight } => {
            let weight = f64::from(*weight) / 1000.0;
            json!({ "event": "weight", "iteration": iteration, "weight": weight })
        }
        Event::Wall { node, free } => {
            let name = if *free { "freed" } else { "walled" };
            json!({ "event": name, "at": at(node) })
        }
        Event::Walk { walker, node } => {
            json!({ "event": "walk", "walker": walker, "at": at(node) })
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
