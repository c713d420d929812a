//! The line of fours that wins, and what could stop it.

use boyi_game::Side;

use super::super::cells::Cells;
use super::super::class::Class;
use super::super::field::Field;
use super::super::layout::Cell;
use super::known::Known;
use super::{Fours, open_four};

/// Where stones of the defender could matter to an attack by fours that goes its own way.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(crate) struct Zone {
    /// One stone anywhere else changes nothing: it takes no point of the attack away, and makes no
    /// five together with the answers that are forced.
    pub(crate) one: Cells,
    /// Two stones of which neither lies in `one`, nor the second of them here, change nothing.
    pub(crate) second: Cells,
}

/// Positions to look at for a win that was found before.
const ENOUGH_TO_FIND_AGAIN: u64 = 200_000;

impl Fours<'_> {
    /// The winning line of a position of which a search said that it is won: from the table, as far as
    /// it remembers.
    pub(crate) fn line(&mut self, field: &mut Field) -> &[Cell] {
        self.line.clear();
        self.forbidden = None;
        let side = field.turn();
        let mut played = 0;
        loop {
            if let Some(five) = field.set(side, Class::Five).first() {
                self.line.push(five);
                break;
            }
            let Some(mv) = self.winning_four(field, side) else {
                break;
            };
            self.line.push(mv);
            field.make(mv);
            played += 1;
            // The answer that is forced; where it may not be played, any other.
            let forced = *field.set(side, Class::Five);
            let mut stops = forced.iter();
            if let (Some(stop), None) = (stops.next(), stops.next()) {
                self.forbidden = (!field.may_play(stop, !side)).then_some(stop);
            }
            let empty = *field.empty();
            let mut answers = forced.iter().take(1).chain(empty.iter());
            let Some(answer) = answers.find(|&cell| {
                let may = field.may_play(cell, !side);
                may && (forced.first() == Some(cell) || !forced.has(cell))
            }) else {
                break;
            };
            self.line.push(answer);
            field.make(answer);
            played += 1;
        }
        for index in (0..played).rev() {
            field.unmake(self.line[index]);
        }
        &self.line
    }

    /// The points on which the defender has a chance against the attack that the last [`Fours::line`]
    /// described: those of the attack itself, and those that make fours with the stones it forces.
    ///
    /// Nothing else helps. A stone elsewhere takes no point of the attack away, and gains no time,
    /// because even together with all forced answers it makes no four. In renju a stone on the lines
    /// through a forbidden point may allow it; how that depends on points farther off is left to those
    /// who check proofs.
    pub(crate) fn defences(&mut self, field: &mut Field, attacker: Side) -> Cells {
        let mut cells = Cells::default();
        let defender = !attacker;
        for class in [Class::Four, Class::FourThree, Class::OpenFour] {
            cells = cells.or(field.set(defender, class));
        }
        for (index, &cell) in self.line.iter().enumerate() {
            cells.add(cell);
            let side = if index % 2 == 0 { attacker } else { defender };
            if index + 1 == self.line.len() {
                break;
            }
            // Before its last move but one the attacker has all its threats of five on the board.
            field.put(cell, side);
            if side == attacker {
                cells = cells.or(field.set(attacker, Class::Five));
            }
        }
        for class in [Class::Four, Class::FourThree, Class::OpenFour, Class::Five] {
            cells = cells.or(field.set(defender, class));
        }
        if let Some(forbidden) = self.forbidden {
            field.layout().around(forbidden, |cell| cells.add(cell));
        }
        let placed = self.line.len().saturating_sub(1);
        for index in (0..placed).rev() {
            let side = if index % 2 == 0 { attacker } else { defender };
            field.take(self.line[index], side);
        }
        cells
    }

    /// Where the defender's stones could matter to the attack that the last [`Fours::line`] described;
    /// `None` where it does not reach its five. Not for renju, where stones allow and forbid points.
    pub(crate) fn zone(&mut self, field: &mut Field, attacker: Side) -> Option<Zone> {
        let mut zone = Zone::default();
        let defender = !attacker;
        let mut placed = 0;
        let mut ends = false;
        for (index, &cell) in self.line.iter().enumerate() {
            zone.one.add(cell);
            ends = index % 2 == 0 && field.class(cell, attacker) == Class::Five;
            if ends {
                break;
            }
            let side = if index % 2 == 0 { attacker } else { defender };
            field.put(cell, side);
            placed += 1;
            if side == attacker {
                for five in field.set(attacker, Class::Five).iter().take(2) {
                    zone.one.add(five);
                }
                zone.one = zone.one.or(&fours_of(field, defender));
                zone.second = zone.second.or(&field.makes_three_of_five(defender));
            }
        }
        for index in (0..placed).rev() {
            let side = if index % 2 == 0 { attacker } else { defender };
            field.take(self.line[index], side);
        }
        ends.then_some(zone)
    }

    /// The four to play in a position that is won by fours.
    fn winning_four(&mut self, field: &mut Field, side: Side) -> Option<Cell> {
        if field.count(!side, Class::Five) == 0
            && let Some(cell) = open_four(field, side)
        {
            return Some(cell);
        }
        let known = |known| match known {
            Some(Known::Yes(cell, _)) => Some(cell),
            _ => None,
        };
        if let Some(cell) = known(self.table.get(field.key())) {
            return Some(cell).filter(|&cell| field.is_empty(cell));
        }
        // Something else has taken its place in the table meanwhile.
        self.budget = ENOUGH_TO_FIND_AGAIN;
        self.attack(field, None, 0);
        known(self.table.get(field.key())).filter(|&cell| field.is_empty(cell))
    }
}

/// The points on which a side makes a four.
#[inline]
pub(crate) fn fours_of(field: &Field, side: Side) -> Cells {
    field
        .set(side, Class::FourThree)
        .or(field.set(side, Class::Four))
        .or(field.set(side, Class::OpenFour))
}
