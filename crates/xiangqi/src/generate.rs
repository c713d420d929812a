//! Legal moves, fast: most pieces can move without a look at their general.

use boyi_game::{Position, Side};

use crate::attacks;
use crate::{Board, Kind, Move, Piece, Square, Squares};

/// What a side must mind when it is not in check and its general stays.
struct Care {
    /// Pieces that may uncover the general by leaving.
    from: Squares,
    /// Points on which any piece would be the screen of an enemy cannon.
    to: Squares,
}

impl Board {
    /// Calls `visit` with every piece that can move and the points among `wanted` it can legally go
    /// to.
    #[inline]
    pub(crate) fn each_piece(&self, wanted: Squares, mut visit: impl FnMut(Square, Squares)) {
        let side = self.turn();
        let general = self.general(side);
        let care = if self.in_check() {
            // Whatever moves must be looked at.
            Care {
                from: !Squares::NONE,
                to: Squares::NONE,
            }
        } else {
            self.care(side, general)
        };
        let mut piece_moves = |from: Square, kind: Kind| {
            let targets = self.reach(from, Piece { side, kind }) & wanted;
            let safe = if kind == Kind::General || care.from.has(from) {
                self.without_exposing(side, from, targets)
            } else {
                targets & !care.to
            };
            visit(from, safe);
        };
        for kind in Kind::ALL {
            for from in self.pieces(side, kind) {
                piece_moves(from, kind);
            }
        }
    }

    /// Whether there is any legal move; stops at the first.
    pub(crate) fn has_a_move(&self) -> bool {
        let side = self.turn();
        // Pieces with many moves first: one of them is nearly always free.
        Kind::ALL.iter().rev().any(|&kind| {
            self.pieces(side, kind).any(|from| {
                self.reach(from, Piece { side, kind })
                    .any(|to| !self.checkers_after(Move { from, to }, side).exist())
            })
        })
    }

    #[inline]
    fn without_exposing(&self, side: Side, from: Square, targets: Squares) -> Squares {
        let mut safe = Squares::NONE;
        for to in targets {
            if !self.checkers_after(Move { from, to }, side).exist() {
                safe |= Squares::one(to);
            }
        }
        safe
    }

    /// Looks along the four lines from the general for its first, second and third piece.
    ///
    /// A rook (or the other general) behind one piece pins it. A cannon behind two pieces pins both,
    /// because with one gone the other is its screen; a cannon behind none makes a screen of
    /// whatever steps between. A horse is held by the piece at its leg.
    #[inline]
    fn care(&self, side: Side, general: Square) -> Care {
        let enemy = |kind| self.pieces(!side, kind);
        let own = self.of_side(side);
        let taken = self.occupied.squares();
        let mut care = Care {
            from: Squares::NONE,
            to: Squares::NONE,
        };
        let first = attacks::rook(general, self.occupied) & taken;
        for cannon in first & enemy(Kind::Cannon) {
            care.to |= attacks::between(general, cannon);
        }
        // With the first pieces gone a rook sees the second ones, as a cannon does over a screen.
        let second = attacks::cannon_captures(general, self.occupied) & taken;
        let behind_one = second & (enemy(Kind::Rook) | enemy(Kind::General));
        for pinner in behind_one {
            care.from |= first & own & attacks::between(general, pinner);
        }
        let cannons = enemy(Kind::Cannon) & !first & !second;
        if cannons.exist() {
            let gone = self.occupied.without(first);
            let third = attacks::cannon_captures(general, gone);
            for cannon in third & cannons {
                care.from |= own & attacks::between(general, cannon);
            }
        }
        let horses = enemy(Kind::Horse);
        for (leg, sources) in attacks::horse_gates_to(general) {
            if (sources & horses).exist() {
                care.from |= leg & own;
            }
        }
        care
    }
}
