//! `boyi sprt`: two players, as many games as it takes.

use anyhow::Result;
use boyi_arena::contest::SprtPlan;

use super::matches::PairArgs;
use crate::output::Output;

/// Play until it is clear whether one player is stronger than another, and no longer
///
/// A sequential test on pairs of games: it accepts that A is --elo1 stronger than B rather than --elo0,
/// or the other way round, and errs in --alpha and --beta of the cases. Elo is normalized, that is in
/// standard deviations of a game, unless --logistic is given.
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  boyi sprt reversi pvs:nodes=1000 random --elo1 100
  boyi sprt reversi pvs:nodes=400 mtdf:nodes=400 --elo0 -50 --elo1 50 --games 40 --logistic --json")]
pub(crate) struct Args {
    #[command(flatten)]
    pair: PairArgs,

    /// The lower hypothesis
    #[arg(
        long,
        value_name = "ELO",
        default_value_t = 0.0,
        allow_hyphen_values = true
    )]
    elo0: f64,

    /// The higher hypothesis
    #[arg(
        long,
        value_name = "ELO",
        default_value_t = 10.0,
        allow_hyphen_values = true
    )]
    elo1: f64,

    /// How often the higher may be accepted wrongly
    #[arg(long, value_name = "SHARE", default_value_t = 0.05)]
    alpha: f64,

    /// How often the lower may be accepted wrongly
    #[arg(long, value_name = "SHARE", default_value_t = 0.05)]
    beta: f64,

    /// The hypotheses are in plain Elo
    #[arg(long)]
    logistic: bool,

    /// Games to play at most, an even number
    #[arg(long, value_name = "NUMBER", default_value_t = 20_000)]
    games: u32,
}

pub(crate) fn run(args: &Args, out: &mut Output) -> Result<()> {
    let sprt = SprtPlan {
        elo0: args.elo0,
        elo1: args.elo1,
        alpha: args.alpha,
        beta: args.beta,
        logistic: args.logistic,
    };
    args.pair.play("sprt", args.games, Some(sprt), out)
}
