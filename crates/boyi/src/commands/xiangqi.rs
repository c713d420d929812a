//! `boyi xiangqi`: what only xiangqi has.

mod tables;

use anyhow::Result;

use crate::output::Output;

/// Xiangqi: endgame tables
#[derive(clap::Args)]
#[command(arg_required_else_help = true)]
pub(crate) struct Args {
    #[command(subcommand)]
    what: What,
}

#[derive(clap::Subcommand)]
enum What {
    Tables(tables::Args),
}

pub(crate) fn run(args: &Args, out: &mut Output) -> Result<()> {
    match &args.what {
        What::Tables(args) => tables::run(args, out),
    }
}
