//! Two clocks that run while their side is to move.

use std::time::{Duration, Instant};

use boyi_arena::Timing;
use boyi_game::{PerSide, Side};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

/// What was agreed on.
#[derive(Clone, Copy, PartialEq, Serialize, Deserialize, ToSchema, Debug)]
pub(crate) struct ClockRules {
    /// Seconds for the whole game.
    pub(crate) seconds: f64,
    /// Seconds added after each move.
    #[serde(default)]
    pub(crate) increment: f64,
}

impl ClockRules {
    /// Whether a game can be played by it.
    pub(crate) fn is_sensible(&self) -> bool {
        (1.0..=86_400.0).contains(&self.seconds) && (0.0..=3_600.0).contains(&self.increment)
    }

    /// As the arena counts time.
    pub(super) fn timing(self) -> Timing {
        let time = |seconds| Duration::try_from_secs_f64(seconds).unwrap_or_default();
        Timing::Clock {
            base: time(self.seconds),
            increment: time(self.increment),
        }
    }
}

#[derive(Clone, Debug)]
pub(super) struct Clock {
    pub(super) rules: ClockRules,
    left: PerSide<Duration>,
    running: PerSide<Option<Instant>>,
}

impl Clock {
    pub(super) fn with(rules: ClockRules, left: [f64; 2]) -> Self {
        let [first, second] =
            left.map(|left| Duration::try_from_secs_f64(left).unwrap_or_default());
        Self {
            rules,
            left: PerSide::new(first, second),
            running: PerSide::default(),
        }
    }

    /// What is left on a side's clock now.
    pub(super) fn left(&self, side: Side) -> Duration {
        let gone = self.running[side].map_or(Duration::ZERO, |since| since.elapsed());
        self.left[side].saturating_sub(gone)
    }

    pub(super) fn is_running(&self, side: Side) -> bool {
        self.running[side].is_some()
    }

    /// A side has moved: its clock stops, and gets the increment.
    pub(super) fn moved(&mut self, side: Side) {
        self.stop(side);
        self.left[side] += Duration::from_secs_f64(self.rules.increment);
    }

    /// Runs these clocks and stops the others.
    pub(super) fn follow(&mut self, runs: PerSide<bool>) {
        for side in Side::BOTH {
            match (runs[side], self.running[side]) {
                (true, None) => self.running[side] = Some(Instant::now()),
                (false, Some(_)) => self.stop(side),
                _ => {}
            }
        }
    }

    /// The side whose time is over, and otherwise how long until one's is.
    pub(super) fn fallen(&self) -> Result<Side, Option<Duration>> {
        let running = || Side::BOTH.into_iter().filter(|&side| self.is_running(side));
        match running().find(|&side| self.left(side).is_zero()) {
            Some(side) => Ok(side),
            None => Err(running().map(|side| self.left(side)).min()),
        }
    }

    fn stop(&mut self, side: Side) {
        self.left[side] = self.left(side);
        self.running[side] = None;
    }
}
