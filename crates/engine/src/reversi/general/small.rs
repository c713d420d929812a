//! The root of the exact solver: best move, value and line of a board of up to 8 x 8.

use boyi_search::Instant;

use boyi_game::{Position, Side};
use boyi_reversi::Bitboard;
use boyi_search::kernel::{Budget, Go};
use boyi_search::{Counts, EXPECTED_MOVES, NoMemory, SharedTable, Stop};

use super::exact::{Bounds, Solver};
use super::field::Field;
use super::order::Moves;
use crate::reversi::fast::to_move;
use crate::reversi::othello::Board;
use crate::reversi::solve::{Solution, final_value};

/// Solves a board from its first move to its last.
pub(in crate::reversi) fn solve_small(
    position: &Bitboard,
    table_bytes: usize,
    stop: &Stop,
    watch: &mut dyn FnMut(u64),
) -> Result<Solution, NoMemory> {
    let began = Instant::now();
    let field = Field::new(position.layout()).expect("a board of two words is at most 8 x 8");
    let (mine, theirs) = position.discs().both();
    let board = Board { mine, theirs };
    let table: SharedTable<Bounds> = SharedTable::try_new(table_bytes)?;
    let go: Go = Go {
        stop: stop.clone(),
        ..Go::default()
    };
    let budget = Budget::new(&go, EXPECTED_MOVES);
    let mut solver = Solver::new(&field, &table, &budget, watch);
    let found = solver.best(board, 0);
    let sign = if position.turn() == Side::First {
        1
    } else {
        -1
    };
    let value = found.map(|found| sign * found.value);
    let line = match found {
        Some(found) => solver.line(board, found),
        None => Vec::new(),
    };
    let counts = Counts {
        nodes: solver.nodes,
        ..Counts::default()
    };
    Ok(Solution {
        value: final_value(position).or(value),
        line: line.iter().map(|&at| to_move(at).to_string()).collect(),
        counts,
        elapsed: began.elapsed(),
    })
}

/// The best move and its value, for the side to move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Best {
    pub(super) value: i32,
    /// `None` for a pass.
    pub(super) at: Option<u32>,
}

impl Solver<'_> {
    /// `None` where the game is over or the search was stopped. Asks only whether the value is above
    /// some number, moving the number towards the value (MTD(f), Plaat 1994), from `guess` on.
    pub(super) fn best(&mut self, board: Board, guess: i32) -> Option<Best> {
        let moves = self.field.moves(board);
        let most = self.field.most();
        let mut children: Vec<(Option<u32>, Board)> = Vec::new();
        if moves == 0 {
            if self.field.moves(board.passed()) == 0 {
                return None;
            }
            children.push((None, board.passed()));
        } else {
            let mut list = Moves::of(self.field, board, moves, None, &mut self.nodes);
            for n in 0..list.len() {
                let (at, child) = list.take(n);
                // Moves that lead to the same board turned round are one move.
                let least = |board: Board| self.field.least_image(board).0;
                if children
                    .iter()
                    .all(|&(_, other)| least(other) != least(child))
                {
                    children.push((Some(at), child));
                }
            }
        }
        let (mut lower, mut upper) = (-most, most);
        let mut guess = guess.clamp(1 - most, most - 1);
        let mut best = children[0].0;
        while lower < upper {
            let alpha = if guess == lower { guess } else { guess - 1 };
            let mut value = -most - 1;
            for n in 0..children.len() {
                let (at, child) = children[n];
                let found = -self.value(child, !alpha);
                if self.halted {
                    return None;
                }
                value = value.max(found);
                if found > alpha {
                    best = at;
                    children[..=n].rotate_right(1);
                    break;
                }
            }
            if value > alpha {
                lower = value;
            } else {
                upper = value;
            }
            guess = value;
        }
        // A value that was only ever a ceiling has no move yet: the first to reach it is best.
        for &(at, child) in &children {
            if -self.value(child, -lower) >= lower && !self.halted {
                best = at;
                break;
            }
        }
        (!self.halted).then_some(Best {
            value: lower,
            at: best,
        })
    }

    /// What both sides play from here on, the first move known; passes included.
    pub(super) fn line(&mut self, mut board: Board, first: Best) -> Vec<Option<u32>> {
        let mut line = Vec::new();
        let (mut at, mut value) = (first.at, first.value);
        loop {
            line.push(at);
            board = at.map_or(board.passed(), |at| board.after(at, board.flips(at)));
            value = -value;
            let moves = self.field.moves(board);
            if moves == 0 {
                if self.field.moves(board.passed()) == 0 {
                    return line;
                }
                at = None;
                continue;
            }
            let mut list = Moves::of(self.field, board, moves, None, &mut self.nodes);
            at = None;
            for n in 0..list.len() {
                let (next, child) = list.take(n);
                if -self.value(child, -value) >= value {
                    at = Some(next);
                    break;
                }
            }
            if self.halted || at.is_none() {
                return line;
            }
        }
    }
}
