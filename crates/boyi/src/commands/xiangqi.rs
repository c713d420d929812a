//! `boyi xiangqi`: what only xiangqi has.

mod tables;

use anyhow::Result;

use crate::output::Output;

/// Xiangqi: endgame tables
#[derive(clap::Subcommand)]
#[command(arg_required_else_help = true)]
pub(crate) enum Args {
    Tables(tables::Args),
}

pub(crate) fn run(args: &Args, out: &mut Output) -> Result<()> {
    match args {
        Args::Tables(args) => tables::run(args, out),
    }
}
