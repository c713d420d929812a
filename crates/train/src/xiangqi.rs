//! Tuning xiangqi's evaluation by hand: games against itself, quiet positions from them, and a
//! logistic regression on how they ended.

mod positions;
mod selfplay;

use boyi_engine::EngineError;
use boyi_engine::xiangqi::tuning;
use boyi_search::Stop;

use crate::logistic::{Fitting, best_scale, fit, loss};
use positions::Positions;

pub use selfplay::Played;

/// How to tune. The same settings find the same weights, on any number of threads.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Settings {
    /// Games of each generation.
    pub games: usize,
    /// Generations: each plays with the weights of the one before.
    pub generations: usize,
    /// Positions the players look at for a move.
    pub nodes: u64,
    /// Steps of the descent.
    pub iterations: usize,
    /// What counts of how the game ended; the rest is what the search thought.
    pub result_share: f32,
    /// How strongly weights are held where they were.
    pub hold: f32,
    /// Where all chance comes from.
    pub seed: u64,
    /// Threads.
    pub threads: usize,
}

impl Default for Settings {
    fn default() -> Self {
        Self {
            games: 2000,
            generations: 1,
            nodes: 1500,
            iterations: 400,
            result_share: 0.6,
            hold: 1e-8,
            seed: 1,
            threads: 1,
        }
    }
}

/// What tuning found.
#[derive(Clone, PartialEq, Debug)]
pub struct Tuned {
    /// Middle game and endgame, for every term.
    pub weights: Vec<[i16; 2]>,
    /// Positions that were learnt from.
    pub positions: usize,
    /// Games they came from.
    pub games: usize,
    /// The sum that makes a win e times as likely as a loss.
    pub scale: f32,
    /// The loss on positions that were kept aside, before and after.
    pub held_out: [f64; 2],
}

/// Something happened.
#[derive(Clone, PartialEq, Debug)]
pub enum Step<'a> {
    /// So many games of so many were played.
    Game {
        /// The generation, from 1.
        generation: usize,
        /// Played so far.
        played: usize,
        /// To be played.
        of: usize,
    },
    /// A step of the descent.
    Descent {
        /// The step, from 0.
        step: usize,
        /// The loss.
        loss: f64,
    },
    /// A generation is done.
    Generation(&'a Tuned),
}

/// Why tuning failed.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum TuneError {
    /// A player could not play.
    #[error("self-play: {0}")]
    Player(#[from] EngineError),
    /// There was nothing to learn from.
    #[error("the games held no quiet position: play more of them")]
    NoPositions,
}

/// One sample in so many is kept aside to see whether what was learnt holds elsewhere.
const HELD_OUT: usize = 16;

/// Plays and learns, beginning with the weights that are built in.
pub fn tune(
    settings: &Settings,
    stop: &Stop,
    watch: &mut dyn FnMut(&Step),
) -> Result<Tuned, TuneError> {
    let mut weights = tuning::built_in();
    let mut all = Positions::default();
    let mut held = Positions::default();
    let mut games = 0;
    let mut last = None;
    for generation in 1..=settings.generations.max(1) {
        let played = selfplay::play(settings, generation, &weights, stop, watch)?;
        games += played.len();
        for (number, game) in played.iter().enumerate() {
            // Whole games are kept aside: positions of one game are alike.
            let into = if number % HELD_OUT == 0 && played.len() >= HELD_OUT {
                &mut held
            } else {
                &mut all
            };
            into.add(game);
        }
        let tuned = learn(settings, &all, &held, &weights, games, stop, watch)?;
        watch(&Step::Generation(&tuned));
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
    start: &[[i16; 2]],
    games: usize,
    stop: &Stop,
    watch: &mut dyn FnMut(&Step),
) -> Result<Tuned, TuneError> {
    if positions.count() == 0 {
        return Err(TuneError::NoPositions);
    }
    let start: Vec<f32> = start
        .iter()
        .flatten()
        .map(|&weight| f32::from(weight))
        .collect();
    let mut fitting = Fitting {
        scale: 300.0,
        iterations: settings.iterations,
        rate: 2.0,
        hold: settings.hold,
        threads: settings.threads,
    };
    // First the scale that fits the results, then the weights for it, so that a rook stays a rook and the margins of the search keep
    // their meaning.
    let results = positions.with_share(1.0, 1.0);
    let scales = (0..24).map(|step| 120.0 * 1.12_f32.powi(step));
    fitting.scale = best_scale(&results, &start, &fitting, scales);
    let samples = positions.with_share(settings.result_share, fitting.scale);
    let aside = held.with_share(1.0, fitting.scale);
    let mut descent = |step, loss| watch(&Step::Descent { step, loss });
    let found = fit(&samples, &start, &fitting, stop, &mut descent);
    let held_out = [
        loss(&aside, &start, &fitting),
        loss(&aside, &found, &fitting),
    ];
    let round = |weight: f32| weight.round().clamp(-9999.0, 9999.0) as i16;
    let pairs = found.chunks_exact(2);
    Ok(Tuned {
        weights: pairs.map(|pair| [round(pair[0]), round(pair[1])]).collect(),
        positions: positions.count(),
        games,
        scale: fitting.scale,
        held_out,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_same_seed_finds_the_same_weights() {
        let settings = Settings {
            games: 3,
            nodes: 60,
            iterations: 5,
            ..Settings::default()
        };
        let stop = Stop::default();
        let first = tune(&settings, &stop, &mut |_| ()).expect("weights");
        let threads = Settings {
            threads: 2,
            ..settings
        };
        let second = tune(&threads, &stop, &mut |_| ()).expect("weights");
        assert_eq!(first, second);
        assert!(first.positions > 0);
        let other = Settings {
            seed: 2,
            ..settings
        };
        let third = tune(&other, &stop, &mut |_| ()).expect("weights");
        assert_ne!(first.weights, third.weights);
    }
}
