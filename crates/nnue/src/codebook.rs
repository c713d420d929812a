//! A network over a codebook, as it is played with: every cell of a board is a sum of rows of a table,
//! sums are clipped and added up by region, and two small layers make a value and a move's logits of that.
//!
//! ```text
//! cell = clip(row + row + row + row)             32 units a cell
//! region = sum of its cells, less an empty board's
//! units of a region -> 32, ReLU, summed over corners, edges, centre
//! these and the whole board -> 64, ReLU -> value
//!                                       -> 32 weights; a cell times these is its logit
//! ```

use crate::LANES;
use crate::products::{PAIRS, PART, add_products, dot, repeated};

/// Units of a cell.
pub const CELL: usize = 32;

/// Units that are made of a region.
pub const REGION: usize = 32;

/// Units of the hidden layer.
pub const HIDDEN: usize = 64;

/// Regions of a board: three by three.
pub const REGIONS: usize = 9;

/// What the hidden layer sees: corners, edges, the centre, and the sum of all cells.
pub const JOINED: usize = KINDS * REGION + CELL;

/// Kinds of regions: corner, edge, centre.
pub const KINDS: usize = 3;

/// The kind of each region.
pub const KIND_OF: [usize; REGIONS] = [0, 1, 0, 1, 2, 1, 0, 1, 0];

/// What 1 is in a cell; cells are clipped there.
pub const ONE: i16 = 128;

/// What 1 is among the weights of the layers.
const WEIGHT_BITS: u32 = 8;

/// What 1 is in the units of a layer.
const UNIT_BITS: u32 = 7;

/// A region's sums count an eighth, those of the whole board a quarter of that.
pub(crate) const REGION_BITS: u32 = UNIT_BITS + 3;
const BOARD_SHIFT: u32 = 5;

/// Weights and units stay within this, so that no sum of products leaves 32 bits.
const LIMIT: i16 = 4095;

/// What is left for biases beside the largest sum of products, and less for the smaller sums of regions
/// than could be.
const BIAS_LIMIT: i32 = (1 << 20) - (1 << 12);

const _: () = assert!(JOINED as i64 * (LIMIT as i64).pow(2) + (BIAS_LIMIT as i64) < 1 << 31);

/// A cell as one side sees it.
pub type Cell = [i16; CELL];

/// The layers above the cells. The table of rows is the game's, which knows what a row stands for.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct CodebookHead {
    pub(crate) region: [Layer; KINDS],
    pub(crate) hidden: Layer,
    pub(crate) value: Layer,
    pub(crate) policy: Layer,
    /// What an output of 1 is worth in the scores of the game.
    pub(crate) scale: i32,
}

/// What the head makes of a position.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct HeadOutput {
    /// From the view of the side whose cells these are.
    pub value: i32,
    policy: Cell,
}

impl HeadOutput {
    /// What a logit of 1 is.
    pub const LOGIT_BITS: u32 = UNIT_BITS + WEIGHT_BITS;

    /// How likely a move on a cell is, as a logit.
    #[inline]
    pub fn logit(&self, cell: &Cell) -> i32 {
        let mut clipped = *cell;
        for unit in &mut clipped {
            *unit = (*unit).clamp(0, ONE);
        }
        dot(&clipped, &self.policy)
    }
}

impl CodebookHead {
    /// Bytes of an encoded head.
    pub const BYTES: usize = 4
        + KINDS * Layer::bytes(CELL, REGION)
        + Layer::bytes(JOINED, HIDDEN)
        + Layer::bytes(HIDDEN, 1)
        + Layer::bytes(HIDDEN, CELL);

