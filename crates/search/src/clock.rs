//! Dividing the time on the clock among the moves to come.

use std::time::Duration;

/// How a player's time is counted.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum TimeControl {
    /// No clock.
    Unlimited,
    /// This much for each move, whatever the others took.
    PerMove(Duration),
    Clock {
        left: Duration,
        /// What is added after each move.
        increment: Duration,
        /// Moves until the next time control, if there is one; else until the end of the game.
        moves_to_go: Option<u32>,
    },
}

/// Time for one move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Allotment {
    /// Begin no new depth after this.
    pub soft: Duration,
    /// Be done by then.
    pub hard: Duration,
}

impl Allotment {
    /// This much, whatever happens.
    pub const fn fixed(time: Duration) -> Self {
        Self {
            soft: time,
            hard: time,
        }
    }

    /// The stricter of the two in both respects.
    #[must_use]
    pub fn tightened(self, other: Self) -> Self {
        Self {
            soft: self.soft.min(other.soft),
            hard: self.hard.min(other.hard),
        }
    }
}

/// Moves of a side that a game is expected to go on for when nobody knows better.
pub const EXPECTED_MOVES: u32 = 30;

/// What is kept on the clock for times at which a busy machine runs something else: with so much left a
/// program that was put aside for a moment does not lose by it. Of a short clock a part is kept.
const RESERVE: Duration = Duration::from_millis(100);
const RESERVE_SHARE: f64 = 0.4;

/// No clock shows more: some thirty thousand years, with room left to calculate in.
const LONGEST: Duration = Duration::from_secs(1 << 40);

impl TimeControl {
    /// The time for the next move. `overhead` is what is lost between deciding and the clock being
    /// stopped; it is kept back beside a reserve, so that the clock never runs out. `expected_moves` share
    /// the clock where the time control does not say how many there are.
    pub fn allot(&self, overhead: Duration, expected_moves: u32) -> Option<Allotment> {
        match *self {
            Self::Unlimited => None,
            Self::PerMove(time) => Some(Allotment::fixed(time.saturating_sub(overhead))),
            Self::Clock {
                left,
                increment,
                moves_to_go,
            } => {
                let (left, increment) = (left.min(LONGEST), increment.min(LONGEST));
                let reserve = RESERVE.min(left.mul_f64(RESERVE_SHARE));
                let usable = left.saturating_sub(overhead + reserve);
                let moves = moves_to_go.unwrap_or(expected_moves).max(1);
                let share = usable / moves + increment.mul_f64(0.8);
                let hard = (share * 3).min(usable.mul_f64(if moves == 1 { 1.0 } else { 0.5 }));
                Some(Allotment {
                    soft: share.min(hard),
                    hard,
                })
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const MS: Duration = Duration::from_millis(1);

    #[test]
    fn no_sequence_of_moves_runs_out_of_time() {
        for (start, increment, moves_to_go) in [
            (60_000, 0, None),
            (3_000, 30, None),
            (1_000, 0, Some(40)),
            (10, 0, None),
            (0, 10, None),
        ] {
            let mut left = start * MS;
            let mut to_go = moves_to_go;
            for _ in 0..200 {
                let control = TimeControl::Clock {
                    left,
                    increment: increment * MS,
                    moves_to_go: to_go,
                };
                let time = control
                    .allot(5 * MS, EXPECTED_MOVES)
                    .expect("there is a clock");
                assert!(time.soft <= time.hard);
                let kept = (left.mul_f64(RESERVE_SHARE).min(RESERVE) + 5 * MS).min(left);
                assert!(time.hard + kept <= left, "{control:?} gives {time:?}");
                left = left.saturating_sub(time.hard) + increment * MS;
                to_go = to_go.map(|moves| if moves > 1 { moves - 1 } else { 40 });
            }
        }
    }

    #[test]
    fn clocks_from_outside_may_show_anything() {
        for time in [Duration::ZERO, MS, LONGEST, Duration::MAX] {
            for increment in [Duration::ZERO, Duration::MAX] {
                for moves_to_go in [None, Some(0), Some(1), Some(u32::MAX)] {
                    let control = TimeControl::Clock {
                        left: time,
                        increment,
                        moves_to_go,
                    };
                    let time = control.allot(MS, EXPECTED_MOVES).expect("a clock");
                    assert!(time.soft <= time.hard);
                }
            }
        }
    }

    /// With an increment, the clock does not sink below what a busy machine may take away.
    #[test]
    fn an_increment_keeps_the_clock_above_the_reserve() {
        let mut left = 1000 * MS;
        for _ in 0..500 {
            let control = TimeControl::Clock {
                left,
                increment: 10 * MS,
                moves_to_go: None,
            };
            let time = control.allot(5 * MS, EXPECTED_MOVES).expect("a clock");
            left = left.saturating_sub(time.soft) + 10 * MS;
            assert!(left > RESERVE, "{left:?}");
        }
    }

    #[test]
    fn the_last_move_before_the_control_leaves_the_reserve() {
        let control = TimeControl::Clock {
            left: 1000 * MS,
            increment: Duration::ZERO,
            moves_to_go: Some(1),
        };
        assert_eq!(
            control.allot(10 * MS, EXPECTED_MOVES).map(|time| time.hard),
            Some(890 * MS)
        );
    }
}
