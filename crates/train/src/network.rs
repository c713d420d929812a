//! Training networks on the processor: stochastic gradient descent with Adam, seeded, and the
//! same on any number of threads.

mod adam;
mod codebook;
mod gomoku;
mod perspective;
mod xiangqi;

pub use codebook::initial_codebook;
pub use gomoku::GomokuSamples;
pub use perspective::{Samples, initial_network};
pub use xiangqi::XiangqiSamples;

use std::convert::Infallible;
use std::sync::Mutex;
use std::time::{Duration, Instant};

use boyi_game::Random;
use boyi_search::Stop;

use crate::numbered::numbered;
use adam::Adam;

/// One game in so many is kept aside, to see what was learned on games that were not trained on.
const HELD_OUT: usize = 32;

/// A network in floating point, as the trainer sees it.
pub trait Trainable: Clone + Send + Sync {
    /// All weights in groups, each with what its members must not exceed to survive quantisation.
    fn parameters(&mut self) -> Vec<(&mut [f32], f32)>;

    /// One of the same shape without any weights, to add gradients up in.
    fn cleared(&self) -> Self {
        let mut cleared = self.clone();
        clear(&mut cleared);
        cleared
    }
}

fn clear(network: &mut impl Trainable) {
    for (weights, _) in network.parameters() {
        weights.fill(0.0);
    }
}

/// Positions that a kind of network learns from.
pub trait Examples<N>: Sync {
    /// Room for what is computed on the way.
    type Workspace: Send;

    fn len(&self) -> usize;

    fn is_empty(&self) -> bool {
        self.len() == 0
    }

    fn workspace(&self, network: &N) -> Self::Workspace;

    /// What the side to move got, from 0 to 1, and the score that a search gave it.
    fn label(&self, index: usize) -> (f32, f32);

    /// The loss of a position: `target` is how likely a win is, and whether the position is to be shown
    /// mirrored, where that changes nothing about it. Its gradient is added to `gradient` where there is one.
    fn learn(
        &self,
        network: &N,
        index: usize,
        target: (f32, bool),
        gradient: Option<&mut N>,
        workspace: &mut Self::Workspace,
    ) -> f32;
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
    /// The most time to learn for; the result then depends on the machine.
    pub time: Option<Duration>,
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
            time: None,
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
pub struct Trained<N> {
    pub network: N,
    /// The score that makes a win e times as likely as a loss.
    pub scale: f32,
    /// The loss on positions kept aside, in floating point.
    pub held_out: f64,
    pub elapsed: Duration,
}

/// Trains a network, beginning with `start`. A stop ends training early with what was learned so far.
pub fn train<N: Trainable, E: Examples<N>>(
    examples: &E,
    held_out: &E,
    start: N,
    settings: &Settings,
    stop: &Stop,
    watch: &mut dyn FnMut(Progress),
) -> Trained<N> {
    let began = Instant::now();
    let mut random = Random::new(settings.seed);
    let scale = score_scale(examples);
    let mut adam = Adam::new(&start);
    let mut network = start;
    let mut order: Vec<u32> = (0..examples.len() as u32).collect();
    let batches = examples.len().div_ceil(BATCH);
    let steps = (settings.passes * batches).max(1);
    let mut gradients: Vec<N> = (0..PARTS).map(|_| network.cleared()).collect();
    let mut recent = 0.0;
    'passes: for pass in 0..settings.passes {
        random.shuffle(&mut order);
        for (number, batch) in order.chunks(BATCH).enumerate() {
            if stop.is_stopped() {
                break 'passes;
            }
            let share_of_time = settings.time.map_or(0.0, |time| {
                began.elapsed().as_secs_f32() / time.as_secs_f32()
            });
            let done = share_of_time.max((pass * batches + number) as f32 / steps as f32);
            if done >= 1.0 {
                break 'passes;
            }
            let target = Target {
                examples,
                scale,
                result_share: settings.result_share,
                mirrored: random.below(2) == 1,
            };
            let loss = descend(&target, batch, &network, &mut gradients, settings.threads);
            let cosine = 0.5 * (1.0 + (std::f32::consts::PI * done).cos());
            let rate = settings.rate * (LAST_RATE + (1.0 - LAST_RATE) * cosine);
            let share = 1.0 / batch.len() as f32;
            adam.step(&mut network, &mut gradients[0], share, rate);
            recent = if recent == 0.0 {
                loss
            } else {
                0.98 * recent + 0.02 * loss
            };
            watch(Progress { done, loss: recent });
        }
    }
    let aside = Target {
        examples: held_out,
        scale,
        result_share: settings.result_share,
        mirrored: false,
    };
    Trained {
        held_out: loss_of(&aside, &network),
        network,
        scale,
        elapsed: began.elapsed(),
    }
}

/// Examples with what is to be learned of them.
struct Target<'a, E> {
    examples: &'a E,
    scale: f32,
    result_share: f32,
    mirrored: bool,
}

impl<E> Target<'_, E> {
    fn learn<N>(
        &self,
        network: &N,
        index: usize,
        gradient: Option<&mut N>,
        workspace: &mut E::Workspace,
    ) -> f64
    where
        E: Examples<N>,
    {
        let (result, score) = self.examples.label(index);
        let share = self.result_share;
        let target = share * result + (1.0 - share) * sigmoid(score / self.scale);
        let target = (target, self.mirrored);
        let examples = self.examples;
        f64::from(examples.learn(network, index, target, gradient, workspace))
    }
}

