//! `boyi train reversi-boards`: the general evaluation, for boards of every size.

use std::path::PathBuf;

use anyhow::{Context, Result};
use boyi_train::reversi::{BoardLesson, learn_boards, written};
use serde::Serialize;

use crate::interrupt;
use crate::output::Output;

/// Learn the weights of the general evaluation, for each class of board size
///
/// The built-in player plays on boards with random cell scores; least squares does the rest. Ctrl-C
/// keeps the classes that are done.
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  boyi train reversi-boards --games 2 --depth 1
  boyi train reversi-boards --games 300 --out weights.txt")]
pub(crate) struct Args {
    /// Games for each class of size
    #[arg(long, value_name = "NUMBER", default_value_t = 200, value_parser = clap::value_parser!(u64).range(1..))]
    games: u64,

    /// Plies the players look ahead
    #[arg(long, value_name = "PLIES", default_value_t = 2, value_parser = clap::value_parser!(u32).range(1..=8))]
    depth: u32,

    /// Where boards and beginnings come from
    #[arg(long, value_name = "NUMBER", default_value_t = 1)]
    seed: u64,

    /// Where to write the weights [default: standard output]
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,
}

#[derive(Serialize)]
struct Reply {
    game: &'static str,
    weights: Vec<Vec<Vec<f32>>>,
}

pub(crate) fn run(args: &Args, out: &mut Output) -> Result<()> {
    let lesson = BoardLesson {
        games: args.games as usize,
        depth: args.depth,
        seed: args.seed,
    };
    let stop = interrupt::stops()?;
    let weights = learn_boards(&lesson, &stop, &mut |class, done| {
        out.progress(&format!("class {}: {done} / {}", class + 1, args.games));
    })?;
    out.progress_done();
    let text = written(&weights);
    if let Some(file) = &args.out {
        std::fs::write(file, &text).with_context(|| format!("cannot write {}", file.display()))?;
    }
    if out.json {
        let weights = weights.map(|class| class.map(Vec::from).to_vec()).to_vec();
        let game = "reversi";
        return out.object(&Reply { game, weights });
    }
    if args.out.is_some() {
        Ok(())
    } else {
        out.text(text)
    }
}
