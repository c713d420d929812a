//! Least squares by small steps: each position moves the weights of its shapes towards its label.
//!
//! A position between two knots moves both, by its distance to them. Positions are learned in groups
//! between the same knots; groups that share no knot are learned side by side, so that the number of
//! threads changes nothing.

use std::sync::{Mutex, PoisonError};
use std::thread;

use boyi_engine::reversi::othello::{
    CONSTANTS, GEOMETRY, INSTANCES, KNOT_STEP, KNOTS, Shapes, UNIT, Weights,
};
use boyi_game::Random;

use super::selfplay::Sample;

/// How to learn.
#[derive(Clone, Debug)]
pub struct Fit {
    /// Passes over the positions.
    pub passes: usize,
    /// Threads; they change nothing but the time.
    pub threads: usize,
    /// The order of the positions.
    pub seed: u64,
    /// Weights to begin with: what the positions do not speak of stays as it was.
    pub start: Option<Weights>,
}

/// What was learned, before it is rounded.
pub struct Learned {
    /// For each knot, in discs.
    knots: Vec<Vec<f32>>,
    /// For each number of empties.
    constants: Vec<f32>,
    /// The root of the mean squared error on positions kept apart, in discs.
    pub error: f64,
}

/// The share of its error that a position corrects at the first and at the last pass.
const STEPS: (f32, f32) = (0.25, 0.01);

/// The same where there are weights to begin with, which are not to be washed out at once.
const GENTLE_STEPS: (f32, f32) = (0.06, 0.005);

/// How much of the label is how the game ended; the rest is what the search expected.
const RESULT_SHARE: f32 = 0.6;

/// One position in so many is kept apart to measure the error.
const KEPT_APART: usize = 20;

/// What a position should be worth.
fn label(sample: &Sample) -> f32 {
    let result = f32::from(sample.result);
    sample.expected.map_or(result, |expected| {
        RESULT_SHARE * result + (1.0 - RESULT_SHARE) * f32::from(expected)
    })
}

/// Learns from samples. `watch` is told the error after every pass.
pub fn fit(samples: &[Sample], plan: &Fit, watch: &mut dyn FnMut(usize, f64)) -> Learned {
    let groups = KNOTS - 1;
    let mut lessons: Vec<Vec<u32>> = vec![Vec::new(); groups];
    let mut apart = Vec::new();
    for (index, sample) in samples.iter().enumerate() {
        if index % KEPT_APART == KEPT_APART - 1 {
            apart.push(index);
        } else {
            let empties = sample.board.empties() as usize;
            lessons[(empties / KNOT_STEP).min(groups - 1)].push(index as u32);
        }
    }
    let lessons: Vec<Mutex<Vec<u32>>> = lessons.into_iter().map(Mutex::new).collect();
    let (first_step, last_step) = match plan.start {
        Some(_) => GENTLE_STEPS,
        None => STEPS,
    };
    let start = plan.start.clone().unwrap_or_else(Weights::zero);
    let in_discs = |weights: &Vec<i16>| -> Vec<f32> {
        let weight = |&weight: &i16| f32::from(weight) / UNIT as f32;
        weights.iter().map(weight).collect()
    };
    let knots: Vec<Mutex<Vec<f32>>> = start
        .knots
        .iter()
        .map(|knot| Mutex::new(in_discs(knot)))
        .collect();
    let constants: Vec<Mutex<Vec<f32>>> = (0..groups)
        .map(|_| Mutex::new(in_discs(&start.constants)))
        .collect();
    let mut error = 0.0;
    for pass in 1..=plan.passes.max(1) {
        let progress = (pass - 1) as f32 / (plan.passes.max(2) - 1) as f32;
        let step = first_step * (last_step / first_step).powf(progress);
        for parity in [0, 1] {
            let jobs: Vec<usize> = (parity..groups).step_by(2).collect();
            let jobs = Mutex::new(jobs);
            let work = || {
                while let Some(group) = locked(&jobs).pop() {
                    let mut order = locked(&lessons[group]);
                    let stream = plan.seed ^ ((pass as u64) << 8 | group as u64);
                    Random::new(stream).shuffle(&mut order);
                    learn(
                        samples,
                        &order,
                        step,
                        &mut locked(&knots[group]),
                        &mut locked(&knots[group + 1]),
                        &mut locked(&constants[group]),
                    );
                }
            };
            thread::scope(|scope| {
                for _ in 1..plan.threads.max(1) {
                    scope.spawn(work);
                }
                work();
            });
        }
        let knots: Vec<_> = knots.iter().map(locked).collect();
        let constants: Vec<_> = constants.iter().map(locked).collect();
        let squares = apart.iter().map(|&index| {
            let sample = &samples[index];
            let group = (sample.board.empties() as usize / KNOT_STEP).min(groups - 1);
            let place = Place::of(sample);
            let value = place.value(&knots[group], &knots[group + 1], &constants[group]);
            f64::from(value - label(sample)).powi(2)
        });
        error = (squares.sum::<f64>() / apart.len().max(1) as f64).sqrt();
        watch(pass, error);
    }
    let constants = (0..CONSTANTS)
        .map(|empties| locked(&constants[(empties / KNOT_STEP).min(groups - 1)])[empties])
        .collect();
    Learned {
        knots: knots
            .into_iter()
            .map(|knot| knot.into_inner().unwrap_or_default())
            .collect(),
        constants,
        error,
    }
}

