//! `boyi maze`: paths through mazes and benchmark maps.

mod compare;
mod draw;
mod new;
mod query;
mod reply;
mod scenarios;

use query::Query;
pub(crate) use reply::write_trace;
use reply::{reply, steps};
pub(crate) use scenarios::run_scenarios;

use std::fs;
use std::path::PathBuf;

use anyhow::{Context, Result, bail};
use boyi_paths::FileKind;
use boyi_paths::maze::{self, Cell, Connectivity, Maze};
use boyi_paths::movingai;
use boyi_paths::search::{self, Recorder, SearchSpec, Solution, Trip};
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
  boyi maze maze.txt --algorithm weighted-astar:weight=1.5
  boyi maze maze.txt --compare astar:heuristic=zero,astar:heuristic=euclidean,astar
  boyi maze swamp.txt --weighted --compare astar,breadth-first
  boyi maze maze.txt --changes 20 --compare astar,lpa,dstar-lite
  boyi maze rooms.txt --algorithm cbs --walkers 2
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
    /// fringe, jps, weighted-astar[:weight=W], ara[:weight=W], theta, lpa, dstar-lite, cooperative or
    /// cbs. Searches that look ahead take a heuristic by name, :heuristic=manhattan, octile,
    /// euclidean, chebyshev or zero [default: manhattan in 4 directions, octile in 8]. With
    /// supplies: auto, or zero, manhattan, distance, supplies (A* with that heuristic)
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

    /// Digits 2 to 9 are free cells that cost so much to enter; 0 costs 1
    #[arg(long)]
    weighted: bool,

    /// The map changes while walking: so many random cells, or a file with lines such as
    /// `5 wall 3,4` (after 5 steps) and `9 free 2,7`
    #[arg(long, value_name = "NUMBER|FILE", conflicts_with_all = ["walkers", "walker"])]
    changes: Option<String>,

    /// So many walkers: the first from entry to exit, the others at random
    #[arg(long, value_name = "NUMBER", conflicts_with = "walker", value_parser = clap::value_parser!(u16).range(1..=100))]
    walkers: Option<u16>,

    /// One more walker, from a cell to a cell; may be given several times
    #[arg(long, value_name = "ROW,COL-ROW,COL", value_parser = read_trip)]
    walker: Vec<Trip>,

    /// The seed of random changes and walkers
    #[arg(long, value_name = "NUMBER", default_value_t = 1)]
    seed: u64,

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
    let (grid, terrain, usual) = match FileKind::of(text.as_bytes()) {
        FileKind::Map if options.weighted => {
            bail!("--weighted is for mazes of digits, not for MovingAI maps")
        }
        FileKind::Map => (movingai::read_map(text)?, None, Connectivity::Eight),
        _ if options.weighted => {
            let (grid, terrain) = maze::read_weighted(text)?;
            (grid, Some(terrain), Connectivity::Four)
        }
        _ => (maze::read(text)?, None, Connectivity::Four),
    };
    let connectivity = options.connectivity.unwrap_or(usual);
    let maze = Maze::new(grid, options.entry, options.exit)?;
    if let Some(folder) = &options.course_output {
        write_course_answers(&maze, folder)?;
    }
    let query = Query::read(&maze, terrain, connectivity, options)?;
    if !options.compare.is_empty() {
        return compare::run(&query, &options.compare, out);
    }
    // The fast search knows one walker.
    let many = !query.others.is_empty() && options.algorithm == "auto";
    let spec: SearchSpec = if many { "cbs" } else { &options.algorithm }.parse()?;
    spec.check(&query.problem())?;
    let mut recorder = options
        .trace
        .as_ref()
        .map(|_| Recorder::with_cap(TRACE_CAP));
    let (solution, time) = timed(|| query.solve(&spec, recorder.as_mut()));
    let solution = solution?;
    if solution.gave_up {
        bail!(
            "{} gave up after {} cells: try another search",
            spec.algorithm.name,
            grouped(solution.counts.expanded)
        );
    }
    if let (Some(file), Some(recorder)) = (&options.trace, &recorder) {
        let grid = maze.grid();
        let head = json!({ "kind": "maze", "algorithm": spec.to_string(), "rows": grid.rows(), "cols": grid.cols() });
        let at = |&node: &_| {
            let cell = grid.cell(node);
            json!([cell.row, cell.col])
        };
        write_trace(head, recorder, at, file)?;
    }
    if out.json {
        return out.object(&reply(&spec, &query, &solution, time));
    }
    if options.drawing || out.colour {
        let paths = solution.path.iter().chain(&solution.others).flatten();
        let path: Vec<Cell> = paths.copied().collect();
        out.drawn(draw::draw(maze.grid(), &path, out.colour))?;
    }
    let language = out.language;
    match &solution.path {
        None => out.say("There is no way (-1).", "无路可走（-1）。")?,
        Some(_) if !solution.others.is_empty() => write_walkers(&solution, out)?,
        Some(path) if spec.algorithm.name == "theta" => {
            let length = solution.cost.unwrap_or(0) as f64 / Connectivity::STRAIGHT as f64;
            let (length, lines) = (format!("{length:.3}"), path.len() - 1);
            out.say(
                format!("{length} in {lines} straight lines"),
                format!("长 {length}，{lines} 条直线"),
            )?;
            let corners = path.iter().map(|cell| format!("{},{}", cell.row, cell.col));
            out.line(corners.collect::<Vec<_>>().join(" "))?;
        }
        Some(path) => {
            let unit = language.pick("steps", "步");
            let steps = steps(&solution);
            match solution.cost.filter(|_| query.terrain.is_some()) {
                None => out.line(format!("{steps} {unit}"))?,
                Some(cost) => {
                    let cost = cost as f64 / connectivity.straight_cost() as f64;
                    let cost = (cost * 1000.0).round() / 1000.0;
                    let word = language.pick("cost", "代价");
                    out.line(format!("{steps} {unit}, {word} {cost}"))?;
                }
            }
            out.line(maze::move_string(path))?;
        }
    }
    out.line(format!(
        "{spec}: {} {}, {}",
        grouped(solution.counts.expanded),
        language.pick("cells expanded", "个节点展开"),
        spoken(time)
    ))
}

