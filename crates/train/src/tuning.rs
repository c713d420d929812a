//! What the training runs of xiangqi and gomoku have in common: games against itself, then a logistic
//! regression on how they ended.

use boyi_engine::EngineError;

/// A training run. The same settings find the same weights, on any number of threads.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Settings {
    pub games: usize,
    /// Each generation plays with the weights of the one before.
    pub generations: usize,
    pub nodes: u64,
    pub iterations: usize,
    pub seed: u64,
    pub threads: usize,
}

impl Default for Settings {
    fn default() -> Self {
        Self {
            games: 2000,
            generations: 1,
            nodes: 1500,
            iterations: 400,
            seed: 1,
            threads: 1,
        }
    }
}

/// The weights that a training run found.
#[derive(Clone, PartialEq, Debug)]
pub struct Tuned<W> {
    pub weights: W,
    /// Positions that were learnt from, and the games they came from.
    pub positions: usize,
    pub games: usize,
    /// The sum that makes a win e times as likely as a loss.
    pub scale: f32,
    /// The loss on games that were kept aside, before and after.
    pub held_out: [f64; 2],
}

/// How far a training run has come.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum TuneStep<'a, W> {
    Game {
        /// Counted from 1.
        generation: usize,
        played: usize,
        of: usize,
    },
    Descent {
        /// Counted from 0.
        step: usize,
        loss: f64,
    },
    Generation(&'a Tuned<W>),
}

/// Why tuning failed.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum TuneError {
    #[error("self-play: {0}")]
    Player(#[from] EngineError),
    #[error("the games held no quiet position: play more of them")]
    NoPositions,
}

/// One game in so many is kept aside to see whether what was learnt holds elsewhere. Whole games:
/// positions of one game are alike.
const HELD_OUT: usize = 16;

/// Whether a game of so many is kept aside.
pub(crate) fn is_held_out(number: usize, games: usize) -> bool {
    number.is_multiple_of(HELD_OUT) && games >= HELD_OUT
}

pub(crate) fn rounded(weight: f32) -> i16 {
    weight.round().clamp(-9999.0, 9999.0) as i16
}

/// Checks that a training run depends on its seed and not on its threads; returns what it found.
#[cfg(test)]
pub(crate) fn depends_on_the_seed_alone<W: PartialEq + std::fmt::Debug>(
    iterations: usize,
    tune: impl Fn(&Settings) -> Result<Tuned<W>, TuneError>,
) -> Tuned<W> {
    let settings = Settings {
        games: 3,
        nodes: 60,
        iterations,
        ..Settings::default()
    };
    let with = |seed, threads| {
        tune(&Settings {
            seed,
            threads,
            ..settings
        })
        .expect("weights")
    };
    let first = with(1, 1);
    assert_eq!(first, with(1, 2));
    assert!(first.positions > 0);
    assert_ne!(first.weights, with(2, 1).weights);
    first
}
