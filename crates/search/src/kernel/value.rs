//! Values inside a strong search: small integers in bands, so that a table entry holds one in 16 bits
//! and the number itself says whether it is an evaluation, a win by the rules or a proven win.
//!
//! All are from the view of the side to move.

use boyi_game::Score;

/// A value of a search.
pub type Value = i32;

/// Beyond every value.
pub const INFINITE: Value = 32_001;

/// Won already; a win in `n` plies is `n` less.
pub const WIN: Value = 32_000;

/// Proven wins are at least this: those the search sees, and longer ones from endgame tables.
pub const PROVEN: Value = WIN - 1_000;

/// A win that a rule about earlier moves gives, such as perpetual check in xiangqi. It depends on the
/// path and must not be stored as a property of the position.
pub const RULE_WIN: Value = 20_000;

/// Evaluations stay within this.
pub const MAX_EVALUATION: Value = 15_000;

/// The side to move wins `plies` plies from the root.
#[inline]
pub const fn win_in(plies: usize) -> Value {
    WIN - plies as Value
}

/// The side to move is lost `plies` plies from the root.
#[inline]
pub const fn loss_in(plies: usize) -> Value {
    plies as Value - WIN
}

/// The side to move wins by a rule about earlier moves, `ply` plies from the root.
#[inline]
pub const fn rule_win(ply: usize) -> Value {
    RULE_WIN - ply as Value
}

/// A proven win or loss.
#[inline]
pub const fn is_proven(value: Value) -> bool {
    value.abs() >= PROVEN
}

/// Plies to the end of the game, where the value is a proven win or loss.
#[inline]
pub const fn plies_to_end(value: Value) -> Option<u32> {
    if is_proven(value) {
        Some((WIN - value.abs()) as u32)
    } else {
        None
    }
}

/// Proven, or decided by a rule: nothing that margins apply to.
#[inline]
pub const fn is_decided(value: Value) -> bool {
    value.abs() > MAX_EVALUATION
}

/// Lost for the side to move, proven or by a rule.
#[inline]
pub const fn is_lost(value: Value) -> bool {
    value < -MAX_EVALUATION
}

/// An evaluation, kept out of the bands of decided games.
#[inline]
pub fn evaluation(value: Value) -> Value {
    value.clamp(-MAX_EVALUATION, MAX_EVALUATION)
}

/// Counted from the node instead of the root, as a table must hold it.
#[inline]
pub const fn from_node(value: Value, ply: usize) -> Value {
    if !is_decided(value) {
        value
    } else if value > 0 {
        value + ply as Value
    } else {
        value - ply as Value
    }
}

/// Undoes [`from_node`].
#[inline]
pub const fn from_root(value: Value, ply: usize) -> Value {
    if !is_decided(value) {
        value
    } else if value > 0 {
        value - ply as Value
    } else {
        value + ply as Value
    }
}

/// As the rest of the program knows scores.
pub fn to_score(value: Value) -> Score {
    match plies_to_end(value) {
        None => Score::heuristic(value),
        Some(plies) if value > 0 => Score::win_in(plies),
        Some(plies) => Score::loss_in(plies),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_bands_do_not_touch() {
        assert!(!is_decided(evaluation(99_999)));
        assert!(is_decided(rule_win(500)) && !is_proven(rule_win(0)));
        assert!(is_proven(loss_in(500)) && is_lost(loss_in(3)));
        assert_eq!(from_root(from_node(win_in(9), 4), 4), win_in(9));
        assert_eq!(to_score(win_in(3)), Score::win_in(3));
        assert_eq!(to_score(loss_in(4)), Score::loss_in(4));
    }
}