    /// What a position is worth, by the sums of its regions.
    #[inline]
    pub fn output(&self, regions: [&Cell; REGIONS]) -> HeadOutput {
        let mut inputs = [0; JOINED];
        let (kinds, board) = inputs.split_at_mut(KINDS * REGION);
        for (kind, inputs) in kinds.chunks_exact_mut(REGION).enumerate() {
            let mut joined = [0_i32; REGION];
            for (sums, _) in regions.iter().zip(KIND_OF).filter(|of| of.1 == kind) {
                let units: [i32; REGION] = self.region[kind].outputs(*sums);
                for unit in 0..REGION {
                    joined[unit] += units[unit].max(0) >> (REGION_BITS + WEIGHT_BITS - UNIT_BITS);
                }
            }
            for unit in 0..REGION {
                inputs[unit] = bounded(joined[unit]);
            }
        }
        for unit in 0..CELL {
            let sum: i32 = regions.iter().map(|sums| i32::from(sums[unit])).sum();
            board[unit] = bounded(sum >> BOARD_SHIFT);
        }
        let sums: [i32; HIDDEN] = self.hidden.outputs(&inputs);
        let mut hidden = [0; HIDDEN];
        for unit in 0..HIDDEN {
            hidden[unit] = bounded(sums[unit].max(0) >> WEIGHT_BITS);
        }
        let value = self.value.bias[0] + dot(&hidden, &self.value.weights);
        let value = (i64::from(value) * i64::from(self.scale)) >> HeadOutput::LOGIT_BITS;
        let weights: [i32; CELL] = self.policy.outputs(&hidden);
        let most = i32::from(i16::MAX);
        HeadOutput {
            value: value as i32,
            policy: weights.map(|weight| (weight >> UNIT_BITS).clamp(-most, most) as i16),
        }
    }

    pub fn encode(&self) -> Vec<u8> {
        let mut bytes = self.scale.to_le_bytes().to_vec();
        let region = &self.region;
        for layer in region {
            bytes.extend(layer.weights.iter().flat_map(|weight| weight.to_le_bytes()));
        }
        for layer in region {
            bytes.extend(layer.bias.iter().flat_map(|bias| bias.to_le_bytes()));
        }
        for layer in [&self.hidden, &self.value, &self.policy] {
            bytes.extend(layer.weights.iter().flat_map(|weight| weight.to_le_bytes()));
            bytes.extend(layer.bias.iter().flat_map(|bias| bias.to_le_bytes()));
        }
        bytes
    }

    /// Reads what [`Self::encode`] wrote; `None` where there are more or fewer bytes, or numbers that
    /// sums would overflow with.
    pub fn decode(bytes: &[u8]) -> Option<Self> {
        if bytes.len() != Self::BYTES {
            return None;
        }
        let mut bytes = Bytes(bytes);
        let scale = bytes.longs(1)[0];
        let region: [Vec<i16>; KINDS] = std::array::from_fn(|_| bytes.shorts(CELL * REGION));
        let region = region.map(|weights| Layer::new(CELL, weights, bytes.longs(REGION)));
        let mut layer = |inputs, outputs| {
            let weights = bytes.shorts(inputs * outputs);
            Layer::new(inputs, weights, bytes.longs(outputs))
        };
        let head = Self {
            region,
            hidden: layer(JOINED, HIDDEN),
            value: layer(HIDDEN, 1),
            policy: layer(HIDDEN, CELL),
            scale,
        };
        let others = [&head.hidden, &head.value, &head.policy];
        let fits = head.region.iter().chain(others).all(Layer::fits);
        fits.then_some(head)
    }
}

#[inline]
fn bounded(sum: i32) -> i16 {
    sum.clamp(-i32::from(LIMIT), i32::from(LIMIT)) as i16
}

/// A layer: a row of weights and a bias for each output.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Layer {
    weights: Vec<i16>,
    bias: Vec<i32>,
    /// The weights again, two inputs at a time, those of all outputs side by side.
    columns: Vec<[i16; LANES]>,
}

impl Layer {
    const fn bytes(inputs: usize, outputs: usize) -> usize {
        2 * inputs * outputs + 4 * outputs
    }

    fn new(inputs: usize, weights: Vec<i16>, bias: Vec<i32>) -> Self {
        let mut columns = Vec::new();
        for pair in 0..inputs / 2 {
            for outputs in 0..bias.len() / PAIRS {
                columns.push(std::array::from_fn(|lane| {
                    let output = outputs * PAIRS + lane / 2;
                    weights[output * inputs + 2 * pair + lane % 2]
                }));
            }
        }
        Self {
            weights,
            bias,
            columns,
        }
    }

