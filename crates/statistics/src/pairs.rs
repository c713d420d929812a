//! The results of pairs, and what they say about the difference between two players.

use crate::{NORMALIZED, elo};

/// How often a pair of games with sides swapped brought 0, 1/2, 1, 3/2 and 2 points.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Pairs(pub [u64; 5]);

/// What a pair brought, as a share of what it could have brought.
pub(super) const SHARES: [f64; 5] = [0.0, 0.25, 0.5, 0.75, 1.0];

/// How much stronger one player is, by its share of the points.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Estimate {
    pub score: f64,
    /// Where the true share is, with a chance of 95 %.
    pub interval: (f64, f64),
    /// How likely it is that the player is stronger at all.
    pub superiority: f64,
    /// The difference in standard deviations of a game, times 800/ln 10.
    pub normalized: f64,
}

impl Pairs {
    /// Adds a pair that brought this many half points, 0 to 4.
    pub fn add(&mut self, half_points: u8) {
        self.0[usize::from(half_points.min(4))] += 1;
    }

    pub fn count(&self) -> u64 {
        self.0.iter().sum()
    }

    /// Number of pairs and how they are distributed. What has never happened is taken for very rare
    /// rather than impossible.
    pub(super) fn distribution(&self) -> (f64, [f64; 5]) {
        let counts = self.0.map(|count| (count as f64).max(0.001));
        let total: f64 = counts.iter().sum();
        (total, counts.map(|count| count / total))
    }

    /// What they say; `None` before the first pair.
    pub fn estimate(&self) -> Option<Estimate> {
        let count = self.count();
        if count == 0 {
            return None;
        }
        let (total, p) = self.distribution();
        let (mean, variance) = moments(&p);
        let error = (variance / total).sqrt();
        let normalized = (mean - 0.5) / (2.0 * variance).sqrt() * NORMALIZED;
        let only = SHARES
            .into_iter()
            .zip(self.0)
            .find(|&(_, pairs)| pairs == count);
        if let Some((share, _)) = only {
            return Some(all_alike(share, count, normalized));
        }
        Some(Estimate {
            score: mean,
            interval: (
                (mean - 1.96 * error).clamp(0.0, 1.0),
                (mean + 1.96 * error).clamp(0.0, 1.0),
            ),
            superiority: normal_cdf((mean - 0.5) / error),
            normalized,
        })
    }
}

/// Pairs that all ended alike have no spread to take an error from. The rule of three: what was not
/// seen in n trials is, with a chance of 95 %, rarer than 3 in n. For who is stronger: how sure n
/// throws that fell alike make it that a coin, about which nothing was known, falls that way more
/// often than not.
fn all_alike(share: f64, count: u64, normalized: f64) -> Estimate {
    let unseen = (3.0 / count as f64).min(1.0);
    let coins = 0.5f64.powi(i32::try_from(count + 1).unwrap_or(i32::MAX));
    let superiority = match share {
        0.5 => 0.5,
        _ if share > 0.5 => 1.0 - coins,
        _ => coins,
    };
    Estimate {
        score: share,
        interval: (share - unseen * share, share + unseen * (1.0 - share)),
        superiority,
        normalized,
    }
}

/// The chance that a standard normal number is at most `x`.
fn normal_cdf(x: f64) -> f64 {
    0.5 * libm::erfc(-x / std::f64::consts::SQRT_2)
}

impl Estimate {
    /// The difference in Elo; `None` where one side won everything.
    pub fn elo(&self) -> Option<f64> {
        elo(self.score)
    }

    /// Both ends of the interval in Elo; `None` for an end that is beyond all bounds.
    pub fn elo_interval(&self) -> (Option<f64>, Option<f64>) {
        (elo(self.interval.0), elo(self.interval.1))
    }

    /// Half the width of the interval in Elo, where it has both ends.
    pub fn elo_error(&self) -> Option<f64> {
        let (low, high) = self.elo_interval();
        low.zip(high).map(|(low, high)| (high - low) / 2.0)
    }
}

