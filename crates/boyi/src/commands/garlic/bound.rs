//! `boyi garlic bound`: the most points there are against nobody who moves.

use anyhow::Result;
use boyi_engine::garlic::score_bound;
use boyi_garlic::Target;
use serde::Serialize;

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
pub(super) struct Args {
    /// A map of ours or a file; - for standard input
    map: String,
}

#[derive(Serialize)]
struct Reply {
    map: String,
    bound: i32,
    score: i32,
    proven: bool,
    rounds: usize,
    /// Row and column, round by round; null for a step off the map, which leaves the game.
    route: Vec<Option<[usize; 2]>>,
}

pub(super) fn run(args: &Args, out: &mut Output) -> Result<()> {
    let setup = read_map(&args.map, false)?;
    let plan = score_bound(&setup)?;
    let place = |target: &Target| match target {
        Target::Cell(cell) => Some([cell.index() / setup.cols(), cell.index() % setup.cols()]),
        Target::Outside => None,
    };
    let reply = Reply {
        map: args.map.clone(),
        bound: plan.bound,
        score: plan.score,
        proven: plan.score == plan.bound,
        rounds: plan.route.len(),
        route: plan.route.iter().map(place).collect(),
    };
    if out.json {
        return out.object(&reply);
    }
    let Reply {
        bound,
        score,
        rounds,
        ..
    } = reply;
    let language = out.language;
    out.line(bound.to_string())?;
    out.line(if reply.proven {
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
