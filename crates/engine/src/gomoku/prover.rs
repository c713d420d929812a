//! Proof-number search for wins that begin quietly: moves after which the attacker would win by threats
//! if the defender did nothing.
//!
//! Three searches are nested. A VCF search follows fours to the end; a VCT search tries moves that
//! threaten a VCF; and here every move counts that threatens a VCT. The defender tries only what could
//! matter to the win that is threatened. At the start the attacker may have no threat yet: then the
//! defender may play anywhere.

mod advice;
mod quiet_attack;
mod extract;
mod suggested_lines;
pub(super) mod vct;
pub(super) mod tree;
mod vct_zone;

use std::collections::HashMap;

use boyi_game::{Key, Side};
use boyi_gomoku::{Gomoku, Point};

use super::board::Board;
use super::layout::Cell;
use super::root::GomokuSearch;
use super::vcf::VcfTable;
pub(crate) use advice::Trust;
use quiet_attack::QuietAttack;
pub use suggested_lines::{SuggestedLines, SuggestedLinesError};
pub(crate) use tree::{ProofStatus, ProofTree};
use vct::VctSearch;
pub(crate) use vct::{ProofLimits, VctSettings};

/// How hard to try.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct ProverSettings {
    pub(crate) vct: VctSettings,
    /// Positions of a VCT search with the attacker on the move.
    pub(crate) vct_nodes: u64,
    /// Positions of a VCT search for what the attacker threatens.
    pub(crate) threat_nodes: u64,
    /// Quiet moves of the attacker at every position.
    pub(crate) quiet_moves: usize,
    /// Positions that the player searches before it says which move it would play; 0 to not ask it.
    pub(crate) advice_nodes: u64,
    /// The same for the attacker's first move, on which everything else depends.
    pub(crate) first_advice_nodes: u64,
    pub(crate) trust: Trust,
    /// Plies from the start within which the attacker need not threaten anything.
    pub(crate) free_plies: usize,
}

impl ProverSettings {
    /// Hardly any effort, and no quiet moves.
    #[cfg(test)]
    const LITTLE: Self = Self {
        vct: VctSettings {
            vcf_nodes: 200,
            quiet_moves: 0,
            later_cost: 3,
        },
        vct_nodes: 100,
        threat_nodes: 100,
        quiet_moves: 0,
        advice_nodes: 0,
        first_advice_nodes: 0,
        trust: Trust::Move,
        free_plies: 0,
    };

    /// Twice the effort, for what was not found with this: then only what the player likes can be
    /// searched.
    pub(crate) fn with_more_effort(self) -> Self {
        Self {
            vct_nodes: self.vct_nodes.saturating_mul(2),
            threat_nodes: self.threat_nodes.saturating_mul(2),
            advice_nodes: self.advice_nodes.saturating_mul(2).min(MAX_ADVICE_NODES),
            first_advice_nodes: self.first_advice_nodes.saturating_mul(4),
            trust: Trust::Value,
            ..self
        }
    }
}

/// Beyond so many positions the player seldom changes its mind, and everything waits for it.
const MAX_ADVICE_NODES: u64 = 64_000;

/// A search for a proof that one side wins.
pub(crate) struct Prover<'a> {
    pub(crate) tree: ProofTree,
    attack: QuietAttack<'a>,
    /// Positions to search for one answer before others are tried.
    nodes_per_answer: u64,
}

/// How far a search has come.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ProofProgress {
    /// Answers of the defender at the start that are refuted.
    pub refuted: usize,
    pub answers: usize,
    pub nodes: u64,
}

impl ProofProgress {
    /// The same, where so many positions were looked at before.
    pub(crate) fn after(self, nodes: u64) -> Self {
        Self {
            nodes: self.nodes + nodes,
            ..self
        }
    }
}

/// Positions to look at for a win by threats that was found before.
const NODES_TO_FIND_AGAIN: u64 = 2_000_000;

/// Positions to search for one answer at first.
const NODES_PER_ANSWER: u64 = 600_000;

/// So many times as many with every new try.
const MORE_PER_TRY: u64 = 6;

/// So many times as many for all answers together, where they are not searched one by one.
const ALL_ANSWERS: u64 = 20;

impl<'a> Prover<'a> {
    pub(crate) fn new(
        attacker: Side,
        table: &'a VcfTable,
        adviser: Option<&'a GomokuSearch>,
        settings: ProverSettings,
        until: ProofLimits<'a>,
    ) -> Self {
        Self {
            tree: ProofTree::default(),
            attack: QuietAttack {
                vct: VctSearch::new(attacker, table, settings.vct, until),
                similar: None,
                adviser,
                suggestions: None,
                settings,
                until,
                start: 0,
                visited: 0,
                gave_up: false,
                advice: HashMap::new(),
            },
            nodes_per_answer: if settings.free_plies > 0 {
                NODES_PER_ANSWER
            } else {
                u64::MAX
            },
        }
    }

