//! All jumps of an 8-connected grid, worked out once a map (JPS+, Rabin and Silva 2015).

use super::jump_tables::longer;
use super::octile_jumps::{DiagonalRun, Jumps, ahead, parts};
use crate::maze::{Cell, Grid, Step};

/// Runs as in [`Jumps`], in the order of [`Step`].
pub(super) struct OctileTables {
    pub(super) cols: u32,
    /// A cell a place, row by row.
    pub(super) runs: Vec<[i16; 8]>,
}

impl OctileTables {
    /// The tables of a grid, `None` where a side is too long for their numbers.
    pub(super) fn new(grid: &Grid) -> Option<Self> {
        let longest = i16::MAX as u32;
        let (rows, cols) = (grid.rows(), grid.cols());
        if rows > longest || cols > longest {
            return None;
        }
        let mut tables = Self {
            cols,
            runs: vec![[0; 8]; rows as usize * cols as usize],
        };
        // A run is one step longer than the run from the next cell, so that rows are visited in an
        // order that has the next row done.
        for row in 0..rows {
            tables.fill_along(grid, row);
            if row > 0 {
                tables.fill_toward(grid, row, row - 1, UPWARD);
            }
        }
        for row in (0..rows - 1).rev() {
            tables.fill_toward(grid, row, row + 1, DOWNWARD);
        }
        Some(tables)
    }

    /// Reads what [`Jumps::to_bytes`] wrote; `None` unless every run stays inside the grid.
    pub(super) fn from_bytes(grid: &Grid, bytes: &[u8]) -> Option<Self> {
        let numbers: Vec<i16> = bytes
            .chunks_exact(2)
            .map(|pair| i16::from_le_bytes([pair[0], pair[1]]))
            .collect();
        let (rows, cols) = (grid.rows(), grid.cols());
        let (runs, rest) = numbers.as_chunks::<8>();
        if !rest.is_empty() || runs.len() != rows as usize * cols as usize {
            return None;
        }
        let fits = |place: usize| {
            let (row, col) = (place as u32 / cols, place as u32 % cols);
            let (up, down, left, right) = (row, rows - 1 - row, col, cols - 1 - col);
            let [up_left, up_right] = [up.min(left), up.min(right)];
            let [down_left, down_right] = [down.min(left), down.min(right)];
            let most = [
                up, down, left, right, up_left, up_right, down_left, down_right,
            ];
            let run_fits = |(run, most): (&i16, u32)| u32::from(run.unsigned_abs()) <= most;
            runs[place].iter().zip(most).all(run_fits)
        };
        let runs = (0..runs.len()).all(fits).then(|| runs.to_vec())?;
        Some(Self { cols, runs })
    }

    /// Runs along a row.
    fn fill_along(&mut self, grid: &Grid, row: u32) {
        let bits = RowBits::new(grid, row);
        let begin = row as usize * self.cols as usize;
        let line = &mut self.runs[begin..begin + self.cols as usize];
        let (left, right) = (Step::Left as usize, Step::Right as usize);
        for col in 1..line.len() {
            if bits.is_free(col) && bits.is_free(col - 1) {
                let stop = bits.wall_ends(col - 1, col);
                line[col][left] = longer(line[col - 1][left], stop);
            }
        }
        for col in (0..line.len().saturating_sub(1)).rev() {
            if bits.is_free(col) && bits.is_free(col + 1) {
                let stop = bits.wall_ends(col + 1, col);
                line[col][right] = longer(line[col + 1][right], stop);
            }
        }
    }

