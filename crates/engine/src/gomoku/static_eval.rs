//! The static evaluation of the strong player.

use super::board::Board;
use super::weights::SCALE;
use boyi_search::kernel::value::{Value, evaluation};

/// From the view of the side to move: what stones on the empty points would do, summed.
#[inline]
pub(crate) fn static_eval(board: &Board) -> Value {
    evaluation(board.value() / SCALE)
}
