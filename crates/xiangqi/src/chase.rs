//! Which pieces a move chases.
//!
//! A piece is *threatened* when an enemy piece could capture it and come out ahead: it is
//! unprotected, or it is worth more than the capturer whatever protects it. Protection that does not
//! work (the protector is pinned, the general would step into check, the capture uncovers a check)
//! is none. A move *chases* the pieces that it threatens anew.

use boyi_game::{Position, Side};

use crate::{Board, Kind, Move, Piece, Square, Squares};

/// A capture that its side would gain by.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Threat {
    pub(crate) by: Square,
    pub(crate) on: Square,
}

/// The threats that `mv`, which led from `before` to `after`, made.
pub(crate) fn made_by(mv: Move, before: &Board, after: &Board) -> Vec<Threat> {
    let side = before.turn();
    let old = threats(before, side);
    let mover = after.at(mv.to).map(|piece| piece.kind);
    let slides = matches!(mover, Some(Kind::Rook | Kind::Cannon));
    let mut made = threats(after, side);
    made.retain(|threat| {
        if threat.by == mv.to {
            // A piece that moves attacks anew from where it stands now, unless it only slid along
            // the line on which it attacked already.
            let was = Threat {
                by: mv.from,
                ..*threat
            };
            !(slides && same_line(mv, threat.on) && old.contains(&was))
        } else {
            !old.contains(threat) && is_the_doing_of_the_mover(before, after, side, *threat)
        }
    });
    made
}

/// Whether a piece that stayed threatens anew because its way was opened or because a protector was
/// pinned. Merely standing between a piece and its protector is no chase: the manuals call that an
/// idle move.
fn is_the_doing_of_the_mover(before: &Board, after: &Board, side: Side, threat: Threat) -> bool {
    let capture = Move {
        from: threat.by,
        to: threat.on,
    };
    let could_capture =
        before.can_reach(capture) && !exposes(before, capture, side, before.checkers(side));
    !could_capture || is_protected_on_paper(after, side, capture)
}

/// All threats of a side, were it to move.
pub(crate) fn threats(board: &Board, side: Side) -> Vec<Threat> {
    let mut found = Vec::new();
    // Generals and pawns may chase.
    for kind in [
        Kind::Rook,
        Kind::Horse,
        Kind::Cannon,
        Kind::Elephant,
        Kind::Advisor,
    ] {
        for by in board.pieces(side, kind) {
            let targets = board.reach(by, Piece { side, kind }) & board.of_side(!side);
            for on in targets {
                let threat = Threat { by, on };
                if is_real(board, side, kind, threat) {
                    found.push(threat);
                }
            }
        }
    }
    found
}

fn is_real(board: &Board, side: Side, kind: Kind, threat: Threat) -> bool {
    let Some(target) = board.at(threat.on) else {
        return false;
    };
    let may_be_chased = match target.kind {
        Kind::General => false,
        Kind::Pawn => threat.on.is_over_the_river(!side),
        _ => true,
    };
    let capture = Move {
        from: threat.by,
        to: threat.on,
    };
    if !may_be_chased || exposes(board, capture, side, board.checkers(side)) {
        return false;
    }
    if is_worth_more(target.kind, kind) {
        return true;
    }
    // Pieces of a kind that attack each other offer an exchange, unless the attacked one is pinned.
    let back = Move {
        from: threat.on,
        to: threat.by,
    };
    let answered = target.kind == kind
        && board.can_reach(back)
        && !exposes(board, back, !side, board.checkers(!side));
    !answered && !is_protected(board, side, capture)
}

/// Whether a target outweighs the capturer, so that protecting it does not help.
fn is_worth_more(target: Kind, capturer: Kind) -> bool {
    match capturer {
        Kind::Horse | Kind::Cannon => target == Kind::Rook,
        Kind::Elephant | Kind::Advisor => {
            matches!(target, Kind::Rook | Kind::Horse | Kind::Cannon)
        }
        _ => false,
    }
}

/// Whether the other side can take back after `capture`.
fn is_protected(board: &Board, side: Side, capture: Move) -> bool {
    let already = board.checkers(!side);
    let mut after = board.clone();
    after.make(capture);
    let mut defenders = after.of_side(!side);
    defenders.any(|from| {
        let back = Move {
            from,
            to: capture.to,
        };
        after.can_reach(back) && !exposes(&after, back, !side, already)
    })
}

/// Whether somebody stands ready to take back, pinned or not.
fn is_protected_on_paper(board: &Board, side: Side, capture: Move) -> bool {
    let mut after = board.clone();
    after.make(capture);
    after.of_side(!side).any(|from| {
        let to = capture.to;
        after.can_reach(Move { from, to })
    })
}

/// Whether a move lets a new piece attack its own side's general. A check that stands already does
/// not count: it will be answered before anything is captured.
fn exposes(board: &Board, mv: Move, side: Side, already: Squares) -> bool {
    let checkers = board.checkers_after(mv, side);
    let steps_itself = board.general(side) == mv.from;
    let new = if steps_itself {
        checkers
    } else {
        checkers & !already
    };
    new.exist()
}

fn same_line(mv: Move, square: Square) -> bool {
    let file = square.file();
    let rank = square.rank();
    (mv.from.file() == mv.to.file() && file == mv.to.file())
        || (mv.from.rank() == mv.to.rank() && rank == mv.to.rank())
}
