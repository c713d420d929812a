//! A number for every position of a material, without gaps worth mentioning.

use boyi_game::{Position, Side};
use boyi_xiangqi::{Board, Kind, Piece, Square};

use super::material::Material;

/// Positions with the attacker red: each group of like pieces is a digit of its own base.
#[derive(Clone, Debug)]
pub(super) struct Numbering {
    groups: Vec<Group>,
    /// Positions with one side to move; the other side's come behind them.
    half: usize,
}

/// One or two pieces of a kind and side.
#[derive(Clone, Debug)]
struct Group {
    piece: Piece,
    pair: bool,
    /// The points the piece can stand on, and the place of each point among them.
    points: Vec<Square>,
    places: [Option<u8>; Square::COUNT],
    base: usize,
}

impl Numbering {
    pub(super) fn new(material: &Material) -> Self {
        let mut pieces = vec![(Side::First, Kind::General), (Side::Second, Kind::General)];
        pieces.extend(material.attacker().iter().map(|&kind| (Side::First, kind)));
        pieces.extend(material.defender().iter().map(|&kind| (Side::Second, kind)));
        let mut groups: Vec<Group> = Vec::new();
        for (side, kind) in pieces {
            let piece = Piece { side, kind };
            match groups.last_mut() {
                Some(group) if group.piece == piece => group.make_pair(),
                _ => groups.push(Group::new(piece)),
            }
        }
        let half = groups.iter().map(|group| group.base).product();
        Self { groups, half }
    }

    /// How many numbers there are.
    pub(super) fn count(&self) -> usize {
        2 * self.half
    }

    /// The pieces of a position, the generals first, and whose turn it is.
    pub(super) fn pieces(&self, number: usize) -> (Vec<(Square, Piece)>, Side) {
        let turn = if number < self.half {
            Side::First
        } else {
            Side::Second
        };
        let mut rest = number % self.half;
        let mut pieces = Vec::with_capacity(7);
        for group in &self.groups {
            let digit = rest % group.base;
            rest /= group.base;
            if group.pair {
                let (low, high) = pair_of(digit);
                pieces.push((group.points[low], group.piece));
                pieces.push((group.points[high], group.piece));
            } else {
                pieces.push((group.points[digit], group.piece));
            }
        }
        (pieces, turn)
    }

    /// The number of pieces listed as [`Numbering::pieces`] does, in any order within a pair.
    pub(super) fn number(&self, pieces: &[(Square, Piece)], turn: Side) -> Option<usize> {
        let mut number = 0;
        let mut weight = 1;
        let mut next = pieces.iter();
        for group in &self.groups {
            let mut place = || {
                let (square, _) = next.next()?;
                group.places[square.index()].map(usize::from)
            };
            let digit = if group.pair {
                let (a, b) = (place()?, place()?);
                number_of_pair(a.min(b), a.max(b))?
            } else {
                place()?
            };
            number += weight * digit;
            weight *= group.base;
        }
        Some(match turn {
            Side::First => number,
            Side::Second => number + self.half,
        })
    }

    /// The number of a board on which `attacker` attacks; black's attacks are seen from red's side.
    pub(super) fn of_board(&self, board: &Board, attacker: Side) -> Option<usize> {
        let mut pieces = Vec::with_capacity(7);
        for group in &self.groups {
            let side = if attacker == Side::First {
                group.piece.side
            } else {
                !group.piece.side
            };
            for square in board.pieces(side, group.piece.kind) {
                pieces.push((seen_from(square, attacker)?, group.piece));
            }
        }
        let turn = if attacker == Side::First {
            board.turn()
        } else {
            !board.turn()
        };
        self.number(&pieces, turn)
    }
}

/// The point as the attacker sees it.
fn seen_from(square: Square, attacker: Side) -> Option<Square> {
    match attacker {
        Side::First => Some(square),
        Side::Second => Square::from_index(Square::COUNT - 1 - square.index()),
    }
}

impl Group {
    fn new(piece: Piece) -> Self {
        let points: Vec<Square> = Square::all()
            .filter(|&square| can_stand(piece, square))
            .collect();
        let mut places = [None; Square::COUNT];
        for (place, square) in points.iter().enumerate() {
            places[square.index()] = Some(place as u8);
        }
        Self {
            piece,
            pair: false,
            base: points.len(),
            points,
            places,
        }
    }

    fn make_pair(&mut self) {
        let count = self.points.len();
        self.pair = true;
        self.base = count * (count - 1) / 2;
    }
}

/// Whether a piece can ever stand there.
fn can_stand(piece: Piece, square: Square) -> bool {
    let (file, rank) = (square.file(), square.rank_of(piece.side));
    let in_palace = (3..=5).contains(&file) && rank <= 2;
    match piece.kind {
        Kind::General => in_palace,
        Kind::Advisor => in_palace && (file + rank) % 2 == 1,
        Kind::Elephant => {
            matches!(rank, 0 | 4) && matches!(file, 2 | 6) || rank == 2 && matches!(file, 0 | 4 | 8)
        }
        Kind::Horse | Kind::Rook | Kind::Cannon => true,
        Kind::Pawn => rank >= 5 || rank >= 3 && file.is_multiple_of(2),
    }
}

/// Two different places as one number.
fn number_of_pair(low: usize, high: usize) -> Option<usize> {
    (low < high).then(|| high * (high - 1) / 2 + low)
}

fn pair_of(number: usize) -> (usize, usize) {
    let mut high = ((2.0 * number as f64 + 0.25).sqrt() + 0.5) as usize;
    while high * (high - 1) / 2 > number {
        high -= 1;
    }
    (number - high * (high - 1) / 2, high)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_number_is_a_position_and_back() {
        for text in ["R-", "C-A", "PP-", "N-BB"] {
            let material: Material = text.parse().expect("material");
            let numbering = Numbering::new(&material);
            for number in (0..numbering.count()).step_by(97) {
                let (pieces, turn) = numbering.pieces(number);
                assert_eq!(numbering.number(&pieces, turn), Some(number), "{text}");
            }
        }
        assert_eq!(
            (pair_of(0), pair_of(1), pair_of(2)),
            ((0, 1), (0, 2), (1, 2))
        );
    }
}
