//! What is attacked by what, and what protects what.

use boyi_xiangqi::{Kind, Squares};

use super::{Sum, View, terms};

#[inline]
pub(super) fn count(view: &View, tally: &mut Sum) {
    let board = view.board;
    let sign = view.sign();
    let guards =
        view.own.by(Kind::Advisor) | view.own.by(Kind::Elephant) | view.own.by(Kind::General);
    let by_class = [
        view.own.by(Kind::Pawn),
        guards,
        view.own.by(Kind::Horse),
        view.own.by(Kind::Cannon),
        view.own.by(Kind::Rook),
    ];
    let defended = view.theirs.all;
    let victims = view.own.all & board.of_side(!view.side) & !view.enemies(Kind::General);
    for square in victims {
        let Some(piece) = board.at(square) else {
            continue;
        };
        let class = by_class.iter().position(|map| map.has(square)).unwrap_or(0);
        let group = if defended.has(square) {
            terms::PRESSED
        } else {
            terms::HANGING
        };
        tally.add(group.at(7 * class + piece.kind as usize), sign);
    }
    for kind in [
        Kind::Horse,
        Kind::Rook,
        Kind::Cannon,
        Kind::Pawn,
        Kind::Elephant,
    ] {
        let protected = view.pieces(kind) & view.own.all;
        if protected != Squares::NONE {
            let count = protected.count() as i32;
            tally.add(terms::PROTECTED.at(kind as usize), sign * count);
        }
    }
}
