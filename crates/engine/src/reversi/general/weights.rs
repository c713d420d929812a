//! What the general evaluation has learned.
//!
//! The payload of its file is little-endian numbers: the weights of the features as 32-bit floats, by class
//! of size and stage; and for each shape that stands for itself (see `shapes`) its worth in each stage as
//! 16-bit numbers, on ordinary cells and for each average that its cells are worth more. `boyi train
//! reversi-boards` makes it.

use std::sync::{Arc, LazyLock};

use super::evaluator::{FEATURES, SIZE_CLASSES, STAGES};
use super::shapes::{SHAPES, representatives};
use crate::weights::{LearnedWeights, read_i16s, write_i16s};

/// Parts of a unit that the worth of a shape counts in; a unit is a hundredth of the board.
pub const SHAPE_UNIT: f32 = 256.0;

/// What a shape is worth: for each stage the worth on ordinary cells and the extra worth for riches.
pub type ShapeWorth = [i16; 2 * STAGES];

/// Weights of features by class of size, stage and feature, in units; the worth of all shapes.
#[derive(Clone, PartialEq, Debug)]
pub struct BoardWeights {
    /// By class of size, stage and feature.
    pub features: [[[f32; FEATURES]; STAGES]; SIZE_CLASSES],
    /// By number of the shape.
    pub shapes: Vec<ShapeWorth>,
}

/// The weights that are built in.
pub fn embedded_weights() -> Arc<BoardWeights> {
    static EMBEDDED: LazyLock<Arc<BoardWeights>> =
        LazyLock::new(|| Arc::new(BoardWeights::built_in()));
    EMBEDDED.clone()
}

impl BoardWeights {
    /// All zero.
    pub fn zero() -> Self {
        Self {
            features: [[[0.0; FEATURES]; STAGES]; SIZE_CLASSES],
            shapes: vec![[0; 2 * STAGES]; SHAPES],
        }
    }
}

/// Bytes of the features' weights.
const FEATURE_BYTES: usize = 4 * SIZE_CLASSES * STAGES * FEATURES;

/// Whether the shape stands for itself and its mirror images.
fn is_alone(shape: usize, (of, sign): (u32, i8)) -> bool {
    shape == of as usize && sign != 0
}

impl LearnedWeights for BoardWeights {
    const GAME: &'static str = "reversi";
    const KIND: &'static str = "weighted";

    fn built_in_bytes() -> &'static [u8] {
        crate::files::program_file!("reversi-weighted")
    }

    fn payload_size() -> usize {
        let representatives = representatives();
        let shapes = representatives.iter().enumerate();
        FEATURE_BYTES + 2 * 2 * STAGES * shapes.filter(|&(n, of)| is_alone(n, *of)).count()
    }

    fn decode(payload: &[u8]) -> Self {
        let (floats, numbers) = payload.split_at(FEATURE_BYTES);
        let mut weights = Self::zero();
        let places = weights.features.as_flattened_mut().as_flattened_mut();
        for (weight, four) in places.iter_mut().zip(floats.chunks_exact(4)) {
            *weight = f32::from_le_bytes(four.try_into().expect("four bytes"));
        }
        let mut numbers = read_i16s(numbers);
        for (n, of) in representatives().iter().enumerate() {
            // A shape comes after the one that stands for it.
            weights.shapes[n] = if is_alone(n, *of) {
                std::array::from_fn(|_| numbers.next().expect("as many as were counted"))
            } else {
                weights.shapes[of.0 as usize].map(|worth| worth * i16::from(of.1))
            };
        }
        weights
    }

    fn encode(&self) -> Vec<u8> {
        let features = self.features.as_flattened().as_flattened();
        let features = features.iter().flat_map(|weight| weight.to_le_bytes());
        let representatives = representatives();
        let shapes = self.shapes.iter().zip(representatives.iter()).enumerate();
        let alone = shapes.filter(|&(n, (_, of))| is_alone(n, *of));
        let numbers = alone.flat_map(|(_, (worth, _))| worth);
        features.chain(write_i16s(numbers)).collect()
    }
}
