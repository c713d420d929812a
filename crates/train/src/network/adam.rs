//! Adam: steps as large as the gradient is steady.

use super::Trainable;

pub(super) struct Adam<N> {
    means: N,
    squares: N,
    steps: i32,
}

const MEAN_DECAY: f32 = 0.9;
const SQUARE_DECAY: f32 = 0.999;
const SMALL: f32 = 1e-8;

impl<N: Trainable> Adam<N> {
    pub(super) fn new(network: &N) -> Self {
        Self {
            means: network.cleared(),
            squares: network.cleared(),
            steps: 0,
        }
    }

    /// Moves the network against a gradient, `share` of whose sums is their mean, and keeps its weights
    /// within what survives quantisation.
    pub(super) fn step(&mut self, network: &mut N, gradient: &mut N, share: f32, rate: f32) {
        self.steps += 1;
        let mean_share = 1.0 - MEAN_DECAY.powi(self.steps);
        let square_share = 1.0 - SQUARE_DECAY.powi(self.steps);
        let all = network
            .parameters()
            .into_iter()
            .zip(gradient.parameters())
            .zip(self.means.parameters())
            .zip(self.squares.parameters());
        for ((((weights, limit), (sums, _)), (means, _)), (squares, _)) in all {
            let each = weights.iter_mut().zip(sums).zip(means).zip(squares);
            for (((weight, sum), mean), square) in each {
                let slope = *sum * share;
                *mean = MEAN_DECAY * *mean + (1.0 - MEAN_DECAY) * slope;
                *square = SQUARE_DECAY * *square + (1.0 - SQUARE_DECAY) * slope * slope;
                let step = (*mean / mean_share) / ((*square / square_share).sqrt() + SMALL);
                *weight = (*weight - rate * step).clamp(-limit, limit);
            }
        }
    }
}