/// Each walker with its moves; a dot where it waits.
fn write_walkers(solution: &Solution, out: &mut Output) -> Result<()> {
    let total = solution.cost.unwrap_or(0);
    out.say(format!("{total} steps together"), format!("共 {total} 步"))?;
    for (number, path) in (1..).zip(solution.path.iter().chain(&solution.others)) {
        out.line(format!("{number}: {}", query::moves_and_waits(path)))?;
    }
    Ok(())
}

/// The course asks for the answers of A* and of IDA* in two files.
fn write_course_answers(maze: &Maze, folder: &PathBuf) -> Result<()> {
    fs::create_dir_all(folder)
        .with_context(|| format!("cannot make the folder {}", folder.display()))?;
    for (name, file) in [("astar", "output_A.txt"), ("ida-table", "output_IDA.txt")] {
        let (solution, time) =
            timed(|| search::by_name(name).map(|it| it.solve(maze, Connectivity::Four, None)));
        let solution = solution.context("a search of the course")?;
        let answer = maze::answer(time.as_secs_f64(), solution.path.as_deref());
        let file = folder.join(file);
        fs::write(&file, answer).with_context(|| format!("cannot write {}", file.display()))?;
    }
    Ok(())
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

fn read_trip(text: &str) -> Result<Trip, String> {
    let ends = text.split_once('-');
    let ends = ends.and_then(|(start, goal)| Some((read_cell(start).ok()?, read_cell(goal).ok()?)));
    let (start, goal) = ends.ok_or("expected row,column-row,column, such as 1,0-7,12")?;
    Ok(Trip { start, goal })
}

pub(crate) fn read_connectivity(text: &str) -> Result<Connectivity, String> {
    match text {
        "4" => Ok(Connectivity::Four),
        "8" => Ok(Connectivity::Eight),
        _ => Err("expected 4 or 8".to_owned()),
    }
}
