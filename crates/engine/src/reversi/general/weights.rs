//! The file that holds what the general evaluation has learned.
//!
//! A sealed file of little-endian numbers: the weights of the features as 32-bit floats, by class of
//! size and stage; and for each shape that stands for itself (see `shapes`) its worth in each stage as
//! 16-bit numbers, on ordinary cells and for each average that its cells are worth more. `boyi train
//! reversi-boards` makes it.

use std::sync::LazyLock;

use super::super::sealed::{self, WeightsError};
use super::judge::{FEATURES, SIZE_CLASSES, STAGES};
use super::shapes::{SHAPES, representatives};

const HEAD: &str = "boyi board weights 3";

/// Parts of a unit that the worth of a shape counts in; a unit is a hundredth of the board.
pub const SHAPE_UNIT: f32 = 256.0;

/// What a shape is worth: for each stage the worth on ordinary cells and the extra worth for riches.
pub type ShapeWorth = [i16; 2 * STAGES];

/// Weights of features by class of size, stage and feature, in units; the worth of all shapes.
#[derive(Clone, PartialEq, Debug)]
pub struct BoardWeights {
    /// How they were made, one line each.
    pub recipe: Vec<String>,
    /// By class of size, stage and feature.
    pub features: [[[f32; FEATURES]; STAGES]; SIZE_CLASSES],
    /// By number of the shape.
    pub shapes: Vec<ShapeWorth>,
}

/// Learned by `boyi train reversi-boards`; the file says how.
static EMBEDDED: LazyLock<BoardWeights> = LazyLock::new(|| {
    BoardWeights::read(include_bytes!("weights.bin")).expect("weights that were tested")
});

/// The weights that are built in.
pub fn embedded_weights() -> &'static BoardWeights {
    &EMBEDDED
}

impl BoardWeights {
    /// All zero.
    pub fn zero() -> Self {
        Self {
            recipe: Vec::new(),
            features: [[[0.0; FEATURES]; STAGES]; SIZE_CLASSES],
            shapes: vec![[0; 2 * STAGES]; SHAPES],
        }
    }

    /// Reads a file.
    pub fn read(bytes: &[u8]) -> Result<Self, WeightsError> {
        let representatives = representatives();
        let own = |&(n, &(of, sign)): &(usize, &(u32, i8))| n == of as usize && sign != 0;
        let alone = representatives.iter().enumerate().filter(own).count();
        let floats = 4 * SIZE_CLASSES * STAGES * FEATURES;
        let length = floats + 2 * 2 * STAGES * alone;
        let (recipe, body) = sealed::open(bytes, HEAD, length)?;
        let (floats, numbers) = body.split_at(floats);
        let mut weights = Self {
            recipe,
            ..Self::zero()
        };
        let places = weights.features.as_flattened_mut().as_flattened_mut();
        for (weight, four) in places.iter_mut().zip(floats.chunks_exact(4)) {
            *weight = f32::from_le_bytes(four.try_into().expect("four bytes"));
        }
        let mut worths = numbers.chunks_exact(2 * 2 * STAGES);
        for (n, &(of, sign)) in representatives.iter().enumerate() {
            // A shape comes after the one that stands for it.
            if n == of as usize && sign != 0 {
                let worth = worths.next().expect("as many as were counted");
                for (place, two) in weights.shapes[n].iter_mut().zip(worth.chunks_exact(2)) {
                    *place = i16::from_le_bytes([two[0], two[1]]);
                }
            } else {
                weights.shapes[n] = weights.shapes[of as usize].map(|w| w * i16::from(sign));
            }
        }
        Ok(weights)
    }

    /// The bytes of the file.
    pub fn write(&self) -> Vec<u8> {
        let features = self.features.as_flattened().as_flattened();
        let features = features.iter().flat_map(|weight| weight.to_le_bytes());
        let representatives = representatives();
        let shapes = representatives.iter().enumerate();
        let shapes = shapes.filter(|&(n, &(of, sign))| n == of as usize && sign != 0);
        let shapes = shapes
            .flat_map(|(n, _)| &self.shapes[n])
            .flat_map(|number| number.to_le_bytes());
        sealed::seal(HEAD, &self.recipe, features.chain(shapes))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_written_is_read() {
        let mut weights = BoardWeights::zero();
        weights.recipe = vec!["made for a test".to_owned()];
        weights.features[1][2][3] = 0.25;
        for (n, &(of, sign)) in representatives().iter().enumerate() {
            let worth = (of % 1000) as i16 * i16::from(sign);
            weights.shapes[n].fill(worth);
        }
        let bytes = weights.write();
        assert_eq!(BoardWeights::read(&bytes).as_ref(), Ok(&weights));
    }

    #[test]
    fn the_built_in_weights_say_how_they_were_made() {
        let recipe = &embedded_weights().recipe;
        assert!(recipe.iter().any(|line| line.contains("reversi-boards")));
    }
}
