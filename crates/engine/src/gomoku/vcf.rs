//! Victory by continuous fours: every move of the attacker threatens five, so the defender's answers
//! are forced and the search is narrow enough to go to the end.

use boyi_game::{Key, Side};
use boyi_search::{Packed, SharedTable};

use super::cells::Cells;
use super::class::Class;
use super::field::Field;
use super::layout::Cell;

/// What is remembered of a position: whether the side to move wins by fours.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Known {
    /// It does not, however long one looks.
    No,
    /// It does, with this move, in so many plies.
    Yes(Cell, u16),
}

impl Packed for Known {
    #[inline]
    fn pack(self) -> u64 {
        match self {
            Self::No => 1,
            Self::Yes(cell, plies) => 2 | u64::from(cell) << 8 | u64::from(plies) << 32,
        }
    }

    #[inline]
    fn unpack(bits: u64) -> Option<Self> {
        match bits & 255 {
            1 => Some(Self::No),
            2 => Some(Self::Yes((bits >> 8) as Cell, (bits >> 32) as u16)),
            _ => None,
        }
    }

    /// Wins are dear; all else is worth the same, so that the new replaces the old.
    #[inline]
    fn worth(self, _: u8) -> i32 {
        i32::from(matches!(self, Self::Yes(..)))
    }
}

/// Where results are remembered.
pub(crate) type FoursTable = SharedTable<Known>;

/// No sequence of fours is longer: two stones a step on the largest board.
const LONGEST: usize = 242;

/// A search for fours.
pub(crate) struct Fours<'a> {
    table: &'a FoursTable,
    /// Positions looked at so far, in all searches.
    pub(crate) nodes: u64,
    budget: u64,
    /// The attack that won, attacker's and defender's moves in turn; the last is the attacker's five.
    line: Vec<Cell>,
    /// The point that the defender would have to play on at the end of the line, but may not.
    forbidden: Option<Cell>,
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

    fn attack(&mut self, field: &mut Field, last: Option<Cell>, ply: u16) -> Found {
        let (side, other) = (field.turn(), !field.turn());
        if field.count(side, Class::Five) > 0 {
            return Found::Win(1);
        }
        let to_stop = field.count(other, Class::Five);
        if to_stop > 1 {
            return Found::Nothing;
        }
        if to_stop == 0 && open_four(field, side).is_some() {
            return Found::Win(3);
        }
        let fours = field
            .set(side, Class::FourThree)
            .or(field.set(side, Class::Four))
            .or(field.set(side, Class::OpenFour));
        if fours.is_empty() {
            return Found::Nothing;
        }
        if self.budget == 0 || usize::from(ply) > 2 * LONGEST {
            return Found::GaveUp;
        }
        self.budget -= 1;
        self.nodes += 1;
        let key: Key = field.key();
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
        self.table.prefetch(field.key_after(answer));
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

/// Positions to look at for a win that was found before.
const ENOUGH_TO_FIND_AGAIN: u64 = 200_000;

/// An attack goes on near its last stone more often than not.
const NEAR_THE_LAST: i32 = 30;

fn is_in_line(field: &Field, one: Cell, other: Cell) -> bool {
    let rows = field.layout().size.rows() as i32;
    let (a, b) = (i32::from(one), i32::from(other));
    let (dx, dy) = ((a % rows - b % rows).abs(), (a / rows - b / rows).abs());
    dx.max(dy) <= 4 && (dx == 0 || dy == 0 || dx == dy)
}

/// A few moves, best first.
pub(crate) struct Moves {
    cells: [(i32, Cell); 64],
    count: usize,
    /// Whether there were more than there is room for.
    dropped: bool,
}

impl Default for Moves {
    fn default() -> Self {
        Self {
            cells: [(0, 0); 64],
            count: 0,
            dropped: false,
        }
    }
}

impl Moves {
    /// Adds a move; beyond 64 they are dropped.
    pub(crate) fn push(&mut self, cell: Cell, promise: i32) {
        match self.cells.get_mut(self.count) {
            Some(slot) => {
                *slot = (promise, cell);
                self.count += 1;
            }
            None => self.dropped = true,
        }
    }

    /// Takes the most promising one out.
    pub(crate) fn next(&mut self) -> Option<Cell> {
        let best = (0..self.count).max_by_key(|&index| self.cells[index].0)?;
        let (_, cell) = self.cells[best];
        self.count -= 1;
        self.cells[best] = self.cells[self.count];
        Some(cell)
    }
}
