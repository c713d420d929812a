//! `boyi maze`: paths through mazes and benchmark maps.

mod draw;
mod new;
mod reply;
mod scenarios;

pub(crate) use reply::write_trace;
use reply::{reply, steps};
pub(crate) use scenarios::run_scenarios;

use std::fs;
use std::path::PathBuf;

use anyhow::{Context, Result, bail};
use boyi_paths::FileKind;
use boyi_paths::maze::{self, Cell, Connectivity, Maze};
use boyi_paths::movingai;
use boyi_paths::search::{self, ALGORITHMS, Algorithm, Recorder, Solution};
use serde_json::json;

use super::solve;
use crate::output::{Output, grouped, spoken};

/// Find the way through a maze, or make one
///
/// Reads the course's mazes (0 free, 1 wall), mazes with supplies, and `MovingAI` maps and scenario
/// files. Moves are U, D, L, R, on 8-connected maps also the diagonals.
#[derive(clap::Args)]
#[command(
    args_conflicts_with_subcommands = true,
    arg_required_else_help = true,
    after_help = "\
Examples:
  boyi maze maze.txt
  boyi maze maze.txt --algorithm ida-table --draw-maze
  boyi maze maze.txt --compare astar,uniform-cost,breadth-first,jps
  boyi maze maze.txt --trace steps.json --algorithm astar
  boyi maze arena.map --entry 4,7 --exit 90,120 --connectivity 8
  boyi maze new --kind braided --size 31x61 --seed 7 > maze.txt"
)]
pub(crate) struct Args {
    #[command(subcommand)]
    what: Option<What>,

    /// The file; - for standard input
    file: Option<PathBuf>,

    #[command(flatten)]
    options: MazeOptions,
}

#[derive(clap::Subcommand)]
enum What {
    New(new::Args),
}

/// How to search a maze.
#[derive(clap::Args)]
#[command(next_help_heading = "Mazes")]
pub(crate) struct MazeOptions {
    /// The search: auto, astar, ida, ida-table, breadth-first, uniform-cost, greedy, bidirectional,
    /// fringe or jps; with supplies: auto, or zero, manhattan, distance, supplies (A* with that
    /// estimate)
    #[arg(long, value_name = "NAME", default_value = "auto")]
    pub(crate) algorithm: String,

    /// Compare several searches: counts and times side by side
    #[arg(
        long,
        value_name = "NAME,…",
        value_delimiter = ',',
        conflicts_with = "algorithm"
    )]
    pub(crate) compare: Vec<String>,

    /// Where to start [default: the first free cell of the left side]
    #[arg(long, value_name = "ROW,COL", value_parser = read_cell)]
    entry: Option<Cell>,

    /// Where to go [default: the last free cell of the right side]
    #[arg(long, value_name = "ROW,COL", value_parser = read_cell)]
    exit: Option<Cell>,

    /// Steps in 4 or in 8 directions [default: 4 for mazes, 8 for maps]
    #[arg(long, value_name = "4|8", value_parser = read_connectivity)]
    pub(crate) connectivity: Option<Connectivity>,

    /// Write what the search did, step by step, into this file
    #[arg(long, value_name = "FILE")]
    pub(crate) trace: Option<PathBuf>,

    /// Draw the maze and the way, also where nobody watches
    #[arg(long = "draw-maze")]
    pub(crate) drawing: bool,

    /// Write the course's answer files `output_A.txt` and `output_IDA.txt` into this folder
    #[arg(long, value_name = "FOLDER")]
    course_output: Option<PathBuf>,

    /// The map of a scenario file [default: the name in the file, beside it]
    #[arg(long, value_name = "FILE")]
    map: Option<PathBuf>,

    /// Keep the preparation of a scenario file's map here, and use it the next time
    #[arg(long, value_name = "FILE")]
    prepared: Option<PathBuf>,
}

/// How many events a trace keeps.
pub(crate) const TRACE_CAP: usize = 1_000_000;

pub(crate) fn run(args: &Args, out: &mut Output) -> Result<()> {
    match (&args.what, &args.file) {
        (Some(What::New(args)), _) => new::run(args, out),
        (None, Some(file)) => solve::solve_file(file, &args.options, None, out),
        (None, None) => bail!("which file?"),
    }
}

