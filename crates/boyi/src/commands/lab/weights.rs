//! `boyi lab weights`: what a biased heuristic costs.

use anyhow::Result;
use boyi_lab::Weights;
use boyi_paths::search::Weight;

use super::{Form, show};
use crate::output::Output;

/// Compare weighted A* with A*: how much longer the paths are, and how much work is saved
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  boyi lab weights
  boyi lab weights --kind obstacles --size 101 --mazes 50 --weights 1,2,5 --csv")]
pub(super) struct Args {
    /// The kind of maze: perfect, braided, rooms or obstacles
    #[arg(long, value_name = "NAME", default_value = "rooms")]
    kind: String,

    /// How many cells the mazes are high and wide
    #[arg(long, value_name = "CELLS", default_value_t = 81, value_parser = clap::value_parser!(u32).range(5..=2001))]
    size: u32,

    /// How many mazes
    #[arg(long, value_name = "NUMBER", default_value_t = 20, value_parser = clap::value_parser!(u64).range(1..=10_000))]
    mazes: u64,

    /// The weights
    #[arg(
        long,
        value_name = "NUMBER,…",
        value_delimiter = ',',
        default_value = "1,1.2,1.5,2,3,5"
    )]
    weights: Vec<Weight>,

    #[command(flatten)]
    form: Form,
}

pub(super) fn run(args: &Args, out: &mut Output) -> Result<()> {
    let experiment = Weights {
        kind: args.kind.clone(),
        size: args.size,
        mazes: args.mazes,
        weights: args.weights.clone(),
    };
    show(&args.form, out, |watch| experiment.run(watch))
}
