//! Proof-number search for wins that begin quietly: moves after which the attacker would win by threats
//! if the defender did nothing.
//!
//! Three searches lie in one another. Fours are followed to the end; threats are moves after which
//! fours would win; and here every move counts after which threats would win. The defender tries only
//! what could matter to the win that is threatened. At the start the attacker may have no threat yet:
//! then the defender may play anywhere.

mod advice;
mod campaign;
mod extract;
mod ideas;
pub(super) mod threes;
pub(super) mod tree;
mod zone;

use std::collections::HashMap;

use boyi_game::{Key, Side};
use boyi_gomoku::{Gomoku, Point};

use super::field::Field;
use super::layout::Cell;
use super::thinker::Thinker;
use super::vcf::FoursTable;
pub(crate) use advice::Trust;
use campaign::Campaign;
pub use ideas::{Ideas, IdeasError};
use threes::Threes;
pub(crate) use threes::{Effort, Until};
pub(crate) use tree::{Tree, Verdict};

/// How hard to try.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Plan {
    /// In searches for threats.
    pub(crate) threats: Effort,
    /// Positions of a search for threats, the attacker being on the move.
    pub(crate) attack: u64,
    /// Positions of a search for what the attacker threatens.
    pub(crate) threat: u64,
    /// Quiet moves of the attacker at every position.
    pub(crate) quiet: usize,
    /// Positions that the player looks at before it says which move it would play; 0 to not ask it.
    pub(crate) advice: u64,
    /// The same for the attacker's first move, on which everything else depends.
    pub(crate) first_advice: u64,
    /// How far the player is believed.
    pub(crate) trust: Trust,
    /// Plies from the start within which the attacker need not threaten anything.
    pub(crate) free: usize,
}

#[cfg(test)]
impl Plan {
    /// Hardly any effort, and no quiet moves.
    const LITTLE: Self = Self {
        threats: Effort {
            fours: 200,
            quiet: 0,
            later: 3,
        },
        attack: 100,
        threat: 100,
        quiet: 0,
        advice: 0,
        first_advice: 0,
        trust: Trust::Move,
        free: 0,
    };
}

impl Plan {
    /// The same plan with twice the effort, for what was not found with this: then only what the player
    /// thinks worth while can be gone into.
    pub(crate) fn with_more_effort(self) -> Self {
        Self {
            attack: self.attack.saturating_mul(2),
            threat: self.threat.saturating_mul(2),
            advice: self.advice.saturating_mul(2).min(ENOUGH_ADVICE),
            first_advice: self.first_advice.saturating_mul(4),
            trust: Trust::Value,
            ..self
        }
    }
}

/// Beyond so many positions the player seldom changes its mind, and everything waits for it.
const ENOUGH_ADVICE: u64 = 64_000;

/// A search for a proof that one side wins.
pub(crate) struct Prover<'a> {
    tree: Tree,
    campaign: Campaign<'a>,
    /// Positions to look at for one answer before others are tried.
    patience: u64,
}

/// How far a search has come.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Progress {
    /// Answers of the defender at the start that are refuted.
    pub refuted: usize,
    /// Out of so many.
    pub answers: usize,
    /// Positions looked at.
    pub nodes: u64,
}

impl Progress {
    /// The same, where so many positions were looked at before.
    pub(crate) fn after(self, nodes: u64) -> Self {
        Self {
            nodes: self.nodes + nodes,
            ..self
        }
    }
}

/// Positions to look at for a win by threats that was found before.
const ENOUGH_TO_FIND_AGAIN: u64 = 2_000_000;

/// Positions to look at for one answer at first.
const PATIENCE: u64 = 600_000;

/// So many times as many with every effort more.
const MORE_PATIENCE: u64 = 6;

/// So many times as many for all of them together, where they are not looked at one by one.
const ALL_ANSWERS: u64 = 20;

impl<'a> Prover<'a> {
    pub(crate) fn new(
        attacker: Side,
        table: &'a FoursTable,
        adviser: Option<&'a Thinker>,
        plan: Plan,
        until: Until<'a>,
    ) -> Self {
        Self {
            tree: Tree::default(),
            campaign: Campaign {
                threes: Threes::new(attacker, table, plan.threats, until),
                similar: None,
                adviser,
                ideas: None,
                plan,
                until,
                start: 0,
                visited: 0,
                gave_up: false,
                advice: HashMap::new(),
            },
            patience: if plan.free > 0 { PATIENCE } else { u64::MAX },
        }
    }

    /// The same search, which tries these moves before all others.
    pub(crate) fn with_ideas(mut self, ideas: &'a Ideas) -> Self {
        self.campaign.ideas = Some(ideas);
        self
    }

