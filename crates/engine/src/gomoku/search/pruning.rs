//! The rules by which the search leaves things out, each with its reason.

use boyi_search::Bound;

use super::super::tune;
use boyi_search::kernel::TtEntry;
use boyi_search::kernel::value::{PROVEN, Value, from_root};

/// What the table knows, if it is deep enough and on the right side of the window.
#[inline]
pub(super) fn settles(
    entry: &TtEntry,
    alpha: Value,
    beta: Value,
    depth: i32,
    ply: usize,
    pv: bool,
) -> Option<Value> {
    let value = entry.settles(alpha, beta, ply)?;
    let (_, bound) = entry.value?;
    // A proven result stays true however shallow it was found.
    let deep_enough = entry.depth >= depth
        || value >= PROVEN && bound != Bound::AtMost
        || value <= -PROVEN && bound != Bound::AtLeast;
    let proven = value.abs() >= PROVEN && bound == Bound::Exact;
    (deep_enough && (!pv || proven)).then_some(value)
}

/// What a position is worth before it is searched: what the table knows, if it is on the right side of
/// the evaluation, else the evaluation.
pub(super) fn better_guess(entry: &TtEntry, static_eval: Value, ply: usize) -> Value {
    let Some((value, bound)) = entry.value else {
        return static_eval;
    };
    let value = from_root(value, ply);
    match bound {
        _ if value.abs() >= PROVEN => static_eval,
        Bound::Exact => value,
        Bound::AtLeast => value.max(static_eval),
        Bound::AtMost => value.min(static_eval),
    }
}

/// The depth at which the search ends. Under the threat of an open four it goes on for one more ply,
/// because what the position is worth depends on whether there is an answer at all.
pub(super) fn last_depth(pressed: bool) -> i32 {
    -i32::from(pressed)
}

/// If the static evaluation already beats beta by more than the other side can plausibly win back in `depth`
/// plies, searching further will not change the answer. Not so under the threat of an open four: whoever
/// trusts the static evaluation there sees no attack made of threes.
pub(super) fn reverse_futility(
    guess: Value,
    beta: Value,
    depth: i32,
    improving: bool,
) -> Option<Value> {
    let plies = (depth - i32::from(improving)).max(0);
    let safe = depth <= tune::rfp_depth()
        && beta.abs() < PROVEN
        && guess - tune::rfp_margin() * plies >= beta;
    safe.then_some(guess)
}

/// Razoring: near the leaves only a VCF win mends a position as bad as this.
pub(super) fn razoring(guess: Value, alpha: Value, depth: i32) -> bool {
    depth <= tune::razor_depth()
        && alpha.abs() < PROVEN
        && guess + tune::razor_base() + tune::razor_margin() * depth <= alpha
}

/// Whether a quiet move cannot be hoped to raise alpha: enough better ones were tried in vain, fewer
/// where things are getting worse and it would prepare no attack.
pub(super) fn late_move_pruning(depth: i32, tried: usize, promising: bool) -> bool {
    depth <= tune::lmp_depth() && tried >= tune::late_moves(depth, promising)
}

/// A principal variation whose table move comes from a shallower search was not chosen for some
/// iterations: it is worth fewer plies.
pub(super) fn stale_table_move(entry: Option<&TtEntry>, depth: i32) -> i32 {
    let Some(entry) = entry.filter(|entry| entry.best.is_some()) else {
        return 0;
    };
    let behind = (depth - entry.depth).max(0);
    (behind * tune::stale_share() / 100).min(3)
}
