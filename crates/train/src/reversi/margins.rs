//! How far shallow and deep searches lie apart: the margins of `ProbCut`, measured.

use std::sync::Arc;

use boyi_arena::self_play::self_play;
use boyi_engine::EngineError;
use boyi_engine::reversi::othello::{
    Board, Certainty, Evaluation, Othello, OthelloGo, UNIT, probe_depth, square_name,
};
use boyi_game::{Key, Random};
use boyi_search::kernel::Go;
use boyi_search::{NoMemory, Stop};

use super::least_squares::LeastSquares;
use super::selfplay::random_start;
use super::table::{board_of, table_of};
use crate::numbered::numbered;

#[derive(Clone, Copy, Debug)]
pub struct Measuring {
    /// Positions of the middle game, and as many of the end.
    pub positions: usize,
    pub depth: u32,
    /// The most empties that are solved.
    pub solved: u32,
    pub seed: u64,
    pub threads: usize,
}

/// The mean squared difference between two searches of positions with some number of empties.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct MarginCell {
    /// Empties, of the middle of the group.
    pub empties: u32,
    /// Plies of the deep search; 0 where it went to the end.
    pub depth: u32,
    /// Plies of the shallow search.
    pub probe: u32,
    pub count: u32,
    pub deviation: f64,
}

/// deviation = constant + empties * e + depth * d + probe * p.
#[derive(Clone, Copy, PartialEq, Default, Debug)]
pub struct Margins {
    pub constant: f64,
    pub empties: f64,
    pub depth: f64,
    pub probe: f64,
}

/// What was measured, for searches of the middle game and for those to the end.
#[derive(Clone, PartialEq, Debug)]
pub struct Measured {
    pub midgame: (Margins, Vec<MarginCell>),
    pub endgame: (Margins, Vec<MarginCell>),
}

/// Positions further from even than this are left out: they are decided, and err by more.
const NEAR: f64 = 24.0;

/// How sure the searches of the middle game are: sure enough to be measured, and several plies deeper
/// in the same time than without any cuts.
const NEARLY_CERTAIN: Certainty = Certainty::P98;

/// The shortest search that is compared with the end of the game.
const SHORTEST: usize = 4;

/// Plies beside the probe of a search to the end at which the margin is fitted, too: exact results are
/// dear, and one more of them says something about several depths.
const BESIDE: u32 = 2;

/// Searches to the end are as deep as there are empties: a group of them is one cell.
const WHOLE_GROUP: u32 = 0;

/// Plies that both sides look ahead on the way to a position.
const PLAYED: u32 = 2;

/// Empties that are measured together.
const GROUP: u32 = 4;

/// Searches positions of our own games at every depth and compares. Each has a stream of luck of its own, so
/// that the number of threads changes nothing.
pub fn measure(
    measuring: &Measuring,
    evaluation: &Arc<Evaluation>,
    stop: &Stop,
    watch: &mut dyn FnMut(usize),
) -> Result<Measured, NoMemory> {
    let compared = numbered(
        measuring.positions,
        measuring.threads,
        || !stop.is_stopped(),
        || Othello::new(16 << 20, evaluation.clone(), 1),
        |engine, number| {
            let mut random = Random::new(measuring.seed ^ Key::mixed(number as u64).0);
            Ok((
                middle(&mut random, engine, evaluation, measuring.depth),
                end(&mut random, engine, evaluation, measuring.solved),
            ))
        },
        watch,
    )?;
    let (mut midgame, mut endgame) = (Tally::default(), Tally::default());
    for (middle, end) in compared {
        for pair in middle {
            midgame.add(pair);
        }
        for pair in end {
            endgame.add(pair);
        }
    }
    Ok(Measured {
        midgame: midgame.fitted(true),
        endgame: endgame.fitted(false),
    })
}

/// Two searches of one position.
pub(super) struct Compared {
    pub(super) empties: u32,
    pub(super) depth: u32,
    pub(super) probe: u32,
    /// What the deep search found beyond the shallow one.
    pub(super) difference: f64,
}

/// All pairs of depths of a position of the middle game.
fn middle(
    random: &mut Random,
    engine: &Othello,
    evaluation: &Evaluation,
    depth: u32,
) -> Vec<Compared> {
    let empties = 16 + random.below(40) as u32;
    let mut pairs = Vec::new();
    let Some(board) = position(random, engine, empties, PLAYED) else {
        return pairs;
    };
    let values = values(engine, evaluation, board, depth, NEARLY_CERTAIN);
    let near = values.last().is_some_and(|value| value.abs() <= NEAR);
    for deep in (3..values.len()).filter(|_| near) {
        // Odd and even depths lean to different sides; probes are of the same parity.
        for shallow in (0..deep).filter(|shallow| shallow % 2 == deep % 2) {
            pairs.push(Compared {
                empties,
                depth: deep as u32,
                probe: shallow as u32,
                difference: values[deep] - values[shallow],
            });
        }
    }
    pairs
}

