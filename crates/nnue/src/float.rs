//! The network as it is trained.

use crate::perspective::{PerspectiveNetwork, Shape};
use crate::{QA, QB};

/// A network in floating point, laid out like [`PerspectiveNetwork`].
#[derive(Clone, PartialEq, Debug)]
pub struct FloatNetwork {
    pub shape: Shape,
    pub input_weights: Vec<f32>,
    pub input_bias: Vec<f32>,
    pub output_weights: Vec<f32>,
    pub output_bias: Vec<f32>,
}

impl FloatNetwork {
    /// The largest weight that survives quantisation: an activation times it must fit 16 bits.
    pub const MAX_WEIGHT: f32 = 127.0 / QB as f32;

    pub fn zero(shape: Shape) -> Self {
        Self {
            shape,
            input_weights: vec![0.0; shape.input_weights()],
            input_bias: vec![0.0; shape.width],
            output_weights: vec![0.0; shape.output_weights()],
            output_bias: vec![0.0; shape.buckets],
        }
    }

    /// The output by the definition, for tests and for seeing what rounding costs.
    pub fn output(&self, to_move: &[usize], other: &[usize], bucket: usize) -> f32 {
        let width = self.shape.width;
        let mut output = self.output_bias[bucket];
        for (view, inputs) in [to_move, other].into_iter().enumerate() {
            let weights = &self.output_weights[(2 * bucket + view) * width..][..width];
            for (unit, weight) in weights.iter().enumerate() {
                let rows = inputs
                    .iter()
                    .map(|input| self.input_weights[input * width + unit]);
                let clipped = (self.input_bias[unit] + rows.sum::<f32>()).clamp(0.0, 1.0);
                output += clipped * clipped * weight;
            }
        }
        output
    }

    /// Rounded to integers; an output of 1 is worth `scale`.
    pub fn quantised(&self, scale: f32) -> PerspectiveNetwork {
        let rounded = |weights: &[f32], one: i32| {
            let limit = Self::MAX_WEIGHT;
            let round = |weight: &f32| (weight.clamp(-limit, limit) * one as f32).round() as i16;
            weights.iter().map(round).collect()
        };
        let bias = |weight: &f32| (weight * (QA * QB) as f32).round() as i32;
        PerspectiveNetwork {
            shape: self.shape,
            input_weights: rounded(&self.input_weights, QA),
            input_bias: rounded(&self.input_bias, QA),
            output_weights: rounded(&self.output_weights, QB),
            output_bias: self.output_bias.iter().map(bias).collect(),
            scale: scale.round() as i32,
        }
    }
}
