//! `boyi ucci`: xiangqi for graphical interfaces that speak UCCI.

use std::io;

use anyhow::Result;
use boyi_engine::protocol::ucci;

use crate::output::Output;

/// Speak UCCI, the protocol of Chinese graphical interfaces
///
/// Lines go over standard input and output. As the protocol says, times are in seconds until the option `usemillisec` is set.
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  boyi ucci
  echo 'go depth 8' | boyi ucci")]
pub(crate) struct Args {}

pub(crate) fn run(_: &Args, _: &mut Output) -> Result<()> {
    Ok(ucci::serve(io::stdin().lock(), io::stdout())?)
}
