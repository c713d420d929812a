//! `boyi garlic play`: one game between two players.

use std::time::Duration;

use anyhow::{Context, Result, bail};
use boyi_game::{Side, Status};
use boyi_search::Stop;
use serde_json::json;

use super::fixture::Fixture;
use super::read_map;
use crate::commands::show::{End, both};
use crate::options::read_seconds;
use crate::output::Output;

/// Play one game and tell the result
///
/// The same map, players and seed play the same game, for players that do not watch the clock.
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  boyi garlic play 10x10-free --a greedy --b still --seed 1 --json
  boyi garlic play 13x15-one --a strong:nodes=2000 --b random-safe:seed=3")]
pub(crate) struct Args {
    /// A map of ours or a file; - for standard input
    map: String,

    /// The first garlic's player; `boyi games` lists them
    #[arg(long, value_name = "PLAYER", default_value = "strong")]
    a: String,

    /// The second garlic's player
    #[arg(long, value_name = "PLAYER", default_value = "still")]
    b: String,

    /// The seed of the destroyers' luck
    #[arg(long, value_name = "NUMBER", default_value_t = 0)]
    seed: u64,

    /// Refuse maps that favour a side
    #[arg(long)]
    fair: bool,

    /// Time for a move, in seconds
    #[arg(long, value_name = "SECONDS", default_value = "0.1", value_parser = read_seconds)]
    limit: Duration,
}

pub(super) fn run(args: &Args, out: &mut Output) -> Result<()> {
    let map = read_map(&args.map, args.fair)?.to_string();
    let fixture = Fixture {
        map: &map,
        a: &args.a,
        b: &args.b,
        seed: args.seed,
        limit: args.limit,
    };
    let played = fixture.play(&Stop::default())?;
    let (table, clocks) = played.context("nobody stopped the game")?;
    let status = table.status();
    let Status::Over { reason, .. } = &status else {
        bail!("nobody is to move, but the game goes on")
    };
    if out.json {
        let End { outcome, reason } = End::of(&status);
        return out.object(&json!({
            "map": args.map,
            "a": args.a,
            "b": args.b,
            "seed": args.seed,
            "scores": table.points().map(both),
            "rounds": table.record().moves.len() / 2,
            "slowest": Side::BOTH.map(|side| clocks[side].slowest.as_secs_f64()),
            "outcome": outcome,
            "reason": reason,
        }));
    }
    let language = out.language;
    out.draw(&*table, &[])?;
    out.line(reason.in_language(language))
}
