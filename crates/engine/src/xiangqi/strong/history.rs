//! What earlier parts of the search taught about moves: which were good, after what, and how far
//! the evaluation was off.

use boyi_game::{GameMove, Key, Side};
use boyi_xiangqi::{Kind, Move, Piece, Square};

use super::position::Parts;
use super::tune;
use boyi_search::kernel::value::Value;

/// Values in the tables stay within this.
const MOST: i32 = 16_384;

/// A piece and the point it went to, seen from its own side, so that both sides learn together.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct PieceTo(u16);

/// How many steps there are.
const STEPS: usize = 7 * Square::COUNT;

impl PieceTo {
    /// Nothing went anywhere: a null move, or the time before the game.
    pub(crate) const NONE: Self = Self(STEPS as u16);

    #[inline]
    pub(crate) fn new(piece: Piece, to: Square) -> Self {
        let point = match piece.side {
            Side::First => to.index(),
            Side::Second => Square::COUNT - 1 - to.index(),
        };
        Self((piece.kind as usize * Square::COUNT + point) as u16)
    }

    #[inline]
    fn index(self) -> usize {
        usize::from(self.0)
    }
}

/// How far back continuation histories look: the opponent's last move, our last, and our one before.
pub(crate) const CONTINUATION_PLIES: [usize; 3] = [1, 2, 4];

/// Entries of each correction table.
const CORRECTIONS: usize = 1 << 14;

/// Corrections are kept in parts of a point.
const CORRECTION_GRAIN: i32 = 256;

/// No correction is larger.
const MOST_CORRECTION: i32 = 192 * CORRECTION_GRAIN;

/// All tables of one thread.
pub(crate) struct Histories {
    quiet: Box<[[i16; Move::CODES]; 2]>,
    capture: Box<[[[i16; 7]; Square::COUNT]; 7]>,
    continuation: [Box<[i16]>; CONTINUATION_PLIES.len()],
    answers: Box<[Option<Move>; 2 * (STEPS + 1)]>,
    corrections: [Box<[i32]>; 4],
}

/// Moves an entry towards the bonus; the nearer it is to the limit, the less.
#[inline]
fn learn(entry: &mut i16, bonus: i32) {
    let bonus = bonus.clamp(-MOST, MOST);
    let value = i32::from(*entry);
    *entry = (value + bonus - value * bonus.abs() / MOST) as i16;
}

impl Histories {
    pub(crate) fn new() -> Self {
        let continuation = || vec![0; (STEPS + 1) * STEPS].into_boxed_slice();
        let corrections = || vec![0; 2 * CORRECTIONS].into_boxed_slice();
        let quiet = vec![[0; Move::CODES]; 2].into_boxed_slice();
        Self {
            quiet: quiet.try_into().expect("the length is that of the type"),
            capture: Box::new([[[0; 7]; Square::COUNT]; 7]),
            continuation: std::array::from_fn(|_| continuation()),
            answers: Box::new([None; 2 * (STEPS + 1)]),
            corrections: std::array::from_fn(|_| corrections()),
        }
    }

    #[inline]
    pub(crate) fn quiet(&self, side: Side, mv: Move) -> i32 {
        i32::from(self.quiet[side.index()][usize::from(mv.code())])
    }

    #[inline]
    pub(crate) fn learn_quiet(&mut self, side: Side, mv: Move, bonus: i32) {
        learn(&mut self.quiet[side.index()][usize::from(mv.code())], bonus);
    }

    #[inline]
    pub(crate) fn capture(&self, mover: Kind, to: Square, captured: Kind) -> i32 {
        i32::from(self.capture[mover as usize][to.index()][captured as usize])
    }

    #[inline]
    pub(crate) fn learn_capture(&mut self, mover: Kind, to: Square, captured: Kind, bonus: i32) {
        learn(
            &mut self.capture[mover as usize][to.index()][captured as usize],
            bonus,
        );
    }

    /// What the table number `which` of [`CONTINUATION_PLIES`] knows of `step` after `earlier`.
    #[inline]
    pub(crate) fn continuation(&self, which: usize, earlier: PieceTo, step: PieceTo) -> i32 {
        i32::from(self.continuation[which][earlier.index() * STEPS + step.index()])
    }

    #[inline]
    pub(crate) fn learn_continuation(
        &mut self,
        which: usize,
        earlier: PieceTo,
        step: PieceTo,
        bonus: i32,
    ) {
        learn(
            &mut self.continuation[which][earlier.index() * STEPS + step.index()],
            bonus,
        );
    }

    /// The move that last refuted `step` of the other side.
    #[inline]
    pub(crate) fn answer(&self, side: Side, step: PieceTo) -> Option<Move> {
        self.answers[side.index() * (STEPS + 1) + step.index()]
    }

    #[inline]
    pub(crate) fn learn_answer(&mut self, side: Side, step: PieceTo, mv: Move) {
        self.answers[side.index() * (STEPS + 1) + step.index()] = Some(mv);
    }

    /// By how much searches found positions with these parts better than their evaluation.
    #[inline]
    pub(crate) fn correction(&self, side: Side, parts: Parts) -> Value {
        let sum: i32 = entries(parts)
            .iter()
            .zip(&self.corrections)
            .map(|(&index, table)| table[side.index() * CORRECTIONS + index])
            .sum();
        sum / (4 * CORRECTION_GRAIN)
    }

    /// Learns from a search of this depth that found the position better by `difference`.
    pub(crate) fn learn_correction(
        &mut self,
        side: Side,
        parts: Parts,
        difference: Value,
        depth: i32,
    ) {
        let share = (tune::correction_share() * (depth + 1).min(16)) / 16;
        let difference = difference.clamp(-600, 600) * CORRECTION_GRAIN;
        for (index, table) in entries(parts).into_iter().zip(&mut self.corrections) {
            let entry = &mut table[side.index() * CORRECTIONS + index];
            let value = (i64::from(*entry) * i64::from(1024 - share)
                + i64::from(difference) * i64::from(share))
                / 1024;
            *entry = (value as i32).clamp(-MOST_CORRECTION, MOST_CORRECTION);
        }
    }
}

#[inline]
fn entries(parts: Parts) -> [usize; 4] {
    let entry = |key: Key| key.0 as usize % CORRECTIONS;
    [
        entry(parts.pawns),
        entry(parts.palaces),
        entry(parts.attackers[0]),
        entry(parts.attackers[1]),
    ]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_learnt_stays_within_bounds() {
        let mut entry = 0;
        for _ in 0..1000 {
            learn(&mut entry, 5000);
        }
        assert!(i32::from(entry) <= MOST && entry > 16_000);
        learn(&mut entry, -5000);
        assert!(entry < 11_000, "bad news weighs more when all was good");
    }
}
