//! `boyi puzzles`: positions in which one move alone wins, listed, proven again, mined.

mod check;
mod list;
mod mine;

use anyhow::{Context, Result};
use boyi_lab::PuzzleSet;

use crate::output::Output;

/// Puzzles: positions in which one move alone is proven to win
///
/// The program brings some hundred a game for xiangqi (mates by checks), Othello (endings) and gomoku (wins
/// by fours), all from its own games. The page has them at /puzzles.
#[derive(clap::Subcommand)]
#[command(
    arg_required_else_help = true,
    after_help = "\
Examples:
  boyi puzzles list xiangqi --theme sacrifice
  boyi puzzles list gomoku --json
  boyi puzzles check reversi --sample 3
  boyi puzzles mine gomoku --count 5 --out gomoku.jsonl"
)]
pub(crate) enum Args {
    List(list::Args),
    Check(check::Args),
    Mine(mine::Args),
}

pub(crate) fn run(args: &Args, out: &mut Output) -> Result<u8> {
    match args {
        Args::List(args) => list::run(args, out).map(|()| 0),
        Args::Check(args) => check::run(args, out),
        Args::Mine(args) => mine::run(args, out).map(|()| 0),
    }
}

/// The puzzles that are built in.
fn shipped(game: &str) -> Result<&'static PuzzleSet> {
    PuzzleSet::shipped(game).with_context(|| format!("there are no puzzles of {game}"))
}
