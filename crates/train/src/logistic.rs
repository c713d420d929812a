//! Logistic regression: weights whose sums predict how likely a win is. Texel's method, for any
//! evaluation that is a sum.

use std::convert::Infallible;

use boyi_search::Stop;

use crate::numbered::numbered;

/// Positions taken apart: what each is made of, and how it ended.
pub trait Samples: Sync {
    fn len(&self) -> usize;

    fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The share of a win that sample number `index` brought, between 0 and 1.
    fn target(&self, index: usize) -> f32;

    /// Calls `visit` with the number of a weight and how much of it the sample has.
    fn each(&self, index: usize, visit: impl FnMut(usize, f32));
}

#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Fitting {
    /// The sum that makes a win e times as likely as a loss.
    pub scale: f32,
    pub iterations: usize,
    /// How far a weight moves in a step, at most about.
    pub rate: f32,
    /// How strongly weights are held where they began: the loss of one point of distance, squared,
    /// for each weight. It keeps weights of which the samples know little from wandering off.
    pub hold: f32,
    pub threads: usize,
}

/// Samples are summed in pieces of this size, so that the sum does not depend on the threads.
const PIECE: usize = 4096;

/// The mean loss of weights: the cross entropy of what they predict and what happened.
pub fn loss(samples: &impl Samples, weights: &[f32], fitting: &Fitting) -> f64 {
    gradient(samples, weights, fitting).0
}

/// The scale among these that fits the samples best with weights as they are; that of `fitting` where
/// there are none.
pub fn best_scale(
    samples: &impl Samples,
    weights: &[f32],
    fitting: &Fitting,
    scales: impl Iterator<Item = f32>,
) -> f32 {
    let misfit = |scale: f32| loss(samples, weights, &Fitting { scale, ..*fitting });
    let misfits = scales.map(|scale| (misfit(scale), scale));
    let best = misfits.min_by(|a, b| a.0.total_cmp(&b.0));
    best.map_or(fitting.scale, |best| best.1)
}

/// What weights are made of: each is a sum of parts, some of which it shares with others, so that what
/// is learnt about frequent weights tells something about rare ones.
pub struct Parts {
    count: usize,
    of: Vec<Vec<usize>>,
}

impl Parts {
    /// For each weight in turn its parts, all numbered below `count`.
    pub fn new(count: usize, of: impl Iterator<Item = Vec<usize>>) -> Self {
        Self {
            count,
            of: of.collect(),
        }
    }

    /// Every weight on its own.
    fn alone(count: usize) -> Self {
        Self::new(count, (0..count).map(|weight| vec![weight]))
    }

    fn sums(&self, parts: &[f32]) -> impl Iterator<Item = f32> {
        let sum = |of: &Vec<usize>| of.iter().map(|&part| parts[part]).sum();
        self.of.iter().map(sum)
    }

    /// The slope for each part, given that for each weight.
    fn slopes(&self, weights: &[f32]) -> Vec<f32> {
        let mut slopes = vec![0.0; self.count];
        for (of, slope) in self.of.iter().zip(weights) {
            for &part in of {
                slopes[part] += slope;
            }
        }
        slopes
    }
}

/// Finds weights by gradient descent (Adam, Kingma and Ba 2014), beginning at `start`; without `parts`
/// every weight is on its own. `watch` is shown the step and the loss; pressing `stop` returns what was
/// found so far.
pub fn fit(
    samples: &impl Samples,
    start: &[f32],
    parts: Option<&Parts>,
    fitting: &Fitting,
    stop: &Stop,
    watch: &mut dyn FnMut(usize, f64),
) -> Vec<f32> {
    let alone = Parts::alone(start.len());
    let slopes = |weights: &[f32]| gradient(samples, weights, fitting);
    descend(slopes, start, parts.unwrap_or(&alone), fitting, stop, watch)
}