/// All depths of a position near the end, compared with its result.
fn end(
    random: &mut Random,
    engine: &Othello,
    evaluation: &Evaluation,
    solved: u32,
) -> Vec<Compared> {
    let empties = 12 + random.below(u64::from(solved.max(13) - 11)) as u32;
    let Some(board) = position(random, engine, empties, PLAYED) else {
        return Vec::new();
    };
    let found = engine.think(board, &OthelloGo::from(Go::depth(60)), &mut |_| ());
    let exact = found.lines.first().map(|best| f64::from(best.value));
    let Some(exact) = exact.filter(|exact| exact.abs() <= NEAR) else {
        return Vec::new();
    };
    let most = probe_depth(empties) + BESIDE;
    let values = values(engine, evaluation, board, most, NEARLY_CERTAIN);
    // Shorter searches are never asked what the end of the game will be.
    let long_enough = values.iter().enumerate().skip(SHORTEST);
    let compared = |(probe, value): (usize, &f64)| Compared {
        empties,
        depth: WHOLE_GROUP,
        probe: probe as u32,
        difference: exact - value,
    };
    long_enough.map(compared).collect()
}

/// A position that a short search against itself leads to, after a random beginning.
pub(super) fn position(
    random: &mut Random,
    engine: &Othello,
    empties: u32,
    depth: u32,
) -> Option<Board> {
    let plies = 6 + random.below(14);
    let mut board = random_start(random, plies)?;
    if board.empties() < empties {
        board = random_start(random, u64::from(60 - empties))?;
    }
    let mut table = table_of(board);
    self_play(&mut *table, |table, _| {
        board = board_of(table);
        if board.moves() == 0 {
            return Ok(Some("pass".to_owned()));
        }
        if board.empties() <= empties {
            return Ok(None);
        }
        let task = OthelloGo::from(Go::depth(depth));
        let found = engine.think(board, &task, &mut |_| ());
        let at = found.lines.first().and_then(|line| line.moves[0]);
        Ok::<_, EngineError>(at.map(square_name))
    })
    .expect("the search plays legal moves");
    (board.moves() != 0 && board.empties() == empties).then_some(board)
}

/// The values of searches of 0, 1, 2, … plies.
fn values(
    engine: &Othello,
    evaluation: &Evaluation,
    board: Board,
    depth: u32,
    certainty: Certainty,
) -> Vec<f64> {
    let mut values = vec![f64::from(evaluation.fine(board)) / f64::from(UNIT)];
    engine.clear();
    let task = OthelloGo {
        certainty,
        ..OthelloGo::from(Go::depth(depth))
    };
    engine.think(board, &task, &mut |found| {
        values.extend(found.lines.first().map(|hint| f64::from(hint.value)));
    });
    values
}

#[derive(Default)]
pub(super) struct Tally {
    /// Group of empties, depth, probe: sum of squares and count.
    sums: std::collections::BTreeMap<(u32, u32, u32), (f64, u32)>,
}

impl Tally {
    pub(super) fn add(
        &mut self,
        Compared {
            empties,
            depth,
            probe,
            difference,
        }: Compared,
    ) {
        let cell = self
            .sums
            .entry((empties / GROUP, depth, probe))
            .or_default();
        cell.0 += difference * difference;
        cell.1 += 1;
    }

    pub(super) fn fitted(&self, by_depth: bool) -> (Margins, Vec<MarginCell>) {
        let cells: Vec<MarginCell> = self
            .sums
            .iter()
            .filter(|(_, (_, count))| *count >= 20)
            .map(|(&(group, depth, probe), &(sum, count))| MarginCell {
                empties: group * GROUP + GROUP / 2,
                depth,
                probe,
                count,
                deviation: (sum / f64::from(count)).sqrt(),
            })
            .collect();
        (fit(&cells, by_depth), cells)
    }
}

/// Whether the search makes such a probe: margins are to be right there, not on average over all
/// pairs of depths, most of which are never asked for.
fn is_asked(cell: &MarginCell, by_depth: bool) -> bool {
    if by_depth {
        cell.probe == probe_depth(cell.depth)
    } else {
        cell.probe.abs_diff(probe_depth(cell.empties)) <= BESIDE
    }
}

/// Least squares over the cells that are asked for, each by its count.
fn fit(cells: &[MarginCell], by_depth: bool) -> Margins {
    let mut squares = LeastSquares::new(4);
    for cell in cells.iter().filter(|cell| is_asked(cell, by_depth)) {
        let depth = if by_depth { f64::from(cell.depth) } else { 0.0 };
        let row = [1.0, f64::from(cell.empties), depth, f64::from(cell.probe)];
        squares.add(&row, cell.deviation, f64::from(cell.count));
    }
    let found = squares.solved(1e-6);
    Margins {
        constant: found[0],
        empties: found[1],
        depth: found[2],
        probe: found[3],
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_plane_is_found_again_whatever_the_probes_that_nobody_makes_say() {
        let mut cells = Vec::new();
        for empties in [10, 20, 30] {
            for depth in 3..8 {
                for probe in 0..4 {
                    let deviation = if probe == probe_depth(depth) {
                        2.0 + 0.1 * f64::from(empties) + 0.3 * f64::from(depth)
                            - 0.5 * f64::from(probe)
                    } else {
                        99.0
                    };
                    cells.push(MarginCell {
                        empties,
                        depth,
                        probe,
                        count: 50,
                        deviation,
                    });
                }
            }
        }
        let margins = fit(&cells, true);
        let found = [
            margins.constant,
            margins.empties,
            margins.depth,
            margins.probe,
        ];
        for (found, expected) in found.into_iter().zip([2.0, 0.1, 0.3, -0.5]) {
            assert!((found - expected).abs() < 1e-3, "{margins:?}");
        }
    }
}
