//! Generation after generation, games are played with what was learned before, and learned from.

use std::sync::Arc;
use std::time::{Duration, Instant};

use boyi_engine::reversi::othello::{Evaluation, Weights};
use boyi_search::{NoMemory, Stop};

use super::check::Checks;
use super::regression::{Fit, fit};
use super::selfplay::{Sample, SelfPlaySettings, play_games};

#[derive(Clone, Debug)]
pub struct Settings {
    /// Games of each of the last two generations, those that the result is learned from; a third of
    /// it before.
    pub games: usize,
    pub seed: u64,
    pub generations: usize,
    /// Plies the players look ahead in the last two generations; two less before.
    pub depth: u32,
    /// Empties from which games are solved exactly.
    pub solved: u32,
    pub passes: usize,
    pub threads: usize,
    /// Begin with these weights instead of the evaluation by hand.
    pub start: Option<Weights>,
    /// The most time to play games for, all generations together; the result then depends on the
    /// machine.
    pub play_time: Option<Duration>,
}

impl Default for Settings {
    fn default() -> Self {
        Self {
            games: 10_000,
            seed: 1,
            generations: 4,
            depth: 4,
            solved: 12,
            passes: 16,
            threads: 1,
            start: None,
            play_time: None,
        }
    }
}

#[derive(Clone, Debug)]
pub struct Trained {
    pub weights: Weights,
    /// Generations that were played; fewer than asked for where training was stopped.
    pub generations: usize,
    pub checks: Checks,
    pub positions: usize,
    pub elapsed: Duration,
}

#[derive(Clone, Debug)]
pub enum TrainProgress<'a> {
    /// The positions of a generation, for those who want to keep them.
    Played { samples: &'a [Sample] },
    Playing {
        /// Counted from 1.
        generation: usize,
        done: usize,
        of: usize,
    },
    Learning {
        /// Counted from 1.
        generation: usize,
        /// Counted from 1.
        pass: usize,
        /// The root of the mean squared error on positions kept apart, in discs.
        error: f64,
    },
}

/// Why nothing was learned.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum TrainError {
    #[error("no games, nothing to learn from")]
    NoGames,
    #[error("stopped before anything was learned")]
    Stopped,
    #[error("{0}")]
    Memory(String),
}

impl From<NoMemory> for TrainError {
    fn from(error: NoMemory) -> Self {
        Self::Memory(error.to_string())
    }
}

/// Plays and learns. Stopping ends the games; what was played by then is still learned from.
pub fn train(
    settings: &Settings,
    stop: &Stop,
    watch: &mut dyn FnMut(TrainProgress<'_>),
) -> Result<Trained, TrainError> {
    let began = Instant::now();
    let mut current = settings.start.clone();
    let mut samples: Vec<Sample> = Vec::new();
    let mut last = 0;
    let mut checks = None;
    let mut positions = 0;
    let mut generations = 0;
    for generation in 1..=settings.generations.max(1) {
        let evaluation = Arc::new(match &current {
            Some(weights) => Evaluation::learned(weights),
            None => Evaluation::ByHand,
        });
        let plan = generation_plan(settings, generation);
        let fresh = play_games(&plan, &evaluation, stop, &mut |done| {
            watch(TrainProgress::Playing {
                generation,
                done,
                of: plan.games,
            });
        })?;
        watch(TrainProgress::Played { samples: &fresh });
        // Only the generation before is worth remembering, and not what beginners played.
        if generation <= 2 && settings.start.is_none() {
            samples.clear();
        }
        samples.drain(..samples.len().saturating_sub(last));
        last = fresh.len();
        samples.extend(fresh);
        if samples.is_empty() {
            return Err(if stop.is_stopped() {
                TrainError::Stopped
            } else {
                TrainError::NoGames
            });
        }
        positions = samples.len();
        generations = generation;
        let fitting = Fit {
            passes: settings.passes,
            threads: settings.threads,
            seed: settings.seed.wrapping_add(generation as u64),
            start: settings.start.clone(),
        };
        let learned = fit(&samples, &fitting, &mut |pass, error| {
            watch(TrainProgress::Learning {
                generation,
                pass,
                error,
            });
        });
        let weights = learned.quantised();
        checks = Some(Checks::of(&weights, &learned, &samples));
        current = Some(weights);
        if stop.is_stopped() {
            break;
        }
    }
    match (current, checks) {
        (Some(weights), Some(checks)) => Ok(Trained {
            weights,
            generations,
            checks,
            positions,
            elapsed: began.elapsed(),
        }),
        _ => Err(TrainError::NoGames),
    }
}

/// Early generations play fewer games and look less far ahead: what is learned from them only has to
/// be good enough to play the next by.
fn generation_plan(settings: &Settings, generation: usize) -> SelfPlaySettings {
    let early = generation + 1 < settings.generations;
    SelfPlaySettings {
        games: if early {
            settings.games.div_ceil(3)
        } else {
            settings.games
        },
        seed: settings
            .seed
            .wrapping_mul(1_000_003)
            .wrapping_add(generation as u64),
        depth: if early {
            settings.depth.saturating_sub(2).max(1)
        } else {
            settings.depth
        },
        solved: settings.solved,
        trusts_search: generation > 1 || settings.start.is_some(),
        threads: settings.threads,
        time: settings
            .play_time
            .map(|time| time / settings.generations.max(1) as u32),
    }
}
