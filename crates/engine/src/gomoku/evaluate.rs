//! What a position is worth to the strong player without looking further.

use super::field::Field;
use super::value::{Value, heuristic};
use super::weights::SCALE;

/// From the view of the side to move: what stones on the empty points would do, summed.
#[inline]
pub(crate) fn standing(field: &Field) -> Value {
    heuristic(field.value() / SCALE)
}
