//! Draws that material alone gives away: a side that is ahead and has nothing to win with.

use boyi_game::Side;
use boyi_xiangqi::Kind;

use super::Inventory;

/// What is left of an advantage that cannot be turned into a win: one part in so many, so that the
/// search still prefers the better of two draws.
const LEFT_OVER: i32 = 16;

/// The value, from red's view, with advantages that win nothing taken out.
#[inline]
pub(super) fn scaled(left: &Inventory, value: i32) -> i32 {
    let ahead = if value > 0 { Side::First } else { Side::Second };
    if cannot_win(left, ahead) {
        value / LEFT_OVER
    } else {
        value
    }
}

/// Whether a side has no material to win with, as every endgame book says and the tables confirm.
#[inline]
pub(super) fn cannot_win(left: &Inventory, side: Side) -> bool {
    let own = |kind| left.count(side, kind);
    let his = |kind| left.count(!side, kind);
    let (rooks, horses, cannons) = (own(Kind::Rook), own(Kind::Horse), own(Kind::Cannon));
    let pawns = own(Kind::Pawn);
    if rooks + horses + cannons + pawns > 1 {
        return false;
    }
    // Whatever still attacks on the other side may also stand in the way there.
    let guards = own(Kind::Advisor) + own(Kind::Elephant);
    let (his_advisors, his_elephants) = (his(Kind::Advisor), his(Kind::Elephant));
    let all_guards = his_advisors == 2 && his_elephants == 2;
    match (rooks, horses, cannons, pawns) {
        // Nothing attacks.
        (0, 0, 0, 0) => true,
        // A rook does not break all four guards.
        (1, 0, 0, 0) => all_guards,
        // A horse wins against one guard at most, except for a few positions.
        (0, 1, 0, 0) => his_advisors + his_elephants >= 2,
        // A cannon without a piece of its own to jump over wins nothing against a closed palace.
        (0, 0, 1, 0) => guards == 0 || his_advisors + his_elephants >= 2,
        // A pawn wins against a bare general at most.
        (0, 0, 0, 1) => his_advisors + his_elephants >= 1,
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use boyi_xiangqi::fen;

    use super::*;

    #[test]
    fn books_draws_are_draws() {
        let cannot = |text: &str| {
            let board = fen::read(text).expect("a FEN").board().expect("a board");
            cannot_win(&Inventory::of(&board), Side::First)
        };
        assert!(cannot("2bakab2/9/9/9/9/9/9/9/R8/3K5 w"));
        assert!(!cannot("3akab2/9/9/9/9/9/9/9/R8/3K5 w"));
        assert!(cannot("3aka3/9/9/9/9/9/9/9/N8/3K5 w"));
        assert!(!cannot("4k4/9/9/9/9/9/9/9/N8/3K5 w"));
        assert!(cannot("4k4/9/9/9/9/9/9/9/C8/3K5 w"));
        assert!(cannot("3ak4/9/4P4/9/9/9/9/9/9/3K5 w"));
        assert!(!cannot("3ak4/9/4P4/9/9/9/9/9/N8/3K5 w"));
    }
}
