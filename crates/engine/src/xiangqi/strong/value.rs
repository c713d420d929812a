//! Values inside the strong search: small integers in bands, so that a table entry holds one in 16
//! bits and a look at the number says what it rests on.

use boyi_game::Score;

/// From the view of the side to move.
pub(crate) type Value = i32;

/// Deeper than any line is followed.
pub(crate) const MAX_PLY: usize = 200;

/// Beyond every value.
pub(crate) const INFINITE: Value = 32_001;

/// Won already; mate in `n` plies is `n` less.
const MATE: Value = 32_000;

/// Mates lie within this many plies: those the search sees, and longer ones from endgame tables.
const MATE_BAND: Value = 1_000;

/// Won because the other side must not go on repeating: no mate, but a rule. A value of this kind
/// depends on the moves that led here.
const RULED: Value = 20_000;

/// Evaluations stay below this.
pub(crate) const MOST_EVALUATION: Value = 15_000;

/// The side to move wins `plies` plies from the root.
#[inline]
pub(crate) const fn mate_in(plies: usize) -> Value {
    MATE - plies as Value
}

/// The side to move is lost `plies` plies from the root.
#[inline]
pub(crate) const fn mated_in(plies: usize) -> Value {
    plies as Value - MATE
}

/// The side to move wins by the rules of repetition, `ply` plies from the root.
#[inline]
pub(crate) const fn ruled_win(ply: usize) -> Value {
    RULED - ply as Value
}

/// A proven mate, for or against.
#[inline]
pub(crate) const fn is_mate(value: Value) -> bool {
    value.abs() >= MATE - MATE_BAND
}

/// A mate or a verdict of the rules, for or against: nothing that margins apply to.
#[inline]
pub(crate) const fn is_decided(value: Value) -> bool {
    value.abs() > MOST_EVALUATION
}

/// Lost for the side to move, by mate or by the rules.
#[inline]
pub(crate) const fn is_lost(value: Value) -> bool {
    value < -MOST_EVALUATION
}

/// An evaluation, kept out of the bands of decided games.
#[inline]
pub(crate) fn evaluation(value: Value) -> Value {
    value.clamp(-MOST_EVALUATION, MOST_EVALUATION)
}

/// Counted from the node instead of the root, as a table must hold it.
#[inline]
pub(crate) const fn from_node(value: Value, ply: usize) -> Value {
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
pub(crate) const fn from_root(value: Value, ply: usize) -> Value {
    if !is_decided(value) {
        value
    } else if value > 0 {
        value - ply as Value
    } else {
        value + ply as Value
    }
}

/// As the rest of the program knows scores.
pub(crate) fn to_score(value: Value) -> Score {
    if !is_mate(value) {
        Score::heuristic(value)
    } else if value > 0 {
        Score::win_in((MATE - value) as u32)
    } else {
        Score::loss_in((MATE + value) as u32)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_bands_do_not_touch() {
        assert!(!is_decided(evaluation(99_999)));
        assert!(is_decided(ruled_win(MAX_PLY)) && !is_mate(ruled_win(0)));
        assert!(is_mate(mated_in(MAX_PLY)) && is_lost(mated_in(3)));
        assert_eq!(from_root(from_node(mate_in(9), 4), 4), mate_in(9));
        assert_eq!(to_score(mate_in(3)), Score::win_in(3));
        assert_eq!(to_score(mated_in(4)), Score::loss_in(4));
    }
}
