//! `boyi judge`: what the rules say about a line of moves.

use std::collections::BTreeMap;

use anyhow::{Result, bail};
use boyi_arena::outcome_name;
use boyi_engine::{Game, gomoku, xiangqi};
use serde_json::json;

use crate::options::{GameArg, SetupArgs};
use crate::output::Output;

/// Judge a line of moves: won, lost, drawn or going on, and why
///
/// Repetition is judged at the end of the line by the rule set chosen with --rules; the verdict is
/// for the side to move there. Of a gomoku board it says which points renju forbids to black, and who
/// has won.
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  boyi judge xiangqi --moves 'h2e2 h9g7'
  boyi judge xiangqi --position '3k5/9/9/9/9/9/9/9/r8/4K3R w' --moves 'i0i9 d9d8 i9i8 d8d9 i8i9 d9d8 i9i8 d8d9 i8i9' --rules wxf
  boyi judge gomoku --rules renju --black f8g8h9h10 --white e11,i4
  boyi judge gomoku --rules renju --moves h8h9i7")]
pub(crate) struct Args {
    #[command(flatten)]
    game: GameArg,

    /// Read coordinates with ranks from 1 to 10, as Fairy-Stockfish writes them
    #[arg(long)]
    ranks_from_one: bool,

    /// Black stones of a gomoku board, such as h8i9
    #[arg(long, value_name = "POINTS")]
    black: Option<String>,

    /// White stones of a gomoku board
    #[arg(long, value_name = "POINTS")]
    white: Option<String>,

    #[command(flatten)]
    setup: SetupArgs,
}

pub(crate) fn run(args: &Args, out: &mut Output) -> Result<()> {
    let game = args.game.game()?;
    match game.name() {
        "xiangqi" if args.black.is_some() || args.white.is_some() => {
            bail!("--black and --white are stones of a gomoku board")
        }
        "xiangqi" => judge_xiangqi(game, args, out),
        "gomoku" => judge_gomoku(game, args, out),
        name => bail!("only xiangqi and gomoku have rules to judge by: {name} has none"),
    }
}

fn judge_gomoku(game: &dyn Game, args: &Args, out: &mut Output) -> Result<()> {
    let some = args.black.is_some() || args.white.is_some();
    let stones = some.then(|| gomoku::Stones {
        black: args.black.as_deref().unwrap_or_default(),
        white: args.white.as_deref().unwrap_or_default(),
    });
    let judgement = gomoku::judge(&args.setup.setup()?, stones)?;
    let language = out.language;
    if out.json {
        let named = |(point, why): (boyi_gomoku::Point, boyi_gomoku::Forbidden)| {
            (point.to_string(), why.name())
        };
        return out.object(&json!({
            "game": game.name(),
            "rules": judgement.rules,
            "position": judgement.position,
            "forbidden": judgement.forbidden.into_iter().map(named).collect::<BTreeMap<_, _>>(),
            "outcome": judgement.outcome.map(outcome_name),
            "reason": judgement.reason.english,
        }));
    }
    for (point, why) in &judgement.forbidden {
        let phrase = why.phrase();
        let why = phrase.in_language(language);
        out.say(
            format!("{point} is forbidden to black: {why}"),
            format!("{point} 为黑方禁手：{why}"),
        )?;
    }
    out.line(judgement.reason.in_language(language))
}

fn judge_xiangqi(game: &dyn Game, args: &Args, out: &mut Output) -> Result<()> {
    let judgement = xiangqi::judge(&args.setup.setup()?, args.ranks_from_one)?;
    if out.json {
        return out.object(&json!({
            "game": game.name(),
            "rules": judgement.rules,
            "position": judgement.position,
            "verdict": judgement.verdict.name(),
            "reason": judgement.reason.english,
        }));
    }
    let language = out.language;
    let verdict = match judgement.verdict {
        xiangqi::Verdict::Wins => language.pick("The side to move wins", "轮到走的一方胜"),
        xiangqi::Verdict::Loses => language.pick("The side to move loses", "轮到走的一方负"),
        xiangqi::Verdict::Draw => language.pick("Draw", "和棋"),
        xiangqi::Verdict::GoesOn => language.pick("Nothing is decided", "尚未分出胜负"),
    };
    let reason = judgement.reason.in_language(language);
    out.line(format!("{verdict}: {reason}"))
}
