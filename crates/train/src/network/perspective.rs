//! What a perspective network learns of a position: the squared difference between the probability that it
//! gives and the one that is to be learned.

use boyi_game::Random;
use boyi_nnue::{FloatNetwork, LANES, Shape};

use super::{Examples, Trainable, sigmoid, spread};

/// Positions of a game with two views.
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

impl Trainable for FloatNetwork {
    fn parameters(&mut self) -> Vec<(&mut [f32], f32)> {
        let limit = Self::MAX_WEIGHT;
        vec![
            (&mut self.input_weights, limit),
            (&mut self.input_bias, limit),
            (&mut self.output_weights, limit),
            (&mut self.output_bias, limit),
        ]
    }
}

/// Small random weights to begin with.
pub fn initial_network(shape: Shape, seed: u64) -> FloatNetwork {
    let mut random = Random::new(seed);
    let mut network = FloatNetwork::zero(shape);
    // About thirty inputs are on at once.
    spread(&mut network.input_weights, 0.1, &mut random);
    let range = 1.0 / (shape.width as f32).sqrt();
    spread(&mut network.output_weights, range, &mut random);
    network.input_bias.fill(0.1);
    network
}

/// What is computed on the way.
pub struct Workspace {
    inputs: [Vec<usize>; 2],
    /// The hidden layer before its activation, by view.
    hidden: [Vec<f32>; 2],
    /// The loss by the hidden layer.
    slopes: Vec<f32>,
}

impl<S: Samples> Examples<FloatNetwork> for S {
    type Workspace = Workspace;

    fn len(&self) -> usize {
        Samples::len(self)
    }

    fn workspace(&self, network: &FloatNetwork) -> Workspace {
        let layer = || vec![0.0; network.shape.width];
        Workspace {
            inputs: [Vec::new(), Vec::new()],
            hidden: [layer(), layer()],
            slopes: layer(),
        }
    }

    fn label(&self, index: usize) -> (f32, f32) {
        Samples::label(self, index)
    }

    fn learn(
        &self,
        network: &FloatNetwork,
        index: usize,
        (target, mirrored): (f32, bool),
        gradient: Option<&mut FloatNetwork>,
        workspace: &mut Workspace,
    ) -> f32 {
        let bucket = self.inputs(index, mirrored, &mut workspace.inputs);
        let probability = sigmoid(workspace.forward(network, bucket));
        let error = probability - target;
        if let Some(gradient) = gradient {
            let slope = 2.0 * error * probability * (1.0 - probability);
            workspace.add_gradient(network, bucket, slope, gradient);
        }
        error * error
    }
}

impl Workspace {
    fn forward(&mut self, network: &FloatNetwork, bucket: usize) -> f32 {
        let width = network.shape.width;
        let mut output = network.output_bias[bucket];
        for (view, (hidden, inputs)) in self.hidden.iter_mut().zip(&self.inputs).enumerate() {
            hidden.copy_from_slice(&network.input_bias);
            for input in inputs {
                add(hidden, &network.input_weights[input * width..][..width]);
            }
            let weights = &network.output_weights[(2 * bucket + view) * width..][..width];
            let mut sums = [0.0; LANES];
            let (weights, _) = weights.as_chunks::<LANES>();
            let (hidden, _) = hidden.as_chunks::<LANES>();
            for (hidden, weights) in hidden.iter().zip(weights) {
                for lane in 0..LANES {
                    let clipped = hidden[lane].clamp(0.0, 1.0);
                    sums[lane] = (clipped * clipped).mul_add(weights[lane], sums[lane]);
                }
            }
            output += sums.iter().sum::<f32>();
        }
        output
    }

    /// Adds the gradient of a position; `slope` is the loss by the network's output.
    fn add_gradient(
        &mut self,
        network: &FloatNetwork,
        bucket: usize,
        slope: f32,
        sums: &mut FloatNetwork,
    ) {
        let width = network.shape.width;
        sums.output_bias[bucket] += slope;
        for (view, inputs) in self.inputs.iter().enumerate() {
            let row = (2 * bucket + view) * width;
            let weights = &network.output_weights[row..][..width];
            let output_sums = &mut sums.output_weights[row..][..width];
            let hidden = &self.hidden[view];
            for unit in 0..width {
                let clipped = hidden[unit].clamp(0.0, 1.0);
                let moves = if hidden[unit] > 0.0 && hidden[unit] < 1.0 {
                    2.0 * clipped
                } else {
                    0.0
                };
                output_sums[unit] = (clipped * clipped).mul_add(slope, output_sums[unit]);
                self.slopes[unit] = slope * weights[unit] * moves;
            }
            add(&mut sums.input_bias, &self.slopes);
            for input in inputs {
                let row = &mut sums.input_weights[input * width..][..width];
                add(row, &self.slopes);
            }
        }
    }
}

#[inline]
fn add(sums: &mut [f32], row: &[f32]) {
    let (sums, _) = sums.as_chunks_mut::<LANES>();
    let (row, _) = row.as_chunks::<LANES>();
    for (sums, row) in sums.iter_mut().zip(row) {
        for lane in 0..LANES {
            sums[lane] += row[lane];
        }
    }
}
