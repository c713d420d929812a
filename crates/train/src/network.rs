//! Training perspective networks on the processor: stochastic gradient descent with Adam, seeded, and the
//! same on any number of threads.

mod adam;
mod gradient;
mod xiangqi;

pub use xiangqi::XiangqiSamples;

use std::time::{Duration, Instant};

use boyi_game::Random;
use boyi_nnue::{FloatNetwork, PerspectiveNetwork, Shape};
use boyi_search::Stop;

use crate::numbered::numbered;
use adam::Adam;
use gradient::Gradient;

/// Positions that a network learns from.
pub trait Samples: Sync {
    fn len(&self) -> usize;

    fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Writes the inputs of both views, the side to move's first, and returns the bucket. A position may
    /// be shown mirrored, where that changes nothing about it.
    fn inputs(&self, index: usize, mirrored: bool, inputs: &mut [Vec<usize>; 2]) -> usize;

    /// What the side to move got, from 0 to 1, and the score that a search gave it.
    fn label(&self, index: usize) -> (f32, f32);
}

/// How a network is trained.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Settings {
    pub width: usize,
    /// Passes over all positions.
    pub passes: usize,
    /// The share of the result in what is learned; the rest is the score of the search.
    pub result_share: f32,
    pub rate: f32,
    pub seed: u64,
    pub threads: usize,
}

impl Default for Settings {
    fn default() -> Self {
        Self {
            width: 128,
            passes: 20,
            result_share: 0.3,
            rate: 1e-3,
            seed: 1,
            threads: 1,
        }
    }
}

/// Positions between two steps.
const BATCH: usize = 16_384;

/// Parts of a batch whose gradients are computed apart and added up in order, so that the threads change
/// nothing.
const PARTS: usize = 16;

/// The rate falls to this share of what it was.
const LAST_RATE: f32 = 0.01;

/// How far training has come.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Progress {
    /// From 0 to 1.
    pub done: f32,
    /// The mean loss lately.
    pub loss: f64,
}

/// A trained network.
#[derive(Clone, Debug)]
pub struct Trained {
    pub network: PerspectiveNetwork,
    pub float: FloatNetwork,
    /// The score that makes a win e times as likely as a loss.
    pub scale: f32,
    /// The loss on positions kept aside, in floating point.
    pub held_out: f64,
    pub elapsed: Duration,
}

/// Trains a network from nothing. A stop ends training early with what was learned so far.
pub fn train(
    samples: &impl Samples,
    held_out: &impl Samples,
    shape: Shape,
    settings: &Settings,
    stop: &Stop,
    watch: &mut dyn FnMut(Progress),
) -> Trained {
    let began = Instant::now();
    let mut random = Random::new(settings.seed);
    let scale = score_scale(samples);
    let mut float = initial(shape, &mut random);
    let mut adam = Adam::new(shape);
    let mut order: Vec<u32> = (0..samples.len() as u32).collect();
    let batches = samples.len().div_ceil(BATCH);
    let steps = (settings.passes * batches).max(1);
    let mut gradients: Vec<Gradient> = (0..PARTS).map(|_| Gradient::new(shape)).collect();
    let mut recent = 0.0;
    'passes: for pass in 0..settings.passes {
        random.shuffle(&mut order);
        for (number, batch) in order.chunks(BATCH).enumerate() {
            if stop.is_stopped() {
                break 'passes;
            }
            let done = (pass * batches + number) as f32 / steps as f32;
            let mirrored = random.below(2) == 1;
            let target = Target {
                samples,
                scale,
                result_share: settings.result_share,
                mirrored,
            };
            let loss = descend(&target, batch, &float, &mut gradients, settings.threads);
            let cosine = 0.5 * (1.0 + (std::f32::consts::PI * done).cos());
            let rate = settings.rate * (LAST_RATE + (1.0 - LAST_RATE) * cosine);
            adam.step(&mut float, &gradients[0], 1.0 / batch.len() as f32, rate);
            recent = if recent == 0.0 {
                loss
            } else {
                0.98 * recent + 0.02 * loss
            };
            watch(Progress { done, loss: recent });
        }
    }
    let aside = Target {
        samples: held_out,
        scale,
        result_share: settings.result_share,
        mirrored: false,
    };
    Trained {
        network: float.quantised(scale),
        held_out: loss_of(&aside, &float),
        float,
        scale,
        elapsed: began.elapsed(),
    }
}

