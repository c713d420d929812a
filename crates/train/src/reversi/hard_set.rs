//! Positions of the middle game that were solved to the end, and how well searches of some plies do on them.

use std::sync::Arc;
use std::time::{Duration, Instant};

use boyi_engine::reversi::othello::{Board, Evaluation, Othello, OthelloGo, Placement};
use boyi_game::{Key, Random};
use boyi_search::kernel::Go;
use boyi_search::{Ended, NoMemory, Stop};

use super::margins::position;
use crate::numbered::{in_order, numbered};

#[derive(Clone, Debug)]
pub struct HardSetPlan {
    /// Positions to try; those that are decided or have several best moves are left out.
    pub tries: usize,
    pub empties: u32,
    pub seed: u64,
    pub threads: usize,
    /// The table of each thread.
    pub hash_bytes: usize,
    /// Begin with no position after this time.
    pub time: Option<Duration>,
}

/// A position with its best move, the next best, and what both are worth: results of best play.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct SolvedPosition {
    pub board: Board,
    pub best: (Placement, i32),
    pub second: Option<(Placement, i32)>,
}

/// How well a search does on solved positions.
#[derive(Clone, Copy, PartialEq, Default, Debug)]
pub struct Accuracy {
    pub positions: usize,
    /// Positions whose best move was found.
    pub best_moves: usize,
    /// The mean distance between the search's value and the solved one, in discs.
    pub error: f64,
    /// By how much the search's values lie above the solved ones on average.
    pub optimism: f64,
    pub nodes: u64,
}

/// A position that a short search sees further from even than this is decided.
const NEAR: i32 = 20;

/// Plies of that search.
const LOOK: u32 = 8;

/// Plies that both sides look ahead on the way to a position.
const PLAYED: u32 = 4;

/// Plays games up to a number of empties and solves what they lead to; every position goes to `take`.
pub fn make_hard_set(
    plan: &HardSetPlan,
    evaluation: &Arc<Evaluation>,
    stop: &Stop,
    take: &mut dyn FnMut(SolvedPosition),
) -> Result<(), NoMemory> {
    let began = Instant::now();
    in_order(
        0..plan.tries,
        plan.threads,
        || !stop.is_stopped() && plan.time.is_none_or(|time| began.elapsed() < time),
        || Othello::new(plan.hash_bytes, evaluation.clone(), 1),
        |engine, number| {
            let mut random = Random::new(plan.seed ^ Key::mixed(number as u64).0);
            engine.clear();
            Ok(solved(&mut random, engine, plan.empties, stop))
        },
        &mut |solved: Option<SolvedPosition>| {
            solved.into_iter().for_each(&mut *take);
            Ok(())
        },
    )
}

fn solved(
    random: &mut Random,
    engine: &Othello,
    empties: u32,
    stop: &Stop,
) -> Option<SolvedPosition> {
    let board = position(random, engine, empties, PLAYED)?;
    let expected = engine.think(board, &OthelloGo::from(Go::depth(LOOK)), &mut |_| ());
    if board.moves().count_ones() < 2 || expected.lines.first()?.value.abs() > NEAR {
        return None;
    }
    let go = Go {
        lines: 2,
        stop: stop.clone(),
        ..Go::depth(60)
    };
    let found = engine.think(board, &OthelloGo::from(go), &mut |_| ());
    let line = |n: usize| found.lines.get(n).map(|line| (line.moves[0], line.value));
    let (best, second) = (line(0)?, line(1));
    let is_whole = found.ended != Some(Ended::Stopped);
    let only_one = second.is_none_or(|second| second.1 < best.1);
    (is_whole && only_one).then_some(SolvedPosition {
        board,
        best,
        second,
    })
}

/// Searches every position to a depth, each with an empty table.
pub fn accuracy(
    positions: &[SolvedPosition],
    evaluation: &Arc<Evaluation>,
    depth: u32,
    threads: usize,
    stop: &Stop,
) -> Result<Accuracy, NoMemory> {
    const TABLE_BYTES: usize = 16 << 20;
    let found = numbered(
        positions.len(),
        threads,
        || !stop.is_stopped(),
        || Othello::new(TABLE_BYTES, evaluation.clone(), 1),
        |engine, number| {
            engine.clear();
            let go = OthelloGo::from(Go::depth(depth));
            Ok(engine.think(positions[number].board, &go, &mut |_| ()))
        },
        &mut |_| (),
    )?;
    let mut sums = Accuracy::default();
    for (position, found) in positions.iter().zip(&found) {
        let Some(line) = found.lines.first() else {
            continue;
        };
        let (best, value) = position.best;
        sums.positions += 1;
        sums.best_moves += usize::from(line.moves[0] == best);
        sums.error += f64::from((line.value - value).abs());
        sums.optimism += f64::from(line.value - value);
        sums.nodes += found.counts.nodes;
    }
    let count = sums.positions.max(1) as f64;
    Ok(Accuracy {
        error: sums.error / count,
        optimism: sums.optimism / count,
        ..sums
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_search_to_the_end_makes_no_mistake_on_the_set() {
        let plan = HardSetPlan {
            tries: 12,
            empties: 12,
            seed: 4,
            threads: 2,
            hash_bytes: 1 << 20,
            time: None,
        };
        let evaluation = Evaluation::embedded();
        let mut set = Vec::new();
        let stop = Stop::default();
        make_hard_set(&plan, &evaluation, &stop, &mut |solved| set.push(solved))
            .expect("small tables");
        assert!(set.len() > 2, "{} positions", set.len());
        for position in &set {
            assert_eq!(position.board.empties(), 12);
            assert!(
                position
                    .second
                    .is_none_or(|second| second.1 < position.best.1)
            );
        }
        let at = |depth| accuracy(&set, &evaluation, depth, 1, &stop).expect("small tables");
        let whole = at(12);
        assert_eq!((whole.best_moves, whole.error), (set.len(), 0.0));
        assert!(at(1).error > 0.0);
    }
}
