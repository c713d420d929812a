//! Aspiration windows: search around the expected value first, and widen where that fails.

use super::Value;

/// The window a line is searched with, and how it widens.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Aspiration {
    pub alpha: Value,
    pub beta: Value,
    pub floor: Value,
    pub ceiling: Value,
    /// By how much the failed side opens at first.
    pub widen: Value,
    /// What the next widening is, after one: a numerator and a denominator.
    pub growth: (Value, Value),
    /// Beyond this widening the window is opened fully.
    pub full_beyond: Value,
    /// What happens to the other side of the window.
    pub narrowing: Narrowing,
    /// The most plies by which a search that failed high is repeated less deep.
    pub reduce_after_high: u32,
}

/// What happens to the side of the window that did not fail.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Narrowing {
    Keep,
    /// After a fail low, beta moves to the middle of the window.
    Middle,
    /// The value is proven to lie beyond the failed bound: the next window begins just there.
    Proven,
}

impl Aspiration {
    /// Everything between the two.
    pub const fn full(floor: Value, ceiling: Value) -> Self {
        Self {
            alpha: floor,
            beta: ceiling,
            floor,
            ceiling,
            widen: 1,
            growth: (2, 1),
            full_beyond: Value::MAX,
            narrowing: Narrowing::Keep,
            reduce_after_high: 0,
        }
    }

    /// So far on either side of what is expected.
    #[must_use]
    pub fn around(self, expected: Value, margin: Value) -> Self {
        Self {
            alpha: (expected - margin).clamp(self.floor, self.ceiling - 1),
            beta: (expected + margin).clamp(self.floor + 1, self.ceiling),
            widen: margin,
            ..self
        }
    }

    /// Searches with `search(alpha, beta, plies less)` until the value lies in the window.
    pub fn run<E>(
        mut self,
        mut search: impl FnMut(Value, Value, u32) -> Result<Value, E>,
    ) -> Result<Value, E> {
        let mut reduced = 0;
        loop {
            let value = search(self.alpha, self.beta, reduced)?;
            if value <= self.alpha && self.alpha > self.floor {
                match self.narrowing {
                    Narrowing::Keep => {}
                    Narrowing::Middle => self.beta = Value::midpoint(self.alpha, self.beta),
                    Narrowing::Proven => self.beta = value.max(self.floor) + 1,
                }
                self.alpha = (value - self.widen).max(self.floor);
                reduced = 0;
            } else if value >= self.beta && self.beta < self.ceiling {
                if self.narrowing == Narrowing::Proven {
                    self.alpha = value.min(self.ceiling) - 1;
                }
                self.beta = (value + self.widen).min(self.ceiling);
                reduced = (reduced + 1).min(self.reduce_after_high);
            } else {
                return Ok(value);
            }
            let (numerator, denominator) = self.growth;
            self.widen = self.widen * numerator / denominator;
            if self.widen > self.full_beyond {
                (self.alpha, self.beta) = (self.floor, self.ceiling);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_value_is_found_from_every_expectation() {
        for narrowing in [Narrowing::Keep, Narrowing::Middle, Narrowing::Proven] {
            for truth in -64..=64 {
                for expected in [-64, -3, 0, 17, 64] {
                    let aspiration = Aspiration {
                        narrowing,
                        ..Aspiration::full(-64, 64).around(expected, 2)
                    };
                    // Fail-hard at the bounds that were asked for.
                    let found = aspiration.run(|alpha, beta, _| {
                        assert!(alpha < beta, "{alpha} {beta}");
                        Ok::<_, ()>(truth.clamp(alpha, beta))
                    });
                    assert_eq!(found, Ok(truth));
                }
            }
        }
    }

    #[test]
    fn a_fail_high_is_repeated_less_deep_and_a_fail_low_is_not() {
        let aspiration = Aspiration {
            reduce_after_high: 3,
            ..Aspiration::full(-1000, 1000).around(0, 10)
        };
        let mut plies = Vec::new();
        let found = aspiration.run(|alpha, beta, less| {
            plies.push(less);
            Ok::<_, ()>(100.clamp(alpha, beta))
        });
        assert_eq!(found, Ok(100));
        assert!(plies.starts_with(&[0, 1, 2]), "{plies:?}");
    }
}
