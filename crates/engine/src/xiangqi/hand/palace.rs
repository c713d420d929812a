//! How safe the generals are: what aims at the palace, from where checks threaten, where the general
//! can still go.

use boyi_game::Side;
use boyi_xiangqi::attacks;
use boyi_xiangqi::{Kind, Squares};

use super::{Sum, View, terms};

/// The enemy's palace, by the side that attacks it, and the rank before it.
const ZONES: [Squares; 2] = [zone(6), zone(0)];

/// The pieces that attack, each with its share in [`terms::SAFE_CHECK`] and its weight in an attack.
const ATTACKERS: [(Kind, usize, usize); 4] = [
    (Kind::Rook, 0, 4),
    (Kind::Horse, 1, 3),
    (Kind::Cannon, 2, 3),
    (Kind::Pawn, 3, 2),
];

#[inline]
pub(super) fn count(view: &View, tally: &mut Sum) {
    let board = view.board;
    let sign = view.sign();
    let enemy = board.general(!view.side);
    let zone = ZONES[view.side.index()];
    let occupied = board.occupied();
    let taken = occupied.squares();
    let lines = attacks::rook(enemy, occupied);
    let over = attacks::cannon_controls(enemy, occupied);
    let own = board.of_side(view.side);
    let mut weight = 0;
    for (kind, place, share) in ATTACKERS {
        let attacked = view.own.by(kind);
        let reached = if kind == Kind::Cannon {
            view.own.cannons_control
        } else {
            attacked
        };
        if (reached & zone).exist() {
            weight += share + (reached & zone).count().min(4) / 2;
        }
        // A cannon moves along open lines; where it attacks it needs a screen.
        let (checking, moves) = match kind {
            Kind::Rook => (lines, attacked),
            Kind::Horse => (attacks::horse_to(enemy, taken), attacked),
            Kind::Cannon => (over, view.own.cannons[0] | view.own.cannons[1]),
            _ => (attacks::pawn_to(view.side, enemy), attacked),
        };
        let points = checking & moves & !own;
        if points.exist() {
            let safe = points & !view.theirs.all & !view.theirs.cannons_control;
            tally.add(
                terms::SAFE_CHECK.at(place),
                sign * safe.count().min(3) as i32,
            );
            let unsafe_ones = (points & !safe).count().min(3);
            tally.add(terms::UNSAFE_CHECK.at(place), sign * unsafe_ones as i32);
        }
    }
    let guards = view.enemies(Kind::Advisor).count() + view.enemies(Kind::Elephant).count();
    let missing = match guards {
        4.. => 0,
        2..=3 => 1,
        _ => 2,
    };
    tally.add(terms::PALACE_ATTACK.at(20 * missing + weight.min(19)), sign);

    let around = attacks::general(enemy) & !board.of_side(!view.side);
    let controlled = view.own.all | view.own.cannons_control;
    tally.add(terms::CAGED.at_most((around & controlled).count()), sign);
    let free = around & !controlled;
    tally.add(terms::GENERAL_MOBILITY.at_most(free.count()), -sign);

    // Pieces that a rook or a general holds before their general, or a cannon over another one.
    let first = lines & taken;
    let second = over & taken;
    let pinners = second & (view.pieces(Kind::Rook) | view.pieces(Kind::General));
    for pinner in pinners {
        let held = first & board.of_side(!view.side) & attacks::between(enemy, pinner);
        for square in held {
            if let Some(piece) = board.at(square) {
                tally.add(terms::PINNED.at(piece.kind as usize), sign);
            }
        }
    }
}

/// The palace and the rank before it, four ranks from `rank` on.
const fn zone(rank: usize) -> Squares {
    let mut bits = 0;
    let mut index = 9 * rank;
    while index < 9 * (rank + 4) {
        let file = index % 9;
        if file >= 3 && file <= 5 {
            bits |= 1 << index;
        }
        index += 1;
    }
    Squares::from_bits(bits)
}

const _: () = assert!(Side::First.index() == 0);
