//! Fitting gomoku's evaluation of patterns and its order of moves: games against itself, and
//! regressions on how they ended and on what was played.

mod choices;
mod samples;

use boyi_engine::EngineError;
use boyi_engine::gomoku::learning::{
    PARTS, PatternWeights, PlayedGame, SelfPlay, WEIGHTS, choices, parts_of,
};
use boyi_engine::weights::LearnedWeights;
use boyi_game::Random;
use boyi_gomoku::{Rules, Size};
use boyi_search::Stop;

use crate::logistic::{Fitting, Parts, best_scale, fit, loss};
use crate::numbered::numbered;
use crate::tuning::{is_held_out, rounded};
use choices::fit_choices;
use samples::GamePositions;

pub use crate::tuning::{Settings, TuneError};

pub type Tuned = crate::tuning::Tuned<PatternWeights>;
pub type TuneStep<'a> = crate::tuning::TuneStep<'a, PatternWeights>;

/// The rules that the training games are played by.
const RULES: Rules = Rules::Freestyle;

/// How strongly weights are held where they were.
const HOLD: f32 = 5e-8;

/// Openings to draw until one is fair.
const MAX_TRIES: usize = 50;

/// Plays with the weights that are built in, and learns from the games: one generation. Stopping ends
/// the games and learns from those that were played.
pub fn tune(
    settings: &Settings,
    stop: &Stop,
    watch: &mut dyn FnMut(&TuneStep),
) -> Result<Tuned, TuneError> {
    let games = numbered(
        settings.games,
        settings.threads,
        || !stop.is_stopped(),
        || SelfPlay::new(Size::USUAL, RULES, settings.nodes).map_err(EngineError::from),
        |players, number| {
            let mut random = Random::new(settings.seed.wrapping_mul(1 << 32) + number as u64);
            Ok((0..MAX_TRIES).find_map(|_| players.play(&mut random)))
        },
        &mut |played| {
            watch(&TuneStep::Game {
                generation: 1,
                played,
                of: settings.games,
            });
        },
    )?;
    let games: Vec<PlayedGame> = games.into_iter().flatten().collect();
    learn(settings, &games, watch)
}

fn learn(
    settings: &Settings,
    games: &[PlayedGame],
    watch: &mut dyn FnMut(&TuneStep),
) -> Result<Tuned, TuneError> {
    let mut samples = GamePositions::default();
    let mut aside = GamePositions::default();
    for (number, game) in games.iter().enumerate() {
        let kept_aside = is_held_out(number, games.len());
        if kept_aside { &mut aside } else { &mut samples }.add(RULES, game);
    }
    if samples.count() == 0 {
        return Err(TuneError::NoPositions);
    }
    let start = PatternWeights::built_in().evaluation;
    let start: Vec<f32> = start.into_iter().map(f32::from).collect();
    let mut fitting = Fitting {
        scale: 3000.0,
        iterations: settings.iterations,
        rate: 4.0,
        hold: HOLD,
        threads: settings.threads,
    };
    // First the scale that fits the results, then the weights for it, so that the margins of the search
    // keep their meaning.
    let scales = (0..24).map(|step| 800.0 * 1.15_f32.powi(step));
    fitting.scale = best_scale(&samples, &start, &fitting, scales);
    samples.take_proven_results();
    let parts = Parts::new(PARTS, (0..WEIGHTS).map(parts_of));
    // What was interrupted is the playing; learning from it is quick.
    let mut descent = |step, loss| watch(&TuneStep::Descent { step, loss });
    let stop = Stop::default();
    let found = fit(
        &samples,
        &start,
        Some(&parts),
        &fitting,
        &stop,
        &mut descent,
    );
    let choices: Vec<_> = games
        .iter()
        .flat_map(|game| choices(Size::USUAL, RULES, game))
        .collect();
    Ok(Tuned {
        weights: PatternWeights {
            evaluation: found.iter().copied().map(rounded).collect(),
            moves: fit_choices(&choices, settings.iterations / 2),
        },
        positions: samples.count(),
        games: games.len(),
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
        let found =
            depends_on_the_seed_alone(3, |settings| tune(settings, &Stop::default(), &mut |_| ()));
        let size = PatternWeights::payload_size();
        assert_eq!(found.weights.encode().len(), size);
    }
}
