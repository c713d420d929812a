//! `boyi train`: evaluations learned from games of our own.

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
    Tune(tune::Args),
}

pub(crate) fn run(args: &Args, out: &mut Output) -> Result<()> {
    match &args.what {
        What::Tune(args) => tune::run(args, out),
    }
}
