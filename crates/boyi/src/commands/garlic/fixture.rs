//! A game between two players, played to its end with an eye on their clocks.

use std::time::Duration;

use anyhow::{Context, Result};
use boyi_engine::{Engine, Game, Go, PlayerSpec, Setup, game};
use boyi_game::{PerSide, Seen, Side, Table, ToAct};
use boyi_search::Stop;

/// A game to be played.
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

/// The table after the last round, and each player's clock.
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
        let mut clocks = PerSide::new(Clock::default(), Clock::default());
        for side in Side::BOTH {
            players[side].prepare(&table.seen())?;
        }
        while table.to_act() != ToAct::Nobody {
            if stop.is_stopped() {
                return Ok(None);
            }
            // Both see the end of the round before.
            let seen = table.seen();
            let mut choose =
                |side| self.choose(&mut *players[side], &seen, side, &mut clocks[side]);
            let choices = [choose(Side::First)?, choose(Side::Second)?];
            for (side, choice) in Side::BOTH.into_iter().zip(choices) {
                table.play(side, &choice)?;
            }
        }
        Ok(Some((table, clocks)))
    }

    fn choose(
        &self,
        player: &mut dyn Engine,
        seen: &Seen,
        side: Side,
        clock: &mut Clock,
    ) -> Result<String> {
        let orders = Go::time(self.limit);
        let thought = player.think(seen, side, &orders, &mut |_| ())?;
        clock.moves += 1;
        clock.total += thought.elapsed;
        clock.slowest = clock.slowest.max(thought.elapsed);
        clock.late += u64::from(thought.elapsed > self.limit);
        thought
            .best
            .context("a player has no move, but the game goes on")
    }
}

fn player(garlic: &dyn Game, text: &str) -> Result<Box<dyn Engine>> {
    Ok(garlic.player(&text.parse::<PlayerSpec>()?)?)
}