/// Goes down by gradient: `slopes` gives the loss of weights and its slope for each.
pub fn descend(
    slopes: impl Fn(&[f32]) -> (f64, Vec<f32>),
    start: &[f32],
    parts: &Parts,
    fitting: &Fitting,
    stop: &Stop,
    watch: &mut dyn FnMut(usize, f64),
) -> Vec<f32> {
    const MEMORY: f32 = 0.9;
    const LONG_MEMORY: f32 = 0.999;
    let mut weights = start.to_vec();
    // How far each part has moved.
    let mut moved = vec![0.0_f32; parts.count];
    let mut mean = moved.clone();
    let mut square = moved.clone();
    for step in 0..fitting.iterations {
        if stop.is_stopped() {
            break;
        }
        let (loss, slopes) = slopes(&weights);
        watch(step, loss);
        // Large steps at first, small ones to settle.
        let rate = fitting.rate * (1.0 - 0.9 * step as f32 / fitting.iterations as f32);
        let fade = |memory: f32| 1.0 - memory.powi(step as i32 + 1);
        let slopes = parts.slopes(&slopes);
        for index in 0..moved.len() {
            let pull = 2.0 * fitting.hold * moved[index];
            let slope = slopes[index] + pull;
            mean[index] = MEMORY * mean[index] + (1.0 - MEMORY) * slope;
            square[index] = LONG_MEMORY * square[index] + (1.0 - LONG_MEMORY) * slope * slope;
            let mean = mean[index] / fade(MEMORY);
            let spread = (square[index] / fade(LONG_MEMORY)).sqrt();
            moved[index] -= rate * mean / (spread + 1e-9);
        }
        let news = start.iter().zip(parts.sums(&moved));
        weights = news.map(|(start, sum)| start + sum).collect();
    }
    weights
}

/// The mean loss and its slope for each weight.
fn gradient(samples: &impl Samples, weights: &[f32], fitting: &Fitting) -> (f64, Vec<f32>) {
    let pieces = numbered(
        samples.len().div_ceil(PIECE),
        fitting.threads,
        || true,
        || Ok::<(), Infallible>(()),
        |(), number| Ok(piece(samples, number * PIECE, weights, fitting.scale)),
        &mut |_| (),
    );
    let Ok(pieces) = pieces;
    let mut slopes = vec![0.0_f64; weights.len()];
    let mut loss = 0.0;
    for (part, part_slopes) in pieces {
        loss += part;
        for (sum, slope) in slopes.iter_mut().zip(part_slopes) {
            *sum += f64::from(slope);
        }
    }
    let count = samples.len().max(1) as f64;
    let slopes = slopes.iter().map(|sum| (sum / count) as f32).collect();
    (loss / count, slopes)
}

fn piece(samples: &impl Samples, from: usize, weights: &[f32], scale: f32) -> (f64, Vec<f32>) {
    let mut slopes = vec![0.0; weights.len()];
    let mut loss = 0.0;
    for index in from..(from + PIECE).min(samples.len()) {
        let mut sum = 0.0;
        samples.each(index, |weight, amount| sum += weights[weight] * amount);
        let expected = likelihood(sum, scale);
        let target = samples.target(index);
        loss += entropy(target, expected);
        let slope = (expected - target) / scale;
        samples.each(index, |weight, amount| slopes[weight] += slope * amount);
    }
    (loss, slopes)
}

/// How likely a win is, half a draw counted.
#[inline]
pub fn likelihood(sum: f32, scale: f32) -> f32 {
    1.0 / (1.0 + (-sum / scale).exp())
}

fn entropy(target: f32, expected: f32) -> f64 {
    let expected = f64::from(expected).clamp(1e-9, 1.0 - 1e-9);
    let target = f64::from(target);
    -(target * expected.ln() + (1.0 - target) * (1.0 - expected).ln())
}

#[cfg(test)]
mod tests {
    use boyi_game::Random;

    use super::*;

    /// Two weights, known in advance.
    struct Known(Vec<([f32; 2], f32)>);

    impl Samples for Known {
        fn len(&self) -> usize {
            self.0.len()
        }
        fn target(&self, index: usize) -> f32 {
            self.0[index].1
        }
        fn each(&self, index: usize, mut visit: impl FnMut(usize, f32)) {
            for (weight, &amount) in self.0[index].0.iter().enumerate() {
                visit(weight, amount);
            }
        }
    }

    #[test]
    fn weights_are_found_again_whatever_the_threads() {
        let mut random = Random::new(1);
        let truth = [120.0, -45.0];
        let sample = |_| {
            let amounts = [0, 1].map(|_| random.below(7) as f32 - 3.0);
            let sum = truth[0] * amounts[0] + truth[1] * amounts[1];
            (amounts, likelihood(sum, 200.0))
        };
        let samples = Known((0..9000).map(sample).collect());
        let fitting = Fitting {
            scale: 200.0,
            iterations: 400,
            rate: 2.0,
            hold: 0.0,
            threads: 1,
        };
        let stop = Stop::default();
        let found = fit(&samples, &[0.0; 2], None, &fitting, &stop, &mut |_, _| ());
        for (found, truth) in found.iter().zip(truth) {
            assert!((found - truth).abs() < 2.0, "{found} instead of {truth}");
        }
        let more = Fitting {
            threads: 3,
            ..fitting
        };
        let again = fit(&samples, &[0.0; 2], None, &more, &stop, &mut |_, _| ());
        assert_eq!(found, again);
    }
}
