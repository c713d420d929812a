//! Positions as a network sees them, for training.

use boyi_game::Side;
use boyi_gomoku::{Direction, Lines, Point, Rules, Size};

use super::super::board::Board;
use super::super::cells::Cells;
use super::super::layout::{Cell, Layout};
use super::super::threat::Threat;
use super::accumulator::region_of;
use super::windows::{REACH, row_of, swapped};
use super::{GomokuNetwork, ROWS};

/// A position from the view of the side to move. Points are numbered row by row.
pub struct Inputs {
    layout: &'static Layout,
    rules: Rules,
    /// The region of every point.
    pub regions: Vec<usize>,
    /// The rows that every point is the sum of; an empty board's where nothing lies on its lines.
    pub rows: Vec<[u16; 4]>,
    /// The same on an empty board.
    pub empty_rows: Vec<[u16; 4]>,
    /// The empty points that a search would try.
    pub candidates: Vec<u16>,
}

impl Inputs {
    pub fn new(size: Size, rules: Rules) -> Self {
        let layout = Layout::of(size);
        Self {
            layout,
            rules,
            regions: (0..layout.count)
                .map(|cell| region_of(cell, size.rows()))
                .collect(),
            rows: Vec::new(),
            empty_rows: Vec::new(),
            candidates: Vec::new(),
        }
    }

    /// The position after these moves, the first side's first.
    pub fn set(&mut self, moves: &[Point]) {
        let mut lines = Lines::empty(self.layout.size);
        let turn = Side::BOTH[moves.len() % 2];
        self.look_up(&lines, turn);
        self.empty_rows.clone_from(&self.rows);
        let mut near = Cells::default();
        for (&point, side) in moves.iter().zip(Side::BOTH.into_iter().cycle()) {
            lines.put(point, side);
            near = near.or(&self.layout.spot(self.layout.cell(point)).nearby);
        }
        for &point in moves {
            near.remove(self.layout.cell(point));
        }
        self.candidates.clear();
        self.candidates.extend(near.iter());
        self.look_up(&lines, turn);
    }

    fn look_up(&mut self, lines: &Lines, view: Side) {
        let second_book = GomokuNetwork::codebooks(self.rules) == 2 && view == Side::Second;
        let offset = if second_book { ROWS } else { 0 };
        let rows = (0..self.layout.count as Cell).map(|cell| {
            let places = self.layout.spot(cell).places;
            Direction::ALL.map(|direction| {
                let window = lines.window_at(places[direction as usize], direction, REACH);
                let row = row_of(window);
                let row = if view == Side::First {
                    row
                } else {
                    swapped(row)
                };
                (offset + row) as u16
            })
        });
        self.rows.clear();
        self.rows.extend(rows);
    }
}

/// The numbers of the moves of a game before which nobody was about to win: where neither side could make
/// five, nor the side to move an open four.
pub fn quiet_moves(size: Size, rules: Rules, moves: &[Point]) -> Vec<usize> {
    let mut board = Board::new(size, rules);
    let mut quiet = Vec::new();
    for (number, &point) in moves.iter().enumerate() {
        let side = board.turn();
        let fives = board.count(side, Threat::Five) + board.count(!side, Threat::Five);
        if fives == 0 && board.count(side, Threat::OpenFour) == 0 {
            quiet.push(number);
        }
        board.make(board.layout().cell(point));
    }
    quiet
}
