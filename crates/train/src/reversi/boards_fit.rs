//! Least squares for the general evaluation: features by the normal equations, shapes by small steps, in
//! turn.

use std::sync::Arc;

use boyi_engine::reversi::general::{
    BoardWeights, FEATURES, SHAPE_UNIT, SHAPES, SHOWN, SIZE_CLASSES, STAGES, ShownShapes,
    StageShares, representatives,
};
use boyi_game::Random;

use super::least_squares::LeastSquares;

/// One position and how its game ended.
pub(super) struct Example {
    pub(super) class: usize,
    pub(super) features: [f32; FEATURES],
    pub(super) shapes: Option<ShownShapes>,
    pub(super) riches: Option<Arc<[f32; SHOWN]>>,
    pub(super) stage: StageShares,
    /// What the position should be worth to the side to move, in hundredths of the board.
    pub(super) worth: f32,
    pub(super) counts: f32,
}

/// How features and shapes are fitted.
#[derive(Clone, Copy, Debug)]
pub(super) struct Fitting {
    /// Times that features and shapes are learned in turn.
    pub(super) rounds: usize,
    /// The size of the steps in the first and in the last round.
    pub(super) rates: (f32, f32),
    /// How much the weights there are count against the games: as if each position showed every
    /// feature by so much (the square of it stands here) without saying anything about it.
    pub(super) trust: f64,
}

impl Fitting {
    /// More rounds than these do not lower the error on games kept apart.
    pub(super) const USUAL: Self = Self {
        rounds: 3,
        rates: (0.3, 0.1),
        trust: 0.01,
    };
}

/// What a shape must have been wrong about in all before its steps grow smaller: on ordinary cells, and
/// for riches.
const PATIENCE: [f32; 2] = [20.0, 40.0];

/// The worth of a shape in units: by stage, on ordinary cells and for riches.
type Worth = [f32; 2 * STAGES];

/// Shapes while they are learned.
struct Shapes {
    representatives: &'static [(u32, i8)],
    worth: Vec<Worth>,
    /// The squares of all corrections so far: whatever was corrected often moves in small steps
    /// (Duchi, Hazan and Singer 2011).
    corrected: Vec<Worth>,
}

/// The weights that fit best, begun with those of before.
pub(super) fn fit(
    examples: &[Example],
    before: &BoardWeights,
    fitting: &Fitting,
    seed: u64,
) -> BoardWeights {
    let &Fitting {
        rounds,
        rates,
        trust,
    } = fitting;
    let mut weights = before.clone();
    let mut shapes = Shapes {
        representatives: representatives(),
        worth: vec![[0.0; 2 * STAGES]; SHAPES],
        corrected: vec![[0.0; 2 * STAGES]; SHAPES],
    };
    for (worth, known) in shapes.worth.iter_mut().zip(&before.shapes) {
        for (part, &number) in worth.iter_mut().zip(known) {
            *part = f32::from(number) / SHAPE_UNIT;
        }
    }
    let mut order: Vec<usize> = (0..examples.len()).collect();
    let mut random = Random::new(seed);
    let steps = rounds.saturating_sub(1).max(1) as f32;
    for round in 0..rounds {
        fit_features(examples, &shapes, &mut weights, trust);
        random.shuffle(&mut order);
        let rate = rates.0 * (rates.1 / rates.0).powf(round as f32 / steps);
        for &n in &order {
            shapes.correct(&examples[n], &weights, rate);
        }
    }
    fit_features(examples, &shapes, &mut weights, trust);
    for (n, &(of, sign)) in shapes.representatives.iter().enumerate() {
        for part in 0..2 * STAGES {
            let worth = shapes.worth[of as usize][part] * SHAPE_UNIT;
            let limit = f32::from(i16::MAX);
            weights.shapes[n][part] = worth.round().clamp(-limit, limit) as i16 * i16::from(sign);
        }
    }
    weights
}

