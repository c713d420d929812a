//! `boyi record`: games that were kept.

mod list;
mod show;

use anyhow::Result;

use crate::output::Output;

/// Games that were kept: list them, look at one, write them in the field's formats
#[derive(clap::Subcommand)]
#[command(after_help = "\
Examples:
  boyi record list --game reversi --limit 5
  boyi record contests")]
pub(crate) enum Args {
    List(list::Args),
    Contests(list::ContestsArgs),
    Show(show::Args),
    Export(show::ExportArgs),
}

pub(crate) fn run(args: &Args, out: &mut Output) -> Result<()> {
    match args {
        Args::List(args) => list::run(args, out),
        Args::Contests(args) => list::contests(args, out),
        Args::Show(args) => show::run(args, out),
        Args::Export(args) => show::export(args, out),
    }
}
