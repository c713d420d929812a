//! `boyi roads`: roads across a country in a picture.

use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, bail};
use boyi_paths::observer::Recorder;
use boyi_paths::roads::{
    self, Colours, Country, Formula, Road, RoadLine, RoadMap, Trip, draw_png, draw_svg, k_shortest,
    second_by_deleting_edges,
};
use serde_json::json;

use super::maze::{TRACE_CAP, timed, write_trace};
use crate::options::{read_bytes, read_size};
use crate::output::{Output, spoken};

/// Find the shortest roads across a map in a picture, or make such a picture
///
/// A state's value comes from its colour; a road costs the values of its states without the first.
/// Prints the shortest road and the second shortest, which is strictly longer.
#[derive(clap::Args)]
#[command(
    args_conflicts_with_subcommands = true,
    arg_required_else_help = true,
    after_help = "\
Examples:
  boyi roads map.png
  boyi roads map.png --best 10
  boyi roads map.png --from 3 --to 17 --formula luminance --draw road.svg
  boyi roads new --size 40x60 --seed 7 --out map.png"
)]
pub(crate) struct Args {
    #[command(subcommand)]
    what: Option<What>,

    /// The picture; - for standard input
    file: Option<PathBuf>,

    #[command(flatten)]
    options: RoadOptions,

    /// Write what the search did, step by step, into this file
    #[arg(long, value_name = "FILE")]
    trace: Option<PathBuf>,
}

#[derive(clap::Subcommand)]
enum What {
    New(NewArgs),
}

/// How to search a road map.
#[derive(clap::Args)]
#[command(next_help_heading = "Road maps")]
pub(crate) struct RoadOptions {
    /// Print this many of the shortest roads
    #[arg(long, value_name = "NUMBER", value_parser = clap::value_parser!(u64).range(1..=1_000_000))]
    best: Option<u64>,

    /// The state to start from [default: the first]
    #[arg(long, value_name = "STATE")]
    from: Option<u32>,

    /// The state to go to [default: the last]
    #[arg(long, value_name = "STATE")]
    to: Option<u32>,

    /// How a colour becomes a value: squares, luminance, sum, ink or steps
    #[arg(long, value_name = "NAME", default_value = "squares")]
    formula: Formula,

    /// How to find the second road: exact, or delete-edge as in the course
    #[arg(long, value_name = "NAME", default_value = "exact", value_parser = ["exact", "delete-edge"])]
    second: String,

    /// Draw the roads onto the map, as .png or .svg
    #[arg(long, value_name = "FILE")]
    draw: Option<PathBuf>,
}

/// Make a picture of a road map
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  boyi roads new --size 40x60 --seed 7 --out map.png
  boyi roads new --size 10x10 --holes 20 --colours few --out map.png")]
struct NewArgs {
    /// Rows x columns of states
    #[arg(long, value_name = "ROWSxCOLS", value_parser = read_size, default_value = "20x30")]
    size: (usize, usize),

    /// How many of a hundred states are missing
    #[arg(long, value_name = "PERCENT", default_value_t = 10, value_parser = clap::value_parser!(u8).range(0..=100))]
    holes: u8,

    /// equal, few or random
    #[arg(long, value_name = "NAME", default_value = "random", value_parser = ["equal", "few", "random"])]
    colours: String,

    /// The seed
    #[arg(long, value_name = "NUMBER", default_value_t = 0)]
    seed: u64,

    /// The file to write
    #[arg(long, value_name = "FILE")]
    out: PathBuf,
}

pub(crate) fn run(args: &Args, out: &mut Output) -> Result<()> {
    match (&args.what, &args.file) {
        (Some(What::New(args)), _) => make(args, out),
        (None, Some(file)) => {
            let picture = read_bytes(file)?;
            if let Some(trace_file) = &args.trace {
                trace(&picture, &args.options, trace_file)
                    .with_context(|| file.display().to_string())?;
            }
            solve(&picture, &args.options, out).with_context(|| file.display().to_string())
        }
        (None, None) => bail!("which picture?"),
    }
}

