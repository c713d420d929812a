//! What a network over a codebook learns of a position: how likely a win is, and which move was played.

use boyi_game::Random;
use boyi_nnue::{CELL, FloatCodebook, FloatPass, HIDDEN, JOINED, KIND_OF, KINDS, REGION, REGIONS};

use super::{Trainable, sigmoid, spread};

/// How much the moves count beside the value.
const POLICY_SHARE: f32 = 0.3;

impl Trainable for FloatCodebook {
    fn parameters(&mut self) -> Vec<(&mut [f32], f32)> {
        Self::parameters(self).into()
    }
}

/// Small random weights to begin with.
pub fn initial_codebook(rows: usize, seed: u64) -> FloatCodebook {
    let mut random = Random::new(seed);
    let mut network = FloatCodebook::zero(rows);
    let range = |inputs: usize| 1.5 / (inputs as f32).sqrt();
    spread(&mut network.rows, 0.1, &mut random);
    for number in &mut network.rows {
        *number += 0.04;
    }
    spread(&mut network.region_weights, range(CELL), &mut random);
    spread(&mut network.hidden_weights, range(JOINED), &mut random);
    spread(&mut network.value_weights, range(HIDDEN), &mut random);
    spread(&mut network.policy_weights, range(HIDDEN), &mut random);
    network
}

/// A position to learn from, as the side to move sees it.
pub(super) struct Lesson<'a> {
    /// The rows of every point, and those of an empty board.
    pub(super) rows: &'a [[u16; 4]],
    pub(super) empty_rows: &'a [[u16; 4]],
    pub(super) regions: &'a [usize],
    pub(super) candidates: &'a [u16],
    pub(super) played: u16,
    /// How likely a win is.
    pub(super) target: f32,
}

/// What is computed on the way.
#[derive(Default)]
pub struct Workspace {
    /// The units of every point before they are clipped, and those of an empty board.
    cells: Vec<[f32; CELL]>,
    empty_cells: Vec<[f32; CELL]>,
    probabilities: Vec<f32>,
}

impl Workspace {
    /// The loss of a position; its gradient is added to `gradient` where there is one.
    pub(super) fn learn(
        &mut self,
        network: &FloatCodebook,
        lesson: &Lesson,
        gradient: Option<&mut FloatCodebook>,
    ) -> f32 {
        let pass = self.forward(network, lesson);
        let probability = sigmoid(pass.value);
        let move_loss = self.choose(&pass, lesson);
        if let Some(gradient) = gradient {
            self.add_gradient(
                network,
                lesson,
                &pass,
                probability - lesson.target,
                gradient,
            );
        }
        let likely = |p: f32| p.max(1e-6).ln();
        let target = lesson.target;
        let value_loss = -target * likely(probability) - (1.0 - target) * likely(1.0 - probability);
        value_loss + POLICY_SHARE * move_loss
    }

    fn forward(&mut self, network: &FloatCodebook, lesson: &Lesson) -> FloatPass {
        let sum = |rows: &[u16; 4]| {
            let mut units = [0.0; CELL];
            for row in rows {
                let row = &network.rows[usize::from(*row) * CELL..][..CELL];
                for (unit, number) in units.iter_mut().zip(row) {
                    *unit += number;
                }
            }
            units
        };
        self.cells.clear();
        self.empty_cells.clear();
        let mut regions = [[0.0; CELL]; REGIONS];
        for (point, (rows, empty)) in lesson.rows.iter().zip(lesson.empty_rows).enumerate() {
            let cell = sum(rows);
            let before = if rows == empty { cell } else { sum(empty) };
            let region = &mut regions[lesson.regions[point]];
            for unit in 0..CELL {
                region[unit] += cell[unit].clamp(0.0, 1.0) - before[unit].clamp(0.0, 1.0);
            }
            self.cells.push(cell);
            self.empty_cells.push(before);
        }
        network.pass(regions)
    }

