//! Victory by continuous fours: every move of the attacker threatens five, so the defender's answers
//! are forced and the search is narrow enough to go to the end.

mod known;
mod line;
mod moves;
mod plain;

use boyi_game::Side;

use super::class::Class;
use super::field::Field;
use super::layout::Cell;
pub(crate) use known::FoursTable;
use known::Known;
pub(crate) use line::{Zone, fours_of};
use moves::Moves;
pub(crate) use plain::plain_win;

/// No sequence of fours is longer: two stones a step on the largest board.
const LONGEST: usize = 242;

/// A search for fours.
pub(crate) struct Fours<'a> {
    table: &'a FoursTable,
    end: End,
    /// Positions looked at so far, in all searches.
    pub(crate) nodes: u64,
    budget: u64,
    /// The attack that won, attacker's and defender's moves in turn; the last is the attacker's five.
    line: Vec<Cell>,
    /// The point that the defender would have to play on at the end of the line, but may not.
    forbidden: Option<Cell>,
}

/// Where an attack by fours may end.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum End {
    /// With five.
    Five,
    /// Where the win is plain to see: [`plain_win`].
    PlainWin,
}

/// How a search for fours ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Found {
    /// Five after so many plies.
    Win(u16),
    /// There is no such win.
    Nothing,
    /// Nobody knows: the budget was used up.
    GaveUp,
}

impl<'a> Fours<'a> {
    pub(crate) fn new(table: &'a FoursTable) -> Self {
        Self {
            table,
            end: End::Five,
            nodes: 0,
            budget: 0,
            line: Vec::with_capacity(2 * LONGEST),
            forbidden: None,
        }
    }

    /// Whether the side to move wins by fours, looking at `budget` positions at most.
    pub(crate) fn search(&mut self, field: &mut Field, budget: u64) -> Found {
        self.budget = budget;
        self.attack(field, None, 0)
    }

    fn attack(&mut self, field: &mut Field, last: Option<Cell>, ply: u16) -> Found {
        let (side, other) = (field.turn(), !field.turn());
        if field.count(side, Class::Five) > 0 {
            return Found::Win(1);
        }
        let to_stop = field.count(other, Class::Five);
        if to_stop > 1 {
            return Found::Nothing;
        }
        if to_stop == 0 {
            if open_four(field, side).is_some() {
                return Found::Win(3);
            }
            if self.end == End::PlainWin && plain_win(field).is_some() {
                return Found::Win(5);
            }
        }
        let fours = fours_of(field, side);
        if fours.is_empty() {
            return Found::Nothing;
        }
        if self.budget == 0 || usize::from(ply) > 2 * LONGEST {
            return Found::GaveUp;
        }
        self.budget -= 1;
        self.nodes += 1;
        let key = self.end.key(field);
        match self.table.get(key) {
            Some(Known::No) => return Found::Nothing,
            Some(Known::Yes(_, plies)) => return Found::Win(plies),
            None => {}
        }
        let mut moves = Moves::default();
        if to_stop == 1 {
            // Only a four that also stops the other side's five goes on with the attack.
            let stop = field.set(other, Class::Five).first().expect("there is one");
            if fours.has(stop) {
                moves.push(stop, 0);
            }
        } else {
            for cell in fours.iter() {
                let mut promise = i32::from(field.promise(cell, side))
                    + i32::from(field.promise(cell, other)) / 2;
                if last.is_some_and(|last| is_in_line(field, last, cell)) {
                    promise += NEAR_THE_LAST;
                }
                moves.push(cell, promise);
            }
        }
        let mut gave_up = moves.dropped;
        while let Some(cell) = moves.next() {
            if !field.may_play(cell, side) {
                continue;
            }
            field.make(cell);
            let found = self.after_four(field, side, cell, ply);
            field.unmake(cell);
            match found {
                Found::Win(plies) => {
                    self.table.put(key, Known::Yes(cell, plies + 1));
                    return Found::Win(plies + 1);
                }
                Found::GaveUp => gave_up = true,
                Found::Nothing => {}
            }
        }
        if gave_up {
            Found::GaveUp
        } else {
            self.table.put(key, Known::No);
            Found::Nothing
        }
    }

    /// The defender answers a four of `side`.
    fn after_four(&mut self, field: &mut Field, side: Side, last: Cell, ply: u16) -> Found {
        let fives = *field.set(side, Class::Five);
        let mut answers = fives.iter();
        let Some(answer) = answers.next() else {
            return Found::Nothing;
        };
        // Two points to stop, or one that may not be played on.
        if answers.next().is_some() || !field.may_play(answer, !side) {
            return Found::Win(2);
        }
        self.table.prefetch(self.end.key_after(field, answer));
        field.make(answer);
        let found = self.attack(field, Some(last), ply + 2);
        field.unmake(answer);
        match found {
            Found::Win(plies) => Found::Win(plies + 1),
            other => other,
        }
    }
}

/// A point on which `side` may make an open four.
#[inline]
pub(crate) fn open_four(field: &mut Field, side: Side) -> Option<Cell> {
    let cells = *field.set(side, Class::OpenFour);
    cells.iter().find(|&cell| field.may_play(cell, side))
}

/// An attack goes on near its last stone more often than not.
const NEAR_THE_LAST: i32 = 30;

fn is_in_line(field: &Field, one: Cell, other: Cell) -> bool {
    let rows = field.layout().size.rows() as i32;
    let (a, b) = (i32::from(one), i32::from(other));
    let (dx, dy) = ((a % rows - b % rows).abs(), (a / rows - b / rows).abs());
    dx.max(dy) <= 4 && (dx == 0 || dy == 0 || dx == dy)
}
