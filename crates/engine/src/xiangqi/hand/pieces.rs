//! Rooks, horses and cannons: how they move, and how they stand to the enemy's general.

use boyi_xiangqi::attacks;
use boyi_xiangqi::{Kind, Square, Squares};

use super::{Sum, View, terms};

#[inline]
pub(super) fn count(view: &View, tally: &mut Sum) {
    let board = view.board;
    let sign = view.sign();
    let taken = board.occupied().squares();
    let enemy = board.general(!view.side);
    // Where a piece would be taken by something cheap it cannot really go.
    let free = !board.of_side(view.side) & !view.theirs.by(Kind::Pawn);
    let unguarded = free & !view.theirs.by(Kind::Advisor) & !view.theirs.by(Kind::Elephant);
    let his_advisors = view.enemies(Kind::Advisor).count().min(2);

    for (square, reached) in view.pieces(Kind::Rook).zip(view.own.rooks) {
        let points = reached & unguarded;
        tally.add(terms::ROOK_MOBILITY.at_most(points.count()), sign);
        let file = file_of(square);
        if !(file & view.pieces(Kind::Pawn)).exist() {
            let open = !(file & view.enemies(Kind::Pawn)).exist();
            tally.add(terms::ROOK_FILE.at(usize::from(open)), sign);
        }
        if square.file() == enemy.file() || square.rank() == enemy.rank() {
            let between = (attacks::between(square, enemy) & taken).count();
            tally.add(terms::ROOK_AIMS.at_most(between), sign);
        }
    }
    for (square, reached) in view.pieces(Kind::Horse).zip(view.own.horses) {
        let points = reached & unguarded;
        tally.add(terms::HORSE_MOBILITY.at_most(points.count()), sign);
        tally.add(terms::HORSE_DISTANCE.at_most(distance(square, enemy)), sign);
    }
    for (square, reached) in view.pieces(Kind::Cannon).zip(view.own.cannons) {
        let points = reached & unguarded;
        tally.add(terms::CANNON_MOBILITY.at_most(points.count()), sign);
        let on_file = square.file() == enemy.file();
        if on_file || square.rank() == enemy.rank() {
            let between = attacks::between(square, enemy) & taken;
            let group = if on_file {
                terms::CANNON_ON_FILE
            } else {
                terms::CANNON_ON_RANK
            };
            let place = 4 * his_advisors + between.count().min(3);
            tally.add(group.at(place), sign);
            let beside = attacks::general(enemy) & view.enemies(Kind::Horse);
            if between.count() == 2 && (between & beside).exist() {
                tally.add(terms::CANNON_ON_SMOTHERED.at(0), sign);
            }
        }
    }
    for square in view.pieces(Kind::Elephant) {
        let points = attacks::elephant(square, taken) & free;
        tally.add(terms::ELEPHANT_MOBILITY.at_most(points.count()), sign);
    }
    for square in view.pieces(Kind::Advisor) {
        let points = attacks::advisor(square) & free;
        tally.add(terms::ADVISOR_MOBILITY.at_most(points.count()), sign);
    }
}

/// All points of the file.
#[inline]
fn file_of(square: Square) -> Squares {
    const A_FILE: u128 = {
        let mut bits = 0;
        let mut rank = 0;
        while rank < 10 {
            bits |= 1 << (9 * rank);
            rank += 1;
        }
        bits
    };
    Squares::from_bits(A_FILE << square.file())
}

/// In steps of a king.
#[inline]
fn distance(a: Square, b: Square) -> usize {
    a.file().abs_diff(b.file()).max(a.rank().abs_diff(b.rank()))
}
