//! The network as it is played with.

use crate::products::{PAIRS, add_products};
use crate::{LANES, QA, QB};

/// How large a network is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Shape {
    pub inputs: usize,
    /// Units of the hidden layer for each side, a multiple of [`LANES`].
    pub width: usize,
    /// Sets of output weights, of which a position's bucket chooses one.
    pub buckets: usize,
}

impl Shape {
    pub const fn input_weights(self) -> usize {
        self.inputs * self.width
    }

    pub const fn output_weights(self) -> usize {
        self.buckets * 2 * self.width
    }

    /// Bytes that an encoded network takes: weights and biases in 16 bits, output biases and scale in 32.
    pub const fn bytes(self) -> usize {
        2 * (self.input_weights() + self.width + self.output_weights()) + 4 * self.buckets + 4
    }
}

/// A network with two views of a position and one hidden layer.
#[derive(Clone, PartialEq, Debug)]
pub struct PerspectiveNetwork {
    pub(crate) shape: Shape,
    /// One row of `width` for each input.
    pub(crate) input_weights: Vec<i16>,
    pub(crate) input_bias: Vec<i16>,
    /// For each bucket a row for the side to move and one for the other.
    pub(crate) output_weights: Vec<i16>,
    /// In units of `QA * QB`.
    pub(crate) output_bias: Vec<i32>,
    /// What an output of 1 is worth in the scores of the game.
    pub(crate) scale: i32,
}

impl PerspectiveNetwork {
    pub fn shape(&self) -> Shape {
        self.shape
    }

    /// The accumulator of a position without any input.
    pub fn bias(&self) -> &[i16] {
        &self.input_bias
    }

    #[inline]
    fn row(&self, input: usize) -> &[i16] {
        &self.input_weights[input * self.shape.width..][..self.shape.width]
    }

    /// Adds an input to an accumulator.
    #[inline]
    pub fn add(&self, accumulator: &mut [i16], input: usize) {
        let (sums, _) = accumulator.as_chunks_mut::<LANES>();
        let (row, _) = self.row(input).as_chunks::<LANES>();
        for (sums, row) in sums.iter_mut().zip(row) {
            for lane in 0..LANES {
                sums[lane] = sums[lane].wrapping_add(row[lane]);
            }
        }
    }

    /// Writes the accumulator after a quiet move: what it was `before`, with one input instead of
    /// another.
    #[inline]
    pub fn moved(&self, before: &[i16], after: &mut [i16], added: usize, removed: usize) {
        let (before, _) = before.as_chunks::<LANES>();
        let (after, _) = after.as_chunks_mut::<LANES>();
        let (added, _) = self.row(added).as_chunks::<LANES>();
        let (removed, _) = self.row(removed).as_chunks::<LANES>();
        for (((after, before), added), removed) in
            after.iter_mut().zip(before).zip(added).zip(removed)
        {
            for lane in 0..LANES {
                after[lane] = before[lane]
                    .wrapping_add(added[lane])
                    .wrapping_sub(removed[lane]);
            }
        }
    }

    /// Writes the accumulator after a capture: one input comes, two go.
    #[inline]
    pub fn captured(&self, before: &[i16], after: &mut [i16], added: usize, removed: [usize; 2]) {
        self.moved(before, after, added, removed[0]);
        self.remove(after, removed[1]);
    }

    /// Takes an input out of an accumulator.
    #[inline]
    pub fn remove(&self, accumulator: &mut [i16], input: usize) {
        let (sums, _) = accumulator.as_chunks_mut::<LANES>();
        let (row, _) = self.row(input).as_chunks::<LANES>();
        for (sums, row) in sums.iter_mut().zip(row) {
            for lane in 0..LANES {
                sums[lane] = sums[lane].wrapping_sub(row[lane]);
            }
        }
    }

