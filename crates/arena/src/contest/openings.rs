//! Openings: even ones of a set, balanced ones made while one waits, or those of a file.
//!
//! A match from openings that one side wins anyway says little: both players win once, and the score is
//! drawn to the middle. So games are begun from sets of openings that several deep searches call even, ours
//! and those of other programs ([`make`] makes such a set). Half of every set is held out: neither training
//! nor tuning ever sees it. Starts for which there is no set get openings that our strongest player balances
//! on the spot. Games of rounds need none: their luck is different every time.

mod balanced;
mod draw;
mod file;
mod held_out;
mod judge;
mod make;
mod set;
mod symmetry;

pub use balanced::balanced;
pub use draw::draw_opening;
pub use held_out::HeldOut;
pub use judge::{Judge, JudgeError};
pub use make::{MakeError, MakeProgress, Making, make};
pub use set::{Half, JudgedOpening, OpeningSet, SetError, SetHeader, SetJudge};

use std::path::Path;

use boyi_engine::{Game, SetupError, SpecError};
use boyi_game::Random;
use serde::{Deserialize, Serialize};

use super::plan::ContestPlan;
use crate::Opening;

/// More openings than this are not made while one waits: a longer match uses them again with other seeds.
const MAX_BALANCED: u32 = 250;

/// Moves of a balanced opening unless said.
const BALANCED_PLIES: u32 = 6;

/// Why there are no openings.
#[derive(Debug, thiserror::Error)]
pub enum OpeningsError {
    #[error("cannot read openings from {path}: {error}")]
    File { path: String, error: std::io::Error },
    #[error("{path}, line {number}: {error}")]
    Line {
        path: String,
        /// Counted from 1.
        number: usize,
        error: SetupError,
    },
    #[error("{path} holds no opening")]
    Empty { path: String },
    #[error("{path}: {error}")]
    Set { path: String, error: SetError },
    #[error("{path} is a set for {game}, {rules}")]
    OtherGame {
        path: String,
        game: String,
        rules: String,
    },
    #[error(
        "only a set of even openings has a held-out half; there is none for this game, these rules and this size, or other openings were asked for"
    )]
    NoHalves,
    #[error("{0}")]
    Setup(#[from] SetupError),
    #[error("{0}")]
    Evaluator(#[from] SpecError),
}

/// Which set the openings of a match come from.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct DrawnFrom {
    /// The set's game and rules.
    pub set: String,
    pub version: u32,
    pub half: Half,
    /// How many openings this half has.
    pub size: usize,
}

/// The openings of a plan and the set they come from, if they do.
pub(super) fn find(
    game: &'static dyn Game,
    plan: &ContestPlan,
    beside: &Path,
) -> Result<(Vec<Opening>, Option<DrawnFrom>), OpeningsError> {
    let start = Opening {
        position: None,
        size: plan.size,
        rules: plan.rules.clone(),
        moves: None,
    };
    let pairs = (plan.games / 2 * plan.rounds.unwrap_or(1)).max(1);
    let half = if plan.held_out {
        Half::HeldOut
    } else {
        Half::Tuning
    };
    let from_set = |set: &OpeningSet| {
        let (openings, from) = drawn(set, &start, half, pairs, plan.seed);
        (openings, Some(from))
    };
    let without_halves = |openings| {
        if plan.held_out {
            return Err(OpeningsError::NoHalves);
        }
        Ok((openings, None))
    };
    match plan.openings.as_deref() {
        Some("usual") => {
            game.lay(&start.setup(0))?;
            without_halves(vec![start])
        }
        Some("balanced") => without_halves(balance(game, plan, &start, pairs)?),
        Some(file) => match file::open(game, &start, &beside.join(file))? {
            file::Openings::Set(set) => Ok(from_set(&set)),
            file::Openings::Plain(openings) => without_halves(openings),
        },
        None => match OpeningSet::built_in(game, &start)? {
            Some(set) if plan.opening_plies.is_none() => Ok(from_set(&set)),
            _ => without_halves(balance(game, plan, &start, pairs)?),
        },
    }
}

fn balance(
    game: &'static dyn Game,
    plan: &ContestPlan,
    start: &Opening,
    pairs: u32,
) -> Result<Vec<Opening>, OpeningsError> {
    let plies = plan.opening_plies.unwrap_or(BALANCED_PLIES);
    balanced(game, start, pairs.min(MAX_BALANCED), plies, plan.seed)
}

/// So many openings of one half in an order that the seed decides: more of them begin with the same ones.
fn drawn(
    set: &OpeningSet,
    start: &Opening,
    half: Half,
    count: u32,
    seed: u64,
) -> (Vec<Opening>, DrawnFrom) {
    let mut lines: Vec<&JudgedOpening> = set.half(half).collect();
    let from = DrawnFrom {
        set: set.name(),
        version: set.header.version,
        half,
        size: lines.len(),
    };
    Random::new(seed).shuffle(&mut lines);
    let openings = lines.into_iter().take(count as usize);
    let openings = openings.map(|line| Opening {
        moves: Some(line.moves.clone()),
        ..start.clone()
    });
    (openings.collect(), from)
}
