//! Where a defender's stone could matter to a whole attack by threats.
//!
//! An attack that wins although the defender did nothing at first also wins if the defender's stone was
//! put where no move of the attack, no answer to it and no counter-attack can make use of it
//! (Wu and Lin 2010 call the rest the relevance zone). Then only the moves in the zone have to be
//! refuted one by one.

use std::collections::HashMap;

use super::super::cells::Cells;
use super::super::class::Class;
use super::super::field::Field;
use super::super::vcf::{Found, Zone, fours_of};
use super::threes::Threes;
use super::tree::Verdict;

/// The zones of positions, by their keys.
pub(super) type Zones = HashMap<u64, Cells>;

/// An answer that an attack has no refutation of yet; the positions up to it are in doubt now.
pub(super) struct Missing;

impl Threes<'_> {
    /// The zone of a proven attack, the attacker being on the move: one more stone of the defender
    /// outside it changes nothing. Answers that the zone needs and the search left out are looked into,
    /// and added to the search where they are not refuted by fours.
    pub(super) fn zone(&mut self, field: &mut Field, zones: &mut Zones) -> Result<Cells, Missing> {
        if let Some(zone) = zones.get(&field.key().0) {
            return Ok(*zone);
        }
        let side = self.threats.attacker;
        let mut zone = Cells::default();
        if let Some(five) = field.set(side, Class::Five).first() {
            zone.add(five);
            return Ok(zone);
        }
        let key = field.key().0;
        if let Some(by_fours) = self.zone_of_fours(field) {
            zones.insert(key, by_fours.one);
            return Ok(by_fours.one);
        }
        let moves = self.tree.moves(field).unwrap_or_default();
        let proven = moves
            .iter()
            .find(|&&cell| self.tree.is_proven_after(field, cell));
        let Some(&cell) = proven else {
            self.tree.doubt(field);
            return Err(Missing);
        };
        field.make(cell);
        let after = self.zone_of_answers(field, zones);
        field.unmake(cell);
        match after {
            Ok(after) => {
                zone = after;
                zone.add(cell);
                zones.insert(key, zone);
                Ok(zone)
            }
            Err(missing) => {
                self.tree.doubt(field);
                Err(missing)
            }
        }
    }

    fn zone_of_answers(&mut self, field: &mut Field, zones: &mut Zones) -> Result<Cells, Missing> {
        let result = self.zone_of_all_answers(field, zones);
        if result.is_err() {
            self.tree.doubt(field);
        }
        result
    }

    fn zone_of_all_answers(
        &mut self,
        field: &mut Field,
        zones: &mut Zones,
    ) -> Result<Cells, Missing> {
        let side = self.threats.attacker;
        let mut zone = fours_of(field, !side);
        let fives = *field.set(side, Class::Five);
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
                field.pass();
                let threat = self.zone_of_fours(field);
                field.pass();
                let threat = threat.ok_or(Missing)?;
                zone = zone.or(&threat.one);
                threat.one.or(&threat.second)
            }
        };
        for cell in answers.and(field.empty()).iter() {
            field.make(cell);
            let after = self.zone_after(field, zones);
            field.unmake(cell);
            match after {
                Ok(after) => zone = zone.or(&after),
                Err(missing) => {
                    self.tree.add_defence(field, cell);
                    return Err(missing);
                }
            }
        }
        Ok(zone)
    }

    /// The zone after an answer, which the search may know nothing of.
    fn zone_after(&mut self, field: &mut Field, zones: &mut Zones) -> Result<Cells, Missing> {
        if let Some(by_fours) = self.zone_of_fours(field) {
            return Ok(by_fours.one);
        }
        match self.tree.verdict(field) {
            Verdict::Proven => self.zone(field, zones),
            _ => Err(Missing),
        }
    }

    /// The zone of a win by fours, where there is one.
    pub(super) fn zone_of_fours(&mut self, field: &mut Field) -> Option<Zone> {
        let threats = &mut self.threats;
        let found = threats.fours.search(field, threats.effort.fours);
        if !matches!(found, Found::Win(_)) {
            return None;
        }
        threats.fours.line(field);
        threats.fours.zone(field, threats.attacker)
    }
}