pub(crate) fn sigmoid(x: f32) -> f32 {
    1.0 / (1.0 + (-x).exp())
}

/// Leaves the gradient of a batch in the first of the gradients and returns the mean loss.
fn descend<N: Trainable, E: Examples<N>>(
    target: &Target<'_, E>,
    batch: &[u32],
    network: &N,
    gradients: &mut Vec<N>,
    threads: usize,
) -> f64 {
    let part = batch.len().div_ceil(PARTS).max(1);
    let slots: Vec<_> = gradients
        .drain(..)
        .map(|gradient| Mutex::new(Some(gradient)))
        .collect();
    let done = numbered(
        PARTS,
        threads,
        || true,
        || Ok::<_, Infallible>(target.examples.workspace(network)),
        |workspace, number| {
            let slot = slots[number].lock().expect("no thread panics").take();
            let mut gradient = slot.expect("each once");
            clear(&mut gradient);
            let mut loss = 0.0;
            for &index in batch.iter().skip(number * part).take(part) {
                loss += target.learn(network, index as usize, Some(&mut gradient), workspace);
            }
            Ok((gradient, loss))
        },
        &mut |_| (),
    );
    let Ok(done) = done;
    let mut loss = 0.0;
    for (gradient, part) in done {
        gradients.push(gradient);
        loss += part;
    }
    let (first, others) = gradients.split_first_mut().expect("there are parts");
    for other in others {
        for ((sums, _), (more, _)) in first.parameters().into_iter().zip(other.parameters()) {
            for (sum, more) in sums.iter_mut().zip(more) {
                *sum += *more;
            }
        }
    }
    loss / batch.len().max(1) as f64
}

/// The mean loss of a network.
fn loss_of<N, E: Examples<N>>(target: &Target<'_, E>, network: &N) -> f64 {
    let mut workspace = target.examples.workspace(network);
    let count = target.examples.len();
    let losses = (0..count).map(|index| target.learn(network, index, None, &mut workspace));
    losses.sum::<f64>() / count.max(1) as f64
}

/// The scale by which scores foretell results best.
fn score_scale<N>(examples: &impl Examples<N>) -> f32 {
    const MOST: usize = 200_000;
    let step = (examples.len() / MOST).max(1);
    let error = |scale: f32| -> f64 {
        let labels = (0..examples.len())
            .step_by(step)
            .map(|index| examples.label(index));
        labels
            .map(|(result, score)| f64::from(result - sigmoid(score / scale)).powi(2))
            .sum()
    };
    let scales = (0..32).map(|step| 60.0 * 1.12_f32.powi(step));
    scales
        .min_by(|a, b| error(*a).total_cmp(&error(*b)))
        .expect("there are scales")
}

/// Fills weights with random numbers up to `range` either way.
fn spread(weights: &mut [f32], range: f32, random: &mut Random) {
    weights.fill_with(|| (random.below(1 << 20) as f32 / (1 << 19) as f32 - 1.0) * range);
}

#[cfg(test)]
mod tests {
    use boyi_nnue::{FloatNetwork, Shape};

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
            time: None,
        }
    }

    fn no_watch(_: Progress) {}

    fn trained(samples: &Toy, held_out: &Toy, settings: &Settings) -> Trained<FloatNetwork> {
        let start = initial_network(SHAPE, settings.seed);
        train(
            samples,
            held_out,
            start,
            settings,
            &Stop::default(),
            &mut no_watch,
        )
    }

    #[test]
    fn a_thousand_positions_are_learned_by_heart_and_others_foretold() {
        let (samples, others) = (Toy::new(1000, 1), Toy::new(300, 2));
        let trained = trained(&samples, &others, &settings(2));
        let target = |examples| Target {
            examples,
            scale: trained.scale,
            result_share: 0.0,
            mirrored: false,
        };
        let by_heart = loss_of(&target(&samples), &trained.network);
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
            trained(&samples, &samples, &settings).network
        };
        assert_eq!(with(1, 1), with(2, 1));
        assert_ne!(with(1, 1), with(1, 2));
    }

    #[test]
    fn the_gradient_is_that_of_small_steps() {
        let network = initial_network(SHAPE, 8);
        let toy = Toy {
            positions: vec![([vec![1, 4, 9], vec![2, 9, 28]], 0.0); 2],
        };
        let learn = |network: &FloatNetwork, gradient: Option<&mut FloatNetwork>| {
            let mut workspace = toy.workspace(network);
            toy.learn(network, 1, (0.8, false), gradient, &mut workspace)
        };
        let mut gradient = network.cleared();
        learn(&network, Some(&mut gradient));
        let step = 1e-2;
        let mut random = Random::new(8);
        for _ in 0..200 {
            let at = random.below(SHAPE.input_weights() as u64) as usize;
            let mut up = network.clone();
            up.input_weights[at] += step;
            let mut down = network.clone();
            down.input_weights[at] -= step;
            let slope = (learn(&up, None) - learn(&down, None)) / (2.0 * step);
            let found = gradient.input_weights[at];
            assert!((slope - found).abs() < 1e-3, "{at}: {slope} {found}");
        }
    }
}