    /// Computes how likely each candidate is and returns the loss of the move that was played.
    fn choose(&mut self, pass: &FloatPass, lesson: &Lesson) -> f32 {
        let logit = |&cell: &u16| -> f32 {
            let units = self.cells[usize::from(cell)].iter().zip(&pass.policy);
            units
                .map(|(unit, weight)| unit.clamp(0.0, 1.0) * weight)
                .sum()
        };
        self.probabilities.clear();
        self.probabilities
            .extend(lesson.candidates.iter().map(logit));
        let most = self.probabilities.iter().copied().fold(f32::MIN, f32::max);
        for logit in &mut self.probabilities {
            *logit = (*logit - most).exp();
        }
        let sum: f32 = self.probabilities.iter().sum();
        for probability in &mut self.probabilities {
            *probability /= sum;
        }
        let played = lesson
            .candidates
            .iter()
            .position(|&cell| cell == lesson.played);
        played.map_or(0.0, |played| -self.probabilities[played].max(1e-6).ln())
    }

    /// Adds the gradient of a position; `slope` is the loss by the value's logit.
    fn add_gradient(
        &self,
        network: &FloatCodebook,
        lesson: &Lesson,
        pass: &FloatPass,
        slope: f32,
        sums: &mut FloatCodebook,
    ) {
        let (policy_slopes, logit_slopes) = self.policy_slopes(lesson);
        let mut hidden_slopes = [0.0; HIDDEN];
        for (unit, hidden_slope) in hidden_slopes.iter_mut().enumerate() {
            sums.value_weights[unit] += slope * pass.hidden[unit];
            *hidden_slope += slope * network.value_weights[unit];
        }
        sums.value_bias[0] += slope;
        for (unit, &slope) in policy_slopes.iter().enumerate() {
            let weights = &network.policy_weights[unit * HIDDEN..][..HIDDEN];
            let weight_sums = &mut sums.policy_weights[unit * HIDDEN..][..HIDDEN];
            sums.policy_bias[unit] += slope;
            for hidden in 0..HIDDEN {
                weight_sums[hidden] += slope * pass.hidden[hidden];
                hidden_slopes[hidden] += slope * weights[hidden];
            }
        }
        let region_slopes = region_slopes(network, pass, &hidden_slopes, sums);
        self.add_rows(lesson, pass, &region_slopes, &logit_slopes, sums);
    }

    /// The loss by the weights of a cell's units in its logit, and by the logit of every point.
    fn policy_slopes(&self, lesson: &Lesson) -> ([f32; CELL], Vec<f32>) {
        let mut slopes = [0.0; CELL];
        let mut logits = vec![0.0; lesson.rows.len()];
        if !lesson.candidates.contains(&lesson.played) {
            return (slopes, logits);
        }
        for (&cell, probability) in lesson.candidates.iter().zip(&self.probabilities) {
            let chosen = f32::from(u8::from(cell == lesson.played));
            let slope = POLICY_SHARE * (probability - chosen);
            logits[usize::from(cell)] = slope;
            let units = &self.cells[usize::from(cell)];
            for (sum, unit) in slopes.iter_mut().zip(units) {
                *sum += slope * unit.clamp(0.0, 1.0);
            }
        }
        (slopes, logits)
    }

    /// Adds the gradient of the rows.
    fn add_rows(
        &self,
        lesson: &Lesson,
        pass: &FloatPass,
        region_slopes: &[[f32; CELL]; REGIONS],
        logit_slopes: &[f32],
        sums: &mut FloatCodebook,
    ) {
        let mut add = |rows: &[u16; 4], slopes: &[f32; CELL]| {
            for row in rows {
                let row = &mut sums.rows[usize::from(*row) * CELL..][..CELL];
                for (sum, slope) in row.iter_mut().zip(slopes) {
                    *sum += slope;
                }
            }
        };
        let moves = |unit: f32| f32::from(u8::from(unit > 0.0 && unit < 1.0));
        for (point, (rows, empty)) in lesson.rows.iter().zip(lesson.empty_rows).enumerate() {
            let changed = rows != empty;
            let logit = logit_slopes[point];
            if !changed && logit == 0.0 {
                continue;
            }
            let region = &region_slopes[lesson.regions[point]];
            let (cell, before) = (&self.cells[point], &self.empty_cells[point]);
            let counts = f32::from(u8::from(changed));
            let slopes = std::array::from_fn(|unit| {
                moves(cell[unit]) * (counts * region[unit] + logit * pass.policy[unit])
            });
            add(rows, &slopes);
            if changed {
                let slopes = std::array::from_fn(|unit| -moves(before[unit]) * region[unit]);
                add(empty, &slopes);
            }
        }
    }
}