    /// Runs from `row` that begin with a step, straight or diagonal, to `next`, a row beside it
    /// whose runs in these directions and along it are done.
    fn fill_toward(&mut self, grid: &Grid, row: u32, next: u32, steps: [Step; 3]) {
        let [straight, to_left, to_right] = steps.map(|step| step as usize);
        let [left, right] = [Step::Left as usize, Step::Right as usize];
        let [here, there] = [row, next].map(|row| RowBits::new(grid, row).middle);
        let cols = self.cols as usize;
        let [begin, next_begin] = [row, next].map(|row| row as usize * cols);
        for (word, (&own, &far)) in here.iter().zip(there).enumerate() {
            let both = |place: usize| here[place] & there[place];
            // The wall beside this cell ends beside the next one.
            let ends = |place: usize| there[place] & !here[place];
            let shifted_up = |bits: &dyn Fn(usize) -> u64| {
                bits(word) << 1 | if word > 0 { bits(word - 1) >> 63 } else { 0 }
            };
            let shifted_down = |bits: &dyn Fn(usize) -> u64| {
                let after = if word + 1 < here.len() {
                    bits(word + 1) << 63
                } else {
                    0
                };
                bits(word) >> 1 | after
            };
            let stops = shifted_up(&ends) | shifted_down(&ends);
            let (open_left, open_right) = (shifted_up(&both), shifted_down(&both));
            let mut open = own & far;
            while open != 0 {
                let bit = open.trailing_zeros();
                open &= open - 1;
                let is_set = |bits: u64| bits >> bit & 1 == 1;
                let col = word * 64 + bit as usize - 1;
                let beyond = self.runs[next_begin + col][straight];
                self.runs[begin + col][straight] = longer(beyond, is_set(stops));
                if is_set(open_left) {
                    let far = self.runs[next_begin + col - 1];
                    let stop = far[straight] > 0 || far[left] > 0;
                    self.runs[begin + col][to_left] = longer(far[to_left], stop);
                }
                if is_set(open_right) {
                    let far = self.runs[next_begin + col + 1];
                    let stop = far[straight] > 0 || far[right] > 0;
                    self.runs[begin + col][to_right] = longer(far[to_right], stop);
                }
            }
        }
    }

    #[inline]
    fn place(&self, cell: Cell) -> usize {
        cell.row as usize * self.cols as usize + cell.col as usize
    }
}

const UPWARD: [Step; 3] = [Step::Up, Step::UpLeft, Step::UpRight];
const DOWNWARD: [Step; 3] = [Step::Down, Step::DownLeft, Step::DownRight];

/// A row of a grid with the rows above and below it; border included.
struct RowBits<'a> {
    above: &'a [u64],
    middle: &'a [u64],
    below: &'a [u64],
}

impl<'a> RowBits<'a> {
    fn new(grid: &'a Grid, row: u32) -> Self {
        let words = grid.stride() as usize / 64;
        let line = |row: usize| &grid.words()[row * words..(row + 1) * words];
        let row = row as usize;
        Self {
            above: line(row),
            middle: line(row + 1),
            below: line(row + 2),
        }
    }

    #[inline]
    fn is_free(&self, col: usize) -> bool {
        bit(self.middle, col)
    }

    /// Does a wall beside the row, at `before`, end at `at`?
    #[inline]
    fn wall_ends(&self, at: usize, before: usize) -> bool {
        let ends = |side: &[u64]| bit(side, at) && !bit(side, before);
        ends(self.above) || ends(self.below)
    }
}

/// A column's bit; the border takes the first one.
#[inline]
fn bit(words: &[u64], col: usize) -> bool {
    words[(col + 1) / 64] >> ((col + 1) % 64) & 1 == 1
}

impl Jumps for OctileTables {
    #[inline]
    fn straight(&self, cell: Cell, step: Step) -> i32 {
        i32::from(self.runs[self.place(cell)][step as usize])
    }

    #[inline]
    fn diagonal(&self, cell: Cell, step: Step) -> DiagonalRun {
        let run = self.straight(cell, step);
        if run <= 0 {
            return DiagonalRun::to_wall(run);
        }
        let there = self.runs[self.place(ahead(cell, step, run as u32))];
        let [vertical, horizontal] = parts(step).map(|part| i32::from(there[part as usize]));
        DiagonalRun {
            run,
            vertical,
            horizontal,
        }
    }

    /// Every run of every cell, two bytes each.
    fn to_bytes(&self) -> Vec<u8> {
        let runs = self.runs.as_flattened().iter();
        runs.flat_map(|run| run.to_le_bytes()).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::super::octile_jumps::Scans;
    use super::*;
    use crate::generate::{Kind, generate};

    #[test]
    fn tables_say_what_scans_say() {
        for seed in 0..60 {
            let density = [0.02, 0.1, 0.3][seed as usize % 3];
            let grid = generate(Kind::Obstacles { density }, 30, 150, seed).unwrap();
            for grid in [grid.clone(), grid.transposed().unwrap()] {
                let tables = OctileTables::new(&grid).unwrap();
                let scans = Scans::new(&grid).unwrap();
                for cell in grid.free_list() {
                    for step in Step::STRAIGHT {
                        let (table, scan) =
                            (tables.straight(cell, step), scans.straight(cell, step));
                        assert_eq!(table, scan, "{cell:?} {step:?}, seed {seed}");
                    }
                    for step in Step::DIAGONAL {
                        let (table, scan) =
                            (tables.diagonal(cell, step), scans.diagonal(cell, step));
                        assert_eq!(table, scan, "{cell:?} {step:?}, seed {seed}");
                    }
                }
            }
        }
    }
}