pub(crate) fn solve(text: &str, options: &MazeOptions, out: &mut Output) -> Result<()> {
    let (grid, usual) = match FileKind::of(text.as_bytes()) {
        FileKind::Map => (movingai::read_map(text)?, Connectivity::Eight),
        _ => (maze::read(text)?, Connectivity::Four),
    };
    let connectivity = options.connectivity.unwrap_or(usual);
    let maze = Maze::new(grid, options.entry, options.exit)?;
    if let Some(folder) = &options.course_output {
        write_course_answers(&maze, folder)?;
    }
    if !options.compare.is_empty() {
        return compare(&maze, connectivity, options, out);
    }
    let algorithm = by_name(&options.algorithm)?;
    let mut recorder = options
        .trace
        .as_ref()
        .map(|_| Recorder::with_cap(TRACE_CAP));
    let (solution, time) = timed(|| algorithm.solve(&maze, connectivity, recorder.as_mut()));
    if solution.gave_up {
        bail!(
            "{} gave up after {} cells: try another search",
            algorithm.name,
            grouped(solution.counts.expanded)
        );
    }
    if let (Some(file), Some(recorder)) = (&options.trace, &recorder) {
        let grid = maze.grid();
        let head = json!({ "kind": "maze", "algorithm": algorithm.name, "rows": grid.rows(), "cols": grid.cols() });
        let at = |&node: &_| {
            let cell = grid.cell(node);
            json!([cell.row, cell.col])
        };
        write_trace(head, recorder, at, file)?;
    }
    if out.json {
        return out.object(&reply(algorithm.name, connectivity, &solution, time));
    }
    if options.drawing || out.colour {
        let path = solution.path.as_deref().unwrap_or_default();
        out.text(draw::draw(maze.grid(), path, out.colour))?;
    }
    let language = out.language;
    match &solution.path {
        None => out.say("There is no way (-1).", "无路可走（-1）。")?,
        Some(path) => {
            let unit = language.pick("steps", "步");
            out.line(format!("{} {unit}", steps(&solution)))?;
            out.line(maze::move_string(path))?;
        }
    }
    out.line(format!(
        "{}: {} {}, {}",
        algorithm.name,
        grouped(solution.counts.expanded),
        language.pick("cells expanded", "个节点展开"),
        spoken(time)
    ))
}

fn compare(
    maze: &Maze,
    connectivity: Connectivity,
    options: &MazeOptions,
    out: &mut Output,
) -> Result<()> {
    let algorithms: Vec<&Algorithm> = options
        .compare
        .iter()
        .map(|name| by_name(name))
        .collect::<Result<_>>()?;
    if !out.json {
        out.line(format!(
            "{:<14} {:>7} {:>12} {:>12} {:>12} {:>10} {:>10} {:>10}",
            "search", "steps", "expanded", "generated", "re-expanded", "frontier", "rounds", "time"
        ))?;
    }
    for algorithm in algorithms {
        let (solution, time) = timed(|| algorithm.solve(maze, connectivity, None));
        if out.json {
            out.object(&reply(algorithm.name, connectivity, &solution, time))?;
            continue;
        }
        let steps = if solution.gave_up {
            "gave up".to_owned()
        } else {
            steps(&solution).to_string()
        };
        let counts = solution.counts;
        out.line(format!(
            "{:<14} {steps:>7} {:>12} {:>12} {:>12} {:>10} {:>10} {:>10}",
            algorithm.name,
            grouped(counts.expanded),
            grouped(counts.generated),
            grouped(counts.reexpanded),
            grouped(counts.peak_frontier as u64),
            counts.iterations,
            spoken(time),
        ))?;
    }
    Ok(())
}

/// The course asks for the answers of A* and of IDA* in two files.
fn write_course_answers(maze: &Maze, folder: &PathBuf) -> Result<()> {
    fs::create_dir_all(folder)
        .with_context(|| format!("cannot make the folder {}", folder.display()))?;
    for (name, file) in [("astar", "output_A.txt"), ("ida-table", "output_IDA.txt")] {
        let (solution, time) =
            timed(|| by_name(name).map(|search| search.solve(maze, Connectivity::Four, None)));
        let solution: Solution = solution?;
        let answer = maze::answer(time.as_secs_f64(), solution.path.as_deref());
        let file = folder.join(file);
        fs::write(&file, answer).with_context(|| format!("cannot write {}", file.display()))?;
    }
    Ok(())
}

fn by_name(name: &str) -> Result<&'static Algorithm> {
    search::by_name(name).with_context(|| {
        let names: Vec<&str> = ALGORITHMS.iter().map(|algorithm| algorithm.name).collect();
        format!(
            "there is no search called `{name}`: choose from {}",
            names.join(", ")
        )
    })
}

/// What some work gives and the time it takes.
pub(crate) fn timed<T>(work: impl FnOnce() -> T) -> (T, std::time::Duration) {
    let began = std::time::Instant::now();
    let done = work();
    (done, began.elapsed())
}

fn read_cell(text: &str) -> Result<Cell, String> {
    let parts = text.split_once(',').and_then(|(row, col)| {
        Some(Cell {
            row: row.trim().parse().ok()?,
            col: col.trim().parse().ok()?,
        })
    });
    parts.ok_or_else(|| "expected row,column counted from 0, such as 1,0".to_owned())
}

pub(crate) fn read_connectivity(text: &str) -> Result<Connectivity, String> {
    match text {
        "4" => Ok(Connectivity::Four),
        "8" => Ok(Connectivity::Eight),
        _ => Err("expected 4 or 8".to_owned()),
    }
}
