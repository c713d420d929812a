//! `boyi garlic bound`: the most points there are against nobody who moves.

use anyhow::Result;
use boyi_engine::garlic::score_bound;
use boyi_garlic::Target;
use serde_json::json;

use super::read_map;
use crate::output::Output;

/// Prove how many points the first garlic can make while nobody else moves
///
/// The opponent stays and the destroyers are walled in. Prints a number that no play exceeds, and the
/// route of the best play found: where its score is the number, both are proven best.
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  boyi garlic bound 10x10-walled
  boyi garlic bound 30x30-walled --json")]
pub(crate) struct Args {
    /// A map of ours or a file; - for standard input
    map: String,
}

pub(super) fn run(args: &Args, out: &mut Output) -> Result<()> {
    let setup = read_map(&args.map, false)?;
    let plan = score_bound(&setup)?;
    let place = |target: &Target| match target {
        Target::Cell(cell) => Some([cell.index() / setup.cols(), cell.index() % setup.cols()]),
        Target::Outside => None,
    };
    let (bound, score, rounds) = (plan.bound, plan.score, plan.route.len());
    if out.json {
        return out.object(&json!({
            "map": args.map,
            "bound": bound,
            "score": score,
            "proven": score == bound,
            "rounds": rounds,
            "route": plan.route.iter().map(place).collect::<Vec<_>>(),
        }));
    }
    let language = out.language;
    out.line(bound.to_string())?;
    out.line(if score == bound {
        language.pick(
            format!("No play scores more, and a route of {rounds} rounds scores that."),
            format!("任何走法都不会更多，且有一条 {rounds} 回合的路线正好得到。"),
        )
    } else {
        language.pick(
            format!("No play scores more; the best route found scores {score} in {rounds} rounds."),
            format!("任何走法都不会更多；找到的最好路线用 {rounds} 回合得 {score} 分。"),
        )
    })
}
