//! Attacks by threats: fours, threes and quiet moves, after each of which the attacker would win by
//! fours if it were on the move.
//!
//! The defender tries every move that could stop that particular win and nothing else, because all
//! other moves lose to it.

use std::time::Instant;

use boyi_game::{Key, Side};
use boyi_search::Stop;

use super::super::cells::Cells;
use super::super::class::Class;
use super::super::field::Field;
use super::super::layout::Cell;
use super::super::vcf::{Found, Fours, FoursTable, fours_of};
use super::tree::{Attack, Moves, Tree, Verdict};

/// How hard to try at each position.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Effort {
    /// Positions for a search for fours.
    pub(crate) fours: u64,
    /// Quiet moves of the attacker that may turn out to threaten something.
    pub(crate) quiet: usize,
    /// What every further move is thought to need more: with 0 the search is broad, else it goes on with
    /// what it has begun.
    pub(crate) later: u32,
}

/// When to give up.
#[derive(Clone, Copy)]
pub(crate) struct Until<'a> {
    pub(crate) stop: &'a Stop,
    pub(crate) time: Option<Instant>,
    pub(crate) nodes: Option<u64>,
}

impl Until<'_> {
    /// Whether it is time, after so many positions.
    pub(crate) fn is_over(&self, visited: u64) -> bool {
        self.stop.is_stopped()
            || self.nodes.is_some_and(|nodes| visited >= nodes)
            || self.time.is_some_and(|time| Instant::now() >= time)
    }
}

/// A search for an attack by threats.
pub(crate) struct Threes<'a> {
    pub(super) tree: Tree,
    pub(super) threats: Threats<'a>,
}

/// The moves of such an attack.
pub(super) struct Threats<'a> {
    pub(super) attacker: Side,
    pub(super) fours: Fours<'a>,
    pub(super) effort: Effort,
    until: Until<'a>,
    /// By which stones the positions of this search differ from some that were searched before: what
    /// won there is tried first.
    pub(super) similar: [Option<Key>; 2],
    /// Positions looked at in all searches.
    visited: u64,
    /// And how many they may become in this one.
    most: u64,
}

impl<'a> Threes<'a> {
    pub(crate) fn new(
        attacker: Side,
        table: &'a FoursTable,
        effort: Effort,
        until: Until<'a>,
    ) -> Self {
        Self {
            tree: Tree::default(),
            threats: Threats {
                attacker,
                fours: Fours::new(table),
                effort,
                until,
                similar: [None; 2],
                visited: 0,
                most: 0,
            },
        }
    }

    /// Looks for a proof, at `budget` positions at most; may be called again to go on.
    pub(crate) fn search(&mut self, field: &mut Field, budget: u64) -> Verdict {
        self.threats.most = self.threats.visited.saturating_add(budget);
        self.tree.search(&mut self.threats, field)
    }

    /// Positions looked at.
    pub(crate) fn visited(&self) -> u64 {
        self.threats.visited
    }
}

impl Attack for Threats<'_> {
    fn attacker(&self) -> Side {
        self.attacker
    }

    fn look(&mut self, tree: &Tree, field: &mut Field, _: Option<Cell>) -> Moves {
        self.visited += 1;
        if field.turn() == self.attacker {
            let moves = self.attacks(field);
            moves.led_by(|| {
                let mut similar = self.similar.iter().flatten();
                similar.find_map(|&difference| tree.hint(field, difference))
            })
        } else {
            self.defences(field)
        }
    }

    fn guess(&self, field: &Field, cell: Cell, rank: u32) -> (u32, u32) {
        let side = field.turn();
        let proof = match field.class(cell, side) {
            _ if side != self.attacker || (rank == 0 && self.effort.later > 0) => 1,
            Class::Quiet | Class::Forbidden => 6 + self.effort.later * rank,
            Class::Three => 2 + self.effort.later * rank,
            _ => 1 + self.effort.later * rank,
        };
        (proof, 1)
    }

    fn is_over(&mut self) -> bool {
        self.visited >= self.most
            || self.visited.is_multiple_of(16) && self.until.is_over(self.visited)
    }
}

