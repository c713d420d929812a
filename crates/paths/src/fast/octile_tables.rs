//! All jumps of an 8-connected grid, worked out once a map (JPS+, Rabin and Silva 2015).

use super::octile_jumps::{DiagonalRun, Jumps, ahead, parts};
use crate::maze::{Cell, Grid, Node, Step};

/// Runs as in [`Jumps`], in the order of [`Step`].
#[derive(Clone, PartialEq, Eq, Debug)]
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
        let free: Vec<Cell> = grid.free_list();
        // A run is one step longer than the run from the next cell, so that cells are visited in an
        // order that has the next cell done.
        let stride = grid.stride();
        for &cell in &free {
            tables.fill_straight(grid, stride, cell, Step::Up);
            tables.fill_straight(grid, stride, cell, Step::Left);
        }
        for &cell in free.iter().rev() {
            tables.fill_straight(grid, stride, cell, Step::Down);
            tables.fill_straight(grid, stride, cell, Step::Right);
        }
        for &cell in &free {
            tables.fill_diagonal(grid, cell, Step::UpLeft);
            tables.fill_diagonal(grid, cell, Step::UpRight);
        }
        for &cell in free.iter().rev() {
            tables.fill_diagonal(grid, cell, Step::DownLeft);
            tables.fill_diagonal(grid, cell, Step::DownRight);
        }
        Some(tables)
    }

    pub(super) fn to_bytes(&self) -> Vec<u8> {
        self.runs
            .as_flattened()
            .iter()
            .flat_map(|run| run.to_le_bytes())
            .collect()
    }

    /// `None` unless every run stays inside the grid.
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
            let [up, down, left, right] = [row, rows - 1 - row, col, cols - 1 - col];
            let diagonals = [up.min(left), up.min(right), down.min(left), down.min(right)];
            let most = [up, down, left, right].into_iter().chain(diagonals);
            runs[place]
                .iter()
                .zip(most)
                .all(|(run, most)| u32::from(run.unsigned_abs()) <= most)
        };
        (0..runs.len()).all(fits).then(|| Self {
            cols,
            runs: runs.to_vec(),
        })
    }

    fn fill_straight(&mut self, grid: &Grid, stride: u32, cell: Cell, step: Step) {
        let node = grid.node(cell).0;
        let (along, side) = match step {
            Step::Up | Step::Down => (step.offset(stride), 1),
            _ => (step.offset(stride), stride as i32),
        };
        let free = |offset: i32| grid.node_is_free(Node(node.wrapping_add_signed(offset)));
        if !free(along) {
            return;
        }
        // The wall beside this cell ends beside the next one.
        let stop = !free(side) && free(along + side) || !free(-side) && free(along - side);
        let place = self.place(cell);
        let next = (place as isize + self.offset(step)) as usize;
        self.runs[place][step as usize] = longer(self.runs[next][step as usize], stop);
    }

    fn fill_diagonal(&mut self, grid: &Grid, cell: Cell, step: Step) {
        if !grid.allows(grid.node(cell), step) {
            return;
        }
        let place = self.place(cell);
        let next = self.runs[(place as isize + self.offset(step)) as usize];
        let stop = parts(step).into_iter().any(|part| next[part as usize] > 0);
        self.runs[place][step as usize] = longer(next[step as usize], stop);
    }

    #[inline]
    fn place(&self, cell: Cell) -> usize {
        cell.row as usize * self.cols as usize + cell.col as usize
    }

    fn offset(&self, step: Step) -> isize {
        let (rows, cols) = step.delta();
        rows as isize * self.cols as isize + cols as isize
    }
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
            return DiagonalRun {
                run,
                vertical: 0,
                horizontal: 0,
            };
        }
        let there = self.runs[self.place(ahead(cell, step, run as u32))];
        let [vertical, horizontal] = parts(step).map(|part| i32::from(there[part as usize]));
        DiagonalRun {
            run,
            vertical,
            horizontal,
        }
    }
}

/// The run that is one step longer than `beyond`, or stops after that step.
#[inline]
fn longer(beyond: i16, stop: bool) -> i16 {
    if stop {
        1
    } else if beyond > 0 {
        beyond + 1
    } else {
        beyond - 1
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
