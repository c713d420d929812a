//! The sequential probability ratio test on pairs: plays until it is clear, and no longer.
//!
//! Generalized, because the distribution of pairs is not known: each hypothesis fixes the strength,
//! and gets the distribution of that strength that makes what was seen most likely.

use crate::pairs::{Pairs, SHARES, moments};
use crate::secular::root;
use crate::{NORMALIZED, expected_score};

/// In what the bounds are given.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Model {
    /// Elo, by the share of points.
    Logistic,
    /// Normalized Elo, in standard deviations of a game: needs as many games whatever the share of
    /// draws.
    #[default]
    Normalized,
}

/// A test of two hypotheses about the first player.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Sprt {
    elo0: f64,
    elo1: f64,
    alpha: f64,
    beta: f64,
    model: Model,
}

/// Why there is no such test.
#[derive(Clone, Copy, PartialEq, Debug, thiserror::Error)]
pub enum SprtError {
    #[error("elo0 = {0} must be below elo1 = {1}")]
    Bounds(f64, f64),
    #[error("an error rate of {0} makes no sense: choose one above 0 and below 0.5")]
    Rate(f64),
}

/// Where a test stands.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct SprtProgress {
    pub llr: f64,
    /// At or below this the first hypothesis is accepted, at or above the second.
    pub bounds: (f64, f64),
    pub decision: Option<Decision>,
}

/// What a test decides.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Decision {
    AcceptH0,
    AcceptH1,
}

impl Sprt {
    /// A test of `elo0` against `elo1` that accepts `elo1` wrongly with chance `alpha` and `elo0`
    /// wrongly with chance `beta`.
    pub fn new(
        elo0: f64,
        elo1: f64,
        alpha: f64,
        beta: f64,
        model: Model,
    ) -> Result<Self, SprtError> {
        if !(elo0 < elo1 && elo0.is_finite() && elo1.is_finite()) {
            return Err(SprtError::Bounds(elo0, elo1));
        }
        for rate in [alpha, beta] {
            if !(rate > 0.0 && rate < 0.5) {
                return Err(SprtError::Rate(rate));
            }
        }
        Ok(Self {
            elo0,
            elo1,
            alpha,
            beta,
            model,
        })
    }

    pub fn hypotheses(&self) -> (f64, f64) {
        (self.elo0, self.elo1)
    }

    pub fn model(&self) -> Model {
        self.model
    }

    pub fn bounds(&self) -> (f64, f64) {
        (
            (self.beta / (1.0 - self.alpha)).ln(),
            ((1.0 - self.beta) / self.alpha).ln(),
        )
    }

    pub fn progress(&self, pairs: &Pairs) -> SprtProgress {
        let llr = self.llr(pairs);
        let (low, high) = self.bounds();
        let decision = if llr >= high {
            Some(Decision::AcceptH1)
        } else if llr <= low {
            Some(Decision::AcceptH0)
        } else {
            None
        };
        SprtProgress {
            llr,
            bounds: (low, high),
            decision,
        }
    }

    pub fn llr(&self, pairs: &Pairs) -> f64 {
        if pairs.count() == 0 {
            return 0.0;
        }
        let (total, p) = pairs.distribution();
        let likeliest = |elo| match self.model {
            Model::Logistic => with_mean(&p, expected_score(elo)),
            Model::Normalized => with_ratio(&p, std::f64::consts::SQRT_2 * elo / NORMALIZED),
        };
        let (q0, q1) = (likeliest(self.elo0), likeliest(self.elo1));
        let ratios = q1.iter().zip(q0).map(|(q1, q0)| (q1 / q0).ln());
        total
            * p.iter()
                .zip(ratios)
                .map(|(p, ratio)| p * ratio)
                .sum::<f64>()
    }
}

/// The distribution with this mean under which `p` is most likely to be seen.
fn with_mean(p: &[f64; 5], mean: f64) -> [f64; 5] {
    constrained(p, &SHARES.map(|share| share - mean))
}

/// The distribution whose mean lies this many standard deviations above one half under which `p` is
/// most likely to be seen. The constraint is not linear in the distribution: it is made so around the
/// distribution of the round before, until nothing changes any more.
fn with_ratio(p: &[f64; 5], ratio: f64) -> [f64; 5] {
    const ROUNDS: u32 = 50;
    let mut q = [0.2; 5];
    for _ in 0..ROUNDS {
        let (mean, variance) = moments(&q);
        let sigma = variance.sqrt();
        let b = SHARES.map(|share| {
            share - 0.5 - ratio * sigma * (1.0 + ((mean - share) / sigma).powi(2)) / 2.0
        });
        let next = constrained(p, &b);
        let change = next
            .iter()
            .zip(q)
            .map(|(next, q)| (next - q).abs())
            .fold(0.0, f64::max);
        q = next;
        if change < 1e-12 {
            break;
        }
    }
    q
}

/// The distribution `q` with `sum q_i b_i = 0` that makes `p` most likely.
fn constrained(p: &[f64; 5], b: &[f64; 5]) -> [f64; 5] {
    let x = root(p, b).unwrap_or(0.0);
    std::array::from_fn(|index| p[index] / (1.0 + x * b[index]))
}

