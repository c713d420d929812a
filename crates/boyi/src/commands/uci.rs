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
/// repetition is judged by. The end of the input ends a search at once, and the program with it.
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  boyi uci xiangqi
  printf 'position startpos moves h2e2\\nd\\n' | boyi uci xiangqi")]
pub(crate) struct Args {
    #[command(flatten)]
    game: GameArg,
}

pub(crate) fn run(args: &Args, _: &mut Output) -> Result<()> {
    let game = args.game.game()?;
    if game.name() != "xiangqi" {
        bail!("only xiangqi is played over UCI, not {}", game.name());
    }
    Ok(uci::serve(io::BufReader::new(io::stdin()), io::stdout())?)
}
