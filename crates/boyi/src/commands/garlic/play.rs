//! `boyi garlic play`: one game between two players.

use std::time::Duration;

use anyhow::{Context, Result, bail};
use boyi_engine::{Engine, Game, Orders, PlayerSpec, Setup, game};
use boyi_game::{Outcome, PerSide, Side, Status, Table, ToAct};
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
  boyi garlic play 13x15-one --a strong:nodes=2000 --b random-safe:seed=3")]
pub(super) struct Args {
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
}

/// The rules' limit for a move.
const A_MOVE: Duration = Duration::from_millis(100);

#[derive(Serialize)]
struct Reply<'a> {
    map: &'a str,
    a: &'a str,
    b: &'a str,
    seed: u64,
    scores: Option<[i32; 2]>,
    rounds: usize,
    /// The longest that each player thought about a move.
    slowest: [f64; 2],
    #[serde(flatten)]
    end: End,
}

pub(super) fn run(args: &Args, out: &mut Output) -> Result<()> {
    let map = read_map(&args.map, args.fair)?.to_string();
    let fixture = Fixture {
        map: &map,
        a: &args.a,
        b: &args.b,
        seed: args.seed,
    };
    let (table, slowest) = fixture.table()?;
    let status = table.status();
    let Status::Over { reason, .. } = &status else {
        bail!("nobody is to move, but the game goes on")
    };
    if out.json {
        return out.object(&Reply {
            map: &args.map,
            a: &args.a,
            b: &args.b,
            seed: args.seed,
            scores: table.points().map(both),
            rounds: table.record().moves.len() / 2,
            slowest: Side::BOTH.map(|side| slowest[side].as_secs_f64()),
            end: End::of(&status),
        });
    }
    let language = out.language.of_games();
    out.text(draw(&table.view(), &[], out.colour, language))?;
    out.line(reason.in_language(language))
}

/// A game to be played.
pub(super) struct Fixture<'a> {
    /// Its text.
    pub(super) map: &'a str,
    pub(super) a: &'a str,
    pub(super) b: &'a str,
    pub(super) seed: u64,
}

/// A game from one side's view.
pub(super) struct Ended {
    pub(super) side: Side,
    pub(super) outcome: Outcome,
    pub(super) score: i32,
    pub(super) survived: bool,
    pub(super) slowest: Duration,
}

impl Fixture<'_> {
    /// Plays it and tells how it ended for a side.
    pub(super) fn play(&self, side: Side) -> Result<Ended> {
        let (table, slowest) = self.table()?;
        let Status::Over { outcome, .. } = table.status() else {
            bail!("nobody is to move, but the game goes on")
        };
        let piece = |cell: &boyi_game::Cell| cell.piece.and_then(|piece| piece.owner);
        Ok(Ended {
            side,
            outcome,
            score: table.points().context("the battle counts points")?[side],
            survived: table
                .view()
                .cells
                .iter()
                .any(|cell| piece(cell) == Some(side)),
            slowest: slowest[side],
        })
    }

    /// The table after the last round, and each player's longest thought.
    fn table(&self) -> Result<(Box<dyn Table>, PerSide<Duration>)> {
        let garlic = game("garlic")?;
        let setup = Setup {
            position: Some(self.map.to_owned()),
            seed: self.seed,
            ..Setup::default()
        };
        let mut table = garlic.lay(&setup)?;
        let mut players = PerSide::new(player(garlic, self.a)?, player(garlic, self.b)?);
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
        Ok((table, slowest))
    }
}

fn player(garlic: &dyn Game, text: &str) -> Result<Box<dyn Engine>> {
    Ok(garlic.player(&text.parse::<PlayerSpec>()?)?)
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