/// Samples with what is to be learned of them.
struct Target<'a, S> {
    samples: &'a S,
    scale: f32,
    result_share: f32,
    mirrored: bool,
}

impl<S: Samples> Target<'_, S> {
    fn of(&self, index: usize) -> f32 {
        let (result, score) = self.samples.label(index);
        self.result_share * result + (1.0 - self.result_share) * sigmoid(score / self.scale)
    }
}

fn sigmoid(x: f32) -> f32 {
    1.0 / (1.0 + (-x).exp())
}

/// Leaves the gradient of a batch in the first of the gradients and returns the mean loss.
fn descend<S: Samples>(
    target: &Target<'_, S>,
    batch: &[u32],
    network: &FloatNetwork,
    gradients: &mut Vec<Gradient>,
    threads: usize,
) -> f64 {
    let part = batch.len().div_ceil(PARTS).max(1);
    let slots: Vec<_> = gradients
        .drain(..)
        .map(|gradient| std::sync::Mutex::new(Some(gradient)))
        .collect();
    let done = numbered(
        PARTS,
        threads,
        || true,
        || Ok::<_, std::convert::Infallible>([Vec::new(), Vec::new()]),
        |inputs, number| {
            let mut gradient = slots[number]
                .lock()
                .expect("no thread panics")
                .take()
                .expect("each once");
            gradient.clear();
            for &index in batch.iter().skip(number * part).take(part) {
                let index = index as usize;
                let bucket = target.samples.inputs(index, target.mirrored, inputs);
                gradient.add(network, inputs, bucket, target.of(index));
            }
            Ok(gradient)
        },
        &mut |_| (),
    );
    let Ok(done) = done;
    gradients.extend(done);
    let (first, others) = gradients.split_first_mut().expect("there are parts");
    for other in others {
        first.merge(other);
    }
    first.loss() / batch.len().max(1) as f64
}

/// The mean loss of a network.
fn loss_of<S: Samples>(target: &Target<'_, S>, network: &FloatNetwork) -> f64 {
    let mut gradient = Gradient::new(network.shape);
    let mut inputs = [Vec::new(), Vec::new()];
    let mut loss = 0.0;
    for index in 0..target.samples.len() {
        let bucket = target.samples.inputs(index, false, &mut inputs);
        loss += f64::from(gradient.loss_of(network, &inputs, bucket, target.of(index)));
    }
    loss / target.samples.len().max(1) as f64
}

/// The scale by which scores foretell results best.
fn score_scale(samples: &impl Samples) -> f32 {
    const MOST: usize = 200_000;
    let step = (samples.len() / MOST).max(1);
    let error = |scale: f32| -> f64 {
        let labels = (0..samples.len())
            .step_by(step)
            .map(|index| samples.label(index));
        labels
            .map(|(result, score)| f64::from(result - sigmoid(score / scale)).powi(2))
            .sum()
    };
    let scales = (0..32).map(|step| 60.0 * 1.12_f32.powi(step));
    scales
        .min_by(|a, b| error(*a).total_cmp(&error(*b)))
        .expect("there are scales")
}

