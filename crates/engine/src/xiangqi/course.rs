//! The evaluation of the courses' kind: piece values, square tables of our own, and the value of what
//! can be captured next.

use boyi_game::{Position, Score, Side};
use boyi_search::Evaluate;
use boyi_xiangqi::{Board, Kind, Move, Square, Xiangqi};

/// Judges by counting, red minus black.
#[derive(Clone, Copy)]
pub(super) struct Course;

/// What a piece is worth wherever it stands; the general is never counted, but captures of it must
/// come first.
const fn worth(kind: Kind) -> i32 {
    match kind {
        Kind::General => 10_000,
        Kind::Rook => 500,
        Kind::Horse => 240,
        Kind::Cannon => 250,
        Kind::Elephant | Kind::Advisor => 60,
        Kind::Pawn => 50,
    }
}

/// The share of a piece's worth that attacking it is worth: one part in so many. The attacked side
/// usually has an answer, so it is small.
const THREAT_SHARE: i32 = 20;

/// An attacked general, which is in check: a tempo, not a capture.
const CHECK: i32 = 15;

impl Evaluate<Xiangqi> for Course {
    fn evaluate(&self, position: &Xiangqi) -> Score {
        Score::heuristic(self.difference(position.board()))
    }

    /// The most valuable victim first, by the least valuable piece; quiet moves last.
    fn promise(&self, position: &mut Xiangqi, mv: Move) -> i32 {
        let value = |square| position.board().at(square).map(|piece| worth(piece.kind));
        match (value(mv.to), value(mv.from)) {
            (Some(victim), Some(own)) => 16 * victim - own.min(1000),
            _ => 0,
        }
    }
}

impl Course {
    /// What the side to move has more.
    #[expect(
        clippy::unused_self,
        reason = "other evaluations of the kind have tables"
    )]
    pub(super) fn difference(self, board: &Board) -> i32 {
        let side = board.turn();
        holdings(board, side) - holdings(board, !side)
    }
}

fn holdings(board: &Board, side: Side) -> i32 {
    let mut sum = 0;
    for kind in Kind::ALL {
        for square in board.pieces(side, kind) {
            sum += if kind == Kind::General {
                0
            } else {
                worth(kind)
            };
            sum += place(kind, square, side);
        }
    }
    for square in board.within_reach(side) {
        sum += match board.at(square).map(|piece| piece.kind) {
            Some(Kind::General) => CHECK,
            Some(kind) => worth(kind) / THREAT_SHARE,
            None => 0,
        };
    }
    sum
}

/// What standing here adds: [`PLACES`] by kind, from the side's own view.
fn place(kind: Kind, square: Square, side: Side) -> i32 {
    // The board is the same seen in a mirror, so the tables hold files a to e only.
    let file = square.file().min(8 - square.file());
    PLACES[kind as usize][square.rank_of(side)][file]
}

/// Files a to e of each rank, one's own back rank first.
type Places = [[i32; 5]; 10];

const NOTHING: Places = [[0; 5]; 10];

const PLACES: [Places; 7] = [
    general(),
    advisor(),
    elephant(),
    horse(),
    rook(),
    cannon(),
    pawn(),
];

const fn general() -> Places {
    let mut places = NOTHING;
    places[0] = [0, 0, 0, 2, 8];
    places[1] = [0, 0, 0, -10, -8];
    places[2] = [0, 0, 0, -20, -16];
    places
}

const fn advisor() -> Places {
    let mut places = NOTHING;
    places[1][4] = 4;
    places[2][3] = -4;
    places
}

const fn elephant() -> Places {
    let mut places = NOTHING;
    places[2] = [-6, 0, 0, 0, 6];
    places
}

/// Horses want the middle and the enemy's half, and hate the edge and their own centre.
const fn horse() -> Places {
    [
        [-12, -8, -4, -6, -10],
        [-8, 0, 2, 0, -20],
        [-4, 4, 8, 4, 0],
        [0, 6, 8, 10, 8],
        [2, 10, 12, 14, 12],
        [4, 12, 14, 18, 16],
        [6, 16, 22, 24, 20],
        [4, 18, 24, 24, 20],
        [2, 12, 24, 16, 4],
        [0, 2, 6, 4, 0],
    ]
}

/// Rooks want out of the corner, onto open ranks and towards the palace.
const fn rook() -> Places {
    [
        [-14, 4, 2, 8, 0],
        [2, 6, 4, 10, -4],
        [-2, 6, 4, 10, 4],
        [0, 6, 6, 12, 10],
        [6, 10, 8, 14, 12],
        [6, 12, 10, 16, 14],
        [8, 12, 12, 18, 18],
        [8, 12, 10, 16, 20],
        [10, 18, 14, 22, 26],
        [8, 12, 10, 16, 16],
    ]
}

/// Cannons are good at home on the middle file and deep in the enemy's corner.
const fn cannon() -> Places {
    [
        [0, 0, 2, 6, 6],
        [0, 2, 4, 6, 6],
        [2, 2, 8, 8, 14],
        [0, 0, 0, 2, 8],
        [-2, 0, 4, 2, 8],
        [-2, 0, 2, 2, 12],
        [0, 0, 0, 4, 10],
        [2, 2, 0, -6, -8],
        [4, 4, 0, -8, -10],
        [10, 8, 2, -8, -10],
    ]
}

/// Pawns count once they are over the river, most beside the palace, least on the last rank.
const fn pawn() -> Places {
    let mut places = NOTHING;
    places[3] = [0, 0, -2, 0, 6];
    places[4] = [2, 0, 8, 0, 8];
    places[5] = [16, 24, 30, 34, 36];
    places[6] = [22, 34, 42, 52, 56];
    places[7] = [24, 38, 54, 68, 72];
    places[8] = [20, 34, 52, 70, 74];
    places[9] = [2, 4, 6, 10, 12];
    places
}

#[cfg(test)]
mod tests {
    use boyi_xiangqi::{Rules, fen};

    use super::*;

    fn value(text: &str) -> i32 {
        let setup = fen::read(text).expect("a FEN");
        let position = Xiangqi::new(&setup, Rules::Axf).expect("a position");
        Course.evaluate(&position).value()
    }

    #[test]
    fn it_sees_the_same_from_both_sides() {
        assert_eq!(value(fen::START), 0);
        let red = "3k5/9/9/9/4c4/9/9/9/R8/4K4";
        assert!(value(&format!("{red} w")) > 200);
        assert_eq!(value(&format!("{red} w")), -value(&format!("{red} b")));
    }

    #[test]
    fn an_attacked_piece_is_worth_less() {
        let safe = value("3k5/9/9/9/4c4/9/9/9/R8/4K4 w");
        let attacked = value("3k5/9/9/9/c8/9/9/9/R8/4K4 w");
        assert!(attacked > safe, "{attacked} {safe}");
    }
}
