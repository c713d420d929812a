//! Checks proofs, and shares nothing with the search that finds them but the rules of the game.
//!
//! After every move of the winner all answers are tried that could matter to what it threatens. Positions
//! without a move in the proof must be won by a VCF, which the checker finds itself, by counting stones in
//! rows of five points.

mod rows;
mod zone;

use std::collections::HashSet;

use boyi_game::{Key, Outcome, Position};
use boyi_gomoku::{Gomoku, Point};

use super::proof::Proof;
use rows::Rows;
use zone::ZoneCache;

/// How much was checked.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Checked {
    /// Different positions with the winner to move.
    pub positions: u64,
    /// Those of them that the proof had no move for.
    pub by_vcf: u64,
}

/// Why a proof proves nothing.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("after {}: {why}", boyi_gomoku::moves::write(.moves))]
pub struct Gap {
    /// The moves from the start to where it fails.
    pub moves: Vec<Point>,
    pub why: &'static str,
}

/// Checks a proof from its start; the first gap where it has any.
pub fn check(proof: &Proof) -> Result<Checked, Gap> {
    let found = check_all(proof, &mut HashSet::new(), 1, &|| false);
    match found.gaps.into_iter().next() {
        None => Ok(found.checked),
        Some(gap) => Err(gap),
    }
}

/// The result of a check that goes on after a gap.
pub(super) struct CheckOfAll {
    pub(super) checked: Checked,
    pub(super) gaps: Vec<Gap>,
    /// Whether it was stopped before the end, so that nothing is known.
    pub(super) broken_off: bool,
}

/// The same, but goes on until so many gaps are found or `is_over` says so. `by_vcf` holds positions
/// that a VCF wins, whatever the proof, and spares another check the work.
pub(super) fn check_all(
    proof: &Proof,
    by_vcf: &mut HashSet<Key>,
    most_gaps: usize,
    is_over: &dyn Fn() -> bool,
) -> CheckOfAll {
    let mut checker = Checker {
        proof,
        rows: Rows::new(&proof.start),
        game: proof.start.clone(),
        path: Vec::new(),
        seen: HashSet::new(),
        by_vcf,
        known: ZoneCache::default(),
        gaps: Vec::new(),
        most_gaps,
        checked: Checked::default(),
        is_over,
        broken_off: false,
    };
    if proof.start.outcome().is_some() {
        checker.gap("the game is over");
    } else if proof.start.turn() == proof.attacker {
        checker.wins();
    } else {
        checker.answers_lose();
    }
    CheckOfAll {
        checked: checker.checked,
        gaps: checker.gaps,
        broken_off: checker.broken_off,
    }
}

/// Positions of a VCF search before it counts as failed.
const MAX_VCF_NODES: u32 = 50_000;

struct Checker<'a> {
    proof: &'a Proof,
    rows: Rows,
    game: Gomoku,
    path: Vec<Point>,
    /// Positions with the winner to move that were checked before.
    seen: HashSet<Key>,
    by_vcf: &'a mut HashSet<Key>,
    known: ZoneCache,
    gaps: Vec<Gap>,
    most_gaps: usize,
    checked: Checked,
    is_over: &'a dyn Fn() -> bool,
    broken_off: bool,
}

impl Checker<'_> {
    fn gap(&mut self, why: &'static str) {
        let moves = self.path.clone();
        self.gaps.push(Gap { moves, why });
    }

    /// Plays a move, calls `look`, and takes it back.
    fn after<T>(&mut self, point: Point, look: impl FnOnce(&mut Self) -> T) -> T {
        let side = self.game.turn();
        let undo = self.game.make(point);
        self.rows.put(point, side);
        self.path.push(point);
        let seen = look(self);
        self.path.pop();
        self.rows.take(point, side);
        self.game.unmake(point, undo);
        seen
    }

    fn count_position(&mut self) {
        self.checked.positions += 1;
        self.broken_off |= self.checked.positions.is_multiple_of(64) && (self.is_over)();
    }

    /// The winner is to move and must win.
    fn wins(&mut self) {
        let key = self.game.key();
        if self.broken_off || self.gaps.len() >= self.most_gaps || !self.seen.insert(key) {
            return;
        }
        self.count_position();
        let side = self.proof.attacker;
        if self.rows.fives(side).next().is_some() {
            return;
        }
        match self.proof.moves.get(&key).copied() {
            Some(point) if !self.game.is_legal(point) => {
                self.gap("the move of the proof cannot be played");
            }
            Some(point) => self.after(point, |checker| match checker.game.outcome() {
                Some(Outcome::Win(winner)) if winner == side => {}
                Some(_) => checker.gap("the move of the proof does not win"),
                None => checker.answers_lose(),
            }),
            None => {
                self.checked.by_vcf += 1;
                if self.by_vcf.contains(&key) {
                    return;
                }
                if self.rows.wins_by_vcf(&mut self.game, side, MAX_VCF_NODES) {
                    self.by_vcf.insert(key);
                } else {
                    self.gap("there is no move, and fours do not win");
                }
            }
        }
    }

    /// The loser is to move, and every move must lose.
    fn answers_lose(&mut self) {
        let (side, other) = (self.proof.attacker, !self.proof.attacker);
        if self.rows.fives(other).next().is_some() {
            self.gap("the other side makes five");
            return;
        }
        let threats: Vec<Point> = self.rows.fives(side).collect();
        let mut answers = Vec::new();
        if threats.is_empty() {
            self.game.legal_moves(&mut answers);
            // An answer that does not matter to what is threatened loses to it.
            if let Some(zone) = self.zone_of_threat() {
                answers.retain(|&point| zone.has(point));
            }
        } else {
            // An answer that does not stop the five loses to it.
            answers = threats;
        }
        for point in answers {
            self.after(point, |checker| match checker.game.outcome() {
                None => checker.wins(),
                // A forbidden answer is no answer.
                Some(Outcome::Win(winner)) if winner == side => {}
                Some(_) => checker.gap("the game ends without a win"),
            });
        }
    }
}
