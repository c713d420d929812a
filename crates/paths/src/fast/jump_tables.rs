//! Jump tables for 4-connected grids: how far a walker can run from each cell in each direction
//! before something happens. Made once a map, in a few milliseconds.
//!
//! The rules are those of [`jump_point`](crate::search::jump_point) in its 4-connected form: paths
//! run along rows first; a column run stops where a wall beside it ends, a row run stops where a
//! column run from there would stop.

use crate::maze::{Cell, Grid, Node};

/// One run: positive, the steps to the next jump point; otherwise minus the steps to the wall.
pub(super) type Run = i16;

/// Runs up, down, left, right.
pub(super) struct JumpTables {
    pub(super) cols: u32,
    /// A cell a place, row by row.
    pub(super) runs: Vec<[Run; 4]>,
}

pub(super) const UP: usize = 0;
pub(super) const DOWN: usize = 1;
pub(super) const LEFT: usize = 2;
pub(super) const RIGHT: usize = 3;

impl JumpTables {
    /// The longest side for which runs fit their type.
    pub(super) const LONGEST_SIDE: u32 = Run::MAX as u32;

    /// The tables of a grid, `None` where it is too large for them.
    pub(super) fn new(grid: &Grid) -> Option<Self> {
        let (rows, cols) = (grid.rows(), grid.cols());
        if rows > Self::LONGEST_SIDE || cols > Self::LONGEST_SIDE {
            return None;
        }
        let mut tables = Self {
            cols,
            runs: vec![[0; 4]; rows as usize * cols as usize],
        };
        for row in 1..rows {
            tables.fill_column_runs(grid, row, row - 1, UP);
        }
        for row in (0..rows - 1).rev() {
            tables.fill_column_runs(grid, row, row + 1, DOWN);
        }
        for row in 0..rows {
            tables.fill_row_runs(grid, row);
        }
        Some(tables)
    }

    #[inline]
    pub(super) fn at(&self, cell: Cell) -> [Run; 4] {
        self.runs[cell.row as usize * self.cols as usize + cell.col as usize]
    }

    /// Runs from `row` that begin with a step to `next`, one of the rows beside it.
    fn fill_column_runs(&mut self, grid: &Grid, row: u32, next: u32, direction: usize) {
        let words_a_row = grid.stride() as usize / 64;
        let here = &grid.words()[(row as usize + 1) * words_a_row..][..words_a_row];
        let there = &grid.words()[(next as usize + 1) * words_a_row..][..words_a_row];
        let cols = self.cols as usize;
        for word in 0..words_a_row {
            // A wall beside `here` ends beside `there`: a cell is free whose neighbour back is not.
            let ends = |place: usize| there[place] & !here[place];
            let before = if word > 0 { ends(word - 1) >> 63 } else { 0 };
            let after = if word + 1 < words_a_row {
                ends(word + 1) << 63
            } else {
                0
            };
            let stops = ends(word) << 1 | before | ends(word) >> 1 | after;
            let mut open = here[word] & there[word];
            while open != 0 {
                let bit = open.trailing_zeros();
                open &= open - 1;
                let col = word * 64 + bit as usize - 1;
                let beyond = self.runs[next as usize * cols + col][direction];
                let stop = stops >> bit & 1 == 1;
                self.runs[row as usize * cols + col][direction] = longer(beyond, stop);
            }
        }
    }

    fn fill_row_runs(&mut self, grid: &Grid, row: u32) {
        let begin = row as usize * self.cols as usize;
        let line = &mut self.runs[begin..begin + self.cols as usize];
        let first = grid.node(Cell { row, col: 0 }).0;
        let is_free = |col: usize| grid.node_is_free(Node(first + col as u32));
        for col in 1..line.len() {
            if is_free(col) && is_free(col - 1) {
                let runs = line[col - 1];
                line[col][LEFT] = longer(runs[LEFT], runs[UP] > 0 || runs[DOWN] > 0);
            }
        }
        for col in (0..line.len().saturating_sub(1)).rev() {
            if is_free(col) && is_free(col + 1) {
                let runs = line[col + 1];
                line[col][RIGHT] = longer(runs[RIGHT], runs[UP] > 0 || runs[DOWN] > 0);
            }
        }
    }
}

/// How many cells stop a column run, up and down counted apart. (Words are taken one by one: the few
/// stops across their borders do not matter to what this is for.)
pub(super) fn column_stops(grid: &Grid) -> usize {
    let row = grid.stride() as usize / 64;
    let words = grid.words();
    let stops = |here: usize, there: usize| {
        let ends = words[there] & !words[here];
        let beside = ends << 1 | ends >> 1;
        (beside & words[here] & words[there]).count_ones() as usize
    };
    (row..words.len() - 2 * row)
        .map(|place| stops(place, place + row) + stops(place + row, place))
        .sum()
}

/// The run that is one step longer than `beyond`, or stops after that step.
#[inline]
pub(super) fn longer(beyond: Run, stop: bool) -> Run {
    if stop {
        1
    } else if beyond > 0 {
        beyond + 1
    } else {
        beyond - 1
    }
}
