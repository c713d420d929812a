//! Adam: steps as large as the gradient is steady.

use boyi_nnue::{FloatNetwork, Shape};

use super::gradient::{Gradient, parameters};

pub(super) struct Adam {
    means: FloatNetwork,
    squares: FloatNetwork,
    steps: i32,
}

const MEAN_DECAY: f32 = 0.9;
const SQUARE_DECAY: f32 = 0.999;
const SMALL: f32 = 1e-8;

impl Adam {
    pub(super) fn new(shape: Shape) -> Self {
        Self {
            means: FloatNetwork::zero(shape),
            squares: FloatNetwork::zero(shape),
            steps: 0,
        }
    }

    /// Moves the network against a gradient, `share` of whose sums is their mean, and keeps its weights
    /// within what survives quantisation.
    pub(super) fn step(
        &mut self,
        network: &mut FloatNetwork,
        gradient: &Gradient,
        share: f32,
        rate: f32,
    ) {
        self.steps += 1;
        let mean_share = 1.0 - MEAN_DECAY.powi(self.steps);
        let square_share = 1.0 - SQUARE_DECAY.powi(self.steps);
        let mut sums = gradient.sums().clone();
        let all = parameters(network)
            .into_iter()
            .zip(parameters(&mut sums))
            .zip(parameters(&mut self.means))
            .zip(parameters(&mut self.squares));
        for (((weights, sums), means), squares) in all {
            let each = weights.iter_mut().zip(sums).zip(means).zip(squares);
            for (((weight, sum), mean), square) in each {
                let slope = *sum * share;
                *mean = MEAN_DECAY * *mean + (1.0 - MEAN_DECAY) * slope;
                *square = SQUARE_DECAY * *square + (1.0 - SQUARE_DECAY) * slope * slope;
                let step = (*mean / mean_share) / ((*square / square_share).sqrt() + SMALL);
                let limit = FloatNetwork::MAX_WEIGHT;
                *weight = (*weight - rate * step).clamp(-limit, limit);
            }
        }
    }
}
