//! `boyi match`: two players, many games.

use std::path::Path;

use anyhow::Result;
use boyi_arena::contest::Plan;

use super::contest::{self, FairArgs, RunArgs};
use crate::options::GameArg;
use crate::output::Output;

/// Let two players play many games and say who is stronger, and how sure that is
///
/// Every opening is played twice with sides swapped. Games are kept: the same command goes on where it
/// was broken off, with a higher --games it plays only the new ones.
///
/// A player is one of `boyi games`, with options (pvs:eval=lab,nodes=1000), or a program: a bot known by
/// name (bot:NAME), a path, or an engine of another protocol (uci:./engine).
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  boyi match reversi pvs:nodes=500 alpha-beta:nodes=500 --games 10
  boyi match xiangqi pvs:depth=2 alpha-beta:depth=1 --games 4 --max-plies 60
  boyi match garlic greedy random-safe --games 4 --seed 7
  boyi match reversi pvs mtdf --control nodes=300 --games 8 -j 2 --json")]
pub(crate) struct Args {
    #[command(flatten)]
    game: GameArg,

    /// One player
    #[arg(value_name = "A")]
    a: String,

    /// The other
    #[arg(value_name = "B")]
    b: String,

    /// Games to play, an even number
    #[arg(long, value_name = "NUMBER", default_value_t = 100)]
    games: u32,

    /// What the match goes by in the store [default: made of what is compared]
    #[arg(long = "name", value_name = "NAME")]
    called: Option<String>,

    #[command(flatten)]
    fair: FairArgs,

    #[command(flatten)]
    run: RunArgs,
}

pub(crate) fn run(args: &Args, out: &mut Output) -> Result<()> {
    let mut plan = of_two(&args.game, &args.a, &args.b, &args.fair)?;
    plan.games = args.games;
    prepare(&mut plan, "match", args.called.as_deref(), &args.run, out)?;
    contest::play(&plan, "match", &args.run, out)
}

/// A plan for two players; a player against itself gets two names.
pub(super) fn of_two(game: &GameArg, a: &str, b: &str, fair: &FairArgs) -> Result<Plan> {
    let game = game.game()?;
    let mut plan = Plan::of_two(game.name(), a.into(), b.into());
    if a == b {
        plan.players[0].name = format!("{a} (1)");
        plan.players[1].name = format!("{b} (2)");
    }
    fair.put_into(&mut plan);
    Ok(plan)
}

/// Checks the plan and gives it its name.
pub(super) fn prepare(
    plan: &mut Plan,
    kind: &str,
    name: Option<&str>,
    run: &RunArgs,
    out: &Output,
) -> Result<()> {
    let content = plan.name_of_content(kind);
    plan.name = name.map_or(content, str::to_owned);
    contest::prepare(plan, Path::new(""), run, out)?;
    Ok(())
}
