//! `boyi judge`: what the rules say about a line of moves.

use anyhow::{Result, bail};
use boyi_engine::xiangqi;
use serde::Serialize;

use crate::options::{GameArg, SetupArgs};
use crate::output::Output;

/// Judge a line of moves: won, lost, drawn or going on, and why
///
/// Repetition is judged at the end of the line by the rule set chosen with --rules; the verdict is
/// for the side to move there.
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  boyi judge xiangqi --moves 'h2e2 h9g7'
  boyi judge xiangqi --position '3k5/9/9/9/9/9/9/9/r8/4K3R w' --moves 'i0i9 d9d8 i9i8 d8d9 i8i9 d9d8 i9i8 d8d9 i8i9' --rules wxf")]
pub(crate) struct Args {
    #[command(flatten)]
    game: GameArg,

    /// Read coordinates with ranks from 1 to 10, as Fairy-Stockfish writes them
    #[arg(long)]
    ranks_from_one: bool,

    #[command(flatten)]
    setup: SetupArgs,
}

#[derive(Serialize)]
struct Reply {
    game: &'static str,
    rules: &'static str,
    position: String,
    verdict: &'static str,
    reason: String,
}

pub(crate) fn run(args: &Args, out: &mut Output) -> Result<()> {
    let game = args.game.game()?;
    if game.name() != "xiangqi" {
        bail!(
            "only xiangqi has rules that judge a line: {} has none",
            game.name()
        );
    }
    let judgement = xiangqi::judge(&args.setup.setup()?, args.ranks_from_one)?;
    if out.json {
        return out.object(&Reply {
            game: game.name(),
            rules: judgement.rules,
            position: judgement.position,
            verdict: judgement.verdict.name(),
            reason: judgement.reason.english,
        });
    }
    let language = out.language;
    let verdict = match judgement.verdict {
        xiangqi::Verdict::Wins => language.pick("The side to move wins", "轮到走的一方胜"),
        xiangqi::Verdict::Loses => language.pick("The side to move loses", "轮到走的一方负"),
        xiangqi::Verdict::Draw => language.pick("Draw", "和棋"),
        xiangqi::Verdict::GoesOn => language.pick("Nothing is decided", "尚未分出胜负"),
    };
    let reason = judgement.reason.in_language(language.of_games());
    out.line(format!("{verdict}: {reason}"))
}
