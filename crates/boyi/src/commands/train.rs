//! `boyi train`: evaluations learned from games of our own.

mod boards;
mod games;
mod hard_set;
mod margins;
mod net;
mod relabel;
mod reversi;

use std::path::PathBuf;

use anyhow::Result;

use crate::output::Output;

/// Learn an evaluation from self-play
#[derive(clap::Subcommand)]
#[command(arg_required_else_help = true)]
pub(crate) enum Args {
    Games(games::Args),
    Net(net::Args),
    Relabel(relabel::Args),
    Reversi(reversi::Args),
    ReversiMargins(margins::Args),
    ReversiSolved(hard_set::SolvedArgs),
    ReversiCheck(hard_set::CheckArgs),
    ReversiBoards(boards::Args),
}

/// The threads that work; most of these commands do the same with any number of them.
#[derive(clap::Args)]
struct ThreadsArg {
    /// How many threads
    #[arg(long, value_name = "NUMBER", default_value_t = 1, value_parser = clap::value_parser!(u64).range(1..=256))]
    threads: u64,
}

impl ThreadsArg {
    fn count(&self) -> usize {
        self.threads as usize
    }
}

/// What a run that draws lots and writes one file is asked.
#[derive(clap::Args)]
struct RunArgs {
    /// Where all randomness comes from
    #[arg(long, value_name = "NUMBER", default_value_t = 1)]
    seed: u64,

    #[command(flatten)]
    threads: ThreadsArg,

    /// The file to write; games are added to those that it holds
    #[arg(long, value_name = "FILE")]
    out: PathBuf,
}

/// The table of players that look at a few thousand positions a move: enough, and quick to clear.
const HASH_MIB: usize = 2;

/// What an evaluation file says about how it was made: the command, what came of it, and the recipe of
/// the evaluation that training began with.
fn recipe(command: &str, result: &str, start: Option<&str>) -> String {
    // Recipes of recipes do not grow for ever.
    const MAX_START_LINES: usize = 20;
    let mut recipe = format!("{command}\n{result}\n");
    if let Some(start) = start {
        recipe.push_str("begun with:\n");
        for line in start.lines().take(MAX_START_LINES) {
            recipe.push_str(&format!("  {line}\n"));
        }
    }
    recipe
}

pub(crate) fn run(args: &Args, out: &mut Output) -> Result<()> {
    match args {
        Args::Games(args) => games::run(args, out),
        Args::Net(args) => net::run(args, out),
        Args::Relabel(args) => relabel::run(args, out),
        Args::Reversi(args) => reversi::run(args, out),
        Args::ReversiMargins(args) => margins::run(args, out),
        Args::ReversiSolved(args) => hard_set::run_solved(args, out),
        Args::ReversiCheck(args) => hard_set::run_check(args, out),
        Args::ReversiBoards(args) => boards::run(args, out),
    }
}
