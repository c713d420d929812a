//! For games that count points: the mean difference of a pair, and an interval for it without any
//! assumption about its distribution.

use boyi_game::Random;

/// The mean difference in points a game.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Difference {
    pub mean: f64,
    /// Where the true mean is, with a chance of 95 %.
    pub interval: (f64, f64),
    pub pairs: u64,
}

/// The mean over pairs, and the middle 95 % of the means of samples drawn from the pairs with
/// replacement; `None` for fewer than two pairs, which say nothing about the spread. The draws are
/// seeded: the same pairs always give the same interval.
pub fn mean_difference(pairs: &[f64]) -> Option<Difference> {
    const SAMPLES: usize = 2000;
    if pairs.len() < 2 {
        return None;
    }
    let count = pairs.len();
    let mean = pairs.iter().sum::<f64>() / count as f64;
    let mut random = Random::new(count as u64);
    let mut means: Vec<f64> = (0..SAMPLES)
        .map(|_| {
            let sum: f64 = (0..count)
                .map(|_| pairs[random.below(count as u64) as usize])
                .sum();
            sum / count as f64
        })
        .collect();
    means.sort_by(f64::total_cmp);
    let widened = widening(count);
    let at = |share: f64| {
        let end = means[((SAMPLES - 1) as f64 * share).round() as usize];
        mean + widened * (end - mean)
    };
    Some(Difference {
        mean,
        interval: (at(0.025), at(0.975)),
        pairs: count as u64,
    })
}

/// Samples of a sample spread less than the truth, the more so the smaller it is. Widening the interval
/// as Student's distribution does mends that (Hesterberg, 2015).
fn widening(count: usize) -> f64 {
    let free = count as f64 - 1.0;
    let z = 1.96f64;
    // The quantile of Student's distribution by its expansion around the normal one.
    let student = z
        + (z.powi(3) + z) / (4.0 * free)
        + (5.0 * z.powi(5) + 16.0 * z.powi(3) + 3.0 * z) / (96.0 * free * free);
    student / z * ((free + 1.0) / free).sqrt()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_interval_is_that_of_the_normal_distribution_where_that_applies() {
        let mut random = Random::new(3);
        // Sums of a dozen dice are as good as normal: mean 0, variance 12 * 35 / 12 = 35.
        let dice = |random: &mut Random| (0..12).map(|_| random.below(6) as f64 - 2.5).sum();
        let pairs: Vec<f64> = (0..400).map(|_| dice(&mut random)).collect();
        let found = mean_difference(&pairs).expect("pairs");
        let expected = 1.96 * (35.0f64 / 400.0).sqrt();
        let (low, high) = found.interval;
        assert!(((high - low) / 2.0 - expected).abs() < 0.1 * expected);
        assert!(low < found.mean && found.mean < high);
    }

    #[test]
    fn the_interval_misses_in_five_of_a_hundred_matches() {
        let mut random = Random::new(4);
        let mut missed = 0;
        for _ in 0..1000 {
            // Skewed on purpose: points of a game often are.
            let pairs: Vec<f64> = (0..60)
                .map(|_| (random.below(10) * random.below(10)) as f64)
                .collect();
            let (low, high) = mean_difference(&pairs).expect("pairs").interval;
            missed += u32::from(20.25 < low || 20.25 > high);
        }
        let rate = f64::from(missed) / 1000.0;
        assert!((0.03..=0.07).contains(&rate), "{rate}");
        assert_eq!(mean_difference(&[3.0]), None);
    }
}