pub(crate) fn solve(picture: &[u8], options: &RoadOptions, out: &mut Output) -> Result<()> {
    let (map, reading) = timed(|| roads::read(picture, options.formula));
    let map = map?;
    let trip = trip(&map, options)?;
    let (answer, time) = timed(|| -> Result<(Road, Option<Road>)> {
        let answer = roads::solve(&map, trip)?;
        let second = match options.second.as_str() {
            "delete-edge" => second_by_deleting_edges(&map, trip)?,
            _ => answer.second,
        };
        Ok((answer.shortest, second))
    });
    let (shortest, second) = answer?;
    let best: Option<Vec<Road>> = match options.best {
        Some(count) => Some(k_shortest(&map, trip)?.take(count as usize).collect()),
        None => None,
    };
    if let Some(file) = &options.draw {
        let drawn: Vec<&Road> = match &best {
            Some(best) => best.iter().rev().collect(),
            None => second.iter().chain([&shortest]).collect(),
        };
        draw(picture, &map, &drawn, file)?;
    }
    if out.json {
        let mut reply = json!({
            "kind": "roads",
            "states": map.count(),
            "shortest": shortest.cost,
            "shortest_path": numbers(&shortest),
            "second": second.as_ref().map(|road| road.cost),
            "second_path": second.as_ref().map(numbers),
        });
        if let Some(best) = best {
            let best = best.iter();
            let best = best.map(|road| json!({ "cost": road.cost, "path": numbers(road) }));
            reply["roads"] = best.collect();
        }
        reply["read_seconds"] = reading.as_secs_f64().into();
        reply["seconds"] = time.as_secs_f64().into();
        return out.object(&reply);
    }
    let language = out.language;
    match best {
        Some(best) => {
            for (index, road) in best.iter().enumerate() {
                out.line(format!("{:>4}  {}  {}", index + 1, road.cost, listed(road)))?;
            }
        }
        None => {
            out.line(format!(
                "{} {}  {}",
                language.pick("shortest:", "最短："),
                shortest.cost,
                listed(&shortest)
            ))?;
            let second = second.map_or_else(
                || language.pick("none", "无").to_owned(),
                |road| format!("{}  {}", road.cost, listed(&road)),
            );
            out.line(format!("{} {second}", language.pick("second:", "次短：")))?;
        }
    }
    let states = language.pick("states, read in", "个州，读图");
    let searched = language.pick("searched in", "搜索");
    out.line(format!(
        "{} {states} {}, {searched} {}",
        map.count(),
        spoken(reading),
        spoken(time)
    ))
}

fn trip(map: &RoadMap, options: &RoadOptions) -> Result<Trip> {
    Ok(map.trip(options.from.unwrap_or(1), options.to.unwrap_or(map.count()))?)
}

fn trace(picture: &[u8], options: &RoadOptions, file: &Path) -> Result<()> {
    let map = roads::read(picture, options.formula)?;
    let mut recorder = Recorder::with_cap(TRACE_CAP);
    roads::shortest(&map, trip(&map, options)?, &mut recorder)?;
    let head = json!({ "kind": "roads", "algorithm": "dijkstra", "rows": map.rows(), "cols": map.columns() });
    write_trace(head, &recorder, |state| json!(state.number()), file)
}

fn draw(picture: &[u8], map: &RoadMap, roads: &[&Road], file: &Path) -> Result<()> {
    // The best road is drawn last, on top, in red; the others in blue.
    let colour = |index| {
        if index + 1 == roads.len() {
            [220, 30, 30]
        } else {
            [40, 90, 220]
        }
    };
    let lines: Vec<RoadLine> = roads
        .iter()
        .enumerate()
        .map(|(index, road)| RoadLine {
            road,
            colour: colour(index),
        })
        .collect();
    let drawing = match file.extension().and_then(|extension| extension.to_str()) {
        Some("svg") => draw_svg(map, &lines).into_bytes(),
        Some("png") => draw_png(picture, map, &lines)?,
        _ => bail!("{}: a drawing is .png or .svg", file.display()),
    };
    fs::write(file, drawing).with_context(|| format!("cannot write {}", file.display()))
}

fn make(args: &NewArgs, out: &mut Output) -> Result<()> {
    let side = |length: usize| u32::try_from(length).context("that is too large");
    let country = Country {
        rows: side(args.size.0)?,
        columns: side(args.size.1)?,
        holes: args.holes,
        colours: match args.colours.as_str() {
            "equal" => Colours::Equal,
            "few" => Colours::Few,
            _ => Colours::Random,
        },
        seed: args.seed,
    };
    fs::write(&args.out, country.png()?)
        .with_context(|| format!("cannot write {}", args.out.display()))?;
    let (width, height) = (country.width(), country.height());
    if out.json {
        return out.object(&json!({ "kind": "picture", "file": args.out.display().to_string(), "width": width, "height": height }));
    }
    out.line(format!("{}: {width} x {height}", args.out.display()))
}

fn numbers(road: &Road) -> Vec<u32> {
    road.states.iter().map(|state| state.number()).collect()
}

fn listed(road: &Road) -> String {
    let numbers: Vec<String> = road.states.iter().map(ToString::to_string).collect();
    numbers.join(" ")
}
