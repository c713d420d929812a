//! `boyi match`: two players, many games.

use std::path::Path;

use anyhow::Result;
use boyi_arena::contest::{ContestPlan, SprtPlan};

use super::contest::{self, FairArgs, RunArgs};
use crate::options::GameArg;
use crate::output::Output;

/// Let two players play many games and say who is stronger, and how sure that is
///
/// Every opening is played twice with sides swapped. Games are kept: the same command goes on where it
/// was broken off, with a higher --games it plays only the new ones.
///
/// A player is one of `boyi games`, with options (pvs:eval=lab,nodes=1000; strong:weights=FILE plays with
/// an evaluation file of `boyi train`), or a program: a bot known by
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
    pair: PairArgs,

    /// Games to play, an even number
    #[arg(long, value_name = "NUMBER", default_value_t = 100)]
    games: u32,
}

pub(crate) fn run(args: &Args, out: &mut Output) -> Result<()> {
    args.pair.play("match", args.games, None, out)
}

/// Two players and how they play.
#[derive(clap::Args)]
pub(super) struct PairArgs {
    #[command(flatten)]
    game: GameArg,

    /// One player
    #[arg(value_name = "A")]
    a: String,

    /// The player it is compared with
    #[arg(value_name = "B")]
    b: String,

    /// What it goes by in the store [default: made of what is compared]
    #[arg(long = "name", value_name = "NAME")]
    called: Option<String>,

    #[command(flatten)]
    fair: FairArgs,

    #[command(flatten)]
    run: RunArgs,
}

impl PairArgs {
    /// Plays a match of this kind; a player against itself gets two names.
    pub(super) fn play(
        &self,
        kind: &str,
        games: u32,
        sprt: Option<SprtPlan>,
        out: &mut Output,
    ) -> Result<()> {
        let (a, b) = (self.a.as_str(), self.b.as_str());
        let mut plan = ContestPlan::of_two(self.game.game()?.name(), a.into(), b.into());
        if a == b {
            plan.players[0].name = format!("{a} (1)");
            plan.players[1].name = format!("{b} (2)");
        }
        self.fair.put_into(&mut plan);
        plan.games = games;
        plan.sprt = sprt;
        let content = plan.name_of_content(kind);
        plan.name = self.called.clone().unwrap_or(content);
        contest::prepare(&mut plan, Path::new(""), &self.run, out)?;
        contest::play(&plan, kind, &self.run, out)
    }
}
