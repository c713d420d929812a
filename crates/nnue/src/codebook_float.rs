//! The network over a codebook as it is trained.

use crate::codebook::{
    CELL, CodebookHead, HIDDEN, HeadOutput, JOINED, KIND_OF, KINDS, Layer, ONE, REGION,
    REGION_BITS, REGIONS,
};

/// A codebook and its head in floating point, laid out like [`CodebookHead`].
#[derive(Clone, PartialEq, Debug)]
pub struct FloatCodebook {
    /// Rows of [`CELL`] units.
    pub rows: Vec<f32>,
    /// For each kind of region, for each of its units, a weight for each unit of a cell.
    pub region_weights: Vec<f32>,
    pub region_bias: Vec<f32>,
    pub hidden_weights: Vec<f32>,
    pub hidden_bias: Vec<f32>,
    pub value_weights: Vec<f32>,
    pub value_bias: Vec<f32>,
    pub policy_weights: Vec<f32>,
    pub policy_bias: Vec<f32>,
}

/// What is computed on the way to a value, from the view of one side.
#[derive(Clone, Debug)]
pub struct FloatPass {
    /// The sums of the regions' clipped cells, less an empty board's, before they are scaled.
    pub regions: [[f32; CELL]; REGIONS],
    /// The units of the regions, before they are summed by kind.
    pub region_units: [[f32; REGION]; REGIONS],
    pub joined: [f32; JOINED],
    pub hidden: [f32; HIDDEN],
    /// The logit of a win.
    pub value: f32,
    /// The weights of a cell's units in its logit.
    pub policy: [f32; CELL],
}

impl FloatCodebook {
    /// The largest number of a row that survives quantisation.
    pub const MAX_ROW: f32 = 127.0 / ONE as f32;

    /// The largest weight of a layer that does.
    pub const MAX_WEIGHT: f32 = 15.9;

    /// The largest bias of a region's unit that does.
    pub const MAX_BIAS: f32 = 3.9;

    /// What a region's sums count in its units, and those of the whole board in the hidden layer.
    pub const REGION_SCALE: f32 = 1.0 / 8.0;
    pub const BOARD_SCALE: f32 = 1.0 / 32.0;

    pub fn zero(rows: usize) -> Self {
        Self {
            rows: vec![0.0; rows * CELL],
            region_weights: vec![0.0; KINDS * REGION * CELL],
            region_bias: vec![0.0; KINDS * REGION],
            hidden_weights: vec![0.0; HIDDEN * JOINED],
            hidden_bias: vec![0.0; HIDDEN],
            value_weights: vec![0.0; HIDDEN],
            value_bias: vec![0.0],
            policy_weights: vec![0.0; CELL * HIDDEN],
            policy_bias: vec![0.0; CELL],
        }
    }

    /// All numbers, in groups, each with what its members must not exceed.
    pub fn parameters(&mut self) -> [(&mut [f32], f32); 9] {
        let weight = Self::MAX_WEIGHT;
        [
            (&mut self.rows, Self::MAX_ROW),
            (&mut self.region_weights, weight),
            (&mut self.region_bias, Self::MAX_BIAS),
            (&mut self.hidden_weights, weight),
            (&mut self.hidden_bias, weight),
            (&mut self.value_weights, weight),
            (&mut self.value_bias, weight),
            (&mut self.policy_weights, weight),
            (&mut self.policy_bias, weight),
        ]
    }

    /// The head's value and weights of moves, given the sums of the regions.
    pub fn pass(&self, regions: [[f32; CELL]; REGIONS]) -> FloatPass {
        let mut region_units = [[0.0; REGION]; REGIONS];
        let mut joined = [0.0; JOINED];
        for (region, sums) in regions.iter().enumerate() {
            let kind = KIND_OF[region];
            for (unit, made) in region_units[region].iter_mut().enumerate() {
                let row = kind * REGION + unit;
                let sum = dot(&self.region_weights[row * CELL..][..CELL], sums);
                *made = (sum * Self::REGION_SCALE + self.region_bias[row]).max(0.0);
                joined[row] += *made;
            }
            for (unit, sum) in sums.iter().enumerate() {
                joined[KINDS * REGION + unit] += sum * Self::BOARD_SCALE;
            }
        }
        let mut hidden = [0.0; HIDDEN];
        for (unit, made) in hidden.iter_mut().enumerate() {
            let sum = dot(&self.hidden_weights[unit * JOINED..][..JOINED], &joined);
            *made = (sum + self.hidden_bias[unit]).max(0.0);
        }
        FloatPass {
            value: dot(&self.value_weights, &hidden) + self.value_bias[0],
            policy: std::array::from_fn(|unit| {
                dot(&self.policy_weights[unit * HIDDEN..][..HIDDEN], &hidden)
                    + self.policy_bias[unit]
            }),
            regions,
            region_units,
            joined,
            hidden,
        }
    }

    /// The network that these integers were rounded from, as far as they tell.
    pub fn from_quantised(rows: &[i8], head: &CodebookHead) -> Self {
        let join = |layers: &[&Layer], bias_bits| {
            let (mut weights, mut bias) = (Vec::new(), Vec::new());
            for layer in layers {
                let (more_weights, more_bias) = layer.to_float(bias_bits);
                weights.extend(more_weights);
                bias.extend(more_bias);
            }
            (weights, bias)
        };
        let bits = HeadOutput::LOGIT_BITS;
        let (region_weights, region_bias) = join(&head.region.each_ref(), REGION_BITS + 8);
        let (hidden_weights, hidden_bias) = join(&[&head.hidden], bits);
        let (value_weights, value_bias) = join(&[&head.value], bits);
        let (policy_weights, policy_bias) = join(&[&head.policy], bits);
        Self {
            rows: rows
                .iter()
                .map(|&number| f32::from(number) / f32::from(ONE))
                .collect(),
            region_weights,
            region_bias,
            hidden_weights,
            hidden_bias,
            value_weights,
            value_bias,
            policy_weights,
            policy_bias,
        }
    }

    /// Rounded to integers: the rows and the head; an output of 1 is worth `scale`.
    pub fn quantised(&self, scale: f32) -> (Vec<i8>, CodebookHead) {
        let limit = Self::MAX_ROW;
        let number = |number: &f32| (number.clamp(-limit, limit) * f32::from(ONE)).round() as i8;
        let region = std::array::from_fn(|kind| {
            let weights = &self.region_weights[kind * REGION * CELL..][..REGION * CELL];
            let bias = &self.region_bias[kind * REGION..][..REGION];
            Layer::rounded(CELL, weights, bias, REGION_BITS + 8)
        });
        let layer =
            |inputs, weights, bias| Layer::rounded(inputs, weights, bias, HeadOutput::LOGIT_BITS);
        let head = CodebookHead {
            region,
            hidden: layer(JOINED, &self.hidden_weights, &self.hidden_bias),
            value: layer(HIDDEN, &self.value_weights, &self.value_bias),
            policy: layer(HIDDEN, &self.policy_weights, &self.policy_bias),
            scale: scale.round() as i32,
        };
        (self.rows.iter().map(number).collect(), head)
    }
}

fn dot(a: &[f32], b: &[f32]) -> f32 {
    const LANES: usize = crate::LANES;
    let (a, _) = a.as_chunks::<LANES>();
    let (b, _) = b.as_chunks::<LANES>();
    let mut total = [0.0; LANES];
    for (a, b) in a.iter().zip(b) {
        for lane in 0..LANES {
            total[lane] += a[lane] * b[lane];
        }
    }
    total.iter().sum()
}
