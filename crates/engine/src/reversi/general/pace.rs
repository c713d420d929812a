//! How long the end takes to solve, learned while solving: machines differ, and boards too.

use std::time::Duration;

/// How much more positions each empty square costs.
const GROWTH: f64 = 2.05;

/// Empties that the first guess is made for.
const ORIGIN: i32 = 14;

/// How much a solved position counts against what was known before.
const NEWS: f64 = 0.4;

/// Positions from which a solve says how fast the machine is.
const SPEED_SHOWS: u64 = 20_000;

/// Positions that solving takes, and positions done in a second.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(super) struct Pace {
    /// With [`ORIGIN`] empties.
    positions: f64,
    per_second: f64,
}

impl Pace {
    /// What the solver of small boards took on weighted boards of 8 x 8.
    pub(super) const SMALL: Self = Self {
        positions: 32_000.0,
        per_second: 20e6,
    };

    /// What the search to the end took on weighted boards of 10 x 10 and 12 x 12.
    pub(super) const LARGE: Self = Self {
        positions: 85_000.0,
        per_second: 5e6,
    };

    /// Positions that so many empties are likely to take.
    pub(super) fn positions(&self, empties: u32) -> f64 {
        self.positions * GROWTH.powi(empties as i32 - ORIGIN)
    }

    /// The time that so many empties are likely to take.
    pub(super) fn time(&self, empties: u32) -> Duration {
        let seconds = self.positions(empties) / self.per_second;
        Duration::from_secs_f64(seconds.min(1e6))
    }

    /// So many empties were solved, or given up, after so many positions and that time.
    pub(super) fn learn(&mut self, empties: u32, positions: u64, took: Duration, solved: bool) {
        let found = positions as f64 / GROWTH.powi(empties as i32 - ORIGIN);
        if solved || found > self.positions {
            let found = if solved { found } else { 2.0 * found };
            self.positions = self.positions.powf(1.0 - NEWS) * found.max(1.0).powf(NEWS);
        }
        // Short solves say little about speed: the clock is too coarse, the tables are cold. They are told
        // by their positions: of those the machine had no time for, a short one takes long.
        if positions >= SPEED_SHOWS {
            let speed = positions as f64 / took.as_secs_f64().max(1e-6);
            self.per_second = self.per_second.powf(1.0 - NEWS) * speed.max(1.0).powf(NEWS);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_slow_machine_and_a_hard_board_are_noticed() {
        let mut pace = Pace::SMALL;
        let before = pace.time(16);
        pace.learn(14, 500_000, Duration::from_millis(500), true);
        assert!(pace.time(16) > 2 * before, "both more and slower");
        let mut pace = Pace::SMALL;
        pace.learn(20, 10, Duration::from_millis(1), false);
        assert_eq!(pace, Pace::SMALL, "given up early says nothing");
        let before = pace.time(14);
        pace.learn(14, 5_000, Duration::from_millis(90), true);
        assert!(pace.time(14) < before, "short, and only interrupted");
        pace.learn(14, 10_000_000, Duration::from_millis(900), false);
        assert!(pace.positions(14) > Pace::SMALL.positions(14));
    }
}
