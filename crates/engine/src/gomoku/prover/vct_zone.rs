//! The relevance zone of a VCT: where a stone of the defender could matter to it.
//!
//! An attack that wins although the defender did nothing at first also wins if the defender's stone was
//! put where no move of the attack, no answer to it and no counter-attack can make use of it; the rest is
//! the relevance zone (Wu and Lin 2010). Then only the moves in the zone have to be refuted one by one.

use std::collections::HashMap;

use super::super::board::Board;
use super::super::cells::Cells;
use super::super::threat::Threat;
use super::super::vcf::{VcfResult, VcfZone, four_moves};
use super::tree::ProofStatus;
use super::vct::VctSearch;

/// The zones of positions, by their keys.
pub(super) type Zones = HashMap<u64, Cells>;

/// An answer that an attack has no refutation of yet; the positions up to it are in doubt now.
#[derive(Clone, Copy)]
pub(super) struct MissingRefutation;

impl VctSearch<'_> {
    /// The zone of a proven attack, the attacker being on the move: one more stone of the defender
    /// outside it changes nothing. Answers that the zone needs and the search left out are searched,
    /// and added to the tree where no VCF refutes them.
    pub(super) fn zone(&mut self, board: &mut Board) -> Result<Cells, MissingRefutation> {
        let key = board.key().0;
        if let Some(zone) = self.zones.get(&key) {
            return Ok(*zone);
        }
        if let Some(five) = board.set(self.attack.attacker, Threat::Five).first() {
            let mut zone = Cells::default();
            zone.add(five);
            return Ok(zone);
        }
        let zone = match self.vcf_zone(board) {
            Some(by_vcf) => Ok(by_vcf.one),
            None => self.zone_of_move(board),
        };
        match zone {
            Ok(zone) => {
                self.zones.insert(key, zone);
            }
            Err(MissingRefutation) => self.tree.doubt(board),
        }
        zone
    }

    /// The zone of the move that the tree has proven.
    fn zone_of_move(&mut self, board: &mut Board) -> Result<Cells, MissingRefutation> {
        let moves = self.tree.moves(board).unwrap_or_default();
        let mut moves = moves.iter().copied();
        let proven = moves.find(|&cell| self.tree.is_proven_after(board, cell));
        let cell = proven.ok_or(MissingRefutation)?;
        board.make(cell);
        let after = self.zone_of_answers(board);
        if after.is_err() {
            self.tree.doubt(board);
        }
        board.unmake(cell);
        let mut zone = after?;
        zone.add(cell);
        Ok(zone)
    }

    fn zone_of_answers(&mut self, board: &mut Board) -> Result<Cells, MissingRefutation> {
        let side = self.attack.attacker;
        let mut zone = four_moves(board, !side);
        let fives = *board.set(side, Threat::Five);
        let mut stops = fives.iter();
        let answers = match (stops.next(), stops.next()) {
            (Some(one), Some(other)) => {
                zone.add(one);
                zone.add(other);
                return Ok(zone);
            }
            (Some(stop), None) => {
                zone.add(stop);
                let mut answers = Cells::default();
                answers.add(stop);
                answers
            }
            _ => {
                board.pass();
                let threat = self.vcf_zone(board);
                board.pass();
                let threat = threat.ok_or(MissingRefutation)?;
                zone = zone.or(&threat.one);
                threat.one.or(&threat.second)
            }
        };
        for cell in answers.and(board.empty()).iter() {
            board.make(cell);
            let after = self.zone_after(board);
            board.unmake(cell);
            match after {
                Ok(after) => zone = zone.or(&after),
                Err(missing) => {
                    self.tree.add_defence(board, cell);
                    return Err(missing);
                }
            }
        }
        Ok(zone)
    }

    /// The zone after an answer, which may not be in the tree.
    fn zone_after(&mut self, board: &mut Board) -> Result<Cells, MissingRefutation> {
        if let Some(by_vcf) = self.vcf_zone(board) {
            return Ok(by_vcf.one);
        }
        match self.tree.verdict(board) {
            ProofStatus::Proven => self.zone(board),
            _ => Err(MissingRefutation),
        }
    }

    /// The zone of a VCF, where there is one.
    pub(super) fn vcf_zone(&mut self, board: &mut Board) -> Option<VcfZone> {
        let attack = &mut self.attack;
        let found = attack.vcf.search(board, attack.settings.vcf_nodes);
        if !matches!(found, VcfResult::Win(_)) {
            return None;
        }
        attack.vcf.line(board);
        attack.vcf.zone(board, attack.attacker)
    }
}
