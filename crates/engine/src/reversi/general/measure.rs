//! What searches of every depth say of a position, nothing left out: the ground on which the search that
//! does leave things out stands.

use boyi_reversi::discs::{Discs, SquareSet, Whose};
use boyi_reversi::{Setup, WideBoard};
use boyi_search::kernel::{Budget, Go};
use boyi_search::{EXPECTED_MOVES, TranspositionTable};

use super::evaluator::BoardEvaluator;
use super::search::{Late, RootLook, Searching};
use super::weights::embedded_weights;

/// The values of the depths from 1 to `deepest` for the side to move, in hundredths of the board.
/// `None` where the board is larger than 16 x 16, or the side to move has no choice.
pub fn plain_values(setup: &Setup, deepest: u32, table: &TranspositionTable) -> Option<Vec<f32>> {
    let board = WideBoard::new(setup)?;
    let mut discs = board.discs().clone();
    let mut squares = Vec::new();
    discs
        .placements(Whose::Mover)
        .each(|square| squares.push(square));
    if squares.len() < 2 {
        return None;
    }
    let layout = board.layout();
    let evaluator = BoardEvaluator::new(layout, embedded_weights());
    let budget = Budget::new(&Go::<String>::default(), EXPECTED_MOVES);
    table.clear();
    let mut searching = Searching::new(layout, &evaluator, table, &budget);
    let taken = discs.held(Whose::Mover).count() + discs.held(Whose::Other).count();
    let empties = (layout.rows() * layout.cols()) as u32 - taken;
    (1..=deepest)
        .map(|depth| {
            let look = RootLook {
                depth,
                empties,
                late: Late::Full,
            };
            let value = searching.root(&mut discs, &mut squares, None, look)?;
            Some(value as f32 / evaluator.unit() as f32)
        })
        .collect()
}
