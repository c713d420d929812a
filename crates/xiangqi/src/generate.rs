//! Legal moves, fast: most pieces can move without a look at their general.

use boyi_game::{Position, Side};

use crate::attacks;
use crate::{Board, Kind, Move, Piece, Square, Squares};

/// What keeps a side's other pieces from moving freely.
struct Pins {
    /// Pieces that may expose the general by leaving.
    pinned: Squares,
    /// Points on which any piece would be the screen of an enemy cannon.
    screens: Squares,
}

/// What can be done against a check other than moving the general.
struct Evasions {
    /// Points where any piece may capture the checker, block its line or stand at its leg.
    blocks: Squares,
    /// Pieces that may end the check by leaving, wherever they go: the screens of a cannon.
    screens: Squares,
}

impl Board {
    /// Calls `visit` with every piece that can move and the points among `wanted` it can legally go
    /// to.
    #[inline]
    pub(crate) fn each_piece(&self, wanted: Squares, mut visit: impl FnMut(Square, Squares)) {
        let side = self.turn();
        let general = self.general(side);
        let checkers = self.checkers(side);
        if checkers.exist() {
            self.each_evasion(wanted, general, checkers, visit);
            return;
        }
        let pins = self.pins(side, general);
        for kind in Kind::ALL {
            for from in self.pieces(side, kind) {
                let targets = self.reach(from, Piece { side, kind }) & wanted;
                let safe = if kind == Kind::General || pins.pinned.has(from) {
                    self.without_exposing(side, from, targets)
                } else {
                    targets & !pins.screens
                };
                visit(from, safe);
            }
        }
    }

    /// The same in check: what cannot help is not even looked at, the rest is tried.
    fn each_evasion(
        &self,
        wanted: Squares,
        general: Square,
        checkers: Squares,
        mut visit: impl FnMut(Square, Squares),
    ) {
        let side = self.turn();
        let evasions = self.evasions(general, checkers);
        for kind in Kind::ALL {
            for from in self.pieces(side, kind) {
                let helps = if kind == Kind::General || evasions.screens.has(from) {
                    wanted
                } else {
                    wanted & evasions.blocks
                };
                let targets = self.reach(from, Piece { side, kind }) & helps;
                visit(from, self.without_exposing(side, from, targets));
            }
        }
    }

    /// With two checkers at once anything goes: a piece on the crossing of two lines, or a screen
    /// that leaves one and blocks the other, may answer both.
    fn evasions(&self, general: Square, checkers: Squares) -> Evasions {
        let everything = Evasions {
            blocks: !Squares::NONE,
            screens: Squares::NONE,
        };
        let Some(checker) = checkers.first() else {
            return everything;
        };
        if checkers.count() > 1 {
            return everything;
        }
        let line = attacks::between(general, checker);
        let mut evasions = Evasions {
            blocks: checkers | line,
            screens: Squares::NONE,
        };
        if self.kind(Kind::Cannon).has(checker) {
            evasions.screens = line;
        } else if self.kind(Kind::Horse).has(checker) {
            for (leg, sources) in attacks::horse_gates_to(general) {
                if sources.has(checker) {
                    evasions.blocks |= leg;
                }
            }
        }
        evasions
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
    fn pins(&self, side: Side, general: Square) -> Pins {
        let enemy = |kind| self.pieces(!side, kind);
        let own = self.of_side(side);
        let taken = self.occupied.squares();
        let mut pins = Pins {
            pinned: Squares::NONE,
            screens: Squares::NONE,
        };
        let first = attacks::rook(general, self.occupied) & taken;
        for cannon in first & enemy(Kind::Cannon) {
            pins.screens |= attacks::between(general, cannon);
        }
        // With the first pieces gone a rook sees the second ones, as a cannon does over a screen.
        let second = attacks::cannon_captures(general, self.occupied) & taken;
        let behind_one = second & (enemy(Kind::Rook) | enemy(Kind::General));
        for pinner in behind_one {
            pins.pinned |= first & own & attacks::between(general, pinner);
        }
        let cannons = enemy(Kind::Cannon) & !first & !second;
        if cannons.exist() {
            let gone = self.occupied.without(first);
            let third = attacks::cannon_captures(general, gone);
            for cannon in third & cannons {
                pins.pinned |= own & attacks::between(general, cannon);
            }
        }
        let horses = enemy(Kind::Horse);
        for (leg, sources) in attacks::horse_gates_to(general) {
            if (sources & horses).exist() {
                pins.pinned |= leg & own;
            }
        }
        pins
    }
}
