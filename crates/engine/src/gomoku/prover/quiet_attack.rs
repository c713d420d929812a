//! The moves of a search for wins that begin quietly: those that threaten a VCT, and the answers that
//! could matter to it.

use std::collections::HashMap;

use boyi_game::{Key, Side};
use boyi_gomoku::Rules;

use super::super::board::Board;
use super::super::cells::Cells;
use super::super::layout::Cell;
use super::super::root::GomokuSearch;
use super::super::threat::Threat;
use super::ProverSettings;
use super::advice::{Advice, Trust};
use super::suggested_lines::SuggestedLines;
use super::tree::{Attack, Expansion, ProofStatus, ProofTree};
use super::vct::{ProofLimits, VctSearch, forced, in_order};

/// Such a search under way.
pub(super) struct QuietAttack<'a> {
    pub(super) vct: VctSearch<'a>,
    /// The stones, as a key, by which the positions searched now differ from similar ones that were
    /// proven before.
    pub(super) similar: Option<Key>,
    /// The player that advises which move to try first.
    pub(super) adviser: Option<&'a GomokuSearch>,
    pub(super) suggestions: Option<&'a SuggestedLines>,
    pub(super) settings: ProverSettings,
    pub(super) until: ProofLimits<'a>,
    /// Stones on the board at the start.
    pub(super) start: usize,
    /// Positions searched, the player's among them, those of VCT searches not.
    pub(super) visited: u64,
    /// Whether a VCT search was left before it had an answer.
    pub(super) gave_up: bool,
    /// What the player said about positions, by their keys, where its values are trusted.
    pub(super) advice: HashMap<u64, Advice>,
}

/// The proof number of a quiet move of the attacker before it is searched. Expanding a position is
/// expensive, so the search goes on for a while with what it has begun.
const QUIET_PROOF: u32 = 20;

/// What every further one of them is expected to need more; the best are first.
const PROOF_PER_RANK: u32 = 3;

/// The proof number of the move that the player would play, where only its moves are trusted.
const ADVISED_PROOF: u32 = 5;

/// The disproof number of a move of the defender: many moves of the attacker can be tried against it.
const ANSWER_DISPROOF: u32 = 15;

/// So many further answers count as much as one leaf: most of them lose to the same attack.
const EASY_ANSWERS: u32 = 8;

/// Fours and threes were tried to the end before this search; as a preparation they are seldom worth
/// while.
const TOLL_OF_THREATS: u32 = 15;

/// Positions of a VCT search before the player is asked whether more are worth while.
const FIRST_VCT_NODES: u64 = 1_000;

/// Positions in the tree of VCT searches before it is cleared.
const MAX_STORED: usize = 6_000_000;

impl QuietAttack<'_> {
    pub(super) fn all_visited(&self) -> u64 {
        self.visited + self.vct.visited()
    }

    /// What the attacker may try.
    fn attacks(&mut self, tree: &ProofTree, board: &mut Board) -> Expansion {
        let side = self.vct.attack.attacker;
        // Where a VCT did not win a similar position, it will not win this one.
        let similar = self
            .similar
            .and_then(|difference| tree.hint(board, difference));
        let enough = match self.settings.trust {
            Trust::Move => self.settings.vct_nodes,
            Trust::Value => self.settings.vct_nodes.min(FIRST_VCT_NODES),
        };
        if similar.is_none() && self.wins_by_vct(board, enough) {
            return Expansion::Won;
        }
        if let Some(moves) = forced(board, side, Expansion::Lost) {
            return moves;
        }
        // A move that is known to win need not be among the candidates.
        if let Some(cell) = tree.winning_move(board) {
            return Expansion::Some(vec![cell]);
        }
        let advice = match similar {
            Some(_) => None,
            None => self.ask_first(board),
        };
        let more = enough < self.settings.vct_nodes && advice.is_some_and(|advice| advice.is_win());
        if more && self.wins_by_vct(board, self.settings.vct_nodes) {
            return Expansion::Won;
        }
        let mut cells = self.vct.attack.candidates(board, self.settings.quiet_moves);
        if let Some(cell) = similar.or(advice.map(|advice| advice.cell)) {
            cells.retain(|&other| other != cell);
            cells.insert(0, cell);
        }
        Expansion::of(cells, Expansion::Lost)
    }

    /// Whether a VCT wins at once, searching so many positions.
    fn wins_by_vct(&mut self, board: &mut Board, budget: u64) -> bool {
        let verdict = self.vct.search(board, budget);
        self.gave_up |= verdict == ProofStatus::Unknown;
        verdict == ProofStatus::Proven
    }

    /// What the defender may try.
    fn defences(&mut self, board: &mut Board, last: Option<Cell>) -> Expansion {
        let side = !self.vct.attack.attacker;
        if let Some(settled) = self.vct.attack.settled_defence(board) {
            return settled;
        }
        let free = board.stones() < self.start + self.settings.free_plies;
        match self.stops(board) {
            Some(stops) => {
                let moves = in_order(board, &stops, side, Expansion::Won);
                moves.led_by(|| self.expected(board, last))
            }
            None if free => in_order(board, &board.empty().clone(), side, Expansion::Won),
            None => Expansion::Lost,
        }
    }

    /// What the player expects the defender to answer to the move just made, where it advised that.
    fn expected(&self, board: &mut Board, last: Option<Cell>) -> Option<Cell> {
        let last = last?;
        board.unmake(last);
        let advice = self.advice(board);
        board.make(last);
        advice.filter(|advice| advice.cell == last)?.answer
    }

    /// The points that could matter to the VCT that the attacker would have if it were on the move;
    /// `None` where it has none, or where stones anywhere could matter to it.
    fn stops(&mut self, board: &mut Board) -> Option<Cells> {
        let attacker = self.vct.attack.attacker;
        if board.rules() == Rules::Renju {
            return self.vct.attack.stops(board, attacker);
        }
        board.pass();
        let stops = self.zone(board, self.settings.threat_nodes);
        board.pass();
        stops
    }

    /// The zone of a VCT of the attacker, which is on the move.
    pub(super) fn zone(&mut self, board: &mut Board, budget: u64) -> Option<Cells> {
        if let Some(by_vcf) = self.vct.vcf_zone(board) {
            return Some(by_vcf.one);
        }
        let before = self.vct.visited();
        loop {
            let left = budget.saturating_sub(self.vct.visited() - before);
            match self.vct.search(board, left) {
                ProofStatus::Proven => {}
                ProofStatus::Disproven => return None,
                ProofStatus::Unknown => {
                    self.gave_up = true;
                    return None;
                }
            }
            self.vct.zones.clear();
            if let Ok(zone) = self.vct.zone(board) {
                return Some(zone);
            }
            if left == 0 {
                self.gave_up = true;
                return None;
            }
        }
    }
}

