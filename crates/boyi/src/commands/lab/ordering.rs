//! `boyi lab ordering`: what the order of moves is worth.

use anyhow::Result;
use boyi_lab::Ordering;

use super::pruning::Which;
use super::{Form, show};
use crate::output::Output;

/// Compare orders of moves: the same alpha-beta, told more and more about what to try first
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  boyi lab ordering --depths 2,4
  boyi lab ordering xiangqi --depths 2,3 --positions 1 --csv")]
pub(super) struct Args {
    /// The game
    #[arg(value_name = "GAME", default_value = "reversi")]
    game: String,

    /// The depths to search to
    #[arg(long, value_name = "PLIES,…", value_delimiter = ',', default_value = "2,4,6", value_parser = clap::value_parser!(u32).range(1..=60))]
    depths: Vec<u32>,

    #[command(flatten)]
    which: Which,

    /// Give a search up after this many positions
    #[arg(long, value_name = "NODES", default_value_t = 100_000_000)]
    limit: u64,

    #[command(flatten)]
    form: Form,
}

pub(super) fn run(args: &Args, out: &mut Output) -> Result<()> {
    let experiment = Ordering {
        game: args.game.clone(),
        depths: args.depths.clone(),
        evaluation: args.which.evaluation.clone(),
        positions: args.which.positions()?,
        limit: args.limit,
    };
    show(&args.form, out, |watch| experiment.run(watch))
}
