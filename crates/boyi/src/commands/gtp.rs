//! `boyi gtp`: games for controllers that speak GTP.

use std::io;

use anyhow::{Result, bail};
use boyi_engine::PlayerSpec;
use boyi_engine::protocol::gtp;

use crate::options::GameArg;
use crate::output::Output;

/// Speak GTP on standard input and output (reversi; row 1 is the top row)
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  boyi gtp reversi
  boyi gtp reversi --player strong:time=500ms,threads=2")]
pub(crate) struct Args {
    #[command(flatten)]
    game: GameArg,

    /// Who plays, with limits; a second a move unless said
    #[arg(long, value_name = "PLAYER", default_value = "strong")]
    player: String,
}

pub(crate) fn run(args: &Args, _: &mut Output) -> Result<()> {
    let game = args.game.game()?;
    if game.name() != "reversi" {
        bail!("only reversi is played over GTP, not {}", game.name());
    }
    let spec: PlayerSpec = args.player.parse()?;
    game.player(&spec)?;
    Ok(gtp::serve(
        io::BufReader::new(io::stdin()),
        io::stdout(),
        &spec,
    )?)
}