    /// The same search, which tries these moves before all others.
    pub(crate) fn with_suggestions(mut self, suggestions: &'a SuggestedLines) -> Self {
        self.attack.suggestions = Some(suggestions);
        self
    }

    /// Begins anew with more effort. What is won stays won; what only looked promising is forgotten.
    pub(crate) fn try_harder(&mut self) {
        self.attack.settings = self.attack.settings.with_more_effort();
        self.attack.gave_up = false;
        self.nodes_per_answer = self.nodes_per_answer.saturating_mul(MORE_PER_TRY);
        self.tree.keep_proven();
    }

    /// Whether it is time to give up.
    pub(crate) fn is_over(&self) -> bool {
        self.attack.until.is_over(self.visited())
    }

    /// Looks for a proof until this try's positions are used up; may be called again to go on.
    pub(crate) fn search(
        &mut self,
        board: &mut Board,
        watch: &mut dyn FnMut(ProofProgress, &ProofTree),
    ) -> ProofStatus {
        self.attack.start = board.stones();
        let free = board.turn() != self.attacker() && self.attack.settings.free_plies > 0;
        if free && !self.refute_one_by_one(board, watch) {
            return ProofStatus::Unknown;
        }
        self.search_more(board, self.nodes_per_answer.saturating_mul(ALL_ANSWERS))
    }

    /// Looks for a proof at so many more positions.
    fn search_more(&mut self, board: &mut Board, nodes: u64) -> ProofStatus {
        let until = self.attack.until;
        let most = self.visited().saturating_add(nodes);
        self.attack.until.nodes = Some(until.nodes.map_or(most, |nodes| nodes.min(most)));
        let verdict = self.tree.search(&mut self.attack, board);
        self.attack.until = until;
        verdict
    }

    /// Where the defender may play anywhere, its moves are refuted one after the other, most of them in
    /// the same way; what is hard to refute is put off. `false` where something was.
    fn refute_one_by_one(
        &mut self,
        board: &mut Board,
        watch: &mut dyn FnMut(ProofProgress, &ProofTree),
    ) -> bool {
        self.tree.know_moves(&mut self.attack, board, None);
        let moves = self.tree.moves(board).unwrap_or_default();
        let is_refuted = |&&cell: &&Cell| self.tree.is_proven_after(board, cell);
        let mut refuted = moves.iter().filter(is_refuted).count();
        let mut before: Option<Key> = None;
        // The least promising first: they show what is threatened.
        for &cell in moves.iter().rev() {
            let key = board.layout().spot(cell).keys[board.turn().index()];
            if self.tree.is_proven_after(board, cell) {
                before = Some(key);
                continue;
            }
            if self.is_over() {
                return false;
            }
            self.attack.similar = before.map(|before| before ^ key);
            board.make(cell);
            let verdict = self.search_more(board, self.nodes_per_answer);
            board.unmake(cell);
            self.attack.similar = None;
            match verdict {
                ProofStatus::Proven => {
                    before = Some(key);
                    refuted += 1;
                }
                ProofStatus::Disproven => return true,
                ProofStatus::Unknown => {}
            }
            let progress = ProofProgress {
                refuted,
                answers: moves.len(),
                nodes: self.visited(),
            };
            watch(progress, &self.tree);
        }
        refuted == moves.len()
    }

    /// The answers to refute that are not, where the defender is to move.
    pub(crate) fn open_answers(&self, position: &Gomoku) -> Vec<Point> {
        let board = Board::of(position);
        if board.turn() == self.attacker() {
            return Vec::new();
        }
        let answers = self.tree.moves(&board).unwrap_or_default();
        let is_open = |&&cell: &&Cell| !self.tree.is_proven_after(&board, cell);
        let open = answers.iter().filter(is_open);
        open.map(|&cell| board.layout().point(cell)).collect()
    }

    /// Whether everything was tried to the end, so that what was not proven cannot be.
    pub(crate) fn is_thorough(&self) -> bool {
        !self.attack.gave_up
    }

    fn attacker(&self) -> Side {
        self.attack.vct.attack.attacker
    }

    /// Adds an answer that a check found missing, so that the search goes on with it; `false` where
    /// that changes nothing.
    pub(crate) fn add_defence(&mut self, board: &Board, cell: Cell) -> bool {
        let in_threats = self.attack.vct.tree.add_defence(board, cell);
        self.tree.add_defence(board, cell) || in_threats
    }

    /// Takes back that a position is proven.
    pub(crate) fn doubt(&mut self, board: &Board) {
        self.tree.doubt(board);
        self.attack.vct.tree.doubt(board);
    }

    /// Positions looked at, in all searches.
    pub(crate) fn visited(&self) -> u64 {
        self.attack.all_visited()
    }
}
