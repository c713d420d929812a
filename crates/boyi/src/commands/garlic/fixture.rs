//! A game between two players, played to its end with an eye on their clocks.

use std::time::Duration;

use anyhow::{Context, Result};
use boyi_arena::self_play::{self_play, think};
use boyi_engine::{Engine, Game, Go, PlayerSpec, Setup, Thought, game};
use boyi_game::{PerSide, Side, Table, ToAct};
use boyi_search::Stop;

pub(super) struct Fixture<'a> {
    /// Its text.
    pub(super) map: &'a str,
    pub(super) a: &'a str,
    pub(super) b: &'a str,
    pub(super) seed: u64,
    /// Time for a move.
    pub(super) limit: Duration,
}

/// What a player's thoughts took.
#[derive(Clone, Copy, Default)]
pub(super) struct Clock {
    pub(super) moves: u64,
    pub(super) total: Duration,
    pub(super) slowest: Duration,
    /// Moves that took longer than the limit.
    pub(super) late: u64,
}

pub(super) type Played = (Box<dyn Table>, PerSide<Clock>);

impl Fixture<'_> {
    /// The table after the last round, and each player's clock; `None` if it was stopped before.
    pub(super) fn play(&self, stop: &Stop) -> Result<Option<Played>> {
        let garlic = game("garlic")?;
        let setup = Setup {
            position: Some(self.map.to_owned()),
            seed: self.seed,
            ..Setup::default()
        };
        let mut table = garlic.lay(&setup)?;
        let mut players = PerSide::new(player(garlic, self.a)?, player(garlic, self.b)?);
        let mut clocks: PerSide<Clock> = PerSide::default();
        for side in Side::BOTH {
            players[side].prepare(&table.seen())?;
        }
        let go = Go::time(self.limit);
        self_play(&mut *table, |table, side| {
            if stop.is_stopped() {
                return Ok(None);
            }
            let Thought { best, elapsed, .. } = think(&mut *players[side], table, side, &go)?;
            let clock = &mut clocks[side];
            clock.moves += 1;
            clock.total += elapsed;
            clock.slowest = clock.slowest.max(elapsed);
            clock.late += u64::from(elapsed > self.limit);
            let best = best.context("a player has no move, but the game goes on");
            best.map(Some)
        })?;
        Ok((table.to_act() == ToAct::Nobody).then_some((table, clocks)))
    }
}

fn player(garlic: &dyn Game, text: &str) -> Result<Box<dyn Engine>> {
    Ok(garlic.player(&text.parse::<PlayerSpec>()?)?)
}
