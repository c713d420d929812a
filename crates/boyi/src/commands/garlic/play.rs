//! `boyi garlic play`: one game between two players.

use std::time::Duration;

use anyhow::{Context, Result, bail};
use boyi_engine::{Engine, Orders, PlayerSpec, Setup, game};
use boyi_game::{PerSide, Side, Status, Table, ToAct};
use boyi_search::Limits;
use serde::Serialize;

use super::read_map;
use crate::commands::show::{End, both};
use crate::draw::draw;
use crate::output::Output;

/// Play one game and tell the result
///
/// The same map, players and seed play the same game, for players that do not watch the clock.
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  boyi garlic play 10x10-free --a greedy --b still --seed 1 --json
  boyi garlic play 13x15-one --a flee-hunt --b random-safe:seed=3")]
pub(super) struct Args {
    /// A map of ours or a file; - for standard input
    map: String,

    /// The first garlic's player; `boyi games` lists them
    #[arg(long, value_name = "PLAYER", default_value = "greedy")]
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
}

/// The rules' limit for a move.
const A_MOVE: Duration = Duration::from_millis(100);

#[derive(Serialize)]
struct Reply {
    map: String,
    a: String,
    b: String,
    seed: u64,
    scores: Option<[i32; 2]>,
    rounds: usize,
    /// The longest that a player thought about a move.
    slowest: [f64; 2],
    #[serde(flatten)]
    end: End,
}

pub(super) fn run(args: &Args, out: &mut Output) -> Result<()> {
    let garlic = game("garlic")?;
    let setup = Setup {
        position: Some(read_map(&args.map, args.fair)?.to_string()),
        seed: args.seed,
        ..Setup::default()
    };
    let mut table = garlic.lay(&setup)?;
    let player = |text: &str| -> Result<Box<dyn Engine>> {
        Ok(garlic.player(&text.parse::<PlayerSpec>()?)?)
    };
    let mut players = PerSide::new(player(&args.a)?, player(&args.b)?);
    let mut slowest = PerSide::new(Duration::ZERO, Duration::ZERO);
    for side in Side::BOTH {
        players[side].prepare(&table.seen())?;
    }
    while table.to_act() != ToAct::Nobody {
        for side in Side::BOTH {
            let time = choose(&mut *players[side], &mut *table, side)?;
            slowest[side] = slowest[side].max(time);
        }
    }
    let status = table.status();
    let Status::Over { reason, .. } = &status else {
        bail!("nobody is to move, but the game goes on")
    };
    if out.json {
        return out.object(&Reply {
            map: args.map.clone(),
            a: players[Side::First].name(),
            b: players[Side::Second].name(),
            seed: args.seed,
            scores: table.points().map(both),
            rounds: table.record().moves.len() / 2,
            slowest: [Side::First, Side::Second].map(|side| slowest[side].as_secs_f64()),
            end: End::of(&status),
        });
    }
    let language = out.language.of_games();
    out.text(draw(&table.view(), &[], out.colour, language))?;
    out.line(reason.in_language(language))
}

/// One side's choice, which the other does not see before it has chosen too; the time it took.
fn choose(player: &mut dyn Engine, table: &mut dyn Table, side: Side) -> Result<Duration> {
    let orders = Orders {
        limits: Limits::time(A_MOVE),
        ..Orders::default()
    };
    let thought = player.think(&table.seen(), side, &orders, &mut |_| ())?;
    let best = thought
        .best
        .context("a player has no move, but the game goes on")?;
    table.play(side, &best)?;
    Ok(thought.elapsed)
}
