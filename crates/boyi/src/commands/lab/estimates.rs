//! `boyi lab estimates`: path searches with and without an estimate.

use anyhow::Result;
use boyi_lab::Estimates;

use super::{Form, show};
use crate::output::Output;

/// Compare path searches with and without an estimate of the way still to go
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  boyi lab estimates
  boyi lab estimates --kind obstacles --sizes 31,61 --mazes 3 --searches astar,jps --csv")]
pub(super) struct Args {
    /// The kind of maze: perfect, braided, rooms or obstacles
    #[arg(long, value_name = "NAME", default_value = "braided")]
    kind: String,

    /// How many cells the mazes are high and wide
    #[arg(long, value_name = "CELLS,…", value_delimiter = ',', default_value = "21,41,81", value_parser = clap::value_parser!(u32).range(5..=2001))]
    sizes: Vec<u32>,

    /// How many mazes of each size
    #[arg(long, value_name = "NUMBER", default_value_t = 5, value_parser = clap::value_parser!(u64).range(1..=1000))]
    mazes: u64,

    /// The searches
    #[arg(long, value_name = "NAME,…", value_delimiter = ',', default_values = Estimates::USUAL)]
    searches: Vec<String>,

    #[command(flatten)]
    form: Form,
}

pub(super) fn run(args: &Args, out: &mut Output) -> Result<()> {
    let experiment = Estimates {
        kind: args.kind.clone(),
        sizes: args.sizes.clone(),
        mazes: args.mazes,
        searches: args.searches.clone(),
    };
    show(&args.form, out, |watch| experiment.run(watch))
}