    /// Rounded from floating point; `bias_bits` says what 1 is in the sums.
    pub(crate) fn rounded(inputs: usize, weights: &[f32], bias: &[f32], bias_bits: u32) -> Self {
        let limit = f32::from(LIMIT);
        let weight_one = f32::from(1_u16 << WEIGHT_BITS);
        let weight = |weight: &f32| (weight * weight_one).round().clamp(-limit, limit) as i16;
        let (bias_one, bias_limit) = ((1_u32 << bias_bits) as f32, BIAS_LIMIT as f32);
        let bias_of = |bias: &f32| (bias * bias_one).round().clamp(-bias_limit, bias_limit) as i32;
        Self::new(
            inputs,
            weights.iter().map(weight).collect(),
            bias.iter().map(bias_of).collect(),
        )
    }

    /// The weights and biases in floating point.
    pub(crate) fn to_float(&self, bias_bits: u32) -> (Vec<f32>, Vec<f32>) {
        let weight_one = f32::from(1_u16 << WEIGHT_BITS);
        let bias_one = (1_u32 << bias_bits) as f32;
        (
            self.weights
                .iter()
                .map(|&w| f32::from(w) / weight_one)
                .collect(),
            self.bias.iter().map(|&b| b as f32 / bias_one).collect(),
        )
    }

    /// The sums of all outputs. Many inputs are zero and cost nothing.
    #[inline]
    fn outputs<const OUTPUTS: usize>(&self, inputs: &[i16]) -> [i32; OUTPUTS] {
        let mut sums = [0; OUTPUTS];
        sums.copy_from_slice(&self.bias);
        let blocks = OUTPUTS / PAIRS;
        let (sums_of, _) = sums.as_chunks_mut::<PAIRS>();
        // As many sums at a time as there are registers for.
        for (part, sums) in sums_of.chunks_mut(PART).enumerate() {
            let (pairs, _) = inputs.as_chunks::<2>();
            let columns = self.columns.chunks_exact(blocks);
            for (&pair, columns) in pairs.iter().zip(columns) {
                if pair == [0; 2] {
                    continue;
                }
                let both = repeated(pair);
                for (sums, weights) in sums.iter_mut().zip(&columns[part * PART..]) {
                    add_products(sums, &both, weights);
                }
            }
        }
        sums
    }

    fn fits(&self) -> bool {
        self.weights
            .iter()
            .all(|w| w.unsigned_abs() <= LIMIT as u16)
            && self
                .bias
                .iter()
                .all(|b| b.unsigned_abs() <= BIAS_LIMIT as u32)
    }
}

/// Numbers, low byte first, taken from the front.
struct Bytes<'a>(&'a [u8]);

impl Bytes<'_> {
    fn shorts(&mut self, count: usize) -> Vec<i16> {
        let (front, rest) = self.0.split_at(2 * count);
        self.0 = rest;
        let (pairs, _) = front.as_chunks::<2>();
        pairs.iter().map(|&pair| i16::from_le_bytes(pair)).collect()
    }

    fn longs(&mut self, count: usize) -> Vec<i32> {
        let (front, rest) = self.0.split_at(4 * count);
        self.0 = rest;
        let (fours, _) = front.as_chunks::<4>();
        fours.iter().map(|&four| i32::from_le_bytes(four)).collect()
    }
}

/// Replaces a row of a cell by another and keeps the sums of its region: what the clipped units gained is
/// added to them. Cells and sums hold the views of both sides, one behind the other.
#[inline]
pub fn replace_row<const UNITS: usize>(
    cell: &mut [i16; UNITS],
    region: &mut [i16; UNITS],
    removed: &[i8; UNITS],
    added: &[i8; UNITS],
) {
    for unit in 0..UNITS {
        let (after, gained) = replaced(cell[unit], removed[unit], added[unit]);
        cell[unit] = after;
        region[unit] += gained;
    }
}

