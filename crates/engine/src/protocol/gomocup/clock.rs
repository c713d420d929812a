//! The manager's clocks: a limit for each turn, one for the match, and what it says is left.

use boyi_search::Instant;
use std::time::Duration;

use boyi_search::TimeControl;
use boyi_search::kernel::Go;

/// What is known about time.
pub(super) struct Clock {
    /// A turn may take this long; zero means at once.
    turn: Duration,
    /// All turns together; `None` for no limit.
    game: Option<Duration>,
    /// What the manager said is left before the last move; counts from then on.
    left: Option<Duration>,
    /// What our own turns have taken, where the manager does not say what is left.
    used: Duration,
    /// Match time counts from the start of the process, so what passed before the first turn counts.
    born: Option<Instant>,
}

/// What is kept back of every turn for the way to the manager and back.
const OVERHEAD: Duration = Duration::from_millis(40);

/// What the manager means by no limit.
const NO_LIMIT: i64 = 2_147_483_647;

/// Moves that the time of a match is divided among.
const MOVES_TO_GO: u32 = 18;

impl Clock {
    pub(super) fn new(born: Instant) -> Self {
        Self {
            turn: Duration::from_secs(30),
            game: None,
            left: None,
            used: Duration::ZERO,
            born: Some(born),
        }
    }

    pub(super) fn new_game(&mut self) {
        self.used = Duration::ZERO;
        self.left = None;
    }

    /// Takes an `INFO` about time; keys it does not know are ignored.
    pub(super) fn info(&mut self, key: &str, value: Option<i64>) {
        let Some(value) = value else { return };
        let time = Duration::from_millis(u64::try_from(value).unwrap_or(0));
        match key {
            "timeout_turn" => self.turn = time,
            "timeout_match" => self.game = (value != 0 && value != NO_LIMIT).then_some(time),
            "time_left" => self.left = (value != NO_LIMIT).then_some(time),
            _ => {}
        }
    }

    /// What is asked for the turn that began then.
    pub(super) fn go(&mut self, began: Instant) -> Go {
        if let Some(born) = self.born.take() {
            self.used += began.saturating_duration_since(born);
        }
        // Of very short turns a share is kept, so that something is left to think in.
        let turn = self
            .turn
            .saturating_sub(OVERHEAD)
            .max(self.turn.mul_f64(0.6).min(OVERHEAD));
        let left = self
            .left
            .or_else(|| self.game.map(|game| game.saturating_sub(self.used)));
        Go {
            control: left.map_or(TimeControl::Unlimited, |left| TimeControl::Clock {
                left,
                increment: Duration::ZERO,
                moves_to_go: Some(MOVES_TO_GO),
            }),
            at_most: Some(turn),
            overhead: 2 * OVERHEAD,
            ..Go::default()
        }
    }

    /// A turn that began then is over.
    pub(super) fn moved(&mut self, began: Instant) {
        let took = began.elapsed();
        self.used += took;
        self.left = self.left.map(|left| left.saturating_sub(took));
    }
}

#[cfg(test)]
mod tests {
    use boyi_search::{Allotment, EXPECTED_MOVES};

    use super::*;

    const MS: Duration = Duration::from_millis(1);

    fn time_of(clock: &mut Clock) -> Allotment {
        let limits = clock.go(Instant::now()).limits(EXPECTED_MOVES);
        limits.time.expect("there is always a limit")
    }

    #[test]
    fn no_turn_and_no_match_takes_longer_than_it_may() {
        for turn in [0, 10, 100, 1000, 30_000] {
            for game in [0, 1000, 60_000, NO_LIMIT] {
                let mut clock = Clock::new(Instant::now());
                clock.info("timeout_turn", Some(turn));
                clock.info("timeout_match", Some(game));
                let mut left = game;
                for _ in 0..100 {
                    if game != 0 && game != NO_LIMIT {
                        clock.info("time_left", Some(left));
                    }
                    let time = time_of(&mut clock);
                    assert!(time.soft <= time.hard);
                    let hard = time.hard.as_millis() as i64;
                    assert!(hard <= turn, "{turn} {hard}");
                    if game != 0 && game != NO_LIMIT {
                        assert!(hard <= left.max(0), "{left} {hard}");
                        left -= hard;
                    }
                }
            }
        }
    }

    #[test]
    fn negative_times_and_rubbish_mean_at_once() {
        let mut clock = Clock::new(Instant::now());
        clock.info("time_left", Some(-500));
        clock.info("timeout_turn", None);
        clock.info("colour", Some(3));
        assert_eq!(time_of(&mut clock).hard, Duration::ZERO);
        clock.info("time_left", Some(NO_LIMIT));
        clock.info("timeout_turn", Some(0));
        assert!(time_of(&mut clock).hard < 40 * MS);
    }
}
