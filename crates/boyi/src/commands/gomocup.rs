//! `boyi gomocup`: our gomoku player for managers that speak the Gomocup protocol.

use std::io;

use anyhow::{Context, Result};
use boyi_engine::protocol::gomocup;

use crate::output::Output;

/// Speak the Gomocup protocol on standard input and output
///
/// For Piskvork and other managers of gomoku games: name a copy of this program pbrain-boyi and give
/// it the argument gomocup. Lines may end as they like; END or the end of the input ends it.
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  boyi gomocup
  printf 'START 15\\nINFO timeout_turn 500\\nBEGIN\\nEND\\n' | boyi gomocup")]
pub(crate) struct Args {}

pub(crate) fn run(_: &Args, _: &mut Output) -> Result<()> {
    let input = io::BufReader::new(io::stdin());
    gomocup::serve(input, io::stdout()).context("cannot speak to the manager")
}
