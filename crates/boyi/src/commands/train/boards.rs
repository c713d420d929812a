//! `boyi train reversi-boards`: the general evaluation, for boards of every size.

use std::path::PathBuf;

use anyhow::Result;
use boyi_engine::reversi::general::{BoardWeights, SIZE_CLASSES};
use boyi_engine::weights::LearnedWeights;
use boyi_train::reversi::{BoardTraining, learn_boards};
use serde::Serialize;

use super::{ThreadsArg, recipe};
use crate::interrupt;
use crate::options::ResultFile;
use crate::output::Output;

/// Learn the general evaluation of reversi: any board, any cell scores
///
/// The built-in player plays against itself on boards of many sizes with cells like those of the
/// course's tasks and solves the ends; features and shapes of the positions are fitted to how the games
/// ended. Everything follows from the seed; the number of threads changes nothing but the time. Ctrl-C
/// learns from the games played so far. strong:weights=FILE plays with the file that --out writes.
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  boyi train reversi-boards --games 1 --nodes 20
  boyi train reversi-boards --games 20000 --threads 2 --out new.eval")]
pub(crate) struct Args {
    /// Games for each of six classes of size, a quarter of it for the largest boards
    #[arg(long, value_name = "NUMBER", default_value_t = 200, value_parser = clap::value_parser!(u64).range(1..))]
    games: u64,

    /// Positions the players look at for a move
    #[arg(long, value_name = "NUMBER", default_value_t = 300, value_parser = clap::value_parser!(u64).range(1..))]
    nodes: u64,

    /// Where boards and beginnings come from
    #[arg(long, value_name = "NUMBER", default_value_t = 1)]
    seed: u64,

    #[command(flatten)]
    threads: ThreadsArg,

    /// Where to write the weights
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,
}

#[derive(Serialize)]
struct Reply {
    game: &'static str,
    positions: usize,
    error_before: f64,
    error: f64,
    file: Option<PathBuf>,
}

pub(crate) fn run(args: &Args, out: &mut Output) -> Result<()> {
    let file = ResultFile::new(args.out.as_deref())?;
    let settings = BoardTraining {
        games: args.games as usize,
        nodes: args.nodes,
        seed: args.seed,
        threads: args.threads.count(),
    };
    let stop = interrupt::stops()?;
    let learned = learn_boards(&settings, &stop, &mut |class, done| {
        out.progress(&format!(
            "class {} of {SIZE_CLASSES}: game {done}",
            class + 1
        ));
    })?;
    out.progress_done();
    let (error_before, error) = learned.errors;
    let positions = learned.positions;
    let command = format!(
        "boyi train reversi-boards --games {} --nodes {} --seed {}",
        args.games, args.nodes, args.seed
    );
    let result = format!("positions {positions} error {error:.2} hundredths of the board");
    let recipe = recipe(&command, &result, Some(BoardWeights::built_in_recipe()));
    file.write(learned.weights.to_file(&recipe))?;
    if out.json {
        return out.object(&Reply {
            game: "reversi",
            positions,
            error_before,
            error,
            file: args.out.clone(),
        });
    }
    out.text(format!(
        "{positions} positions; error {error:.2} hundredths of the board, {error_before:.2} with the \
         weights built in\n"
    ))
}
