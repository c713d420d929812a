//! Which moves count in a search for quiet wins: those after which threats would win, and the answers
//! that could matter to that.

use std::collections::HashMap;

use boyi_game::{Key, Side};
use boyi_gomoku::Rules;

use super::super::cells::Cells;
use super::super::class::Class;
use super::super::field::Field;
use super::super::layout::Cell;
use super::super::thinker::Thinker;
use super::super::vcf::Found;
use super::Plan;
use super::advice::{Advice, Trust};
use super::ideas::Ideas;
use super::threes::{Threes, Until, forced, in_order};
use super::tree::{Attack, Moves, Tree, Verdict};
use super::zone::Zones;

/// A search for quiet wins under way.
pub(super) struct Campaign<'a> {
    pub(super) threes: Threes<'a>,
    /// By which stones the positions looked at now differ from those that were proven before.
    pub(super) similar: Option<Key>,
    /// Whom to ask for the move to begin with.
    pub(super) adviser: Option<&'a Thinker>,
    /// What to try before that.
    pub(super) ideas: Option<&'a Ideas>,
    pub(super) plan: Plan,
    pub(super) until: Until<'a>,
    /// Stones on the board at the start.
    pub(super) start: usize,
    /// Positions looked at, the player's among them, those of searches for threats not.
    pub(super) visited: u64,
    /// Whether a search for threats was left before it had an answer.
    pub(super) gave_up: bool,
    /// What the player said where its values are believed, by the keys of the positions.
    pub(super) advice: HashMap<u64, Advice>,
}

/// What a quiet move of the attacker is thought to need before it is looked at: it is dear to look, so
/// what was begun is gone on with for a while.
const HARD_TO_PROVE: u32 = 20;

/// What every further one of them is thought to need more, the most promising being first.
const LATER: u32 = 3;

/// The same for the move that the player would play, where only its moves are believed.
const ADVISED: u32 = 5;

/// And a move of the defender to be seen to hold: many moves of the attacker against it.
const HARD_TO_REFUTE: u32 = 15;

/// So many further answers count as much as one leaf: most of them lose to the same attack.
const EASY_ANSWERS: u32 = 8;

/// Fours and threes were tried to the end before the search comes here; as a preparation they are
/// seldom worth while.
const TOLL_OF_THREATS: u32 = 15;

/// Positions of a search for threats before the player is asked whether more are worth while.
const GLANCE: u64 = 1_000;

/// Positions that searches for threats remember before they forget.
const REMEMBERED: usize = 6_000_000;

impl Campaign<'_> {
    pub(super) fn all_visited(&self) -> u64 {
        self.visited + self.threes.visited()
    }

    /// What the attacker may try.
    fn attacks(&mut self, tree: &Tree, field: &mut Field) -> Moves {
        let side = self.threes.threats.attacker;
        // Where threats did not win a similar position, they will not win this one.
        let similar = self
            .similar
            .and_then(|difference| tree.hint(field, difference));
        let enough = match self.plan.trust {
            Trust::Move => self.plan.attack,
            Trust::Value => self.plan.attack.min(GLANCE),
        };
        if similar.is_none() && self.wins_by_threats(field, enough) {
            return Moves::Won;
        }
        if let Some(moves) = forced(field, side, Moves::Lost) {
            return moves;
        }
        // What is known to win need not be among what would be tried.
        if let Some(cell) = tree.winning_move(field) {
            return Moves::Some(vec![cell]);
        }
        let advice = match similar {
            Some(_) => None,
            None => self.ask_first(field),
        };
        let more = enough < self.plan.attack && advice.is_some_and(|advice| advice.is_win());
        if more && self.wins_by_threats(field, self.plan.attack) {
            return Moves::Won;
        }
        let mut cells = self.threes.threats.candidates(field, self.plan.quiet);
        if let Some(cell) = similar.or(advice.map(|advice| advice.cell)) {
            cells.retain(|&other| other != cell);
            cells.insert(0, cell);
        }
        if cells.is_empty() {
            Moves::Lost
        } else {
            Moves::Some(cells)
        }
    }

    /// Whether threats win at once, as far as so many positions tell.
    fn wins_by_threats(&mut self, field: &mut Field, budget: u64) -> bool {
        let verdict = self.threes.search(field, budget);
        self.gave_up |= verdict == Verdict::Unknown;
        verdict == Verdict::Proven
    }

    /// What the defender may try.
    fn defences(&mut self, field: &mut Field, last: Option<Cell>) -> Moves {
        let side = !self.threes.threats.attacker;
        if field.count(side, Class::Five) > 0 || field.is_full() {
            return Moves::Lost;
        }
        if let Some(moves) = forced(field, side, Moves::Won) {
            return moves;
        }
        let threats = &mut self.threes.threats;
        if let Found::Win(_) = threats.fours.search(field, threats.effort.fours) {
            return Moves::Lost;
        }
        let free = field.stones() < self.start + self.plan.free;
        match self.stops(field) {
            Some(stops) => {
                let moves = in_order(field, &stops, side, Moves::Won);
                moves.led_by(|| self.expected(field, last))
            }
            None if free => in_order(field, &field.empty().clone(), side, Moves::Won),
            None => Moves::Lost,
        }
    }

    /// What the player expects the defender to answer to the move just made, where it advised that.
    fn expected(&self, field: &mut Field, last: Option<Cell>) -> Option<Cell> {
        let last = last?;
        field.unmake(last);
        let advice = self.advice(field);
        field.make(last);
        advice.filter(|advice| advice.cell == last)?.answer
    }

    /// The points that could matter to the win by threats that the attacker would have if it were on
    /// the move; `None` where it has none, or where stones anywhere could matter to it.
    fn stops(&mut self, field: &mut Field) -> Option<Cells> {
        let attacker = self.threes.threats.attacker;
        if field.rules() == Rules::Renju {
            return self.threes.threats.stops(field, attacker);
        }
        field.pass();
        let stops = self.zone(field, self.plan.threat);
        field.pass();
        stops
    }

    /// The zone of a win by threats of the attacker, which is on the move.
    pub(super) fn zone(&mut self, field: &mut Field, budget: u64) -> Option<Cells> {
        if let Some(by_fours) = self.threes.zone_of_fours(field) {
            return Some(by_fours.one);
        }
        let before = self.threes.visited();
        loop {
            let left = budget.saturating_sub(self.threes.visited() - before);
            match self.threes.search(field, left) {
                Verdict::Proven => {}
                Verdict::Disproven => return None,
                Verdict::Unknown => {
                    self.gave_up = true;
                    return None;
                }
            }
            if let Ok(zone) = self.threes.zone(field, &mut Zones::new()) {
                return Some(zone);
            }
            if left == 0 {
                self.gave_up = true;
                return None;
            }
        }
    }
}

