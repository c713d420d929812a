//! The file that holds the learned weights.
//!
//! A sealed file of little-endian 16-bit numbers: a constant for each of 61 numbers of empties, and for
//! each of 16 knots (0, 4, 8, … 60 empties) one weight for every shape that is not the mirror image of
//! another, then one for every number of moves of either side. `boyi train reversi` makes it.

use super::super::sealed::{self, WeightsError};
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
        let weights = Self::at_a_knot();
        let length = 2 * (CONSTANTS + KNOTS * weights);
        let (recipe, body) = sealed::open(bytes, HEAD, length)?;
        let numbers: Vec<i16> = body
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
        let numbers = self.constants.iter().chain(self.knots.iter().flatten());
        let numbers = numbers.flat_map(|number| number.to_le_bytes());
        sealed::seal(HEAD, &self.recipe, numbers)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn weights_read_back() {
        let mut weights = Weights::zero();
        weights.recipe = vec!["games 3".into(), "seed 7".into()];
        weights.constants[60] = -5;
        weights.knots[15][113_000] = 1234;
        let bytes = weights.write();
        assert!(bytes.len() <= 4 << 20, "small enough to be built in");
        assert_eq!(Weights::read(&bytes), Ok(weights));
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