    /// Begins anew with more effort. What is won stays won; what only looked promising is forgotten.
    pub(crate) fn try_harder(&mut self) {
        self.campaign.plan = self.campaign.plan.with_more_effort();
        self.campaign.gave_up = false;
        self.patience = self.patience.saturating_mul(MORE_PATIENCE);
        self.tree.keep_proven();
    }

    /// Whether it is time to give up.
    pub(crate) fn is_over(&self) -> bool {
        self.campaign.until.is_over(self.visited())
    }

    /// Looks for a proof as long as its patience lasts; may be called again to go on.
    pub(crate) fn search(
        &mut self,
        field: &mut Field,
        watch: &mut dyn FnMut(Progress, &Tree),
    ) -> Verdict {
        self.campaign.start = field.stones();
        let free = field.turn() != self.attacker() && self.campaign.plan.free > 0;
        if free && !self.refute_one_by_one(field, watch) {
            return Verdict::Unknown;
        }
        self.search_patiently(field, self.patience.saturating_mul(ALL_ANSWERS))
    }

    /// Looks for a proof at so many more positions.
    fn search_patiently(&mut self, field: &mut Field, patience: u64) -> Verdict {
        let until = self.campaign.until;
        let most = self.visited().saturating_add(patience);
        self.campaign.until.nodes = Some(until.nodes.map_or(most, |nodes| nodes.min(most)));
        let verdict = self.tree.search(&mut self.campaign, field);
        self.campaign.until = until;
        verdict
    }

    /// Where the defender may play anywhere, its moves are refuted one after the other, most of them in
    /// the same way; what is hard to refute is put off. `false` where something was.
    fn refute_one_by_one(
        &mut self,
        field: &mut Field,
        watch: &mut dyn FnMut(Progress, &Tree),
    ) -> bool {
        self.tree.know_moves(&mut self.campaign, field, None);
        let moves = self.tree.moves(field).unwrap_or_default();
        let is_refuted = |&&cell: &&Cell| self.tree.is_proven_after(field, cell);
        let mut refuted = moves.iter().filter(is_refuted).count();
        let mut before: Option<Key> = None;
        // The least promising first: they show what is threatened.
        for &cell in moves.iter().rev() {
            let key = field.layout().spot(cell).keys[field.turn().index()];
            if self.tree.is_proven_after(field, cell) {
                before = Some(key);
                continue;
            }
            if self.is_over() {
                return false;
            }
            self.campaign.similar = before.map(|before| before ^ key);
            field.make(cell);
            let verdict = self.search_patiently(field, self.patience);
            field.unmake(cell);
            self.campaign.similar = None;
            match verdict {
                Verdict::Proven => {
                    before = Some(key);
                    refuted += 1;
                }
                Verdict::Disproven => return true,
                Verdict::Unknown => {}
            }
            let progress = Progress {
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
        let field = Field::of(position);
        if field.turn() == self.attacker() {
            return Vec::new();
        }
        let answers = self.tree.moves(&field).unwrap_or_default();
        let is_open = |&&cell: &&Cell| !self.tree.is_proven_after(&field, cell);
        let open = answers.iter().filter(is_open);
        open.map(|&cell| field.layout().point(cell)).collect()
    }

    /// Whether everything was tried to the end, so that what was not proven cannot be.
    pub(crate) fn is_thorough(&self) -> bool {
        !self.campaign.gave_up
    }

    fn attacker(&self) -> Side {
        self.campaign.threes.threats.attacker
    }

    /// Adds an answer that a check found missing, so that the search goes on with it; `false` where
    /// that changes nothing.
    pub(crate) fn add_defence(&mut self, field: &Field, cell: Cell) -> bool {
        let in_threats = self.campaign.threes.tree.add_defence(field, cell);
        self.tree.add_defence(field, cell) || in_threats
    }

    /// Takes back that a position is proven.
    pub(crate) fn doubt(&mut self, field: &Field) {
        self.tree.doubt(field);
        self.campaign.threes.tree.doubt(field);
    }

    /// Everything known, so that a search can be resumed: keys with their numbers.
    pub(crate) fn state(&self) -> impl Iterator<Item = (u64, u32, u32)> {
        self.tree.state()
    }

    /// Takes up what an earlier search knew.
    pub(crate) fn resume(&mut self, state: impl Iterator<Item = (u64, u32, u32)>) {
        self.tree.resume(state);
    }

    /// Positions looked at, in all searches.
    pub(crate) fn visited(&self) -> u64 {
        self.campaign.all_visited()
    }
}
