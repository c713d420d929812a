//! Least squares by small steps: each position moves the weights of its shapes and moves towards its label.
//!
//! Weights are held at knots, numbers of empties some way apart; a position between two knots moves
//! both, by its distance to them. A coarse stage with few knots comes first: most shapes are rare, and
//! what they are worth in one part of the game is a good guess for the others. A fine stage begins
//! where the coarse one ended. Learned at fine knots alone, a rare shape is worth whatever its few
//! games ended with, and a search, which picks the largest of many values, finds such mistakes. Positions are learned in groups between the same knots; groups
//! that share no knot are learned side by side, so that the number of threads changes nothing.

use std::sync::{Mutex, PoisonError};
use std::thread;

use boyi_engine::reversi::othello::{
    CONSTANTS, GEOMETRY, INSTANCES, KNOT_STEP, KNOTS, Shapes, UNIT, Weights, mobility,
};
use boyi_game::Random;

use super::selfplay::Sample;

#[derive(Clone, Debug)]
pub struct Fit {
    pub passes: usize,
    pub threads: usize,
    pub seed: u64,
    /// Weights to begin with instead of a coarse stage.
    pub start: Option<Weights>,
}

/// What was learned, before it is rounded.
pub struct Learned {
    knots: Vec<Vec<f32>>,
    constants: Vec<f32>,
    /// The root of the mean squared error on positions kept apart, in discs.
    pub error: f64,
}

/// Empties from knot to knot in the coarse stage.
const COARSE_STEP: usize = 20;

/// The share of its error that a position corrects at the first and at the last pass of a stage.
const COARSE_RATES: (f32, f32) = (0.2, 0.03);
const FINE_RATES: (f32, f32) = (0.05, 0.003);

/// Passes of the coarse stage in every hundred.
const COARSE_SHARE: usize = 75;

/// Positions that come one after the other, so from the same games, are learned or kept apart together:
/// so many, or fewer where there are few.
const BLOCK: usize = 512;

/// One block in so many is kept apart to measure the error.
const KEPT_APART: usize = 20;

/// Learns from samples. `watch` is told the error after every pass.
pub fn fit(samples: &[Sample], plan: &Fit, watch: &mut dyn FnMut(usize, f64)) -> Learned {
    let passes = plan.passes.max(2);
    let (mut learned, coarse_passes) = match &plan.start {
        Some(start) => (Learned::begun(start), 0),
        None => {
            let mut learned = Learned {
                knots: vec![vec![0.0; Weights::at_a_knot()]; 60 / COARSE_STEP + 1],
                constants: vec![0.0; CONSTANTS],
                error: 0.0,
            };
            let coarse = (passes * COARSE_SHARE / 100).max(1);
            let stage = Stage {
                step: COARSE_STEP,
                passes: coarse,
                rates: COARSE_RATES,
            };
            stage.learn(&mut learned, samples, plan, watch);
            learned.refine();
            (learned, coarse)
        }
    };
    let stage = Stage {
        step: KNOT_STEP,
        passes: passes - coarse_passes,
        rates: FINE_RATES,
    };
    stage.learn(&mut learned, samples, plan, &mut |pass, error| {
        watch(coarse_passes + pass, error);
    });
    learned
}

/// What a position should be worth, in discs.
fn label(sample: &Sample) -> f32 {
    f32::from(sample.label) / UNIT as f32
}

/// Some passes with knots so far apart.
struct Stage {
    step: usize,
    passes: usize,
    rates: (f32, f32),
}

