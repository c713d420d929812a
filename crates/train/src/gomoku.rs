//! Fitting gomoku's evaluation of patterns and its order of moves: games against itself, and
//! regressions on how they ended and on what was played.

mod choices;
mod samples;

use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Mutex, PoisonError};
use std::thread;

use boyi_engine::gomoku::learning::{
    PARTS, PlayedGame, SelfPlay, WEIGHTS, built_in_weights, choices, parts_of,
};
use boyi_game::Random;
use boyi_gomoku::{Rules, Size};
use boyi_search::{NoMemory, Stop};

use crate::logistic::{Fitting, Parts, best_scale, fit_parts, loss};
use choices::fit_choices;
use samples::Taken;

/// How to fit. The same settings find the same weights, on any number of threads.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Settings {
    /// The rules to play by.
    pub rules: Rules,
    /// Games to play.
    pub games: usize,
    /// Positions the players look at for a move.
    pub nodes: u64,
    /// Steps of the descent.
    pub iterations: usize,
    /// How strongly weights are held where they were.
    pub hold: f32,
    /// How much the rest of the game counts beside what the search said of a position: 1 takes the
    /// result alone, 0 the search alone.
    pub patience: f32,
    /// Where all chance comes from.
    pub seed: u64,
    /// Threads.
    pub threads: usize,
}

impl Default for Settings {
    fn default() -> Self {
        Self {
            rules: Rules::Freestyle,
            games: 2000,
            nodes: 1500,
            iterations: 400,
            hold: 5e-8,
            patience: 1.0,
            seed: 1,
            threads: 1,
        }
    }
}

/// What was found.
#[derive(Clone, PartialEq, Debug)]
pub struct Tuned {
    /// The weights, in the order of their file.
    pub weights: Vec<i16>,
    /// The weights of moves, in the order of their file.
    pub move_weights: Vec<i16>,
    /// How surprising moves kept aside are, in nats.
    pub surprise: f64,
    /// Positions that were learnt from.
    pub positions: usize,
    /// Games they came from.
    pub games: usize,
    /// The sum that makes a win e times as likely as a loss.
    pub scale: f32,
    /// The loss on games that were kept aside, before and after.
    pub held_out: [f64; 2],
}

impl Tuned {
    /// The file of weights: 16-bit numbers, low byte first, those of moves last.
    pub fn file(&self) -> Vec<u8> {
        let bytes = |weight: &i16| weight.to_le_bytes();
        let all = self.weights.iter().chain(&self.move_weights);
        all.flat_map(bytes).collect()
    }
}

/// Something happened.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Step {
    /// So many games were played.
    Game(usize),
    /// A step of the descent.
    Descent {
        /// The step, from 0.
        step: usize,
        /// The loss.
        loss: f64,
    },
}

/// Why nothing was learnt.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum TuneError {
    /// There is no memory for the players.
    #[error("{0}")]
    Memory(NoMemory),
    /// There was nothing to learn from.
    #[error("the games held no quiet position: play more of them")]
    NoPositions,
}

/// One game in so many is kept aside to see whether what was learnt holds elsewhere.
const HELD_OUT: usize = 16;

/// Plays with the weights that are built in, and learns from the games. Stopping ends the games and
/// learns from those that were played.
pub fn tune(
    settings: &Settings,
    stop: &Stop,
    watch: &mut (dyn FnMut(Step) + Send),
) -> Result<Tuned, TuneError> {
    let games = play(settings, stop, watch)?;
    learn(settings, &games, watch)
}