/// Every stage of every feature of each class, as a correction of what is there. What a class has too
/// few positions for stays.
fn fit_features(examples: &[Example], shapes: &Shapes, weights: &mut BoardWeights, trust: f64) {
    for class in 0..SIZE_CLASSES {
        let of_class = || examples.iter().filter(|example| example.class == class);
        let count = of_class().count();
        if count < 20 * FEATURES * STAGES {
            continue;
        }
        let mut squares = LeastSquares::new(FEATURES * STAGES);
        for example in of_class() {
            let mut row = [0.0; FEATURES * STAGES];
            for stage in 0..STAGES {
                for n in 0..FEATURES {
                    row[stage * FEATURES + n] =
                        f64::from(example.stage[stage] * example.features[n]);
                }
            }
            let error = example.worth - example.by_features(weights) - shapes.sum(example);
            squares.add(&row, f64::from(error), f64::from(example.counts));
        }
        let change = squares.solved(trust * count as f64);
        for stage in 0..STAGES {
            for n in 0..FEATURES {
                weights.features[class][stage][n] += change[stage * FEATURES + n] as f32;
            }
        }
    }
}

impl Shapes {
    /// The shapes of an example that count, with the sign and the riches of each.
    fn shown<'a>(&'a self, example: &'a Example) -> impl Iterator<Item = (usize, f32, f32)> + 'a {
        let pairs = example.shapes.iter().zip(&example.riches);
        pairs.flat_map(|(shapes, riches)| {
            shapes.iter().zip(riches.iter()).map(|(&shape, &rich)| {
                let (of, sign) = self.representatives[shape as usize];
                (of as usize, f32::from(sign), rich)
            })
        })
    }

    fn sum(&self, example: &Example) -> f32 {
        let mut sum = 0.0;
        for (shape, sign, rich) in self.shown(example) {
            let worth = &self.worth[shape];
            for (stage, share) in example.stage.iter().enumerate() {
                sum += sign * share * (worth[2 * stage] + rich * worth[2 * stage + 1]);
            }
        }
        sum
    }

    /// Moves the shapes of an example towards its result.
    fn correct(&mut self, example: &Example, weights: &BoardWeights, rate: f32) {
        let error = example.worth - example.by_features(weights) - self.sum(example);
        let error = example.counts * error;
        let shown: Vec<_> = self.shown(example).collect();
        for (shape, sign, rich) in shown {
            let (worth, corrected) = (&mut self.worth[shape], &mut self.corrected[shape]);
            for (stage, share) in example.stage.iter().enumerate() {
                let steps = [error * sign * share, error * sign * share * rich];
                for (kind, step) in steps.into_iter().enumerate() {
                    let part = 2 * stage + kind;
                    corrected[part] += step * step;
                    worth[part] += rate * step / (PATIENCE[kind] + corrected[part].sqrt());
                }
            }
        }
    }
}

impl Example {
    fn by_features(&self, weights: &BoardWeights) -> f32 {
        let stages = self.stage.iter().zip(&weights.features[self.class]);
        stages
            .map(|(share, weights)| {
                let sum: f32 = weights.iter().zip(&self.features).map(|(w, f)| w * f).sum();
                share * sum
            })
            .sum()
    }

    /// How far the weights are from the result, in hundredths of the board.
    pub(super) fn error(&self, weights: &BoardWeights) -> f64 {
        let mut value = self.by_features(weights);
        if let (Some(shapes), Some(riches)) = (&self.shapes, &self.riches) {
            for (&shape, rich) in shapes.iter().zip(riches.iter()) {
                let worth = &weights.shapes[shape as usize];
                for (stage, share) in self.stage.iter().enumerate() {
                    let (plain, extra) = (worth[2 * stage], worth[2 * stage + 1]);
                    value += share * (f32::from(plain) + rich * f32::from(extra)) / SHAPE_UNIT;
                }
            }
        }
        f64::from(self.worth - value)
    }
}