impl Attack for QuietAttack<'_> {
    fn attacker(&self) -> Side {
        self.vct.attack.attacker
    }

    fn look(&mut self, tree: &ProofTree, board: &mut Board, last: Option<Cell>) -> Expansion {
        self.visited += 1;
        if self.vct.tree.len() > MAX_STORED {
            self.vct.tree.clear();
        }
        let moves = if board.turn() == self.attacker() {
            // Without the defender's last stone it is what was threatened.
            let last = last.map(|cell| board.layout().spot(cell).keys[(!self.attacker()).index()]);
            self.vct.attack.similar = [last, self.similar];
            self.attacks(tree, board)
        } else {
            self.vct.attack.similar = [self.similar, None];
            self.defences(board, last)
        };
        self.vct.attack.similar = [None; 2];
        moves
    }

    fn toll(&self, board: &Board, cell: Cell) -> u32 {
        if self.advice(board).is_some_and(|advice| advice.cell == cell) {
            return 0;
        }
        match board.threat(cell, board.turn()) {
            Threat::Quiet | Threat::Forbidden => 0,
            _ => TOLL_OF_THREATS,
        }
    }

    fn easy_answers(&self) -> u32 {
        EASY_ANSWERS
    }

    fn guess(&self, board: &Board, cell: Cell, rank: u32) -> (u32, u32) {
        let side = board.turn();
        if side != self.attacker() {
            return (1, ANSWER_DISPROOF + rank);
        }
        let proof = match self.advice(board) {
            Some(advice) if advice.cell == cell => advice.hardness(),
            // What the player does not advise is harder than what it does, whatever it threatens.
            Some(advice) => advice.hardness() + QUIET_PROOF + PROOF_PER_RANK * rank,
            None if rank == 0 && self.settings.advice_nodes > 0 => ADVISED_PROOF,
            None => match board.threat(cell, side) {
                Threat::Five | Threat::OpenFour | Threat::FourThree | Threat::Four => 1,
                _ => QUIET_PROOF + PROOF_PER_RANK * rank,
            },
        };
        (proof, 1)
    }

    fn work(&self) -> u64 {
        self.all_visited()
    }

    fn reconsider(&mut self, board: &Board, work: u64) -> Option<Cell> {
        self.ask_again(board, work)
    }

    fn is_over(&mut self) -> bool {
        self.until.is_over(self.all_visited())
    }
}

#[cfg(test)]
mod tests {
    use boyi_gomoku::{Gomoku, Size};
    use boyi_search::Stop;

    use super::super::super::vcf::VcfTable;
    use super::super::Prover;
    use super::*;

    #[test]
    fn what_is_known_to_win_is_played_though_nothing_would_be_tried() {
        let mut board = Board::of(&Gomoku::start(Size::USUAL, Rules::Freestyle));
        let table = VcfTable::try_new(1 << 16).expect("memory");
        let stop = Stop::default();
        let until = ProofLimits {
            stop: &stop,
            time: None,
            nodes: Some(1_000),
        };
        let winning = board.empty().iter().nth(17).expect("an empty board");
        let known = (board.key_after(winning).0, 0, 1_000_000_000);
        for (state, verdict) in [
            (None, ProofStatus::Disproven),
            (Some(known), ProofStatus::Proven),
        ] {
            let mut prover = Prover::new(Side::First, &table, None, ProverSettings::LITTLE, until);
            prover.tree.resume(state.into_iter());
            assert_eq!(prover.search(&mut board, &mut |_, _| ()), verdict);
        }
    }
}
