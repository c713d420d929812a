//! `boyi lab load`: what a server carries.

use std::time::Duration;

use anyhow::{Context, Result};
use boyi_lab::Load;

use super::{Form, show};
use crate::output::Output;

/// Start a server on this machine and measure what it carries: spectators, games, analyses
///
/// The server is a process of its own, begun with a folder of its own and ended afterwards. The one who measures
/// shares the machine with it. Everything stays on loopback, and ends by itself.
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  boyi lab load --spectators 100,1000 --seconds 10
  boyi lab load --spectators 10000 --seconds 30 --json
  boyi lab load --spectators 0 --games 1000 --pause 2 --seconds 60
  boyi lab load --spectators 0 --games 20 --analyses 50 --half-open 2000
  boyi lab load --spectators 0 --games 100 --pause 0 --periods 10 --moves 1000000 --seconds 600")]
pub(super) struct Args {
    /// How many people watch one game; a server and a row for each number
    #[arg(long, value_name = "NUMBER,…", value_delimiter = ',', default_value = "100,1000", value_parser = clap::value_parser!(u32).range(0..=50_000))]
    spectators: Vec<u32>,

    /// Moves a second in the game that is watched
    #[arg(long, value_name = "NUMBER", default_value_t = 2.0, value_parser = positive)]
    moves_per_second: f64,

    /// Games against the computer at once
    #[arg(long, value_name = "NUMBER", default_value_t = 0, value_parser = clap::value_parser!(u32).range(0..=10_000))]
    games: u32,

    /// The level of the computer in them
    #[arg(long, value_name = "NAME", default_value = "beginner")]
    level: String,

    /// Seconds before each move of a person
    #[arg(long, value_name = "SECONDS", default_value_t = 1.0, value_parser = seconds)]
    pause: f64,

    /// Analyses of ten minutes at once
    #[arg(long, value_name = "NUMBER", default_value_t = 0, value_parser = clap::value_parser!(u32).range(0..=1000))]
    analyses: u32,

    /// Connections that never finish a request
    #[arg(long, value_name = "NUMBER", default_value_t = 0, value_parser = clap::value_parser!(u32).range(0..=20_000))]
    half_open: u32,

    /// Seconds for each row
    #[arg(long, value_name = "SECONDS", default_value_t = 10, value_parser = clap::value_parser!(u64).range(1..=3600))]
    seconds: u64,

    /// Rows for each number of spectators, of the same server
    #[arg(long, value_name = "NUMBER", default_value_t = 1, value_parser = clap::value_parser!(u64).range(1..=1000))]
    periods: u64,

    /// End when so many moves were played against the computer
    #[arg(long, value_name = "NUMBER")]
    moves: Option<u64>,

    #[command(flatten)]
    form: Form,
}

fn positive(text: &str) -> Result<f64, String> {
    let number: f64 = text.parse().map_err(|_| "a number".to_owned())?;
    let fits = (0.01..=100.0).contains(&number);
    fits.then_some(number)
        .ok_or_else(|| "a number from 0.01 to 100".to_owned())
}

fn seconds(text: &str) -> Result<f64, String> {
    let number: f64 = text.parse().map_err(|_| "seconds".to_owned())?;
    let fits = (0.0..=3600.0).contains(&number);
    fits.then_some(number)
        .ok_or_else(|| "seconds from 0 to 3600".to_owned())
}

pub(super) fn run(args: &Args, out: &mut Output) -> Result<()> {
    // Every user of the server is an open file here too.
    boyi_platform::files::raise_limit();
    let experiment = Load {
        program: std::env::current_exe().context("where is this program?")?,
        spectators: args
            .spectators
            .iter()
            .map(|&count| count as usize)
            .collect(),
        moves_per_second: args.moves_per_second,
        games: args.games as usize,
        level: args.level.clone(),
        pause: Duration::from_secs_f64(args.pause),
        analyses: args.analyses as usize,
        half_open: args.half_open as usize,
        period: Duration::from_secs(args.seconds),
        periods: args.periods,
        moves: args.moves,
    };
    show(&args.form, out, |watch| experiment.run(watch))
}