/// Adds the gradient of the layers from the regions to the hidden one, and returns the loss by the regions'
/// sums.
fn region_slopes(
    network: &FloatCodebook,
    pass: &FloatPass,
    hidden_slopes: &[f32; HIDDEN],
    sums: &mut FloatCodebook,
) -> [[f32; CELL]; REGIONS] {
    let mut joined_slopes = [0.0; JOINED];
    for (unit, &slope) in hidden_slopes.iter().enumerate() {
        if pass.hidden[unit] <= 0.0 {
            continue;
        }
        let weights = &network.hidden_weights[unit * JOINED..][..JOINED];
        let weight_sums = &mut sums.hidden_weights[unit * JOINED..][..JOINED];
        sums.hidden_bias[unit] += slope;
        for joined in 0..JOINED {
            weight_sums[joined] += slope * pass.joined[joined];
            joined_slopes[joined] += slope * weights[joined];
        }
    }
    let mut slopes = [[0.0; CELL]; REGIONS];
    for (region, slopes) in slopes.iter_mut().enumerate() {
        for (unit, slope) in slopes.iter_mut().enumerate() {
            *slope = joined_slopes[KINDS * REGION + unit] * FloatCodebook::BOARD_SCALE;
        }
        for unit in 0..REGION {
            if pass.region_units[region][unit] <= 0.0 {
                continue;
            }
            let row = KIND_OF[region] * REGION + unit;
            sums.region_bias[row] += joined_slopes[row];
            let slope = joined_slopes[row] * FloatCodebook::REGION_SCALE;
            let weights = &network.region_weights[row * CELL..][..CELL];
            let weight_sums = &mut sums.region_weights[row * CELL..][..CELL];
            for cell in 0..CELL {
                weight_sums[cell] += slope * pass.regions[region][cell];
                slopes[cell] += slope * weights[cell];
            }
        }
    }
    slopes
}

#[cfg(test)]
mod tests {
    use super::*;

    const ROWS: usize = 12;

    fn lesson(rows: &[[u16; 4]]) -> Lesson<'_> {
        const EMPTY: [[u16; 4]; 9] = [[0; 4]; 9];
        Lesson {
            rows,
            empty_rows: &EMPTY,
            regions: &[0, 1, 2, 3, 4, 5, 6, 7, 8],
            candidates: &[0, 3, 4, 7],
            played: 4,
            target: 0.8,
        }
    }

    #[test]
    fn the_gradient_is_that_of_small_steps() {
        let mut random = Random::new(2);
        let rows: Vec<[u16; 4]> = (0..9)
            .map(|point| [point % 3, 1, 2, 0].map(|row| row + random.below(9) as u16))
            .collect();
        let lesson = lesson(&rows);
        let mut network = initial_codebook(ROWS, 5);
        for number in &mut network.rows {
            *number += 0.1;
        }
        // Regions without stones would lie on the kink of their activation.
        network.region_bias.fill(0.05);
        let loss = |network: &FloatCodebook| Workspace::default().learn(network, &lesson, None);
        let mut gradient = network.cleared();
        Workspace::default().learn(&network, &lesson, Some(&mut gradient));
        let groups = FloatCodebook::parameters(&mut gradient).len();
        let step = 2e-3;
        for group in 0..groups {
            let size = FloatCodebook::parameters(&mut gradient)[group].0.len();
            let mut wrong = 0;
            for _ in 0..60 {
                let at = random.below(size as u64) as usize;
                let moved = |by: f32| {
                    let mut network = network.clone();
                    FloatCodebook::parameters(&mut network)[group].0[at] += by;
                    loss(&network)
                };
                let slope = (moved(step) - moved(-step)) / (2.0 * step);
                let found = FloatCodebook::parameters(&mut gradient)[group].0[at];
                wrong += usize::from((slope - found).abs() > 2e-3 + 0.03 * found.abs());
            }
            // A step may cross a kink of the activations.
            assert!(wrong <= 3, "group {group}: {wrong} of 60");
        }
    }
}