/// Small random weights to begin with.
fn initial(shape: Shape, random: &mut Random) -> FloatNetwork {
    let mut network = FloatNetwork::zero(shape);
    let mut spread = |weights: &mut [f32], range: f32| {
        weights.fill_with(|| (random.below(1 << 20) as f32 / (1 << 19) as f32 - 1.0) * range);
    };
    // About thirty inputs are on at once.
    spread(&mut network.input_weights, 0.1);
    spread(
        &mut network.output_weights,
        1.0 / (shape.width as f32).sqrt(),
    );
    network.input_bias.fill(0.1);
    network
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A made-up game: the sum of the values of the inputs decides.
    struct Toy {
        positions: Vec<([Vec<usize>; 2], f32)>,
    }

    const SHAPE: Shape = Shape {
        inputs: 30,
        width: 16,
        buckets: 2,
    };

    impl Toy {
        fn new(count: usize, seed: u64) -> Self {
            let mut random = Random::new(seed);
            let mut draw = || {
                let mut inputs: Vec<usize> = (0..6).map(|_| random.below(30) as usize).collect();
                inputs.sort_unstable();
                inputs.dedup();
                inputs
            };
            let worth =
                |inputs: &[usize]| inputs.iter().map(|&i| (i as f32 - 14.0) * 9.0).sum::<f32>();
            let positions = (0..count).map(|_| {
                let (own, other) = (draw(), draw());
                let score = worth(&own) - worth(&other);
                ([own, other], score)
            });
            Self {
                positions: positions.collect(),
            }
        }
    }

    impl Samples for Toy {
        fn len(&self) -> usize {
            self.positions.len()
        }

        fn inputs(&self, index: usize, _: bool, inputs: &mut [Vec<usize>; 2]) -> usize {
            inputs.clone_from(&self.positions[index].0);
            index % 2
        }

        fn label(&self, index: usize) -> (f32, f32) {
            let score = self.positions[index].1;
            (if score > 0.0 { 1.0 } else { 0.0 }, score)
        }
    }

    fn settings(threads: usize) -> Settings {
        Settings {
            width: 16,
            passes: 1500,
            result_share: 0.0,
            rate: 0.01,
            seed: 1,
            threads,
        }
    }

    fn no_watch(_: Progress) {}

    #[test]
    fn a_thousand_positions_are_learned_by_heart_and_others_foretold() {
        let (samples, others) = (Toy::new(1000, 1), Toy::new(300, 2));
        let trained = train(
            &samples,
            &others,
            SHAPE,
            &settings(2),
            &Stop::default(),
            &mut no_watch,
        );
        let target = |samples| Target {
            samples,
            scale: trained.scale,
            result_share: 0.0,
            mirrored: false,
        };
        let by_heart = loss_of(&target(&samples), &trained.float);
        assert!(by_heart < 2e-4, "{by_heart}");
        assert!(trained.held_out < 4e-3, "{}", trained.held_out);
    }

    #[test]
    fn threads_change_nothing_and_the_seed_does() {
        let samples = Toy::new(200, 3);
        let with = |threads, seed| {
            let settings = Settings {
                passes: 20,
                seed,
                ..settings(threads)
            };
            train(
                &samples,
                &samples,
                SHAPE,
                &settings,
                &Stop::default(),
                &mut no_watch,
            )
            .float
        };
        assert_eq!(with(1, 1), with(2, 1));
        assert_ne!(with(1, 1), with(1, 2));
    }

    #[test]
    fn the_gradient_is_that_of_small_steps() {
        let mut random = Random::new(8);
        let network = initial(SHAPE, &mut random);
        let inputs = [vec![1, 4, 9], vec![2, 9, 28]];
        let mut gradient = Gradient::new(SHAPE);
        gradient.add(&network, &inputs, 1, 0.8);
        let loss = |network: &FloatNetwork| Gradient::new(SHAPE).loss_of(network, &inputs, 1, 0.8);
        let step = 1e-2;
        for _ in 0..200 {
            let at = random.below(SHAPE.input_weights() as u64) as usize;
            let mut up = network.clone();
            up.input_weights[at] += step;
            let mut down = network.clone();
            down.input_weights[at] -= step;
            let slope = (loss(&up) - loss(&down)) / (2.0 * step);
            let found = gradient.sums().input_weights[at];
            assert!((slope - found).abs() < 1e-3, "{at}: {slope} {found}");
        }
    }
}