impl Stage {
    fn learn(
        &self,
        learned: &mut Learned,
        samples: &[Sample],
        plan: &Fit,
        watch: &mut dyn FnMut(usize, f64),
    ) {
        let groups = 60 / self.step;
        let mut groups_of_samples: Vec<Vec<u32>> = vec![Vec::new(); groups];
        let mut apart = Vec::new();
        let block = (samples.len() / (4 * KEPT_APART)).clamp(1, BLOCK);
        for (index, sample) in samples.iter().enumerate() {
            if index / block % KEPT_APART == KEPT_APART - 1 {
                apart.push(sample);
            } else {
                groups_of_samples[group_of(sample, self.step)].push(index as u32);
            }
        }
        let groups_of_samples: Vec<Mutex<Vec<u32>>> =
            groups_of_samples.into_iter().map(Mutex::new).collect();
        let knots: Vec<Mutex<Vec<f32>>> = learned.knots.drain(..).map(Mutex::new).collect();
        let constants: Vec<Mutex<Vec<f32>>> = (0..groups)
            .map(|_| Mutex::new(learned.constants.clone()))
            .collect();
        for pass in 1..=self.passes {
            let progress = (pass - 1) as f32 / (self.passes.max(2) - 1) as f32;
            let (first, last) = self.rates;
            let rate = first * (last / first).powf(progress);
            for parity in [0, 1] {
                let jobs = Mutex::new((parity..groups).step_by(2).collect::<Vec<_>>());
                let work = || {
                    while let Some(group) = locked(&jobs).pop() {
                        let mut order = locked(&groups_of_samples[group]);
                        let stream = plan.seed ^ ((pass as u64) << 8 | group as u64);
                        Random::new(stream).shuffle(&mut order);
                        self.pass(
                            order.iter().map(|&index| &samples[index as usize]),
                            rate,
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
            let squares = apart.iter().map(|sample| {
                let group = group_of(sample, self.step);
                let place = Place::of(sample, self.step);
                let value = place.value(&knots[group], &knots[group + 1], &constants[group]);
                f64::from(value - label(sample)).powi(2)
            });
            let sum = squares.fold(0.0, |sum, square| sum + square);
            learned.error = (sum / apart.len().max(1) as f64).sqrt();
            watch(pass, learned.error);
        }
        for (empties, constant) in learned.constants.iter_mut().enumerate() {
            *constant = locked(&constants[(empties / self.step).min(groups - 1)])[empties];
        }
        learned.knots = knots
            .into_iter()
            .map(|knot| knot.into_inner().unwrap_or_else(PoisonError::into_inner))
            .collect();
    }

    /// One pass over the positions between two knots.
    fn pass<'s>(
        &self,
        samples: impl Iterator<Item = &'s Sample>,
        rate: f32,
        lower: &mut [f32],
        upper: &mut [f32],
        constants: &mut [f32],
    ) {
        for sample in samples {
            let place = Place::of(sample, self.step);
            let error = label(sample) - place.value(lower, upper, constants);
            // So that the value moves by `rate` of the error (normalised least mean squares).
            let size = TERMS as f32 * (place.lower.powi(2) + place.upper.powi(2)) + 1.0;
            let change = rate * error / size;
            let (down, up) = (change * place.lower, change * place.upper);
            for &weight in &place.weights {
                lower[weight as usize] += down;
                upper[weight as usize] += up;
            }
            constants[place.empties] += change;
        }
    }
}

fn locked<T>(mutex: &Mutex<T>) -> std::sync::MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// The lower one of the two knots that a position lies between.
fn group_of(sample: &Sample, step: usize) -> usize {
    (sample.board.empties() as usize / step).min(60 / step - 1)
}

/// Weights that a position uses: one for each shape, one for each side's number of moves.
const TERMS: usize = INSTANCES + 2;

/// Where a position's shapes and moves lie among the weights, and how near it is to the two knots.
struct Place {
    weights: [u32; TERMS],
    lower: f32,
    upper: f32,
    empties: usize,
}

impl Place {
    fn of(sample: &Sample, step: usize) -> Self {
        let geometry = &*GEOMETRY;
        let shapes = Shapes::of(sample.board, geometry);
        let empties = sample.board.empties() as usize;
        let upper = (empties - group_of(sample, step) * step) as f32 / step as f32;
        let moves = mobility(sample.board);
        let weight = |n: usize| match n.checked_sub(INSTANCES) {
            None => geometry.shared[(geometry.base[n] + i32::from(shapes.0[n])) as usize],
            Some(side) => (geometry.weights + moves[side]) as u32,
        };
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

impl Learned {
    fn begun(weights: &Weights) -> Self {
        let in_discs = |weights: &Vec<i16>| -> Vec<f32> {
            let weight = |&weight: &i16| f32::from(weight) / UNIT as f32;
            weights.iter().map(weight).collect()
        };
        Self {
            knots: weights.knots.iter().map(in_discs).collect(),
            constants: in_discs(&weights.constants),
            error: 0.0,
        }
    }

    fn refine(&mut self) {
        let fine = |knot: usize| {
            let empties = knot * KNOT_STEP;
            let lower = (empties / COARSE_STEP).min(self.knots.len() - 2);
            let share = (empties - lower * COARSE_STEP) as f32 / COARSE_STEP as f32;
            let between = |(a, b): (&f32, &f32)| a * (1.0 - share) + b * share;
            let both = self.knots[lower].iter().zip(&self.knots[lower + 1]);
            both.map(between).collect()
        };
        self.knots = (0..KNOTS).map(fine).collect();
    }

    /// In parts of a disc, as the engine uses them.
    pub fn quantised(&self) -> Weights {
        let rounded = |weight: &f32| {
            (weight * UNIT as f32)
                .round()
                .clamp(f32::from(i16::MIN), f32::from(i16::MAX)) as i16
        };
        Weights {
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
        let group = group_of(sample, KNOT_STEP);
        Place::of(sample, KNOT_STEP).value(
            &self.knots[group],
            &self.knots[group + 1],
            &self.constants,
        )
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
                let edge = |set: u64| (set & 0xFF00_0000_0000_00FF).count_ones() as i16;
                let result = 2 * (edge(board.mine) - edge(board.theirs));
                Sample {
                    board,
                    label: result * UNIT as i16,
                    solved: false,
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
