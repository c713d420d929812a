//! Victory by continuous fours (VCF): every move of the attacker threatens five, so the defender's answers
//! are forced and the search is narrow enough to go to the end.

mod entry;
mod line;
mod moves;
mod double_threat;

use boyi_game::Side;

use super::board::Board;
use super::layout::Cell;
use super::threat::Threat;
pub(crate) use double_threat::double_threat_win;
use entry::VcfEntry;
pub(crate) use entry::VcfTable;
pub(crate) use line::{VcfZone, four_moves};
use moves::Moves;

/// No sequence of fours is longer: two stones a step on the largest board.
const LONGEST: usize = 242;

/// A VCF search.
pub(crate) struct VcfSearch<'a> {
    table: &'a VcfTable,
    end: End,
    /// Positions searched so far, in all searches.
    pub(crate) nodes: u64,
    budget: u64,
    /// The attack that won, attacker's and defender's moves in turn; the last is the attacker's five.
    line: Vec<Cell>,
    moves: Moves,
    /// The point that the defender would have to play on at the end of the line, but may not.
    forbidden: Option<Cell>,
}

/// Where a VCF may end.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum End {
    Five,
    /// At a double threat: [`double_threat_win`].
    DoubleThreat,
}

/// How a VCF search ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum VcfResult {
    /// Five after so many plies.
    Win(u16),
    Nothing,
    /// The budget was used up before there was an answer.
    GaveUp,
}

impl<'a> VcfSearch<'a> {
    pub(crate) fn new(table: &'a VcfTable) -> Self {
        Self {
            table,
            end: End::Five,
            nodes: 0,
            budget: 0,
            line: Vec::with_capacity(2 * LONGEST),
            moves: Moves::default(),
            forbidden: None,
        }
    }

    /// Whether the side to move has a VCF, searching `budget` positions at most.
    pub(crate) fn search(&mut self, board: &mut Board, budget: u64) -> VcfResult {
        self.budget = budget;
        self.attack(board, None, 0)
    }

    fn attack(&mut self, board: &mut Board, last: Option<Cell>, ply: u16) -> VcfResult {
        let (side, other) = (board.turn(), !board.turn());
        if board.count(side, Threat::Five) > 0 {
            return VcfResult::Win(1);
        }
        let to_stop = board.count(other, Threat::Five);
        if to_stop > 1 {
            return VcfResult::Nothing;
        }
        if to_stop == 0 {
            if open_four(board, side).is_some() {
                return VcfResult::Win(3);
            }
            if self.end == End::DoubleThreat && double_threat_win(board).is_some() {
                return VcfResult::Win(5);
            }
        }
        let fours = four_moves(board, side);
        if fours.is_empty() {
            return VcfResult::Nothing;
        }
        if self.budget == 0 || usize::from(ply) > 2 * LONGEST {
            return VcfResult::GaveUp;
        }
        self.budget -= 1;
        self.nodes += 1;
        let key = self.end.key(board);
        match self.table.get(key) {
            Some(VcfEntry::No) => return VcfResult::Nothing,
            Some(VcfEntry::Yes(_, plies)) => return VcfResult::Win(plies),
            None => {}
        }
        let base = self.moves.len();
        let mut gave_up = false;
        if to_stop == 1 {
            // Only a four that also stops the other side's five goes on with the attack.
            let stop = board
                .set(other, Threat::Five)
                .first()
                .expect("there is one");
            if fours.has(stop) {
                self.moves.push(base, stop, 0);
            }
        } else {
            for cell in fours.iter() {
                let mut ordering_score = i32::from(board.ordering_score(cell, side))
                    + i32::from(board.ordering_score(cell, other)) / 2;
                if last.is_some_and(|last| is_in_line(board, last, cell)) {
                    ordering_score += NEAR_THE_LAST;
                }
                gave_up |= !self.moves.push(base, cell, ordering_score);
            }
        }
        while let Some(cell) = self.moves.next(base) {
            if !board.may_play(cell, side) {
                continue;
            }
            board.make(cell);
            let found = self.after_four(board, side, cell, ply);
            board.unmake(cell);
            match found {
                VcfResult::Win(plies) => {
                    self.moves.truncate(base);
                    self.table.put(key, VcfEntry::Yes(cell, plies + 1));
                    return VcfResult::Win(plies + 1);
                }
                VcfResult::GaveUp => gave_up = true,
                VcfResult::Nothing => {}
            }
        }
        if gave_up {
            VcfResult::GaveUp
        } else {
            self.table.put(key, VcfEntry::No);
            VcfResult::Nothing
        }
    }

    /// The defender answers a four of `side`.
    fn after_four(&mut self, board: &mut Board, side: Side, last: Cell, ply: u16) -> VcfResult {
        let fives = *board.set(side, Threat::Five);
        let mut answers = fives.iter();
        let Some(answer) = answers.next() else {
            return VcfResult::Nothing;
        };
        // Two points to stop, or one that may not be played on.
        if answers.next().is_some() || !board.may_play(answer, !side) {
            return VcfResult::Win(2);
        }
        self.table.prefetch(self.end.key_after(board, answer));
        board.make(answer);
        let found = self.attack(board, Some(last), ply + 2);
        board.unmake(answer);
        match found {
            VcfResult::Win(plies) => VcfResult::Win(plies + 1),
            other => other,
        }
    }
}

/// A point on which `side` may make an open four.
#[inline]
pub(crate) fn open_four(board: &mut Board, side: Side) -> Option<Cell> {
    let cells = *board.set(side, Threat::OpenFour);
    cells.iter().find(|&cell| board.may_play(cell, side))
}

/// An attack goes on near its last stone more often than not.
const NEAR_THE_LAST: i32 = 30;

fn is_in_line(board: &Board, one: Cell, other: Cell) -> bool {
    let rows = board.layout().size.rows() as i32;
    let (a, b) = (i32::from(one), i32::from(other));
    let (dx, dy) = ((a % rows - b % rows).abs(), (a / rows - b / rows).abs());
    dx.max(dy) <= 4 && (dx == 0 || dy == 0 || dx == dy)
}
