//! Evaluations of the courses' kind: piece values, square tables, and the value of what can be captured
//! next. One is built in, with tables of our own; others are read from files.

use boyi_game::{Position, Score, Side};
use boyi_search::Evaluate;
use boyi_xiangqi::{Board, Kind, Move, Piece, Square, Squares, Xiangqi};

use super::strong::position::Evaluation;

/// Judges by counting, one side minus the other.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Course {
    /// What a kind is worth wherever it stands. Both sides have a general, whose value decides nothing but
    /// that captures of it come first.
    pub(super) values: [i32; 7],
    /// What standing on a point adds, by kind; from the side's own view, rank after rank from its back
    /// rank.
    pub(super) places: [[i32; Square::COUNT]; 7],
    /// What attacking a kind is worth.
    pub(super) threats: [i32; 7],
    /// Whether every piece that attacks counts, or only that there is one.
    pub(super) counts_attackers: bool,
}

/// The built-in values, in the order of [`Kind::ALL`].
const VALUES: [i32; 7] = [10_000, 60, 60, 240, 500, 250, 50];

/// The share of a piece's worth that attacking it is worth: one part in so many. The attacked side
/// usually has an answer, so it is small.
const THREAT_SHARE: i32 = 20;

/// An attacked general, which is in check: a tempo, not a capture.
const CHECK: i32 = 15;

impl Course {
    pub(super) fn built_in() -> Self {
        // The board is the same seen in a mirror, so the tables hold files a to e only.
        let place = |kind: usize, at: usize| PLACES[kind][at / 9][(at % 9).min(8 - at % 9)];
        let mut threats = VALUES.map(|value| value / THREAT_SHARE);
        threats[Kind::General as usize] = CHECK;
        Self {
            values: VALUES,
            places: std::array::from_fn(|kind| std::array::from_fn(|at| place(kind, at))),
            threats,
            counts_attackers: false,
        }
    }

    /// What the side to move has more.
    fn difference(&self, board: &Board) -> i32 {
        let side = board.turn();
        let own = self.holdings(board, side);
        own.saturating_sub(self.holdings(board, !side))
    }

    fn holdings(&self, board: &Board, side: Side) -> i32 {
        let mut sum: i32 = 0;
        let attacked = |targets: Squares, sum: i32| {
            targets.into_iter().fold(sum, |sum, target| {
                let victim = board
                    .at(target)
                    .map(|victim| self.threats[victim.kind as usize]);
                sum.saturating_add(victim.unwrap_or(0))
            })
        };
        for kind in Kind::ALL {
            for square in board.pieces(side, kind) {
                let place = 9 * square.rank_of(side) + square.file();
                sum = sum
                    .saturating_add(self.values[kind as usize])
                    .saturating_add(self.places[kind as usize][place]);
                if self.counts_attackers {
                    let reached = board.reach(square, Piece { side, kind });
                    sum = attacked(reached & board.of_side(!side), sum);
                }
            }
        }
        if self.counts_attackers {
            sum
        } else {
            attacked(board.within_reach(side), sum)
        }
    }
}

impl Evaluate<Xiangqi> for Course {
    fn evaluate(&self, position: &Xiangqi) -> Score {
        Score::heuristic(self.difference(position.board()))
    }

    /// Rather less than a cannon.
    fn spread(&self) -> f64 {
        150.0
    }

    /// The most valuable victim first, by the least valuable piece; quiet moves last.
    fn promise(&self, position: &mut Xiangqi, mv: Move) -> i32 {
        let value = |square| {
            let piece = position.board().at(square)?;
            Some(self.values[piece.kind as usize].clamp(0, 10_000))
        };
        match (value(mv.to), value(mv.from)) {
            (Some(victim), Some(own)) => 16 * victim - own.min(1000),
            _ => 0,
        }
    }
}

/// Under the strong search: nothing is kept from move to move.
impl Evaluation for Course {
    fn begin(&mut self, _: &Board) {}

    fn make(&mut self, _: Piece, _: Move, _: Option<Piece>) {}

    fn unmake(&mut self) {}

    fn evaluate(&mut self, board: &Board) -> i32 {
        self.difference(board)
    }
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
        Evaluate::evaluate(&Course::built_in(), &position).value()
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
