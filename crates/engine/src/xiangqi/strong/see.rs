//! Static exchange evaluation: what a series of captures on one point comes to.

use boyi_game::{Position, Side};
use boyi_xiangqi::attacks::Occupied;
use boyi_xiangqi::{Board, Kind, Move, Square, Squares};

use boyi_search::kernel::value::Value;

/// What a piece counts in exchanges. The general only captures last.
#[inline]
pub(crate) const fn worth(kind: Kind) -> Value {
    match kind {
        Kind::General => 5_000,
        Kind::Rook => 1_000,
        Kind::Cannon => 480,
        Kind::Horse => 450,
        Kind::Elephant | Kind::Advisor => 150,
        Kind::Pawn => 110,
    }
}

/// The order in which pieces capture: the cheapest first.
const CHEAPEST_FIRST: [Kind; 7] = [
    Kind::Pawn,
    Kind::Advisor,
    Kind::Elephant,
    Kind::Horse,
    Kind::Cannon,
    Kind::Rook,
    Kind::General,
];

/// Whether the exchange that `mv` begins brings its side at least `threshold`, if both sides always
/// capture with the cheapest piece and stop when they like. Cannons gain and lose their screens on
/// the way. Pins are not considered.
pub(crate) fn is_at_least(board: &Board, mv: Move, threshold: Value) -> bool {
    let captured = board.at(mv.to).map_or(0, |piece| worth(piece.kind));
    let mut balance = captured - threshold;
    if balance < 0 {
        return false;
    }
    let Some(mover) = board.at(mv.from) else {
        return false;
    };
    balance -= worth(mover.kind);
    if balance >= 0 {
        return true;
    }
    let mut occupied = board.occupied().after(mv.from, mv.to);
    let mut side = !board.turn();
    // Whether the side that began is satisfied as things stand: it is not, its piece hangs.
    let mut satisfied = true;
    while let Some((kind, from)) = cheapest_capture(board, mv.to, side, occupied) {
        satisfied = !satisfied;
        balance = -balance - 1 - worth(kind);
        side = !side;
        if balance >= 0 {
            break;
        }
        occupied.flip(from);
    }
    satisfied
}

/// The cheapest piece with which a side can capture on a square, and where it stands.
fn cheapest_capture(
    board: &Board,
    on: Square,
    side: Side,
    occupied: Occupied,
) -> Option<(Kind, Square)> {
    let attackers = board.attackers(on, occupied) & !Squares::one(on);
    let own = attackers & board.of_side(side);
    let cheapest = CHEAPEST_FIRST
        .iter()
        .find_map(|&kind| Some((kind, (own & board.kind(kind)).first()?)));
    // A general may not capture what is protected.
    let is_protected = (attackers & board.of_side(!side)).exist();
    cheapest.filter(|&(kind, _)| kind != Kind::General || !is_protected)
}

#[cfg(test)]
mod tests {
    use boyi_game::Random;
    use boyi_xiangqi::{Setup, fen};

    use super::*;

    /// The same by minimax: the value of the exchange, both sides free to stop.
    fn slow(board: &Board, mv: Move, occupied: Occupied) -> Value {
        fn best(board: &Board, mv: Move, side: Side, on: Kind, occupied: Occupied) -> Value {
            let Some((kind, from)) = cheapest_capture(board, mv.to, side, occupied) else {
                return 0;
            };
            let mut next = occupied;
            next.flip(from);
            (worth(on) - best(board, mv, !side, kind, next)).max(0)
        }
        let gain = board.at(mv.to).map_or(0, |piece| worth(piece.kind));
        let mover = board.at(mv.from).expect("a piece").kind;
        gain - best(
            board,
            mv,
            !board.turn(),
            mover,
            occupied.after(mv.from, mv.to),
        )
    }

    #[test]
    fn it_is_the_minimax_of_the_captures_on_one_point() {
        let mut random = Random::new(3);
        for _ in 0..30 {
            let mut board = Setup::start().board().expect("the start");
            for _ in 0..100 {
                let mut moves = Vec::new();
                board.legal_moves(&mut moves);
                let Some(&next) = random.choose(&moves) else {
                    break;
                };
                for &mv in &moves {
                    let truth = slow(&board, mv, board.occupied());
                    for threshold in [-600, -100, 0, 1, 300] {
                        assert_eq!(
                            is_at_least(&board, mv, threshold),
                            truth >= threshold,
                            "{mv} is worth {truth}"
                        );
                    }
                }
                board.make(next);
            }
        }
    }

    #[test]
    fn a_protected_pawn_is_no_prey_for_a_rook() {
        let text = "4k4/9/9/4r4/9/4p4/9/4R4/9/3K5 w";
        let board = fen::read(text).expect("a FEN").board().expect("a board");
        let square = |file, rank| boyi_xiangqi::Square::new(file, rank).expect("on the board");
        let mv = Move {
            from: square(4, 2),
            to: square(4, 4),
        };
        assert!(!is_at_least(&board, mv, 0));
        assert!(is_at_least(
            &board,
            mv,
            worth(Kind::Pawn) - worth(Kind::Rook)
        ));
    }
}
