//! A raw board, and the check that makes a playable one of it.

use boyi_game::Side;

use crate::attacks::PALACES;
use crate::{Board, Kind, Piece, Square, colour};

/// Pieces anywhere, a side to move and clocks: anything a text can say.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Setup {
    /// What stands where, by [`Square::index`].
    pub cells: [Option<Piece>; Square::COUNT],
    pub turn: Side,
    /// Plies since the last capture that count towards the draw.
    pub quiet: u32,
    /// The number of the move, from 1.
    pub number: u32,
}

/// Why nobody could reach such a position.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
pub enum Impossible {
    #[error("{} has no general", colour(*.0))]
    NoGeneral(Side),
    #[error("{} has more than {} of the kind {}", colour(.0.side), .0.kind.at_the_start(), .0.kind.english())]
    TooMany(Piece),
    #[error("a {} {} can never stand on {}", colour(.0.side), .0.kind.english(), .1)]
    Place(Piece, Square),
    /// There they cannot step aside.
    #[error("two {} pawns stand on file {} before the river", colour(*.0), char::from(b'a' + .1.file() as u8))]
    PawnsOnFile(Side, Square),
    #[error("the generals face each other on an open file")]
    Facing,
    /// The side that has just moved is in check.
    #[error("the {} general is in check and it is not its turn", colour(*.0))]
    Capturable(Side),
}

impl Setup {
    pub fn start() -> Self {
        crate::fen::read(crate::fen::START).expect("the start is a position")
    }

    pub fn board(&self) -> Result<Board, Impossible> {
        for side in Side::BOTH {
            for kind in Kind::ALL {
                let piece = Piece { side, kind };
                let count = self.cells.iter().filter(|&&cell| cell == Some(piece));
                let count = count.count();
                if kind == Kind::General && count == 0 {
                    return Err(Impossible::NoGeneral(side));
                }
                if count > kind.at_the_start() {
                    return Err(Impossible::TooMany(piece));
                }
            }
        }
        for square in Square::all() {
            if let Some(piece) = self.cells[square.index()] {
                self.check_place(piece, square)?;
            }
        }
        let board = Board::new(self.cells, self.turn);
        let checkers = board.checkers(!self.turn);
        if checkers.has(board.general(self.turn)) {
            return Err(Impossible::Facing);
        }
        if checkers.exist() {
            return Err(Impossible::Capturable(!self.turn));
        }
        Ok(board)
    }

    fn check_place(&self, piece: Piece, square: Square) -> Result<(), Impossible> {
        let (file, rank) = (square.file(), square.rank_of(piece.side));
        let possible = match piece.kind {
            Kind::General => rank < 3 && PALACES.has(square),
            Kind::Advisor => rank < 3 && PALACES.has(square) && (file + rank) % 2 == 1,
            Kind::Elephant => rank < 5 && rank % 2 == 0 && file % 2 == 0 && (file + rank) % 4 == 2,
            Kind::Pawn => rank >= 5 || rank >= 3 && file % 2 == 0,
            _ => true,
        };
        if !possible {
            return Err(Impossible::Place(piece, square));
        }
        if piece.kind == Kind::Pawn && rank == 3 {
            let ahead = match piece.side {
                Side::First => square.index() + 9,
                Side::Second => square.index() - 9,
            };
            if self.cells[ahead] == Some(piece) {
                return Err(Impossible::PawnsOnFile(piece.side, square));
            }
        }
        Ok(())
    }
}