/// Mean and variance of the share of a pair.
pub(super) fn moments(p: &[f64; 5]) -> (f64, f64) {
    let mean: f64 = p.iter().zip(SHARES).map(|(p, share)| p * share).sum();
    let variance = p
        .iter()
        .zip(SHARES)
        .map(|(p, share)| p * (share - mean).powi(2))
        .sum();
    (mean, variance)
}

#[cfg(test)]
mod tests {
    use boyi_game::Random;

    use super::*;
    use crate::expected_score;

    #[test]
    fn the_published_pairs_give_the_published_figures() {
        let estimate = Pairs([13, 37, 50, 25, 3]).estimate().expect("pairs");
        let elo = estimate.elo().expect("not all won");
        assert!((elo - -43.6578).abs() < 1e-4, "{elo}");
        let normalized = estimate.normalized;
        assert!((normalized - -63.97).abs() < 5e-3, "{normalized}");
        assert!(estimate.superiority < 0.002);
        let other = Pairs([3, 25, 50, 37, 13]).estimate();
        let other = other.expect("pairs");
        assert!((other.elo().expect("not all won") + elo).abs() < 1e-9);
        assert!((other.superiority + estimate.superiority - 1.0).abs() < 1e-12);
    }

    #[test]
    fn the_normal_distribution_of_every_textbook() {
        for (x, expected) in [
            (0.0, 0.5),
            (1.96, 0.975_002_105),
            (-1.644_853_627, 0.05),
            (-6.0, 9.865_876e-10),
        ] {
            assert!((normal_cdf(x) - expected).abs() < 1e-9, "{x}");
        }
    }

    #[test]
    fn a_thousand_games_give_seventeen_elo_and_two_hundred_thirty_nine() {
        // Independent games, 35 % of them drawn, between equals.
        let (win, draw) = (0.325, 0.35);
        let pair = [
            win * win,
            2.0 * win * draw,
            draw * draw + 2.0 * win * win,
            2.0 * win * draw,
            win * win,
        ];
        for (games, expected) in [(1000.0, 17.0), (200.0, 39.0)] {
            let pairs = Pairs(pair.map(|p: f64| (p * games * 1000.0 / 2.0).round() as u64));
            let (_, p) = pairs.distribution();
            let error = (moments(&p).1 / (games / 2.0)).sqrt();
            let width = elo(0.5 + 1.96 * error).expect("inside");
            assert!((width - expected).abs() < 1.0, "{games} games: {width}");
        }
    }

    #[test]
    fn pairs_that_all_end_alike_are_not_taken_for_certainty() {
        let all_won = Pairs([0, 0, 0, 0, 10]).estimate().expect("pairs");
        assert_eq!(all_won.elo(), None);
        assert_eq!(all_won.elo_interval().1, None);
        assert!((all_won.interval.0 - 0.7).abs() < 1e-9);
        assert!((all_won.superiority - 0.999).abs() < 1e-3);
        let even = Pairs([0, 0, 6, 0, 0]).estimate().expect("pairs");
        assert_eq!((even.score, even.superiority), (0.5, 0.5));
        assert_eq!(even.interval, (0.25, 0.75));
        assert_eq!(Pairs::default().estimate(), None);
    }

    /// The interval is what it says: it misses the truth in about one of twenty matches.
    #[test]
    fn the_interval_misses_in_five_of_a_hundred_matches() {
        let mut random = Random::new(11);
        let truth = 30.0;
        let (matches, pairs) = (2000, 200);
        let mut missed = 0;
        for _ in 0..matches {
            let mut seen = Pairs::default();
            for _ in 0..pairs {
                seen.add(crate::sprt::simulated_pair(truth, 60.0, &mut random));
            }
            let (low, high) = seen.estimate().expect("pairs").interval;
            let score = expected_pair(truth, 60.0);
            missed += u32::from(score < low || score > high);
        }
        let rate = f64::from(missed) / f64::from(matches);
        assert!((0.03..=0.07).contains(&rate), "{rate}");
    }

    fn expected_pair(elo: f64, bias: f64) -> f64 {
        f64::midpoint(expected_score(elo + bias), expected_score(elo - bias))
    }
}
