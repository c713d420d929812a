//! `boyi uci`: xiangqi for graphical interfaces and match runners that speak UCI.

use std::io;

use anyhow::{Result, bail};
use boyi_engine::protocol::uci;

use crate::options::GameArg;
use crate::output::Output;

/// Speak UCI, for graphical interfaces and match runners
///
/// Lines go over standard input and output. Ranks are counted from 0 to 9 as Pikafish does; the option
/// `Ranks From One` counts them from 1 to 10 as Fairy-Stockfish does. `Repetition Rule` chooses what
/// repetition is judged by.
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  boyi uci xiangqi
  echo 'go depth 8' | boyi uci xiangqi")]
pub(crate) struct Args {
    #[command(flatten)]
    game: GameArg,
}

pub(crate) fn run(args: &Args, _: &mut Output) -> Result<()> {
    let game = args.game.game()?;
    if game.name() != "xiangqi" {
        bail!("only xiangqi is played over UCI, not {}", game.name());
    }
    Ok(uci::serve(io::stdin().lock(), io::stdout())?)
}