impl Threats<'_> {
    /// What the attacker may try.
    fn attacks(&mut self, field: &mut Field) -> Moves {
        let side = self.attacker;
        if let Found::Win(_) = self.fours.search(field, self.effort.fours) {
            return Moves::Won;
        }
        if let Some(moves) = forced(field, side, Moves::Lost) {
            return moves;
        }
        let cells = self.candidates(field, self.effort.quiet);
        if cells.is_empty() {
            Moves::Lost
        } else {
            Moves::Some(cells)
        }
    }

    /// The attacker's fours and threes, and so many quiet moves, the most promising first. Where the
    /// other side would win by fours, only fours and what stops it may be tried.
    pub(super) fn candidates(&mut self, field: &mut Field, quiet: usize) -> Vec<Cell> {
        let (side, other) = (self.attacker, !self.attacker);
        let fours = fours_of(field, side);
        let threatened = self.stops(field, other);
        let allowed =
            |cell: Cell| fours.has(cell) || threatened.as_ref().is_none_or(|stops| stops.has(cell));
        let promise = |field: &Field, cell: Cell| {
            i32::from(field.promise(cell, side)) + i32::from(field.promise(cell, other)) / 3
        };
        let threes = field
            .set(side, Class::Three)
            .or(field.set(side, Class::DoubleThree));
        let sharp = fours.or(&threes);
        let mut cells: Vec<Cell> = sharp.iter().filter(|&cell| allowed(cell)).collect();
        cells.sort_by_key(|&cell| -promise(field, cell));
        if quiet > 0 {
            let mut others: Vec<Cell> = field
                .nearby()
                .iter()
                .filter(|&cell| !sharp.has(cell) && allowed(cell))
                .collect();
            others.sort_by_key(|&cell| -promise(field, cell));
            others.truncate(quiet);
            cells.extend(others);
        }
        cells.retain(|&cell| field.may_play(cell, side));
        cells
    }

    /// What the defender may try: only what could stop the win that is threatened. Where none is, the
    /// attack is over.
    fn defences(&mut self, field: &mut Field) -> Moves {
        let (side, other) = (!self.attacker, self.attacker);
        if field.count(side, Class::Five) > 0 || field.is_full() {
            return Moves::Lost;
        }
        if let Some(moves) = forced(field, side, Moves::Won) {
            return moves;
        }
        if let Found::Win(_) = self.fours.search(field, self.effort.fours) {
            return Moves::Lost;
        }
        match self.stops(field, other) {
            Some(stops) => in_order(field, &stops, side, Moves::Won),
            None => Moves::Lost,
        }
    }

    /// The points that could stop a side's win by fours, were it on the move; `None` where it has
    /// none.
    pub(super) fn stops(&mut self, field: &mut Field, side: Side) -> Option<Cells> {
        let turn = field.turn();
        field.set_turn(side);
        let stops = match self.fours.search(field, self.effort.fours) {
            Found::Win(_) => {
                self.fours.line(field);
                Some(self.fours.defences(field, side))
            }
            _ => None,
        };
        field.set_turn(turn);
        stops
    }
}

/// The only move, where the other side would make five; `hopeless` where it cannot be stopped.
pub(super) fn forced(field: &mut Field, side: Side, hopeless: Moves) -> Option<Moves> {
    let to_stop = *field.set(!side, Class::Five);
    let stop = to_stop.first()?;
    let only = to_stop.iter().count() == 1 && field.may_play(stop, side);
    Some(if only {
        Moves::Some(vec![stop])
    } else {
        hopeless
    })
}

/// Those of the points that a side may play on, the most promising first; `none` where there are none.
pub(super) fn in_order(field: &mut Field, cells: &Cells, side: Side, none: Moves) -> Moves {
    let mut cells: Vec<Cell> = cells
        .iter()
        .filter(|&cell| field.is_empty(cell) && field.may_play(cell, side))
        .collect();
    cells.sort_by_key(|&cell| {
        -i32::from(field.promise(cell, side)) - i32::from(field.promise(cell, !side))
    });
    if cells.is_empty() {
        none
    } else {
        Moves::Some(cells)
    }
}
