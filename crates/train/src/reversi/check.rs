//! Whether learned weights can be trusted.

use boyi_engine::reversi::othello::{Evaluation, UNIT, Weights};

use super::regression::Learned;
use super::selfplay::Sample;

/// What was looked at and what came of it.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Checks {
    pub positions: usize,
    /// Positions whose eight images are not all worth the same; must be 0.
    pub asymmetric: usize,
    /// Positions seen more than once whose exact labels differ; must be 0.
    pub incoherent: usize,
    /// The root of the mean squared difference that rounding made, in discs.
    pub rounding: f64,
    /// The error on positions kept apart, in discs.
    pub error: f64,
}

/// Positions that are looked at closely.
const SAMPLE: usize = 20_000;

impl Checks {
    pub(super) fn of(weights: &Weights, learned: &Learned, samples: &[Sample]) -> Self {
        let evaluation = Evaluation::learned(weights);
        let step = (samples.len() / SAMPLE).max(1);
        let (mut positions, mut asymmetric, mut squares) = (0, 0, 0.0);
        for sample in samples.iter().step_by(step) {
            let value = evaluation.fine(sample.board);
            let differs = |which| evaluation.fine(sample.board.image(which)) != value;
            asymmetric += usize::from((1..8).any(differs));
            let exact = f64::from(learned.value(sample));
            squares += (f64::from(value) / f64::from(UNIT) - exact).powi(2);
            positions += 1;
        }
        Self {
            positions,
            asymmetric,
            incoherent: incoherent(samples),
            rounding: (squares / positions.max(1) as f64).sqrt(),
            error: learned.error,
        }
    }

    /// Whether nothing speaks against the weights.
    pub fn pass(&self) -> bool {
        self.asymmetric == 0 && self.incoherent == 0 && self.rounding < 0.1
    }
}

/// Positions near the end are solved: two labels of one position cannot differ.
fn incoherent(samples: &[Sample]) -> usize {
    let mut solved: Vec<_> = samples
        .iter()
        .filter(|sample| sample.solved)
        .map(|sample| (sample.board, sample.label))
        .collect();
    solved.sort_unstable();
    solved
        .windows(2)
        .filter(|two| two[0].0 == two[1].0 && two[0].1 != two[1].1)
        .count()
}
