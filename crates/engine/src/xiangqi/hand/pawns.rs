//! Pawns, above all those over the river, and the wing on which a side gathers.

use boyi_game::Side;
use boyi_xiangqi::{Kind, Squares};

use super::{Sum, View, terms};

/// The enemy's half, by side.
const FAR: [Squares; 2] = [
    Squares::from_bits(((1 << 45) - 1) << 45),
    Squares::from_bits((1 << 45) - 1),
];

/// The last rank, where a pawn is worth little, by side.
const LAST: [Squares; 2] = [Squares::from_bits(0x1FF << 81), Squares::from_bits(0x1FF)];

#[inline]
pub(super) fn count(view: &View, tally: &mut Sum) {
    let sign = view.sign();
    let index = view.side.index();
    let pawns = view.pieces(Kind::Pawn);
    let crossed = pawns & FAR[index] & !LAST[index];
    let his_advisors = view.enemies(Kind::Advisor).count().min(2);
    tally.add(
        terms::CROSSED.at(6 * his_advisors + crossed.count().min(5)),
        sign,
    );
    if crossed.exist() {
        let bits = crossed.bits();
        let right = bits & (bits >> 1) & !files(8);
        tally.add(terms::LINKED_PAWNS.at(0), sign * right.count_ones() as i32);
        let enemy = view.board.general(!view.side);
        for square in crossed {
            let distance = square.file().abs_diff(enemy.file());
            tally.add(terms::PAWN_FILE.at_most(distance), sign);
        }
    }
    let gathered =
        (view.pieces(Kind::Rook) | view.pieces(Kind::Horse) | view.pieces(Kind::Cannon) | crossed)
            & FAR[index];
    let wing = |files: u128| (gathered.bits() & files).count_ones() as usize;
    let strongest = wing(LEFT).max(wing(RIGHT));
    tally.add(terms::WING.at_most(strongest), sign);
}

const LEFT: u128 = files(0) | files(1) | files(2) | files(3);
const RIGHT: u128 = files(5) | files(6) | files(7) | files(8);

/// The points of one file.
const fn files(file: usize) -> u128 {
    let mut bits = 0;
    let mut rank = 0;
    while rank < 10 {
        bits |= 1 << (9 * rank + file);
        rank += 1;
    }
    bits
}

const _: () = assert!(Side::First.index() == 0);
