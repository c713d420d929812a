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
  printf 'ucci\\nposition startpos\\nfen\\n' | boyi ucci")]
pub(crate) struct Args {}

pub(crate) fn run(_: &Args, _: &mut Output) -> Result<()> {
    Ok(ucci::serve(io::BufReader::new(io::stdin()), io::stdout())?)
}
