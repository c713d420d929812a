//! `boyi bot`: programs as players.

mod check;
mod names;
mod new;

use anyhow::Result;

use crate::output::Output;

/// Programs as players: make one, try one, give one a name
///
/// A PROGRAM is a path to a program or to a folder with a bot.json, PROTOCOL:COMMAND for engines that
/// speak another protocol (uci, ucci, xboard, gomocup, nboard, gtp, botzone), or bot:NAME.
/// docs/bots.md describes our protocol.
#[derive(clap::Subcommand)]
#[command(
    arg_required_else_help = true,
    after_help = "\
Examples:
  boyi bot new reversi --lang python --name mybot
  boyi bot check mybot
  boyi bot add mybot
  boyi bot list"
)]
pub(crate) enum Args {
    New(new::Args),
    Check(check::Args),
    Add(names::AddArgs),
    List(names::ListArgs),
    Remove(names::RemoveArgs),
}

pub(crate) fn run(args: &Args, out: &mut Output) -> Result<()> {
    match args {
        Args::New(args) => new::run(args, out),
        Args::Check(args) => check::run(args, out),
        Args::Add(args) => names::add(args, out),
        Args::List(_) => names::list(out),
        Args::Remove(args) => names::remove(args, out),
    }
}