/// The same, and says what the cell was before.
#[inline]
pub fn replace_row_keeping<const UNITS: usize>(
    cell: &mut [i16; UNITS],
    before: &mut [i16; UNITS],
    region: &mut [i16; UNITS],
    removed: &[i8; UNITS],
    added: &[i8; UNITS],
) {
    for unit in 0..UNITS {
        before[unit] = cell[unit];
        let (after, gained) = replaced(cell[unit], removed[unit], added[unit]);
        cell[unit] = after;
        region[unit] += gained;
    }
}

/// A unit after one row has taken the place of another, and what it gained where units are clipped.
#[inline]
fn replaced(before: i16, removed: i8, added: i8) -> (i16, i16) {
    let after = before + i16::from(added) - i16::from(removed);
    (after, after.clamp(0, ONE) - before.clamp(0, ONE))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::FloatCodebook;

    /// A stream of numbers from -1 to 1 that look random.
    fn numbers(mut state: u64) -> impl FnMut() -> f32 {
        move || {
            state = state
                .wrapping_mul(6_364_136_223_846_793_005)
                .wrapping_add(1);
            (state >> 33) as f32 / (1_u64 << 30) as f32 - 1.0
        }
    }

    fn random_network(seed: u64) -> FloatCodebook {
        let mut next = numbers(seed);
        let mut network = FloatCodebook::zero(40);
        for (weights, _) in network.parameters() {
            weights.fill_with(|| 0.4 * next());
        }
        network
    }

    #[test]
    fn rounding_changes_little() {
        let mut next = numbers(7);
        for seed in 0..20 {
            let float = random_network(seed);
            let (_, head) = float.quantised(100.0);
            let regions: [Cell; REGIONS] = std::array::from_fn(|region| {
                let stones = if region % 3 == 0 { 0.0 } else { 200.0 };
                std::array::from_fn(|_| (next() * stones) as i16)
            });
            let sums = regions.map(|region| region.map(|sum| f32::from(sum) / f32::from(ONE)));
            let (exact, found) = (float.pass(sums), head.output(regions.each_ref()));
            let error = (100.0 * exact.value - found.value as f32).abs();
            assert!(error < 10.0, "{} {}", exact.value, found.value);
            let cell: Cell = std::array::from_fn(|_| (next() * 200.0) as i16);
            let unit = |unit: &i16| f32::from(*unit) / f32::from(ONE);
            let logit: f32 = cell
                .iter()
                .zip(exact.policy)
                .map(|(u, w)| unit(u).clamp(0.0, 1.0) * w)
                .sum();
            let found = found.logit(&cell) as f32 / (1 << HeadOutput::LOGIT_BITS) as f32;
            assert!(
                (logit - found).abs() < 0.1 + 0.02 * logit.abs(),
                "{logit} {found}"
            );
        }
    }

    #[test]
    fn what_is_encoded_is_decoded_and_wild_numbers_are_refused() {
        let float = random_network(3);
        let (rows, head) = float.quantised(120.0);
        let bytes = head.encode();
        assert_eq!(bytes.len(), CodebookHead::BYTES);
        assert_eq!(CodebookHead::decode(&bytes).as_ref(), Some(&head));
        assert_eq!(CodebookHead::decode(&bytes[1..]), None);
        let again = FloatCodebook::from_quantised(&rows, &head).quantised(120.0);
        assert_eq!(again, (rows, head));
        let mut wild = bytes;
        wild[4..6].copy_from_slice(&i16::MAX.to_le_bytes());
        assert_eq!(CodebookHead::decode(&wild), None);
    }

    #[test]
    fn a_region_holds_what_its_clipped_cells_gained() {
        let mut next = numbers(5);
        let mut row = || -> [i8; CELL] { std::array::from_fn(|_| (next() * 127.0) as i8) };
        let mut region = [0; CELL];
        let mut cell = [0; CELL];
        let mut held = [0_i8; CELL];
        for _ in 0..50 {
            let added = row();
            replace_row(&mut cell, &mut region, &held, &added);
            held = added;
            assert_eq!(cell, held.map(i16::from));
            assert_eq!(region, cell.map(|unit| unit.clamp(0, ONE)));
        }
    }
}
