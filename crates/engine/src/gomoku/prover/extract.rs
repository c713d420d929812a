//! Extracts the proof from a search tree that holds one.
//!
//! The winner's moves are written down by the keys of the positions in which it is to move. Where the
//! defender was only tried on points that matter to a threat, the win that is threatened is written
//! down too, from the position with the winner to move twice.

use std::collections::{BTreeMap, HashSet};

use boyi_game::{Key, NullMove, Position};
use boyi_gomoku::{Gomoku, Point, Rules};

use super::super::board::Board;
use super::super::layout::Cell;
use super::super::threat::Threat;
use super::super::vcf::VcfResult;
use super::tree::ProofStatus;
use super::{NODES_TO_FIND_AGAIN, Prover};

/// A proof in the making.
struct Extract<'p, 'a> {
    prover: &'p mut Prover<'a>,
    board: Board,
    game: Gomoku,
    moves: BTreeMap<Key, Point>,
    /// Positions visited, in the tree of quiet attacks and in that of VCTs.
    seen: HashSet<Key>,
    seen_threats: HashSet<Key>,
}

impl Prover<'_> {
    /// The winner's moves from a position that is proven.
    pub(crate) fn moves_of_proof(&mut self, start: &Gomoku) -> BTreeMap<Key, Point> {
        let mut extract = Extract {
            prover: self,
            board: Board::of(start),
            game: start.clone(),
            moves: BTreeMap::new(),
            seen: HashSet::new(),
            seen_threats: HashSet::new(),
        };
        if start.turn() == extract.prover.attacker() {
            extract.attack();
        } else {
            extract.answers();
        }
        extract.moves
    }
}

impl Extract<'_, '_> {
    fn after(&mut self, cell: Cell, look: impl FnOnce(&mut Self)) {
        let point = self.board.layout().point(cell);
        if !self.game.is_legal(point) {
            return;
        }
        let undo = self.game.make(point);
        self.board.make(cell);
        if self.game.outcome().is_none() {
            look(self);
        }
        self.board.unmake(cell);
        self.game.unmake(point, undo);
    }

    /// Looks at the position with the winner to move in place of the loser.
    fn passed(&mut self, look: impl FnOnce(&mut Self)) {
        let last = self.game.skip();
        self.board.pass();
        look(self);
        self.board.pass();
        self.game.unskip(last);
    }

    fn write(&mut self, cell: Cell) {
        let point = self.board.layout().point(cell);
        self.moves.insert(self.game.key(), point);
    }

    fn has_five(&self) -> bool {
        self.board.count(self.board.turn(), Threat::Five) > 0
    }

    /// The winner is to move.
    fn attack(&mut self) {
        if self.has_five() || !self.seen.insert(self.game.key()) {
            return;
        }
        match self.prover.tree.winning_move(&self.board) {
            Some(cell) => {
                self.write(cell);
                self.after(cell, Self::answers);
            }
            None => self.threats(),
        }
    }

    /// The loser is to move.
    fn answers(&mut self) {
        if self.is_forced(Self::attack) {
            return;
        }
        let Prover { tree, attack, .. } = &mut *self.prover;
        tree.know_moves(attack, &mut self.board, None);
        let moves = tree.moves(&self.board).unwrap_or_default();
        let restricted = moves.len() < self.board.empty().iter().count();
        if restricted && self.board.rules() != Rules::Renju {
            self.passed(|extract| {
                let attack = &mut extract.prover.attack;
                attack.zone(&mut extract.board, NODES_TO_FIND_AGAIN);
                extract.threats();
            });
        }
        for &cell in moves.iter() {
            self.after(cell, Self::attack);
        }
    }

    /// The winner is to move and has a VCT.
    fn threats(&mut self) {
        if self.has_five() || !self.seen_threats.insert(self.game.key()) || self.fours() {
            return;
        }
        let vct = &mut self.prover.attack.vct;
        if vct.search(&mut self.board, NODES_TO_FIND_AGAIN) != ProofStatus::Proven {
            return;
        }
        let moves = vct.tree.moves(&self.board).unwrap_or_default();
        let proven = moves
            .iter()
            .find(|&&cell| vct.tree.is_proven_after(&self.board, cell));
        if let Some(&cell) = proven {
            self.write(cell);
            self.after(cell, Self::answers_to_threats);
        }
    }

    fn answers_to_threats(&mut self) {
        if self.is_forced(Self::threats) {
            return;
        }
        self.passed(|extract| {
            extract.fours();
        });
        let tree = &self.prover.attack.vct.tree;
        for &cell in tree.moves(&self.board).unwrap_or_default().iter() {
            self.after(cell, Self::threats);
        }
    }

    /// Whether the loser must stop a five; goes on after that where it can.
    fn is_forced(&mut self, look: impl FnOnce(&mut Self)) -> bool {
        let fives = *self.board.set(self.prover.attacker(), Threat::Five);
        let mut stops = fives.iter();
        if let (Some(stop), None) = (stops.next(), stops.next()) {
            self.after(stop, look);
        }
        !fives.is_empty()
    }

    /// Writes down a VCF; `false` where there is none.
    fn fours(&mut self) -> bool {
        let attack = &mut self.prover.attack.vct.attack;
        let found = attack
            .vcf
            .search(&mut self.board, attack.settings.vcf_nodes);
        if !matches!(found, VcfResult::Win(_)) {
            return false;
        }
        let line = attack.vcf.line(&mut self.board).to_vec();
        let mut game = self.game.clone();
        for (index, &cell) in line.iter().enumerate() {
            let point = self.board.layout().point(cell);
            if index % 2 == 0 {
                self.moves.insert(game.key(), point);
            }
            if !game.is_legal(point) {
                break;
            }
            game.make(point);
        }
        true
    }
}
