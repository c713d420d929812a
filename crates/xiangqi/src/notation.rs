//! Moves as text: coordinates, Chinese notation and WXF, and the two styles of the courses.
//!
//! Chinese notation and WXF say the same thing in other letters: which piece, which of several, the
//! way it goes, and how far or where to. [`Described`] is that, and both are read and written by it.

pub mod chinese;
pub mod coordinates;
pub mod course;
pub mod wxf;

use boyi_game::{Position, Side};

use crate::{Board, Kind, Move, Square};

/// A move as people say it, from its own side's view.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Described {
    pub kind: Kind,
    pub which: Which,
    pub way: Way,
    /// The file it goes to, or the number of steps along its own.
    pub number: usize,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Which {
    /// The one on this file, 1 to 9 from the side's right.
    File(usize),
    Front,
    Middle,
    Rear,
    /// Pawns, counted from the front and from the right.
    Nth(usize),
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Way {
    /// 进.
    Forward,
    /// 退.
    Back,
    /// 平.
    Level,
}

impl Described {
    /// Describes a move; `None` where no piece stands.
    pub fn of(board: &Board, mv: Move) -> Option<Self> {
        Self::all(board, mv).first().copied()
    }

    /// All ways to describe it, the usual one first.
    fn all(board: &Board, mv: Move) -> Vec<Self> {
        let Some(piece) = board.at(mv.from) else {
            return Vec::new();
        };
        let side = piece.side;
        let (from, to) = (mv.from.rank_of(side), mv.to.rank_of(side));
        let way = match to.cmp(&from) {
            std::cmp::Ordering::Greater => Way::Forward,
            std::cmp::Ordering::Less => Way::Back,
            std::cmp::Ordering::Equal => Way::Level,
        };
        let number = if mv.from.file() == mv.to.file() {
            to.abs_diff(from)
        } else {
            mv.to.file_of(side)
        };
        let described = |which| Self {
            kind: piece.kind,
            which,
            way,
            number,
        };
        names(board, side, piece.kind, mv.from)
            .into_iter()
            .map(described)
            .collect()
    }

    /// The legal move that is described so, if there is exactly one.
    pub fn find(self, board: &Board) -> Option<Move> {
        let mut moves = Vec::new();
        board.legal_moves(&mut moves);
        // The usual description decides; where nothing is meant by it, any other that fits once.
        let usual = |&&mv: &&Move| Self::of(board, mv) == Some(self);
        if let Some(&mv) = moves.iter().find(usual) {
            return Some(mv);
        }
        let mut fitting = moves
            .iter()
            .filter(|&&mv| Self::all(board, mv).contains(&self));
        let found = fitting.next().copied();
        found.filter(|_| fitting.next().is_none())
    }
}

/// The ways to say which piece is meant, the usual one first.
fn names(board: &Board, side: Side, kind: Kind, from: Square) -> Vec<Which> {
    let file = Which::File(from.file_of(side));
    let on_file = |file: usize| {
        let mut squares: Vec<Square> = board
            .pieces(side, kind)
            .filter(|square| square.file() == file)
            .collect();
        squares.sort_by_key(|square| std::cmp::Reverse(square.rank_of(side)));
        squares
    };
    let here = on_file(from.file());
    let place = here.iter().position(|&square| square == from).unwrap_or(0);
    let by_place = match (place, here.len()) {
        (_, 1) => return vec![file],
        (0, _) => Which::Front,
        (1, 3) => Which::Middle,
        (place, count) if place + 1 == count => Which::Rear,
        (place, _) => Which::Nth(place + 1),
    };
    match kind {
        // The way it goes tells them apart.
        Kind::Advisor | Kind::Elephant => vec![file, by_place],
        Kind::Pawn => {
            // Files with several pawns, from the right.
            let mut order: Vec<Square> = Vec::new();
            let mut files = 0;
            for number in 1..=9 {
                let column = match side {
                    Side::First => 9 - number,
                    Side::Second => number - 1,
                };
                let pawns = on_file(column);
                if pawns.len() > 1 {
                    files += 1;
                    order.extend(pawns);
                }
            }
            let nth = order.iter().position(|&square| square == from);
            let nth = Which::Nth(nth.map_or(1, |index| index + 1));
            if files > 1 {
                vec![nth]
            } else if here.len() > 3 && by_place == Which::Rear {
                vec![nth, by_place]
            } else {
                vec![by_place, nth]
            }
        }
        _ => vec![by_place],
    }
}