/// Learns from games that were played.
pub fn learn(
    settings: &Settings,
    games: &[PlayedGame],
    watch: &mut (dyn FnMut(Step) + Send),
) -> Result<Tuned, TuneError> {
    let mut samples = Taken::default();
    let mut aside = Taken::default();
    for (number, game) in games.iter().enumerate() {
        // Whole games: positions of one game are alike.
        if number % HELD_OUT == 0 && games.len() >= HELD_OUT {
            aside.add(settings.rules, game);
        } else {
            samples.add(settings.rules, game);
        }
    }
    if samples.count() == 0 {
        return Err(TuneError::NoPositions);
    }
    let start: Vec<f32> = built_in_weights().into_iter().map(f32::from).collect();
    let mut fitting = Fitting {
        scale: 3000.0,
        iterations: settings.iterations,
        rate: 4.0,
        hold: settings.hold,
        threads: settings.threads,
    };
    // First the scale that fits the results, then the weights for it, so that the margins of the search keep their meaning.
    let scales = (0..24).map(|step| 800.0 * 1.15_f32.powi(step));
    fitting.scale = best_scale(&samples, &start, &fitting, scales);
    samples.look_ahead(settings.patience, fitting.scale);
    let parts = Parts::new(PARTS, (0..WEIGHTS).map(parts_of));
    // What was interrupted is the playing; learning from it is quick.
    let mut descent = |step, loss| watch(Step::Descent { step, loss });
    let stop = Stop::default();
    let found = fit_parts(&samples, &start, &parts, &fitting, &stop, &mut descent);
    let held_out = [&start, &found].map(|weights| loss(&aside, weights, &fitting));
    let choices: Vec<_> = games
        .iter()
        .flat_map(|game| choices(Size::USUAL, settings.rules, game))
        .collect();
    let likely = fit_choices(&choices, settings.iterations / 2);
    Ok(Tuned {
        move_weights: likely.weights,
        surprise: likely.surprise,
        weights: found
            .iter()
            .map(|weight| weight.round().clamp(-9999.0, 9999.0) as i16)
            .collect(),
        positions: samples.count(),
        games: games.len(),
        scale: fitting.scale,
        held_out,
    })
}

/// Plays the games, each from a seed of its own, in their order.
fn play(
    settings: &Settings,
    stop: &Stop,
    watch: &mut (dyn FnMut(Step) + Send),
) -> Result<Vec<PlayedGame>, TuneError> {
    let next = AtomicUsize::new(0);
    let watch = Mutex::new((0, watch));
    let work = || -> Result<Vec<(usize, PlayedGame)>, NoMemory> {
        let mut players = SelfPlay::new(Size::USUAL, settings.rules, settings.nodes)?;
        let mut played = Vec::new();
        while !stop.is_stopped() {
            let number = next.fetch_add(1, Ordering::Relaxed);
            if number >= settings.games {
                break;
            }
            let mut random = Random::new(settings.seed.wrapping_mul(1 << 32) + number as u64);
            let game = (0..TRIES).find_map(|_| players.play(&mut random));
            played.extend(game.map(|game| (number, game)));
            let mut watch = watch.lock().unwrap_or_else(PoisonError::into_inner);
            watch.0 += 1;
            let count = watch.0;
            (watch.1)(Step::Game(count));
        }
        Ok(played)
    };
    let mut games: Vec<(usize, PlayedGame)> = thread::scope(|scope| {
        let workers: Vec<_> = (0..settings.threads.max(1))
            .map(|_| scope.spawn(work))
            .collect();
        let join = |worker: thread::ScopedJoinHandle<'_, Result<Vec<_>, NoMemory>>| {
            worker.join().expect("players do not panic")
        };
        let parts: Result<Vec<Vec<_>>, NoMemory> = workers.into_iter().map(join).collect();
        parts.map(|parts| parts.concat()).map_err(TuneError::Memory)
    })?;
    games.sort_by_key(|(number, _)| *number);
    Ok(games.into_iter().map(|(_, game)| game).collect())
}

/// Openings to draw until one is fair.
const TRIES: usize = 50;

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_same_seed_finds_the_same_weights() {
        let settings = Settings {
            games: 3,
            nodes: 60,
            iterations: 3,
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
        let numbers = first.weights.len() + first.move_weights.len();
        assert_eq!(first.file().len(), 2 * numbers);
        let other = Settings {
            seed: 2,
            ..settings
        };
        let third = tune(&other, &stop, &mut |_| ()).expect("weights");
        assert_ne!(first.weights, third.weights);
    }
}
