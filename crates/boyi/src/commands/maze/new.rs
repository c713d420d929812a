//! `boyi maze new`: mazes made to order.

use anyhow::{Context, Result};
use boyi_paths::generate::{Kind, generate};
use boyi_paths::supply::{Ground, Order};
use boyi_paths::{maze, movingai};

use crate::options::read_size;
use crate::output::Output;

/// Make a maze; the same size and seed make the same maze everywhere
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  boyi maze new --size 31x61 --seed 7 > maze.txt
  boyi maze new --kind rooms --size 512x512 --format map > rooms.map
  boyi maze new --kind supply --size 41x41 --supplies 30 --food 25 > supplies.txt")]
pub(crate) struct Args {
    /// perfect, braided, rooms, obstacles or supply
    #[arg(long, value_name = "NAME", default_value = "perfect")]
    kind: String,

    /// Rows x columns
    #[arg(long, value_name = "ROWSxCOLS", value_parser = read_size, default_value = "21x41")]
    size: (usize, usize),

    /// The seed
    #[arg(long, value_name = "NUMBER", default_value_t = 0)]
    seed: u64,

    /// The course's text, or a `MovingAI` map
    #[arg(long, value_name = "course|map", default_value = "course", value_parser = ["course", "map"])]
    format: String,

    /// Food the walker can carry, for supply mazes
    #[arg(long, value_name = "NUMBER", default_value_t = 20)]
    food: u32,

    /// Supplies, for supply mazes
    #[arg(long, value_name = "NUMBER", default_value_t = 20)]
    supplies: u32,
}

pub(crate) fn run(args: &Args, out: &mut Output) -> Result<()> {
    let side = |length: usize| u32::try_from(length).context("that is too large");
    let (rows, cols) = (side(args.size.0)?, side(args.size.1)?);
    if args.kind == "supply" {
        let ground = Ground::Maze { loops: 20 };
        let order = Order {
            rows,
            cols,
            food: args.food,
            supplies: args.supplies,
            ground,
            seed: args.seed,
        };
        return print(&order.make()?.to_string(), "supply", out);
    }
    let kind = Kind::by_name(&args.kind).with_context(|| {
        format!(
            "there is no kind `{}`: choose from perfect, braided, rooms, obstacles, supply",
            args.kind
        )
    })?;
    let grid = generate(kind, rows, cols, args.seed)?;
    match args.format.as_str() {
        "map" => print(&movingai::write_map(&grid), "map", out),
        _ => print(&maze::write(&grid), "maze", out),
    }
}

fn print(text: &str, kind: &str, out: &mut Output) -> Result<()> {
    if out.json {
        return out.object(&serde_json::json!({ "kind": kind, "text": text }));
    }
    out.text(text)
}
