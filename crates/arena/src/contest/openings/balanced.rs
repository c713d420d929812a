//! Openings made while one waits, for starts without a set: of a few random games the one nearest to even.
//!
//! A few random games of a few moves are begun, the strongest player glances at each and looks closely at
//! the best of them: what even means in numbers differs from game to game, which of two is nearer does not.

use std::collections::HashSet;

use boyi_engine::{Engine, Game, Go, PlayerSpec, SetupError, SpecError};
use boyi_game::{Random, Score, Side, Table, ToAct};

use super::OpeningsError;
use super::symmetry::Symmetries;
use crate::Opening;
use crate::self_play::{random_opening, think};

/// How many are begun for each that is kept, and how many of these are looked at closely.
const CANDIDATES: u32 = 8;
const FINALISTS: usize = 2;

/// Nodes of the quick search of every candidate, and of the close search of the finalists.
const QUICK_NODES: u64 = 1000;
const CLOSE_NODES: u64 = 10_000;

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
