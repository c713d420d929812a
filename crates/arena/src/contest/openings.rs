//! Openings: of our own, balanced by our own engines, or from a file.
//!
//! Any game gets openings without a word being said about it. A few random games of a few moves are
//! begun, the strongest player glances at each and looks closely at the best of them, and the one nearest
//! to even is kept: what even means in numbers differs from game to game, which of two is nearer does not.
//! Games of rounds need none: their luck is different every time.

mod symmetry;

use std::collections::HashSet;
use std::path::Path;

use boyi_engine::{Engine, Game, Go, PlayerSpec, SetupError, SpecError};
use boyi_game::{Random, Score, Side, Table, ToAct};

use super::plan::ContestPlan;
use crate::Opening;
use crate::self_play::{random_opening, think};
use symmetry::Symmetries;

/// More openings than this are not looked for: a longer match uses them again with other seeds.
const MAX_OPENINGS: u32 = 250;

/// How many are begun for each that is kept, and how many of these are looked at closely.
const CANDIDATES: u32 = 8;
const FINALISTS: usize = 2;

/// Nodes of the quick search of every candidate, and of the close search of the finalists.
const QUICK_NODES: u64 = 1000;
const CLOSE_NODES: u64 = 10_000;

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
    #[error("{0}")]
    Setup(#[from] SetupError),
    #[error("{0}")]
    Evaluator(#[from] SpecError),
}

pub(super) fn find(
    game: &'static dyn Game,
    plan: &ContestPlan,
    beside: &Path,
) -> Result<Vec<Opening>, OpeningsError> {
    let start = Opening {
        position: None,
        size: plan.size,
        rules: plan.rules.clone(),
        moves: None,
    };
    match plan.openings.as_deref() {
        Some("usual") => {
            game.lay(&start.setup(0))?;
            Ok(vec![start])
        }
        Some(file) => read(game, &start, &beside.join(file)),
        None => {
            let pairs = plan.games / 2 * plan.rounds.unwrap_or(1);
            let count = pairs.clamp(1, MAX_OPENINGS);
            balanced(game, &start, count, plan.opening_plies, plan.seed)
        }
    }
}

/// Reads openings from a file: one a line, as moves or as a position; what follows # does not matter.
pub fn read(game: &dyn Game, start: &Opening, file: &Path) -> Result<Vec<Opening>, OpeningsError> {
    let path = file.display().to_string();
    let text = std::fs::read_to_string(file).map_err(|error| OpeningsError::File {
        path: path.clone(),
        error,
    })?;
    let mut openings = Vec::new();
    for (index, line) in text.lines().enumerate() {
        let line = line.split('#').next().unwrap_or_default().trim();
        if line.is_empty() {
            continue;
        }
        let moves = Opening {
            moves: Some(line.to_owned()),
            ..start.clone()
        };
        let position = Opening {
            position: Some(line.to_owned()),
            size: None,
            ..start.clone()
        };
        let opening = match (game.lay(&moves.setup(0)), game.lay(&position.setup(0))) {
            (Ok(_), _) => moves,
            (Err(_), Ok(_)) => position,
            (Err(error), Err(_)) => {
                return Err(OpeningsError::Line {
                    path,
                    number: index + 1,
                    error,
                });
            }
        };
        openings.push(opening);
    }
    if openings.is_empty() {
        return Err(OpeningsError::Empty { path });
    }
    Ok(openings)
}

/// Openings of our own: `count` of them, of `plies` moves from `start`, drawn from `seed`. Fewer
/// where there are not so many.
pub fn balanced(
    game: &'static dyn Game,
    start: &Opening,
    count: u32,
    plies: u32,
    seed: u64,
) -> Result<Vec<Opening>, OpeningsError> {
    let table = game.lay(&start.setup(0))?;
    if table.idle_move(Side::First).is_some() || plies == 0 {
        return Ok(vec![start.clone()]);
    }
    let mut evaluator = evaluator(game)?;
    let mut random = Random::new(seed);
    let symmetries = Symmetries::of(&table.view());
    let mut seen = HashSet::new();
    let mut openings = Vec::new();
    for _ in 0..count {
        // One of a few, so that asking for more openings gives the same ones first.
        let mut begun = Vec::new();
        for _ in 0..CANDIDATES {
            let Some((opening, table)) = begin(game, start, plies, &mut random)? else {
                continue;
            };
            if !seen.insert(symmetries.canonical(&table.view())) {
                continue;
            }
            let off = off_balance(&mut *evaluator, &*table, QUICK_NODES);
            begun.extend(off.map(|off| (off, opening, table)));
        }
        begun.sort_by_key(|(off, ..)| *off);
        let finalists = begun.into_iter().take(FINALISTS);
        let judged = finalists.filter_map(|(_, opening, table)| {
            let off = off_balance(&mut *evaluator, &*table, CLOSE_NODES)?;
            Some((off, opening))
        });
        let best = judged.min_by_key(|(off, _)| *off);
        openings.extend(best.map(|(_, opening)| opening));
    }
    if openings.is_empty() {
        openings.push(start.clone());
    }
    Ok(openings)
}

/// The strongest player, with a table small enough that forgetting the last position takes less time
/// than looking at the next.
fn evaluator(game: &'static dyn Game) -> Result<Box<dyn Engine>, SpecError> {
    let usual = PlayerSpec::named(game.best_player());
    let small = PlayerSpec {
        hash: Some(1),
        ..usual.clone()
    };
    game.player(&small).or_else(|_| game.player(&usual))
}

/// How far from even the evaluator sees a position; `None` where it is decided.
fn off_balance(evaluator: &mut dyn Engine, table: &dyn Table, nodes: u64) -> Option<i32> {
    let ToAct::One(side) = table.to_act() else {
        return None;
    };
    evaluator.prepare(&table.seen()).ok()?;
    let thought = think(evaluator, table, side, &Go::nodes(nodes)).ok()?;
    let score = thought.lines.first().map_or(Score::EVEN, |line| line.score);
    (!score.is_decided()).then(|| score.value().abs())
}

/// An opening with the table after it.
type OpeningTable = (Opening, Box<dyn Table>);

/// A random game of so many moves; `None` where it ended before.
fn begin(
    game: &dyn Game,
    start: &Opening,
    plies: u32,
    random: &mut Random,
) -> Result<Option<OpeningTable>, SetupError> {
    let mut table = game.lay(&start.setup(0))?;
    random_opening(&mut *table, plies as usize, random);
    let played = &table.record().moves;
    if played.len() < plies as usize {
        return Ok(None);
    }
    let moves: Vec<&str> = played.iter().map(|mv| mv.text.as_str()).collect();
    let opening = Opening {
        moves: Some(moves.join(" ")),
        ..start.clone()
    };
    Ok(Some((opening, table)))
}