    /// The value of a position from the view of the side to move, given both accumulators.
    #[inline]
    pub fn output(&self, to_move: &[i16], other: &[i16], bucket: usize) -> i32 {
        let width = self.shape.width;
        let weights = &self.output_weights[bucket * 2 * width..][..2 * width];
        let (own, theirs) = weights.split_at(width);
        let squares = activated(to_move, own) + activated(other, theirs);
        let sum = squares / QA + self.output_bias[bucket];
        (i64::from(sum) * i64::from(self.scale) / i64::from(QA * QB)) as i32
    }

    pub fn encode(&self) -> Vec<u8> {
        let shorts = [&self.input_weights, &self.input_bias, &self.output_weights];
        let shorts = shorts.into_iter().flatten().flat_map(|n| n.to_le_bytes());
        let longs = self.output_bias.iter().chain([&self.scale]);
        shorts
            .chain(longs.flat_map(|number| number.to_le_bytes()))
            .collect()
    }

    /// Reads what [`Self::encode`] wrote; `None` where the bytes do not fit the shape.
    pub fn decode(shape: Shape, bytes: &[u8]) -> Option<Self> {
        let is_wide = shape.width > 0 && shape.width.is_multiple_of(LANES);
        if bytes.len() != shape.bytes() || !is_wide {
            return None;
        }
        let (shorts, longs) = bytes.split_at(bytes.len() - 4 * shape.buckets - 4);
        let (shorts, _) = shorts.as_chunks::<2>();
        let mut shorts = shorts.iter().map(|&bytes| i16::from_le_bytes(bytes));
        let (longs, _) = longs.as_chunks::<4>();
        let mut longs = longs.iter().map(|&bytes| i32::from_le_bytes(bytes));
        let mut next = |count| shorts.by_ref().take(count).collect();
        let network = Self {
            shape,
            input_weights: next(shape.input_weights()),
            input_bias: next(shape.width),
            output_weights: next(shape.output_weights()),
            output_bias: longs.by_ref().take(shape.buckets).collect(),
            scale: longs.next()?,
        };
        // Larger output weights would overflow in the products.
        let fits = |weight: &i16| i32::from(weight.unsigned_abs()) * QA <= i32::from(i16::MAX);
        network.output_weights.iter().all(fits).then_some(network)
    }
}

