//! Takes a proof out of a search that has found one.
//!
//! The winner's moves are written down by the keys of the positions in which it is to move. Where the
//! defender was only tried on points that matter to a threat, the win that is threatened is written
//! down too, from the position with the winner to move twice.

use std::collections::{BTreeMap, HashSet};

use boyi_game::{Key, NullMove, Position};
use boyi_gomoku::{Gomoku, Point, Rules};

use super::super::class::Class;
use super::super::field::Field;
use super::super::layout::Cell;
use super::super::vcf::Found;
use super::tree::Verdict;
use super::{ENOUGH_TO_FIND_AGAIN, Prover};

/// A proof in the making.
struct Extract<'p, 'a> {
    prover: &'p mut Prover<'a>,
    field: Field,
    game: Gomoku,
    moves: BTreeMap<Key, Point>,
    /// Positions gone through, in the search at large and in searches for threats.
    seen: HashSet<Key>,
    seen_threats: HashSet<Key>,
}

impl Prover<'_> {
    /// The winner's moves from a position that is proven.
    pub(crate) fn moves_of_proof(&mut self, start: &Gomoku) -> BTreeMap<Key, Point> {
        let mut extract = Extract {
            prover: self,
            field: Field::of(start),
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
        let point = self.field.layout().point(cell);
        if !self.game.is_legal(point) {
            return;
        }
        let undo = self.game.make(point);
        self.field.make(cell);
        if self.game.outcome().is_none() {
            look(self);
        }
        self.field.unmake(cell);
        self.game.unmake(point, undo);
    }

    /// Looks at the position with the winner to move in place of the loser.
    fn passed(&mut self, look: impl FnOnce(&mut Self)) {
        let last = self.game.skip();
        self.field.pass();
        look(self);
        self.field.pass();
        self.game.unskip(last);
    }

    fn write(&mut self, cell: Cell) {
        let point = self.field.layout().point(cell);
        self.moves.insert(self.game.key(), point);
    }

    fn has_five(&self) -> bool {
        self.field.count(self.field.turn(), Class::Five) > 0
    }

    /// The winner is to move.
    fn attack(&mut self) {
        if self.has_five() || !self.seen.insert(self.game.key()) {
            return;
        }
        match self.prover.tree.winning_move(&self.field) {
            Some(cell) => {
                self.write(cell);
                self.after(cell, Self::answers);
            }
            None => self.threats(),
        }
    }

    /// The loser is to move.
    fn answers(&mut self) {
        let fives = self.stops();
        if !fives.is_empty() {
            if let [stop] = fives[..] {
                self.after(stop, Self::attack);
            }
            return;
        }
        let Prover { tree, campaign, .. } = &mut *self.prover;
        tree.know_moves(campaign, &mut self.field, None);
        let moves = tree.moves(&self.field).unwrap_or_default();
        let restricted = moves.len() < self.field.empty().iter().count();
        if restricted && self.field.rules() != Rules::Renju {
            self.passed(|extract| {
                let campaign = &mut extract.prover.campaign;
                campaign.zone(&mut extract.field, ENOUGH_TO_FIND_AGAIN);
                extract.threats();
            });
        }
        for &cell in moves.iter() {
            self.after(cell, Self::attack);
        }
    }

    /// The winner is to move and wins by threats.
    fn threats(&mut self) {
        if self.has_five() || !self.seen_threats.insert(self.game.key()) || self.fours() {
            return;
        }
        let threes = &mut self.prover.campaign.threes;
        if threes.search(&mut self.field, ENOUGH_TO_FIND_AGAIN) != Verdict::Proven {
            return;
        }
        let moves = threes.tree.moves(&self.field).unwrap_or_default();
        let proven = moves
            .iter()
            .find(|&&cell| threes.tree.is_proven_after(&self.field, cell));
        if let Some(&cell) = proven {
            self.write(cell);
            self.after(cell, Self::answers_to_threats);
        }
    }

    fn answers_to_threats(&mut self) {
        let fives = self.stops();
        if !fives.is_empty() {
            if let [stop] = fives[..] {
                self.after(stop, Self::threats);
            }
            return;
        }
        self.passed(|extract| {
            extract.fours();
        });
        let tree = &self.prover.campaign.threes.tree;
        for &cell in tree.moves(&self.field).unwrap_or_default().iter() {
            self.after(cell, Self::threats);
        }
    }

    /// The points on which the loser must stop a five.
    fn stops(&self) -> Vec<Cell> {
        let fives = self.field.set(self.prover.attacker(), Class::Five);
        fives.iter().collect()
    }

    /// Writes down a win by fours alone; `false` where there is none.
    fn fours(&mut self) -> bool {
        let threats = &mut self.prover.campaign.threes.threats;
        let found = threats.fours.search(&mut self.field, threats.effort.fours);
        if !matches!(found, Found::Win(_)) {
            return false;
        }
        let line = threats.fours.line(&mut self.field).to_vec();
        let mut game = self.game.clone();
        for (index, &cell) in line.iter().enumerate() {
            let point = self.field.layout().point(cell);
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
