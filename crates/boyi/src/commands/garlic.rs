//! `boyi garlic`: maps, bounds and games of the garlic battle.

mod bound;
mod fixture;
mod map;
mod play;
mod report;

use std::path::Path;

use anyhow::{Context, Result};
use boyi_garlic::{MAPS, Setup, built_in};

use crate::options::read_file;
use crate::output::Output;

/// The garlic battle: make maps, prove bounds, play games between its players
///
/// A MAP is a file, - for standard input, or one of ours: its size and whether destroyers are free,
/// walled in, or one of each, such as 13x15-free. `boyi garlic map` lists them.
#[derive(clap::Subcommand)]
#[command(
    arg_required_else_help = true,
    after_help = "\
Examples:
  boyi garlic map --size 30x30 --seed 7 --destroyers one
  boyi garlic bound 10x10-walled
  boyi garlic play 13x15-free --a greedy --b flee-hunt --seed 1 --json
  boyi garlic report --player strong:nodes=300 --games 2 --maps 10x10-free"
)]
pub(crate) enum Args {
    Map(map::Args),
    Bound(bound::Args),
    Play(play::Args),
    Report(report::Args),
}

pub(crate) fn run(args: &Args, out: &mut Output) -> Result<()> {
    match args {
        Args::Map(args) => map::run(args, out),
        Args::Bound(args) => bound::run(args, out),
        Args::Play(args) => play::run(args, out),
        Args::Report(args) => report::run(args, out),
    }
}

/// Reads a map of ours or a file; `fair` refuses maps that favour a side.
fn read_map(name: &str, fair: bool) -> Result<Setup> {
    if let Some(map) = built_in(name) {
        return Ok(map.setup());
    }
    let text = read_file(Path::new(name)).with_context(|| {
        let names: Vec<&str> = MAPS.iter().map(|map| map.name).collect();
        format!("`{name}` is no map of ours ({})", names.join(", "))
    })?;
    let read = if fair { Setup::read_fair } else { Setup::read };
    read(&text).with_context(|| name.to_owned())
}
