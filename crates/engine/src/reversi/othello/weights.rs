//! The learned weights.
//!
//! The payload of their file is 16-bit numbers, low byte first: a constant for each of 61 numbers of empties, and for
//! each of 16 knots (0, 4, 8, … 60 empties) one weight for every shape that is not the mirror image of
//! another, then one for every number of moves of either side. `boyi train reversi` makes it.

use super::mobility::MOBILITY;
use super::patterns::GEOMETRY;
use crate::weights::{LearnedWeights, read_i16s, write_i16s};

/// Empties from one knot to the next; in between weights are interpolated.
pub const KNOT_STEP: usize = 4;

/// Knots from 0 to 60 empties.
pub const KNOTS: usize = 60 / KNOT_STEP + 1;

/// Numbers of empties that have a constant of their own: who moves last depends on them.
pub const CONSTANTS: usize = 61;

/// Learned weights in parts of a disc (see [`UNIT`](super::UNIT)).
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Weights {
    pub constants: Vec<i16>,
    pub knots: Vec<Vec<i16>>,
}

impl Weights {
    /// All zero.
    pub fn zero() -> Self {
        Self {
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
}

impl LearnedWeights for Weights {
    const GAME: &'static str = "reversi";
    const KIND: &'static str = "othello";

    fn built_in_bytes() -> &'static [u8] {
        crate::files::program_file!("reversi-othello")
    }

    fn payload_size() -> usize {
        2 * (CONSTANTS + KNOTS * Self::at_a_knot())
    }

    fn decode(payload: &[u8]) -> Self {
        let (constants, knots) = payload.split_at(2 * CONSTANTS);
        let knots = knots.chunks_exact(2 * Self::at_a_knot());
        Self {
            constants: read_i16s(constants).collect(),
            knots: knots.map(|knot| read_i16s(knot).collect()).collect(),
        }
    }

    fn encode(&self) -> Vec<u8> {
        write_i16s(self.constants.iter().chain(self.knots.iter().flatten()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

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
