//! Mazes with supplies, for `boyi solve` and `boyi maze`.

use anyhow::{Context, Result};
use boyi_paths::observer::Recorder;
use boyi_paths::supply::{self, Counts, Heuristic, SupplyMaze, Trek, Walker};
use serde::Serialize;
use serde_json::json;

use super::maze::{MazeOptions, TRACE_CAP, timed, write_trace};
use crate::output::{Output, grouped, spoken};

#[derive(Serialize)]
struct Reply {
    kind: &'static str,
    algorithm: String,
    /// -1 where the goal cannot be reached.
    days: i64,
    moves: Option<String>,
    expanded: Option<u64>,
    generated: Option<u64>,
    dominated: Option<u64>,
    peak_frontier: Option<u64>,
    seconds: f64,
}

/// The estimate of the textbook's search by its name; `None` for the fast search.
fn estimate(name: &str) -> Result<Option<Heuristic>> {
    if name == "auto" {
        return Ok(None);
    }
    name.parse().map(Some).ok().with_context(|| {
        let names = Heuristic::ALL.map(Heuristic::name).join(", ");
        format!(
            "there is no search called `{name}` for mazes with supplies: choose from auto, {names}"
        )
    })
}

pub(crate) fn solve(text: &str, options: &MazeOptions, out: &mut Output) -> Result<()> {
    let maze = SupplyMaze::read(text)?;
    if options.compare.is_empty() {
        let reply = run(&maze, &options.algorithm, options)?;
        return print(&reply, out);
    }
    if !out.json {
        out.line(format!(
            "{:<10} {:>6} {:>12} {:>12} {:>12} {:>12} {:>10}",
            "search", "days", "expanded", "generated", "dominated", "frontier", "time"
        ))?;
    }
    for name in &options.compare {
        let reply = run(&maze, name, options)?;
        if out.json {
            out.object(&reply)?;
            continue;
        }
        let count = |count: Option<u64>| count.map_or("-".to_owned(), grouped);
        out.line(format!(
            "{name:<10} {:>6} {:>12} {:>12} {:>12} {:>12} {:>10}",
            reply.days,
            count(reply.expanded),
            count(reply.generated),
            count(reply.dominated),
            count(reply.peak_frontier),
            spoken(std::time::Duration::from_secs_f64(reply.seconds)),
        ))?;
    }
    Ok(())
}

fn run(maze: &SupplyMaze, name: &str, options: &MazeOptions) -> Result<Reply> {
    let ((trek, counts), time): ((Option<Trek>, Option<Counts>), _) = match estimate(name)? {
        None => timed(|| (supply::solve(maze), None)),
        Some(heuristic) => match &options.trace {
            None => timed(|| {
                let report = supply::search_labels(maze, heuristic, &mut ());
                (report.trek, Some(report.counts))
            }),
            Some(file) => {
                let mut recorder = Recorder::with_cap(TRACE_CAP);
                let (report, time) =
                    timed(|| supply::search_labels(maze, heuristic, &mut recorder));
                let head = json!({ "kind": "supply", "algorithm": name, "rows": maze.rows(), "cols": maze.cols() });
                let at = |walker: &Walker| json!([walker.cell.row, walker.cell.col]);
                write_trace(head, &recorder, at, file)?;
                ((report.trek, Some(report.counts)), time)
            }
        },
    };
    if options.trace.is_some() && counts.is_none() {
        anyhow::bail!(
            "the fast search keeps no trace: add --algorithm supplies (or zero, manhattan, distance)"
        );
    }
    Ok(Reply {
        kind: "supply",
        algorithm: name.to_owned(),
        days: trek.as_ref().map_or(-1, |trek| trek.days() as i64),
        moves: trek.as_ref().map(Trek::moves),
        expanded: counts.map(|counts| counts.expanded),
        generated: counts.map(|counts| counts.generated),
        dominated: counts.map(|counts| counts.dominated),
        peak_frontier: counts.map(|counts| counts.peak_frontier as u64),
        seconds: time.as_secs_f64(),
    })
}

fn print(reply: &Reply, out: &mut Output) -> Result<()> {
    if out.json {
        return out.object(reply);
    }
    let language = out.language;
    match &reply.moves {
        // The course's form: the number alone on a line, then the moves.
        None => out.line(format!(
            "-1\n{}",
            language.pick("The goal cannot be reached.", "到达不了终点。")
        ))?,
        Some(moves) => out.line(format!("{}\n{moves}", reply.days))?,
    }
    let time = spoken(std::time::Duration::from_secs_f64(reply.seconds));
    out.line(format!(
        "{} {}, {time}",
        language.pick("days:", "天数："),
        reply.days
    ))
}
