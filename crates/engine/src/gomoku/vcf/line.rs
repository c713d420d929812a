//! The line of a VCF, and what could stop it.

use boyi_game::Side;

use super::super::board::Board;
use super::super::cells::Cells;
use super::super::layout::Cell;
use super::super::threat::Threat;
use super::entry::VcfEntry;
use super::{VcfSearch, open_four};

/// The relevance zone of a VCF: where stones of the defender could matter to it.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(crate) struct VcfZone {
    /// One stone anywhere else changes nothing: it takes no point of the attack away, and makes no
    /// five together with the answers that are forced.
    pub(crate) one: Cells,
    /// Two stones of which neither lies in `one`, nor the second of them here, change nothing.
    pub(crate) second: Cells,
}

/// Positions to search for a win that was found before.
const NODES_TO_FIND_AGAIN: u64 = 200_000;

impl VcfSearch<'_> {
    /// The winning line of a position of which a search said that it is won: from the table, as far as
    /// it remembers.
    pub(crate) fn line(&mut self, board: &mut Board) -> &[Cell] {
        self.line.clear();
        self.forbidden = None;
        let side = board.turn();
        let mut played = 0;
        loop {
            if let Some(five) = board.set(side, Threat::Five).first() {
                self.line.push(five);
                break;
            }
            let Some(mv) = self.winning_four(board, side) else {
                break;
            };
            self.line.push(mv);
            board.make(mv);
            played += 1;
            // The answer that is forced; where it may not be played, any other.
            let forced = *board.set(side, Threat::Five);
            let mut stops = forced.iter();
            if let (Some(stop), None) = (stops.next(), stops.next()) {
                self.forbidden = (!board.may_play(stop, !side)).then_some(stop);
            }
            let empty = *board.empty();
            let mut answers = forced.iter().take(1).chain(empty.iter());
            let Some(answer) = answers.find(|&cell| {
                let may = board.may_play(cell, !side);
                may && (forced.first() == Some(cell) || !forced.has(cell))
            }) else {
                break;
            };
            self.line.push(answer);
            board.make(answer);
            played += 1;
        }
        for index in (0..played).rev() {
            board.unmake(self.line[index]);
        }
        &self.line
    }

    /// The points on which the defender has a chance against the attack that the last [`VcfSearch::line`]
    /// described: those of the attack itself, and those that make fours with the stones it forces.
    ///
    /// Nothing else helps. A stone elsewhere takes no point of the attack away, and gains no time,
    /// because even together with all forced answers it makes no four. In renju a stone on the lines
    /// through a forbidden point may allow it; how that depends on points farther off is left to those
    /// who check proofs.
    pub(crate) fn defences(&mut self, board: &mut Board, attacker: Side) -> Cells {
        let mut cells = Cells::default();
        let defender = !attacker;
        for threat in [Threat::Four, Threat::FourThree, Threat::OpenFour] {
            cells = cells.or(board.set(defender, threat));
        }
        let placed = self.line.len().saturating_sub(1);
        for (index, &cell) in self.line.iter().enumerate() {
            cells.add(cell);
            if index == placed {
                break;
            }
            // Before its last move but one the attacker has all its threats of five on the board.
            board.put(cell, side_of(index, attacker));
            if index % 2 == 0 {
                cells = cells.or(board.set(attacker, Threat::Five));
            }
        }
        for threat in [
            Threat::Four,
            Threat::FourThree,
            Threat::OpenFour,
            Threat::Five,
        ] {
            cells = cells.or(board.set(defender, threat));
        }
        if let Some(forbidden) = self.forbidden {
            board.layout().around(forbidden, |cell| cells.add(cell));
        }
        self.take_back(board, placed, attacker);
        cells
    }

    /// Where the defender's stones could matter to the attack that the last [`VcfSearch::line`] described;
    /// `None` where it does not reach its five. Not for renju, where stones allow and forbid points.
    pub(crate) fn zone(&mut self, board: &mut Board, attacker: Side) -> Option<VcfZone> {
        let mut zone = VcfZone::default();
        let defender = !attacker;
        let mut placed = 0;
        let mut ends = false;
        for (index, &cell) in self.line.iter().enumerate() {
            zone.one.add(cell);
            ends = index % 2 == 0 && board.threat(cell, attacker) == Threat::Five;
            if ends {
                break;
            }
            board.put(cell, side_of(index, attacker));
            placed += 1;
            if index % 2 == 0 {
                for five in board.set(attacker, Threat::Five).iter().take(2) {
                    zone.one.add(five);
                }
                zone.one = zone.one.or(&four_moves(board, defender));
                zone.second = zone.second.or(&board.makes_three_of_five(defender));
            }
        }
        self.take_back(board, placed, attacker);
        ends.then_some(zone)
    }

    /// Takes the first stones of the line off the board again.
    fn take_back(&self, board: &mut Board, placed: usize, attacker: Side) {
        for index in (0..placed).rev() {
            board.take(self.line[index], side_of(index, attacker));
        }
    }

    /// The four to play in a position that has a VCF.
    fn winning_four(&mut self, board: &mut Board, side: Side) -> Option<Cell> {
        if board.count(!side, Threat::Five) == 0
            && let Some(cell) = open_four(board, side)
        {
            return Some(cell);
        }
        let known = |known| match known {
            Some(VcfEntry::Yes(cell, _)) => Some(cell),
            _ => None,
        };
        if let Some(cell) = known(self.table.get(board.key())) {
            return Some(cell).filter(|&cell| board.is_empty(cell));
        }
        // Another entry has taken its place in the table.
        self.budget = NODES_TO_FIND_AGAIN;
        self.attack(board, None, 0);
        known(self.table.get(board.key())).filter(|&cell| board.is_empty(cell))
    }
}

/// Whose move stands at an index of a line that begins with the attacker's.
fn side_of(index: usize, attacker: Side) -> Side {
    if index.is_multiple_of(2) {
        attacker
    } else {
        !attacker
    }
}

/// The points on which a side makes a four.
#[inline]
pub(crate) fn four_moves(board: &Board, side: Side) -> Cells {
    board
        .set(side, Threat::FourThree)
        .or(board.set(side, Threat::Four))
        .or(board.set(side, Threat::OpenFour))
}