/// The activations, clipped and squared, times the weights.
#[inline]
fn activated(accumulator: &[i16], weights: &[i16]) -> i32 {
    let (sums, _) = accumulator.as_chunks::<LANES>();
    let (weights, _) = weights.as_chunks::<LANES>();
    let mut total = [0_i32; PAIRS];
    for (sums, weights) in sums.iter().zip(weights) {
        let mut clipped = [0_i16; LANES];
        let mut weighted = [0_i16; LANES];
        for lane in 0..LANES {
            clipped[lane] = sums[lane].clamp(0, QA as i16);
            weighted[lane] = clipped[lane].wrapping_mul(weights[lane]);
        }
        add_products(&mut total, &weighted, &clipped);
    }
    total.iter().sum()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::FloatNetwork;

    /// A stream of numbers that look random.
    fn numbers(mut state: u64) -> impl FnMut() -> u64 {
        move || {
            state = state
                .wrapping_mul(6_364_136_223_846_793_005)
                .wrapping_add(1);
            state >> 33
        }
    }

    const SHAPE: Shape = Shape {
        inputs: 40,
        width: 48,
        buckets: 3,
    };

    fn random_network(seed: u64) -> PerspectiveNetwork {
        let mut next = numbers(seed);
        let mut small = |range: u64| next() as i64 % (2 * range as i64 + 1) - range as i64;
        let mut shorts = |count, range| (0..count).map(|_| small(range) as i16).collect();
        PerspectiveNetwork {
            shape: SHAPE,
            input_weights: shorts(SHAPE.input_weights(), 300),
            input_bias: shorts(SHAPE.width, 200),
            output_weights: shorts(SHAPE.output_weights(), 128),
            output_bias: vec![-70, 0, 9000],
            scale: 380,
        }
    }

    /// The value by the definition, in wide integers.
    fn by_definition(network: &PerspectiveNetwork, inputs: [&[usize]; 2], bucket: usize) -> i32 {
        let mut squares = 0_i64;
        for (view, inputs) in inputs.iter().enumerate() {
            for unit in 0..SHAPE.width {
                let weight = |input: &usize| network.input_weights[input * SHAPE.width + unit];
                let sum = i64::from(network.input_bias[unit])
                    + inputs
                        .iter()
                        .map(|input| i64::from(weight(input)))
                        .sum::<i64>();
                let out = (2 * bucket + view) * SHAPE.width + unit;
                let clipped = sum.clamp(0, i64::from(QA));
                squares += clipped * clipped * i64::from(network.output_weights[out]);
            }
        }
        let sum = squares / i64::from(QA) + i64::from(network.output_bias[bucket]);
        (sum * i64::from(network.scale) / i64::from(QA * QB)) as i32
    }

    #[test]
    fn values_are_those_of_the_definition_and_updates_those_of_a_fresh_start() {
        let mut next = numbers(9);
        for seed in 0..50 {
            let network = random_network(seed);
            let mut accumulators = [network.bias().to_vec(), network.bias().to_vec()];
            let mut inputs = [Vec::new(), Vec::new()];
            for step in 0..60 {
                for (inputs, accumulator) in inputs.iter_mut().zip(&mut accumulators) {
                    let input = next() as usize % SHAPE.inputs;
                    match next() % 3 {
                        1 if !inputs.is_empty() => {
                            let gone = inputs.swap_remove(next() as usize % inputs.len());
                            network.remove(accumulator, gone);
                        }
                        2 if !inputs.is_empty() => {
                            let gone = inputs.swap_remove(next() as usize % inputs.len());
                            let before = accumulator.clone();
                            network.moved(&before, accumulator, input, gone);
                            inputs.push(input);
                        }
                        _ => {
                            network.add(accumulator, input);
                            inputs.push(input);
                        }
                    }
                }
                let [own, other] = &accumulators;
                let bucket = step % SHAPE.buckets;
                let expected = by_definition(&network, [&inputs[0], &inputs[1]], bucket);
                assert_eq!(
                    network.output(own, other, bucket),
                    expected,
                    "{seed} {step}"
                );
            }
        }
    }

    #[test]
    fn what_is_encoded_is_decoded() {
        let network = random_network(3);
        let bytes = network.encode();
        assert_eq!(bytes.len(), SHAPE.bytes());
        assert_eq!(PerspectiveNetwork::decode(SHAPE, &bytes), Some(network));
        assert_eq!(PerspectiveNetwork::decode(SHAPE, &bytes[1..]), None);
        let mut wild = random_network(3);
        wild.output_weights[5] = 129;
        assert_eq!(PerspectiveNetwork::decode(SHAPE, &wild.encode()), None);
    }

    #[test]
    fn rounding_changes_little() {
        let mut next = numbers(4);
        let mut small = |range: f32| (next() as f32 / (1_u64 << 31) as f32 - 0.5) * 2.0 * range;
        let mut float = FloatNetwork::zero(SHAPE);
        float.input_weights.fill_with(|| small(0.3));
        float.input_bias.fill_with(|| small(0.3));
        float.output_weights.fill_with(|| small(0.6));
        let network = float.quantised(300.0);
        let mut sum = 0.0;
        for start in 0..SHAPE.inputs - 8 {
            let inputs = [start, start + 3, start + 8];
            let mut own = network.bias().to_vec();
            let other = own.clone();
            for input in inputs {
                network.add(&mut own, input);
            }
            let exact = 300.0 * float.output(&inputs, &[], 1);
            let error = (exact - network.output(&own, &other, 1) as f32).abs();
            assert!(error < 20.0, "{exact}");
            sum += error;
        }
        assert!(sum / (SHAPE.inputs as f32) < 2.0, "{sum}");
    }
}
