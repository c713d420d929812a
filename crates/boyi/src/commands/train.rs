//! `boyi train`: evaluations learned from games of our own.

mod boards;
mod margins;
mod reversi;
mod tune;

use anyhow::Result;

use crate::output::Output;

/// Learn an evaluation from self-play
#[derive(clap::Args)]
#[command(arg_required_else_help = true)]
pub(crate) struct Args {
    #[command(subcommand)]
    what: What,
}

#[derive(clap::Subcommand)]
enum What {
    Reversi(reversi::Args),
    ReversiMargins(margins::Args),
    ReversiBoards(boards::Args),
    Tune(tune::Args),
}

pub(crate) fn run(args: &Args, out: &mut Output) -> Result<()> {
    match &args.what {
        What::Reversi(args) => reversi::run(args, out),
        What::ReversiMargins(args) => margins::run(args, out),
        What::ReversiBoards(args) => boards::run(args, out),
        What::Tune(args) => tune::run(args, out),
    }
}
