//! A slow, obvious reversi, straight from the rules and sharing nothing with the fast ones.

use boyi_game::Side;
use boyi_reversi::{Move, Setup, Square};

/// A board as a grid of maybe-discs.
#[derive(Clone)]
pub(crate) struct Naive {
    pub(crate) cells: Vec<Vec<Option<Side>>>,
    pub(crate) turn: Side,
}

impl Naive {
    pub(crate) fn new(setup: &Setup) -> Self {
        let cell = |row, col| setup.disc(Square::new(row, col).expect("on the board"));
        let row = |row| (0..setup.layout.cols()).map(|col| cell(row, col)).collect();
        Self {
            cells: (0..setup.layout.rows()).map(row).collect(),
            turn: setup.turn,
        }
    }

    fn at(&self, row: i32, col: i32) -> Option<Side> {
        *self
            .cells
            .get(usize::try_from(row).ok()?)?
            .get(usize::try_from(col).ok()?)?
    }

    /// The discs that `side` would turn over with a disc at (row, col).
    fn flipped(&self, side: Side, row: i32, col: i32) -> Vec<(i32, i32)> {
        let mut all = Vec::new();
        for down in -1..=1 {
            for right in -1..=1 {
                let mut line = Vec::new();
                let (mut r, mut c) = (row + down, col + right);
                while (down, right) != (0, 0) && self.at(r, c) == Some(!side) {
                    line.push((r, c));
                    r += down;
                    c += right;
                }
                if self.at(r, c) == Some(side) {
                    all.extend(line);
                }
            }
        }
        all
    }

    fn placements(&self, side: Side) -> Vec<Move> {
        let mut found = Vec::new();
        for (row, cells) in self.cells.iter().enumerate() {
            for (col, cell) in cells.iter().enumerate() {
                let flips = self.flipped(side, row as i32, col as i32);
                if cell.is_none() && !flips.is_empty() {
                    found.push(Move::Place(Square::new(row, col).expect("on the board")));
                }
            }
        }
        found
    }

    pub(crate) fn moves(&self) -> Vec<Move> {
        let placements = self.placements(self.turn);
        if placements.is_empty() && !self.placements(!self.turn).is_empty() {
            return vec![Move::Pass];
        }
        placements
    }

    pub(crate) fn play(&mut self, mv: Move) {
        if let Some(square) = mv.square() {
            let (row, col) = (square.row(), square.col());
            for (r, c) in self.flipped(self.turn, row as i32, col as i32) {
                self.cells[r as usize][c as usize] = Some(self.turn);
            }
            self.cells[row][col] = Some(self.turn);
        }
        self.turn = !self.turn;
    }

    /// Discs tied to a corner: repeatedly, those with the border or such a disc on one side of each
    /// axis.
    pub(crate) fn stable(&self, side: Side) -> usize {
        let (rows, cols) = (self.cells.len() as i32, self.cells[0].len() as i32);
        let mut firm = vec![vec![false; cols as usize]; rows as usize];
        loop {
            let holds = |r: i32, c: i32| {
                let inside = (0..rows).contains(&r) && (0..cols).contains(&c);
                !inside || firm[r as usize][c as usize]
            };
            let mut next = firm.clone();
            for r in 0..rows {
                for c in 0..cols {
                    let axes = [(0, 1), (1, 0), (1, 1), (1, -1)];
                    let tied = axes
                        .iter()
                        .all(|(d, e)| holds(r + d, c + e) || holds(r - d, c - e));
                    next[r as usize][c as usize] |= self.at(r, c) == Some(side) && tied;
                }
            }
            if next == firm {
                return firm.iter().flatten().filter(|&&tied| tied).count();
            }
            firm = next;
        }
    }
}
