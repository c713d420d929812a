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
        };
        for square in board.pieces(side, Kind::Pawn) {
            map.note(Kind::Pawn, attacks::pawn(side, square));
        }
        for square in board.pieces(side, Kind::Horse) {
            map.note(Kind::Horse, attacks::horse(square, taken));
        }
        for square in board.pieces(side, Kind::Rook) {
            map.note(Kind::Rook, attacks::rook(square, occupied));
        }
        for square in board.pieces(side, Kind::Cannon) {
            let controlled = attacks::cannon_controls(square, occupied);
            map.cannons_control |= controlled;
            map.note(Kind::Cannon, controlled & taken);
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
