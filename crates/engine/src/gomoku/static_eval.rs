//! The static evaluation of the strong player.

use super::board::Board;
use super::value::{Value, heuristic};
use super::weights::SCALE;

/// From the view of the side to move: what stones on the empty points would do, summed.
#[inline]
pub(crate) fn static_eval(board: &Board) -> Value {
    heuristic(board.value() / SCALE)
}
