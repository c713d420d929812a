//! What a side attacks, kind by kind.

use boyi_game::Side;
use boyi_xiangqi::attacks;
use boyi_xiangqi::{Board, Kind, Squares};

/// The points a side attacks or protects.
pub(super) struct AttackMap {
    /// By kind.
    pub(super) by: [Squares; 7],
    /// By anything.
    pub(super) all: Squares,
    /// By two pieces or more.
    pub(super) twice: Squares,
    /// Points on which a cannon would capture whatever steps there.
    pub(super) cannons_control: Squares,
    /// What each rook reaches; nobody has more than two, here and below.
    pub(super) rooks: [Squares; 2],
    pub(super) horses: [Squares; 2],
    /// Where each cannon can go, and what it can capture.
    pub(super) cannons: [Squares; 2],
}

impl AttackMap {
    #[inline]
    pub(super) fn new(board: &Board, side: Side) -> Self {
        let occupied = board.occupied();
        let taken = occupied.squares();
        let mut map = Self {
            by: [Squares::NONE; 7],
            all: Squares::NONE,
            twice: Squares::NONE,
            cannons_control: Squares::NONE,
            rooks: [Squares::NONE; 2],
            horses: [Squares::NONE; 2],
            cannons: [Squares::NONE; 2],
        };
        for square in board.pieces(side, Kind::Pawn) {
            map.note(Kind::Pawn, attacks::pawn(side, square));
        }
        for (number, square) in board.pieces(side, Kind::Horse).enumerate().take(2) {
            map.horses[number] = attacks::horse(square, taken);
            map.note(Kind::Horse, map.horses[number]);
        }
        for (number, square) in board.pieces(side, Kind::Rook).enumerate().take(2) {
            map.rooks[number] = attacks::rook(square, occupied);
            map.note(Kind::Rook, map.rooks[number]);
        }
        for (number, square) in board.pieces(side, Kind::Cannon).enumerate().take(2) {
            let controlled = attacks::cannon_controls(square, occupied);
            let captures = controlled & taken;
            map.cannons[number] = attacks::rook(square, occupied) & !taken | captures;
            map.cannons_control |= controlled;
            map.note(Kind::Cannon, captures);
        }
        for square in board.pieces(side, Kind::Elephant) {
            map.note(Kind::Elephant, attacks::elephant(square, taken));
        }
        for square in board.pieces(side, Kind::Advisor) {
            map.note(Kind::Advisor, attacks::advisor(square));
        }
        map.note(Kind::General, attacks::general(board.general(side)));
        map
    }

    #[inline]
    fn note(&mut self, kind: Kind, attacked: Squares) {
        self.twice |= self.all & attacked;
        self.all |= attacked;
        self.by[kind as usize] |= attacked;
    }

    #[inline]
    pub(super) fn by(&self, kind: Kind) -> Squares {
        self.by[kind as usize]
    }
}
