//! The file that holds the learned weights.
//!
//! A few lines of text say what it is and how it was made (`boyi train reversi --games …`); an empty
//! line ends them. Then little-endian 16-bit numbers: a constant for each of 61 numbers of empties,
//! and for each of 16 knots (0, 4, 8, … 60 empties) one weight for every shape that is not the mirror
//! image of another, then one for every number of moves of either side. The last 8 bytes are a hash of everything before.

use super::mobility::MOBILITY;
use super::patterns::GEOMETRY;

/// Empties from one knot to the next; in between weights are interpolated.
pub const KNOT_STEP: usize = 4;

/// Knots from 0 to 60 empties.
pub const KNOTS: usize = 60 / KNOT_STEP + 1;

/// Numbers of empties that have a constant of their own: who moves last depends on them.
pub const CONSTANTS: usize = 61;

const HEAD: &str = "boyi othello weights 2";

/// Learned weights in parts of a disc (see [`UNIT`](super::UNIT)).
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Weights {
    /// How they were made, one line each.
    pub recipe: Vec<String>,
    /// For each number of empties.
    pub constants: Vec<i16>,
    /// For each knot, all weights.
    pub knots: Vec<Vec<i16>>,
}

/// Why a file holds no weights.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum WeightsError {
    /// Something else altogether, or another version.
    #[error("not a file of Othello weights: it should begin with `{HEAD}`")]
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

impl Weights {
    /// All zero.
    pub fn zero() -> Self {
        Self {
            recipe: Vec::new(),
            constants: vec![0; CONSTANTS],
            knots: vec![vec![0; Self::at_a_knot()]; KNOTS],
        }
    }

    /// How many weights there are at a knot: those of all shapes, then those of mobility.
    pub fn at_a_knot() -> usize {
        GEOMETRY.weights + MOBILITY
    }

    /// The weights at a number of empties, between two knots.
    pub fn at(&self, empties: usize) -> Vec<i16> {
        let (lower, part) = (empties / KNOT_STEP, empties % KNOT_STEP);
        if part == 0 {
            return self.knots[lower].clone();
        }
        let between = |(&a, &b): (&i16, &i16)| {
            let sum = i32::from(a) * (KNOT_STEP - part) as i32 + i32::from(b) * part as i32;
            (sum + KNOT_STEP as i32 / 2).div_euclid(KNOT_STEP as i32) as i16
        };
        self.knots[lower]
            .iter()
            .zip(&self.knots[lower + 1])
            .map(between)
            .collect()
    }

    /// Reads a file.
    pub fn read(bytes: &[u8]) -> Result<Self, WeightsError> {
        let end = bytes
            .windows(2)
            .position(|two| two == b"\n\n")
            .ok_or(WeightsError::Head)?;
        let text = std::str::from_utf8(&bytes[..end]).map_err(|_| WeightsError::Head)?;
        let mut lines = text.lines();
        if lines.next() != Some(HEAD) {
            return Err(WeightsError::Head);
        }
        let recipe = lines.map(str::to_owned).collect();
        let body = &bytes[end + 2..];
        let weights = Self::at_a_knot();
        let expected = 2 * (CONSTANTS + KNOTS * weights) + 8;
        if body.len() != expected {
            return Err(WeightsError::Length {
                expected,
                found: body.len(),
            });
        }
        let (data, stated) = bytes.split_at(bytes.len() - 8);
        let stated = u64::from_le_bytes(stated.try_into().expect("eight bytes"));
        let found = hash(data);
        if stated != found {
            return Err(WeightsError::Hash { stated, found });
        }
        let numbers: Vec<i16> = body[..expected - 8]
            .chunks_exact(2)
            .map(|two| i16::from_le_bytes([two[0], two[1]]))
            .collect();
        let (constants, rest) = numbers.split_at(CONSTANTS);
        Ok(Self {
            recipe,
            constants: constants.to_vec(),
            knots: rest.chunks_exact(weights).map(<[i16]>::to_vec).collect(),
        })
    }

    /// The bytes of the file.
    pub fn write(&self) -> Vec<u8> {
        let mut bytes = format!("{HEAD}\n{}\n\n", self.recipe.join("\n")).into_bytes();
        let numbers = self.constants.iter().chain(self.knots.iter().flatten());
        bytes.extend(numbers.flat_map(|number| number.to_le_bytes()));
        let hash = hash(&bytes);
        bytes.extend(hash.to_le_bytes());
        bytes
    }
}

/// The hash at the end of the file (FNV-1a, 64 bits).
fn hash(bytes: &[u8]) -> u64 {
    bytes.iter().fold(0xCBF2_9CE4_8422_2325, |hash, &byte| {
        (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01B3)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn weights_read_back_and_damage_is_seen() {
        let mut weights = Weights::zero();
        weights.recipe = vec!["games 3".into(), "seed 7".into()];
        weights.constants[60] = -5;
        weights.knots[15][113_000] = 1234;
        let bytes = weights.write();
        assert!(bytes.len() <= 4 << 20, "small enough to be built in");
        assert_eq!(Weights::read(&bytes), Ok(weights));
        let mut damaged = bytes.clone();
        damaged[1000] ^= 1;
        assert!(matches!(
            Weights::read(&damaged),
            Err(WeightsError::Hash { .. })
        ));
        assert!(matches!(
            Weights::read(&bytes[..bytes.len() - 1]),
            Err(WeightsError::Length { .. })
        ));
        for rubbish in [
            &b""[..],
            b"\n\n",
            b"boyi othello weights 1\n\n",
            b"\xFF\xFE\n\n",
        ] {
            assert_eq!(Weights::read(rubbish), Err(WeightsError::Head));
        }
    }

    #[test]
    fn between_knots_weights_are_interpolated() {
        let mut weights = Weights::zero();
        weights.knots[1][0] = 100;
        weights.knots[2][0] = -100;
        assert_eq!(
            [4, 5, 6, 7, 8].map(|empties| weights.at(empties)[0]),
            [100, 50, 0, -50, -100]
        );
    }
}
