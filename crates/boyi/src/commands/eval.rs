//! `boyi eval`: what the evaluations say of a position, without searching.

use anyhow::Result;
use boyi_engine::StaticEvaluations;
use serde::Serialize;

use crate::options::{GameArg, SetupArgs};
use crate::output::Output;

/// Say what a position is worth without searching, by hand and learned
///
/// Values are in the scores of the strong player, from the view of the side to move.
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  boyi eval xiangqi
  boyi eval xiangqi --moves 'h2e2 h9g7' --json
  boyi eval reversi --moves f5d6c3")]
pub(crate) struct Args {
    #[command(flatten)]
    game: GameArg,

    #[command(flatten)]
    setup: SetupArgs,
}

#[derive(Serialize)]
struct Reply {
    game: &'static str,
    hand: i32,
    learned: i32,
}

pub(crate) fn run(args: &Args, out: &mut Output) -> Result<()> {
    let game = args.game.game()?;
    let StaticEvaluations { hand, learned } = game.static_evaluations(&args.setup.setup()?)?;
    if out.json {
        return out.object(&Reply {
            game: game.name(),
            hand,
            learned,
        });
    }
    let language = out.language;
    out.line(format!(
        "{} {hand:+}, {} {learned:+}",
        language.pick("by hand", "手工评价"),
        language.pick("learned", "学得评价"),
    ))
}