fn locked<T>(mutex: &Mutex<T>) -> std::sync::MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Where a position's shapes lie among the weights, and how near it is to the two knots.
struct Place {
    weights: [u32; INSTANCES],
    lower: f32,
    upper: f32,
    empties: usize,
}

impl Place {
    fn of(sample: &Sample) -> Self {
        let geometry = &*GEOMETRY;
        let shapes = Shapes::of(sample.board, geometry);
        let empties = sample.board.empties() as usize;
        let group = (empties / KNOT_STEP).min(KNOTS - 2);
        let upper = (empties - group * KNOT_STEP) as f32 / KNOT_STEP as f32;
        let weight =
            |n: usize| geometry.shared[(geometry.base[n] + i32::from(shapes.0[n])) as usize];
        Self {
            weights: std::array::from_fn(weight),
            lower: 1.0 - upper,
            upper,
            empties,
        }
    }

    fn value(&self, lower: &[f32], upper: &[f32], constants: &[f32]) -> f32 {
        let (mut below, mut above) = (0.0, 0.0);
        for &weight in &self.weights {
            below += lower[weight as usize];
            above += upper[weight as usize];
        }
        constants[self.empties] + self.lower * below + self.upper * above
    }
}

fn learn(
    samples: &[Sample],
    order: &[u32],
    step: f32,
    lower: &mut [f32],
    upper: &mut [f32],
    constants: &mut [f32],
) {
    for &index in order {
        let sample = &samples[index as usize];
        let place = Place::of(sample);
        let error = label(sample) - place.value(lower, upper, constants);
        // So that the value moves by `step` of the error (normalised least mean squares).
        let size = INSTANCES as f32 * (place.lower.powi(2) + place.upper.powi(2)) + 1.0;
        let change = step * error / size;
        let (down, up) = (change * place.lower, change * place.upper);
        for &weight in &place.weights {
            lower[weight as usize] += down;
            upper[weight as usize] += up;
        }
        constants[place.empties] += change;
    }
}

impl Learned {
    /// In parts of a disc, as the engine uses them.
    pub fn quantised(&self) -> Weights {
        let rounded = |weight: &f32| {
            (weight * UNIT as f32)
                .round()
                .clamp(f32::from(i16::MIN), f32::from(i16::MAX)) as i16
        };
        Weights {
            recipe: Vec::new(),
            constants: self.constants.iter().map(rounded).collect(),
            knots: self
                .knots
                .iter()
                .map(|knot| knot.iter().map(rounded).collect())
                .collect(),
        }
    }

    /// What a position is worth before rounding, in discs.
    pub fn value(&self, sample: &Sample) -> f32 {
        let group = (sample.board.empties() as usize / KNOT_STEP).min(KNOTS - 2);
        Place::of(sample).value(&self.knots[group], &self.knots[group + 1], &self.constants)
    }
}

#[cfg(test)]
mod tests {
    use boyi_engine::reversi::othello::Board;

    use super::*;

    /// Discs on the long edges can be told by the shapes: a rule made of them is found again on boards
    /// whose shapes come often enough to be learned.
    #[test]
    fn a_rule_that_shapes_can_tell_is_found() {
        let mut random = Random::new(9);
        let boards: Vec<Board> = (0..200)
            .map(|_| {
                let mine = random.bits() & random.bits();
                Board {
                    mine,
                    theirs: random.bits() & random.bits() & !mine,
                }
            })
            .collect();
        let samples: Vec<Sample> = (0..20_000)
            .map(|_| {
                let board = boards[random.below(200) as usize];
                let edge = |set: u64| (set & 0xFF00_0000_0000_00FF).count_ones() as i8;
                let result = 2 * (edge(board.mine) - edge(board.theirs));
                Sample {
                    board,
                    result,
                    expected: None,
                }
            })
            .collect();
        let plan = Fit {
            passes: 12,
            threads: 2,
            seed: 1,
            start: None,
        };
        let learned = fit(&samples, &plan, &mut |_, _| ());
        assert!(learned.error < 1.0, "off by {} discs", learned.error);
        let alone = fit(
            &samples,
            &Fit {
                threads: 1,
                ..plan.clone()
            },
            &mut |_, _| (),
        );
        assert_eq!(
            alone.quantised(),
            learned.quantised(),
            "threads change nothing"
        );
    }
}
