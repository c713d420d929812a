//! What is left, seen as a whole: pieces are worth more or less beside and against others.

use boyi_game::Side;
use boyi_xiangqi::{Board, Kind, Piece};

use super::{FULL_PHASE, Sum, sign, terms};

/// How many pieces of each kind both sides have.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Inventory([[u8; 7]; 2]);

impl Inventory {
    pub(crate) fn of(board: &Board) -> Self {
        Self(Side::BOTH.map(|side| Kind::ALL.map(|kind| board.pieces(side, kind).count() as u8)))
    }

    /// Once this piece is captured.
    #[inline]
    pub(super) fn without(mut self, captured: Piece) -> Self {
        self.0[captured.side.index()][captured.kind as usize] -= 1;
        self
    }

    #[inline]
    pub(super) fn count(&self, side: Side, kind: Kind) -> usize {
        usize::from(self.0[side.index()][kind as usize])
    }

    /// How much of the middle game is left: [`FULL_PHASE`] at the start, 0 without attackers.
    pub(crate) fn phase(&self) -> i32 {
        let count = |kind| Side::BOTH.map(|side| self.count(side, kind) as i32);
        let both = |kind| count(kind).iter().sum::<i32>();
        let phase = 5 * both(Kind::Rook)
            + 3 * both(Kind::Horse)
            + 3 * both(Kind::Cannon)
            + both(Kind::Pawn) / 2;
        phase.min(FULL_PHASE)
    }
}

pub(super) fn count(inventory: &Inventory, tally: &mut Sum) {
    for side in Side::BOTH {
        let sign = sign(side);
        let own = |kind| inventory.count(side, kind).min(2);
        let theirs = |kind| inventory.count(!side, kind).min(2);
        let (advisors, elephants) = (own(Kind::Advisor), own(Kind::Elephant));
        tally.add(terms::GUARDS.at(3 * advisors + elephants), sign);
        for (place, kind) in [Kind::Rook, Kind::Horse, Kind::Cannon]
            .into_iter()
            .enumerate()
        {
            let enemies = theirs(kind);
            tally.add(
                terms::ADVISORS_AGAINST.at(9 * place + 3 * advisors + enemies),
                sign,
            );
            tally.add(
                terms::ELEPHANTS_AGAINST.at(9 * place + 3 * elephants + enemies),
                sign,
            );
        }
        let attackers = 9 * own(Kind::Rook) + 3 * own(Kind::Horse) + own(Kind::Cannon);
        tally.add(terms::ATTACKERS.at(attackers), sign);
        let pawns = inventory.count(side, Kind::Pawn);
        tally.add(terms::PAWNS.at_most(pawns), sign);
    }
}
