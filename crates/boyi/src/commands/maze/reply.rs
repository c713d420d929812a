//! What is said about a solved maze in JSON, and the trace file.

use std::fs::File;
use std::io::{BufWriter, Write};
use std::path::Path;
use std::time::Duration;

use anyhow::{Context, Result};
use boyi_paths::maze::{Connectivity, Maze, move_string};
use boyi_paths::search::{Event, Recorder, Solution};
use boyi_paths::{observer, supply};
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
        let unit = match connectivity {
            Connectivity::Four => 1,
            Connectivity::Eight => Connectivity::STRAIGHT,
        };
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

/// What a search did, step by step, for a viewer.
pub(crate) struct Trace {
    head: Value,
    events: Vec<Value>,
}

impl Trace {
    pub(crate) fn of_maze(maze: &Maze, algorithm: &str, recorder: &Recorder) -> Self {
        let grid = maze.grid();
        let at = |node| {
            let cell = grid.cell(node);
            [cell.row, cell.col]
        };
        let event = |event: &Event| match event {
            Event::Opened { node, g, h } => {
                json!({ "event": "opened", "at": at(*node), "g": g, "h": h })
            }
            Event::Expanded { node, g, h } => {
                json!({ "event": "expanded", "at": at(*node), "g": g, "h": h })
            }
            Event::Reopened { node, g, h } => {
                json!({ "event": "reopened", "at": at(*node), "g": g, "h": h })
            }
            Event::Bound { iteration, bound } => {
                json!({ "event": "bound", "iteration": iteration, "bound": bound })
            }
            Event::Path { nodes } => {
                json!({ "event": "path", "cells": nodes.iter().map(|&node| at(node)).collect::<Vec<_>>() })
            }
        };
        Self {
            head: json!({ "kind": "maze", "algorithm": algorithm, "rows": grid.rows(), "cols": grid.cols(), "dropped": recorder.dropped() }),
            events: recorder.events().iter().map(event).collect(),
        }
    }

    pub(crate) fn of_supply(
        maze: &supply::SupplyMaze,
        algorithm: &str,
        recorder: &observer::Recorder<supply::Cell>,
    ) -> Self {
        Self::of_events(
            json!({ "kind": "supply", "algorithm": algorithm, "rows": maze.rows(), "cols": maze.cols(), "dropped": recorder.dropped() }),
            recorder,
            |cell| json!([cell.row, cell.col]),
        )
    }

    pub(crate) fn of_events<N: Copy>(
        head: Value,
        recorder: &observer::Recorder<N>,
        at: impl Fn(N) -> Value,
    ) -> Self {
        let event = |event: &observer::Event<N>| match *event {
            observer::Event::Opened { node, cost } => {
                json!({ "event": "opened", "at": at(node), "g": cost })
            }
            observer::Event::Closed { node, cost } => {
                json!({ "event": "expanded", "at": at(node), "g": cost })
            }
            observer::Event::OnPath { node } => json!({ "event": "on_path", "at": at(node) }),
        };
        Self {
            head,
            events: recorder.events().iter().map(event).collect(),
        }
    }

    /// Writes one JSON object: the head's fields and the list `events`.
    pub(crate) fn write(mut self, file: &Path) -> Result<()> {
        self.head["events"] = Value::Array(self.events);
        let context = || format!("cannot write {}", file.display());
        let mut out = BufWriter::new(File::create(file).with_context(context)?);
        serde_json::to_writer(&mut out, &self.head).with_context(context)?;
        out.flush().with_context(context)
    }
}