/// A pair between players this far apart, from an opening this far from even: half points, 0 to 4.
#[cfg(test)]
pub(super) fn simulated_pair(elo: f64, bias: f64, random: &mut boyi_game::Random) -> u8 {
    // A third of the games are draws as far as the scores leave room.
    let mut game = |score: f64| -> u8 {
        let draw = 0.35f64.min(2.0 * score.min(1.0 - score));
        let dice = random.below(1 << 30) as f64 / f64::from(1u32 << 30);
        if dice < draw {
            1
        } else if dice < draw + score - draw / 2.0 {
            2
        } else {
            0
        }
    };
    game(expected_score(elo + bias)) + game(expected_score(elo - bias))
}

#[cfg(test)]
mod tests {
    use boyi_game::Random;

    use super::*;

    const CHECK: Pairs = Pairs([13, 37, 50, 25, 3]);

    fn test(elo0: f64, elo1: f64, model: Model) -> Sprt {
        Sprt::new(elo0, elo1, 0.05, 0.05, model).expect("a sensible test")
    }

    #[test]
    fn the_published_pairs_give_the_published_ratios() {
        let normalized = test(0.0, 4.0, Model::Normalized).llr(&CHECK);
        assert!((normalized - -0.54912).abs() < 5e-6, "{normalized}");
        // The same hypotheses in plain Elo, by the spread that was seen: 0 and 2.716.
        let (_, p) = CHECK.distribution();
        let spread = moments(&p).1.sqrt();
        let score = 0.5 + std::f64::consts::SQRT_2 * 4.0 / NORMALIZED * spread;
        let elo1 = crate::elo(score).expect("inside");
        assert!((elo1 - 2.716).abs() < 5e-4, "{elo1}");
        let logistic = test(0.0, elo1, Model::Logistic).llr(&CHECK);
        assert!((logistic - -0.5378).abs() < 1e-4, "{logistic}");
    }

    #[test]
    fn the_bounds_at_five_percent() {
        let (low, high) = test(0.0, 5.0, Model::Normalized).bounds();
        assert!((low + 2.944).abs() < 1e-3 && (high - 2.944).abs() < 1e-3);
        assert!(Sprt::new(5.0, 5.0, 0.05, 0.05, Model::Logistic).is_err());
        assert!(Sprt::new(0.0, f64::NAN, 0.05, 0.05, Model::Logistic).is_err());
        assert!(Sprt::new(0.0, 5.0, 0.0, 0.05, Model::Logistic).is_err());
    }

    #[test]
    fn few_or_strange_pairs_decide_nothing_and_break_nothing() {
        for model in [Model::Logistic, Model::Normalized] {
            let test = test(0.0, 10.0, model);
            for pairs in [[0; 5], [1, 0, 0, 0, 0], [0, 0, 0, 0, 1], [0, 0, 3, 0, 0]] {
                let progress = test.progress(&Pairs(pairs));
                assert!(progress.llr.is_finite(), "{pairs:?}");
                assert_eq!(progress.decision, None, "{pairs:?}");
            }
            assert!(
                test.llr(&Pairs([0, 0, 0, 0, u64::from(u32::MAX)]))
                    .is_finite()
            );
        }
    }

    /// How often the test accepts the higher strength where this is the truth, and after how many
    /// games on average.
    fn simulate(test: &Sprt, truth: f64, runs: u32, seed: u64) -> (f64, f64) {
        let mut random = Random::new(seed);
        let (mut accepted, mut played) = (0, 0u64);
        for _ in 0..runs {
            let mut pairs = Pairs::default();
            loop {
                pairs.add(simulated_pair(truth, 0.0, &mut random));
                if let Some(decision) = test.progress(&pairs).decision {
                    accepted += u32::from(decision == Decision::AcceptH1);
                    played += 2 * pairs.count();
                    break;
                }
            }
        }
        (
            f64::from(accepted) / f64::from(runs),
            played as f64 / f64::from(runs),
        )
    }

    #[test]
    fn the_logistic_test_keeps_its_promise_and_needs_as_many_games_as_expected() {
        let test = test(0.0, 20.0, Model::Logistic);
        let (wrong, games) = simulate(&test, 0.0, 1500, 1);
        assert!((0.03..=0.07).contains(&wrong), "accepted {wrong} of equals");
        assert!((850.0..=1150.0).contains(&games), "{games} games");
        let (right, games) = simulate(&test, 20.0, 1500, 2);
        assert!((0.93..=0.97).contains(&right), "accepted {right}");
        assert!((850.0..=1150.0).contains(&games), "{games} games");
        let (right, games) = simulate(&test, 100.0, 300, 3);
        assert!(right > 0.99 && (100.0..=160.0).contains(&games), "{games}");
    }

    #[test]
    fn the_normalized_test_keeps_its_promise() {
        let test = test(0.0, 30.0, Model::Normalized);
        let (wrong, _) = simulate(&test, 0.0, 1000, 4);
        assert!((0.03..=0.07).contains(&wrong), "accepted {wrong} of equals");
        // 35 % draws: a game's standard deviation is sqrt(0.65)/2, so 30 normalized is this much.
        let truth = 30.0 / NORMALIZED * 0.65f64.sqrt() / 2.0;
        let truth = crate::elo(0.5 + truth).expect("inside");
        let (right, _) = simulate(&test, truth, 1000, 5);
        assert!((0.93..=0.97).contains(&right), "accepted {right}");
    }
}
