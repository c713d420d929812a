//! The rules by which the search leaves things out, each with its reason.

use boyi_search::Bound;

use super::super::entry::Entry;
use super::super::tune;
use super::super::value::{PROVEN, Value};

/// What the table knows, if it is deep enough and on the right side of the window.
#[inline]
pub(super) fn settles(
    entry: &Entry,
    alpha: Value,
    beta: Value,
    depth: i32,
    ply: usize,
    pv: bool,
) -> Option<Value> {
    let value = entry.value(ply as u32);
    // A proven result stays true however shallow it was found.
    let deep_enough = i32::from(entry.depth) >= depth
        || value >= PROVEN && entry.bound != Bound::AtMost
        || value <= -PROVEN && entry.bound != Bound::AtLeast;
    let settled = match entry.bound {
        Bound::Exact => true,
        Bound::AtLeast => value >= beta,
        Bound::AtMost => value <= alpha,
    };
    let proven = value.abs() >= PROVEN && entry.bound == Bound::Exact;
    (deep_enough && settled && (!pv || proven)).then_some(value)
}

/// If standing still already beats beta by more than the other side can plausibly win back in `depth`
/// plies, searching further will not change the answer.
pub(super) fn reverse_futility(standing: Value, beta: Value, depth: i32) -> Option<Value> {
    let safe = depth <= tune::reverse_futility_depth()
        && beta.abs() < PROVEN
        && standing - tune::reverse_futility_margin() * depth >= beta;
    safe.then_some(standing)
}

/// Whether a quiet move near the leaves cannot be hoped to raise alpha: too many better ones were tried
/// in vain, or the position is too bad for a quiet move to mend.
pub(super) fn is_hopeless(
    standing: Value,
    alpha: Value,
    depth: i32,
    tried: usize,
    promise: i32,
) -> bool {
    if depth > tune::late_move_depth() {
        return false;
    }
    tried >= tune::late_moves(depth)
        || standing + tune::futility_margin() * depth + promise.min(200) / 2 <= alpha
            && alpha.abs() < PROVEN
            && tried > 1
}
