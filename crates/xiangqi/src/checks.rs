//! Which moves give check, and who attacks a point: what searches ask of a board all the time.

use boyi_game::{Position, Side};

use crate::attacks::{self, Occupied};
use crate::{Board, Kind, Move, Square, Squares};

/// From where the side to move would give check, worked out once for all its moves.
#[derive(Clone, Copy, Debug)]
pub struct Checks {
    /// By kind: points from which a piece of it attacks the enemy's general.
    direct: [Squares; 7],
    /// Pieces that may open a line, become no screen any longer, or unblock a horse by leaving.
    uncovering: Squares,
    /// Points on which any piece is the screen of a cannon, or stands in for one.
    screens: Squares,
}

impl Checks {
    /// The points from which a piece of this kind attacks the enemy's general.
    #[inline]
    pub fn direct(&self, kind: Kind) -> Squares {
        self.direct[kind as usize]
    }
}

impl Board {
    /// From where the side to move gives check.
    #[inline]
    pub fn checks(&self) -> Checks {
        let side = self.turn();
        self.checks_of(side)
    }

    /// From where `side` would give check were it to move.
    #[inline]
    pub fn checks_of(&self, side: Side) -> Checks {
        let general = self.general(!side);
        let taken = self.occupied.squares();
        let own = self.of_side(side);
        let lines = attacks::rook(general, self.occupied);
        let first = lines & taken;
        let jumps = attacks::cannon_captures(general, self.occupied);
        let mut direct = [Squares::NONE; 7];
        direct[Kind::Rook as usize] = lines;
        direct[Kind::Cannon as usize] = attacks::cannon_controls(general, self.occupied);
        direct[Kind::Horse as usize] = attacks::horse_to(general, taken);
        direct[Kind::Pawn as usize] = attacks::pawn_to(side, general);
        let mut screens = Squares::NONE;
        for cannon in first & self.pieces(side, Kind::Cannon) {
            screens |= attacks::between(general, cannon);
        }
        let mut legs = Squares::NONE;
        let horses = self.pieces(side, Kind::Horse);
        for (leg, sources) in attacks::horse_gates_to(general) {
            if (sources & horses).exist() {
                legs |= leg;
            }
        }
        Checks {
            direct,
            uncovering: own & (first | jumps | legs),
            screens,
        }
    }

    /// Whether a legal move gives check; `checks` are those of this board.
    #[inline]
    pub fn gives_check(&self, mv: Move, checks: &Checks) -> bool {
        let Some(piece) = self.at(mv.from) else {
            return false;
        };
        if checks.uncovering.has(mv.from) || piece.kind == Kind::General {
            return self.gives_check_exactly(mv);
        }
        checks.direct[piece.kind as usize].has(mv.to) || checks.screens.has(mv.to)
    }

    /// Looks at the position after the move. A captured piece leaves the lines as they are, because
    /// the capturer takes its place.
    fn gives_check_exactly(&self, mv: Move) -> bool {
        let mut after = self.clone();
        after.make(mv);
        after.in_check()
    }

    /// All pieces of both sides that could capture on `square` with these points taken.
    #[inline]
    pub fn attackers(&self, square: Square, occupied: Occupied) -> Squares {
        let taken = occupied.squares();
        let by_pawns = |side| attacks::pawn_to(side, square) & self.of_side(side);
        let pawns = by_pawns(Side::First) | by_pawns(Side::Second);
        let found = attacks::rook(square, occupied) & self.kind(Kind::Rook)
            | attacks::cannon_captures(square, occupied) & self.kind(Kind::Cannon)
            | attacks::horse_to(square, taken) & self.kind(Kind::Horse)
            | pawns & self.kind(Kind::Pawn)
            | attacks::elephant(square, taken) & self.kind(Kind::Elephant)
            | attacks::advisor(square) & self.kind(Kind::Advisor)
            | attacks::general(square) & self.kind(Kind::General);
        found & taken
    }

    /// Pushes the legal moves to points among `wanted`.
    #[inline]
    pub fn moves_to(&self, wanted: Squares, mut push: impl FnMut(Move)) {
        self.each_piece(wanted, |from, targets| {
            for to in targets {
                push(Move { from, to });
            }
        });
    }

    /// Pushes the legal quiet moves that give check.
    #[inline]
    pub fn quiet_checks(&self, checks: &Checks, mut push: impl FnMut(Move)) {
        let empty = !self.occupied.squares();
        self.each_piece(empty, |from, targets| {
            let Some(piece) = self.at(from) else {
                return;
            };
            if checks.uncovering.has(from) || piece.kind == Kind::General {
                for to in targets {
                    let mv = Move { from, to };
                    if self.gives_check_exactly(mv) {
                        push(mv);
                    }
                }
            } else {
                let checking = checks.direct[piece.kind as usize] | checks.screens;
                for to in targets & checking {
                    push(Move { from, to });
                }
            }
        });
    }
}

#[cfg(test)]
mod tests {
    use boyi_game::Random;

    use super::*;
    use crate::Setup;

    /// Random games, so that every kind of check comes up.
    fn visit(mut look: impl FnMut(&Board)) {
        let mut random = Random::new(7);
        for _ in 0..40 {
            let mut board = Setup::start().board().expect("the start");
            for _ in 0..120 {
                let mut moves = Vec::new();
                board.legal_moves(&mut moves);
                if moves.is_empty() {
                    break;
                }
                look(&board);
                let mv = moves[random.below(moves.len() as u64) as usize];
                board.make(mv);
            }
        }
    }

    #[test]
    fn a_move_gives_check_exactly_if_the_other_side_is_in_check_after_it() {
        let mut seen = 0;
        visit(|board| {
            let checks = board.checks();
            let mut moves = Vec::new();
            board.legal_moves(&mut moves);
            let mut quiet = Vec::new();
            board.quiet_checks(&checks, |mv| quiet.push(mv));
            for mv in moves {
                let truth = board.gives_check_exactly(mv);
                seen += usize::from(truth);
                assert_eq!(board.gives_check(mv, &checks), truth, "{mv} on {board:?}");
                let listed = truth && board.at(mv.to).is_none();
                assert_eq!(quiet.contains(&mv), listed, "{mv} on {board:?}");
            }
        });
        assert!(seen > 500, "{seen} checks");
    }

    #[test]
    fn attackers_are_the_pieces_that_reach_a_point() {
        visit(|board| {
            for square in Square::all() {
                let Some(target) = board.at(square) else {
                    continue;
                };
                let mut slow = Squares::NONE;
                for from in board.of_side(!target.side) {
                    let piece = board.at(from).expect("a piece");
                    if board.reach(from, piece).has(square) {
                        slow |= Squares::one(from);
                    }
                }
                let fast = board.attackers(square, board.occupied());
                assert_eq!(fast & board.of_side(!target.side), slow);
            }
        });
    }
}
