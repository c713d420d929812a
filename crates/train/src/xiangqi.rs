//! Tuning the weights of xiangqi's hand-written evaluation: games against itself, quiet positions from
//! them, and a logistic regression on how they ended.

mod positions;
mod selfplay;

use boyi_engine::weights::LearnedWeights;
use boyi_engine::xiangqi::tuning::HandWeights;
use boyi_search::Stop;

use crate::logistic::{Fitting, best_scale, fit, loss};
use crate::tuning::{is_held_out, rounded};
use positions::Positions;

pub use crate::tuning::{Settings, TuneError};
pub use selfplay::Played;

pub type Tuned = crate::tuning::Tuned<HandWeights>;
pub type TuneStep<'a> = crate::tuning::TuneStep<'a, HandWeights>;

/// How much of a position's target is the result of its game; the rest is the score of the search.
const RESULT_SHARE: f32 = 0.6;

/// How strongly weights are held where they were.
const HOLD: f32 = 1e-8;

/// Plays and learns, beginning with the weights that are built in.
pub fn tune(
    settings: &Settings,
    stop: &Stop,
    watch: &mut dyn FnMut(&TuneStep),
) -> Result<Tuned, TuneError> {
    let mut weights = HandWeights::built_in();
    let mut all = Positions::default();
    let mut held = Positions::default();
    let mut games = 0;
    let mut last = None;
    for generation in 1..=settings.generations.max(1) {
        let played = selfplay::play(settings, generation, &weights, stop, watch)?;
        games += played.len();
        for (number, game) in played.iter().enumerate() {
            let kept_aside = is_held_out(number, played.len());
            if kept_aside { &mut held } else { &mut all }.add(game);
        }
        let tuned = learn(settings, &all, &held, &weights, games, stop, watch)?;
        watch(&TuneStep::Generation(&tuned));
        weights.clone_from(&tuned.weights);
        last = Some(tuned);
        if stop.is_stopped() {
            break;
        }
    }
    last.ok_or(TuneError::NoPositions)
}

fn learn(
    settings: &Settings,
    positions: &Positions,
    held: &Positions,
    start: &HandWeights,
    games: usize,
    stop: &Stop,
    watch: &mut dyn FnMut(&TuneStep),
) -> Result<Tuned, TuneError> {
    if positions.count() == 0 {
        return Err(TuneError::NoPositions);
    }
    let start: Vec<f32> = start
        .0
        .as_flattened()
        .iter()
        .map(|&w| f32::from(w))
        .collect();
    let mut fitting = Fitting {
        scale: 300.0,
        iterations: settings.iterations,
        rate: 2.0,
        hold: HOLD,
        threads: settings.threads,
    };
    // First the scale that fits the results, then the weights for it, so that a rook stays a rook and
    // the margins of the search keep their meaning.
    let results = positions.with_share(1.0, 1.0);
    let scales = (0..24).map(|step| 120.0 * 1.12_f32.powi(step));
    fitting.scale = best_scale(&results, &start, &fitting, scales);
    let samples = positions.with_share(RESULT_SHARE, fitting.scale);
    let aside = held.with_share(1.0, fitting.scale);
    let mut descent = |step, loss| watch(&TuneStep::Descent { step, loss });
    let found = fit(&samples, &start, None, &fitting, stop, &mut descent);
    let pair = |term: usize| [found[2 * term], found[2 * term + 1]].map(rounded);
    Ok(Tuned {
        weights: HandWeights(std::array::from_fn(pair)),
        positions: positions.count(),
        games,
        scale: fitting.scale,
        held_out: [&start, &found].map(|weights| loss(&aside, weights, &fitting)),
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tuning::depends_on_the_seed_alone;

    #[test]
    fn the_same_seed_finds_the_same_weights() {
        depends_on_the_seed_alone(5, |settings| tune(settings, &Stop::default(), &mut |_| ()));
    }
}
