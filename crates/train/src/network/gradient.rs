//! The gradient of the loss: the squared difference between the probability that the network gives and
//! the one that is to be learned.

use boyi_nnue::{FloatNetwork, LANES, Shape};

use super::sigmoid;

/// Sums over positions.
pub(super) struct Gradient {
    sums: FloatNetwork,
    loss: f64,
    /// The hidden layer before its activation, by view.
    hidden: [Vec<f32>; 2],
    /// The loss by the hidden layer, by view.
    slopes: [Vec<f32>; 2],
}

impl Gradient {
    pub(super) fn new(shape: Shape) -> Self {
        let layer = || [vec![0.0; shape.width], vec![0.0; shape.width]];
        Self {
            sums: FloatNetwork::zero(shape),
            loss: 0.0,
            hidden: layer(),
            slopes: layer(),
        }
    }

    pub(super) fn sums(&self) -> &FloatNetwork {
        &self.sums
    }

    pub(super) fn loss(&self) -> f64 {
        self.loss
    }

    pub(super) fn clear(&mut self) {
        self.loss = 0.0;
        for weights in parameters(&mut self.sums) {
            weights.fill(0.0);
        }
    }

    /// Adds the sums of other positions.
    pub(super) fn merge(&mut self, other: &mut Self) {
        self.loss += other.loss;
        for (sums, others) in parameters(&mut self.sums)
            .into_iter()
            .zip(parameters(&mut other.sums))
        {
            for (sum, other) in sums.iter_mut().zip(others) {
                *sum += *other;
            }
        }
    }

    fn forward(&mut self, network: &FloatNetwork, inputs: &[Vec<usize>; 2], bucket: usize) -> f32 {
        let width = network.shape.width;
        let mut output = network.output_bias[bucket];
        for (view, (hidden, inputs)) in self.hidden.iter_mut().zip(inputs).enumerate() {
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

    pub(super) fn loss_of(
        &mut self,
        network: &FloatNetwork,
        inputs: &[Vec<usize>; 2],
        bucket: usize,
        target: f32,
    ) -> f32 {
        let error = sigmoid(self.forward(network, inputs, bucket)) - target;
        error * error
    }

    /// Adds what a position says.
    pub(super) fn add(
        &mut self,
        network: &FloatNetwork,
        inputs: &[Vec<usize>; 2],
        bucket: usize,
        target: f32,
    ) {
        let width = network.shape.width;
        let probability = sigmoid(self.forward(network, inputs, bucket));
        let error = probability - target;
        self.loss += f64::from(error * error);
        let slope = 2.0 * error * probability * (1.0 - probability);
        self.sums.output_bias[bucket] += slope;
        for (view, inputs) in inputs.iter().enumerate() {
            let row = (2 * bucket + view) * width;
            let weights = &network.output_weights[row..][..width];
            let sums = &mut self.sums.output_weights[row..][..width];
            let hidden = &self.hidden[view];
            let slopes = &mut self.slopes[view];
            for unit in 0..width {
                let clipped = hidden[unit].clamp(0.0, 1.0);
                let moves = if hidden[unit] > 0.0 && hidden[unit] < 1.0 {
                    2.0 * clipped
                } else {
                    0.0
                };
                sums[unit] = (clipped * clipped).mul_add(slope, sums[unit]);
                slopes[unit] = slope * weights[unit] * moves;
            }
            add(&mut self.sums.input_bias, slopes);
            for input in inputs {
                add(
                    &mut self.sums.input_weights[input * width..][..width],
                    slopes,
                );
            }
        }
    }
}

/// All weights of a network.
pub(super) fn parameters(network: &mut FloatNetwork) -> [&mut Vec<f32>; 4] {
    [
        &mut network.input_weights,
        &mut network.input_bias,
        &mut network.output_weights,
        &mut network.output_bias,
    ]
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
