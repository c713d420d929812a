//! `boyi record`: games that were kept.

mod list;
mod show;

use anyhow::Result;

use crate::output::Output;

/// Games that were kept: list them, look at one, write them in the field's formats
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  boyi record list --game reversi --limit 5
  boyi record contests")]
pub(crate) struct Args {
    #[command(subcommand)]
    what: What,
}

#[derive(clap::Subcommand)]
enum What {
    List(list::Args),
    Contests(list::ContestsArgs),
    Show(show::Args),
    Export(show::ExportArgs),
}

pub(crate) fn run(args: &Args, out: &mut Output) -> Result<()> {
    match &args.what {
        What::List(args) => list::run(args, out),
        What::Contests(args) => list::contests(args, out),
        What::Show(args) => show::run(args, out),
        What::Export(args) => show::export(args, out),
    }
}