impl Attack for Campaign<'_> {
    fn attacker(&self) -> Side {
        self.threes.threats.attacker
    }

    fn look(&mut self, tree: &Tree, field: &mut Field, last: Option<Cell>) -> Moves {
        self.visited += 1;
        if self.threes.tree.len() > REMEMBERED {
            self.threes.tree.clear();
        }
        if field.turn() == self.attacker() {
            // Without the defender's last stone it is what was threatened.
            let last = last.map(|cell| field.layout().spot(cell).keys[(!self.attacker()).index()]);
            self.threes.threats.similar = [last, self.similar];
            let moves = self.attacks(tree, field);
            self.threes.threats.similar = [None; 2];
            moves
        } else {
            self.threes.threats.similar = [self.similar, None];
            let moves = self.defences(field, last);
            self.threes.threats.similar = [None; 2];
            moves
        }
    }

    fn toll(&self, field: &Field, cell: Cell) -> u32 {
        if self.advice(field).is_some_and(|advice| advice.cell == cell) {
            return 0;
        }
        match field.class(cell, field.turn()) {
            Class::Quiet | Class::Forbidden => 0,
            _ => TOLL_OF_THREATS,
        }
    }

    fn easy_answers(&self) -> u32 {
        EASY_ANSWERS
    }

    fn guess(&self, field: &Field, cell: Cell, rank: u32) -> (u32, u32) {
        let side = field.turn();
        if side != self.attacker() {
            return (1, HARD_TO_REFUTE + rank);
        }
        let proof = match self.advice(field) {
            Some(advice) if advice.cell == cell => advice.hardness(),
            // What the player does not advise is harder than what it does, whatever it threatens.
            Some(advice) => advice.hardness() + HARD_TO_PROVE + LATER * rank,
            None if rank == 0 && self.plan.advice > 0 => ADVISED,
            None => match field.class(cell, side) {
                Class::Five | Class::OpenFour | Class::FourThree | Class::Four => 1,
                _ => HARD_TO_PROVE + LATER * rank,
            },
        };
        (proof, 1)
    }

    fn work(&self) -> u64 {
        self.all_visited()
    }

    fn reconsider(&mut self, field: &Field, work: u64) -> Option<Cell> {
        self.ask_again(field, work)
    }

    fn is_over(&mut self) -> bool {
        self.until.is_over(self.all_visited())
    }
}

#[cfg(test)]
mod tests {
    use boyi_gomoku::{Gomoku, Size};
    use boyi_search::Stop;

    use super::super::super::vcf::FoursTable;
    use super::super::Prover;
    use super::*;

    #[test]
    fn what_is_known_to_win_is_played_though_nothing_would_be_tried() {
        let mut field = Field::of(&Gomoku::start(Size::USUAL, Rules::Freestyle));
        let table = FoursTable::try_new(1 << 16).expect("memory");
        let stop = Stop::default();
        let until = Until {
            stop: &stop,
            time: None,
            nodes: Some(1_000),
        };
        let winning = field.empty().iter().nth(17).expect("an empty board");
        let known = (field.key_after(winning).0, 0, 1_000_000_000);
        for (state, verdict) in [(None, Verdict::Disproven), (Some(known), Verdict::Proven)] {
            let mut prover = Prover::new(Side::First, &table, None, Plan::LITTLE, until);
            prover.resume(state.into_iter());
            assert_eq!(prover.search(&mut field, &mut |_, _| ()), verdict);
        }
    }
}
