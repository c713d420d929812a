//! The file that holds what the general evaluation has learned.
//!
//! A few lines of text say what it is and how it was made (`boyi train reversi-boards …`); an empty line
//! ends them. Then come, all little-endian, the weights of the features as 32-bit floats, by class of
//! size and stage; and for each shape that stands for itself (see `shapes`) its worth in each stage as
//! 16-bit numbers, on ordinary cells and for each average that its cells are worth more. The last 8
//! bytes are a hash of everything before.

use std::sync::LazyLock;

use super::judge::{FEATURES, SIZE_CLASSES, STAGES};
use super::shapes::{SHAPES, representatives};

const HEAD: &str = "boyi board weights 2";

/// Parts of a unit that the worth of a shape counts in; a unit is a hundredth of the board.
pub const SHAPE_UNIT: f32 = 256.0;

/// What a shape is worth: for each stage the worth on ordinary cells and the extra worth for riches;
/// the last pair stays 0.
pub type ShapeWorth = [i16; 2 * STAGES + 2];

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

/// Why a file holds no weights.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum BoardWeightsError {
    /// Something else altogether, or another version.
    #[error("not a file of board weights: it should begin with `{HEAD}`")]
    Head,
    /// Too short or too long.
    #[error("a file of weights has {expected} bytes after its text, this has {found}")]
    Length {
        /// What there should be.
        expected: usize,
        /// What there is.
        found: usize,
    },
    /// Changed since it was written.
    #[error("the weights are damaged: their hash is {found:016x}, the file says {stated:016x}")]
    Hash {
        /// What the file says.
        stated: u64,
        /// What it is.
        found: u64,
    },
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
            shapes: vec![[0; 2 * STAGES + 2]; SHAPES],
        }
    }

    /// Reads a file.
    pub fn read(bytes: &[u8]) -> Result<Self, BoardWeightsError> {
        let end = bytes
            .windows(2)
            .position(|two| two == b"\n\n")
            .ok_or(BoardWeightsError::Head)?;
        let text = std::str::from_utf8(&bytes[..end]).map_err(|_| BoardWeightsError::Head)?;
        let mut lines = text.lines();
        if lines.next() != Some(HEAD) {
            return Err(BoardWeightsError::Head);
        }
        let recipe = lines.map(str::to_owned).collect();
        let representatives = representatives();
        let own = |&(n, &(of, sign)): &(usize, &(u32, i8))| n == of as usize && sign != 0;
        let alone = representatives.iter().enumerate().filter(own).count();
        let floats = 4 * SIZE_CLASSES * STAGES * FEATURES;
        let expected = floats + 2 * 2 * STAGES * alone + 8;
        let found = bytes.len() - end - 2;
        if found != expected {
            return Err(BoardWeightsError::Length { expected, found });
        }
        let (data, stated) = bytes.split_at(bytes.len() - 8);
        let stated = u64::from_le_bytes(stated.try_into().expect("eight bytes"));
        let hash = hash(data);
        if stated != hash {
            return Err(BoardWeightsError::Hash {
                stated,
                found: hash,
            });
        }
        let (floats, numbers) = data[end + 2..].split_at(floats);
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

    /// The file.
    pub fn write(&self) -> Vec<u8> {
        let mut bytes = format!("{HEAD}\n").into_bytes();
        for line in &self.recipe {
            bytes.extend(line.trim().bytes());
            bytes.push(b'\n');
        }
        bytes.push(b'\n');
        for weight in self.features.as_flattened().as_flattened() {
            bytes.extend(weight.to_le_bytes());
        }
        for (n, &(of, sign)) in representatives().iter().enumerate() {
            if n == of as usize && sign != 0 {
                let worth = &self.shapes[n][..2 * STAGES];
                bytes.extend(worth.iter().flat_map(|number| number.to_le_bytes()));
            }
        }
        let hash = hash(&bytes);
        bytes.extend(hash.to_le_bytes());
        bytes
    }
}

/// FNV-1a.
fn hash(bytes: &[u8]) -> u64 {
    bytes.iter().fold(0xCBF2_9CE4_8422_2325, |hash, &byte| {
        (hash ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01B3)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_written_is_read_and_damage_is_noticed() {
        let mut weights = BoardWeights::zero();
        weights.recipe = vec!["made for a test".to_owned()];
        weights.features[1][2][3] = 0.25;
        for (n, &(of, sign)) in representatives().iter().enumerate() {
            let worth = (of % 1000) as i16 * i16::from(sign);
            weights.shapes[n][..2 * STAGES].fill(worth);
        }
        let bytes = weights.write();
        assert_eq!(BoardWeights::read(&bytes).as_ref(), Ok(&weights));
        let mut damaged = bytes.clone();
        *damaged.last_mut().expect("bytes") ^= 1;
        let error = BoardWeights::read(&damaged);
        assert!(matches!(error, Err(BoardWeightsError::Hash { .. })));
        let error = BoardWeights::read(&bytes[..bytes.len() - 2]);
        assert!(matches!(error, Err(BoardWeightsError::Length { .. })));
        assert_eq!(
            BoardWeights::read(b"chess\n\n"),
            Err(BoardWeightsError::Head)
        );
        assert_eq!(BoardWeights::read(b""), Err(BoardWeightsError::Head));
    }

    #[test]
    fn the_built_in_weights_say_how_they_were_made() {
        let recipe = &embedded_weights().recipe;
        assert!(recipe.iter().any(|line| line.contains("reversi-boards")));
    }
}
