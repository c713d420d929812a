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

/// What a position is worth before it is searched: what the table knows, if it is on the right side of
/// the evaluation, else the evaluation.
pub(super) fn better_guess(entry: &Entry, standing: Value, ply: usize) -> Value {
    let value = entry.value(ply as u32);
    match entry.bound {
        _ if value.abs() >= PROVEN => standing,
        Bound::Exact => value,
        Bound::AtLeast => value.max(standing),
        Bound::AtMost => value.min(standing),
    }
}

/// The depth at which the search ends. Under the threat of an open four it goes on for one more ply,
/// because what the position is worth depends on whether there is an answer at all.
pub(super) fn last_depth(pressed: bool) -> i32 {
    -i32::from(pressed)
}

/// If standing still already beats beta by more than the other side can plausibly win back in `depth`
/// plies, searching further will not change the answer. Not so under the threat of an open four: whoever
/// judges by standing there sees no attack made of threes.
pub(super) fn reverse_futility(
    guess: Value,
    beta: Value,
    depth: i32,
    improving: bool,
) -> Option<Value> {
    let plies = (depth - i32::from(improving)).max(0);
    let safe = depth <= tune::reverse_futility_depth()
        && beta.abs() < PROVEN
        && guess - tune::reverse_futility_margin() * plies >= beta;
    safe.then_some(guess)
}

/// Near the leaves only a win by fours mends a position as bad as this (razoring).
pub(super) fn is_beyond_hope(guess: Value, alpha: Value, depth: i32) -> bool {
    depth <= tune::razor_depth()
        && alpha.abs() < PROVEN
        && guess + tune::razor_base() + tune::razor_margin() * depth <= alpha
}

/// Whether a quiet move cannot be hoped to raise alpha: enough better ones were tried in vain, fewer
/// where things are getting worse and it would prepare no attack.
pub(super) fn is_hopeless(depth: i32, tried: usize, promising: bool) -> bool {
    depth <= tune::late_move_depth() && tried >= tune::late_moves(depth, promising)
}
