//! Jumps on 8-connected grids, found while searching: rows are scanned 64 cells at a time, columns
//! are rows of the transposed grid (the "B" of Harabor and Grastien 2014).

use crate::maze::{Cell, Grid, Step};

/// How far a walker can run from a cell before something happens: positive, the steps to the next
/// jump point; otherwise minus the steps to the wall. A straight run stops where a wall beside it
/// ends; a diagonal one where a straight run along one of its parts would find such a place.
pub(super) trait Jumps {
    fn straight(&self, cell: Cell, step: Step) -> i32;
    fn diagonal(&self, cell: Cell, step: Step) -> DiagonalRun;
}

/// A diagonal run, and the straight runs along its parts from the jump point where it ends (of no
/// meaning where it ends at a wall).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct DiagonalRun {
    pub(super) run: i32,
    pub(super) vertical: i32,
    pub(super) horizontal: i32,
}

/// The grid and its transpose.
#[derive(Clone, Debug)]
pub(super) struct Scans {
    rows: Grid,
    columns: Grid,
}

impl Scans {
    /// `None` where the transposed grid would be too large.
    pub(super) fn new(grid: &Grid) -> Option<Self> {
        Some(Self {
            rows: grid.clone(),
            columns: grid.transposed()?,
        })
    }
}

impl Jumps for Scans {
    #[inline]
    fn straight(&self, cell: Cell, step: Step) -> i32 {
        if matches!(step, Step::Left | Step::Right) {
            scan(&self.rows, self.rows.node(cell).0, step == Step::Right)
        } else {
            let turned = self.columns.node(transposed(cell)).0;
            scan(&self.columns, turned, step == Step::Down)
        }
    }

    #[inline]
    fn diagonal(&self, cell: Cell, step: Step) -> DiagonalRun {
        let (down, right) = step.delta();
        let turned_step = right * self.columns.stride() as i32 + down;
        // The same cell in both grids, moved along together.
        let mut node = self.rows.node(cell);
        let mut turned = self.columns.node(transposed(cell)).0;
        let mut run = 0;
        while self.rows.allows(node, step) {
            node = self.rows.beside(node, step);
            turned = turned.wrapping_add_signed(turned_step);
            run += 1;
            let horizontal = scan(&self.rows, node.0, right > 0);
            let vertical = scan(&self.columns, turned, down > 0);
            if horizontal > 0 || vertical > 0 {
                return DiagonalRun {
                    run,
                    vertical,
                    horizontal,
                };
            }
        }
        DiagonalRun {
            run: -run,
            vertical: 0,
            horizontal: 0,
        }
    }
}

fn transposed(cell: Cell) -> Cell {
    Cell {
        row: cell.col,
        col: cell.row,
    }
}

/// A run along a row of a grid, toward higher columns or lower ones.
#[inline]
fn scan(grid: &Grid, node: u32, ahead: bool) -> i32 {
    if ahead {
        scan_ahead(grid, node)
    } else {
        scan_back(grid, node)
    }
}

/// The straight steps a diagonal one is made of: up or down, then left or right.
#[inline]
pub(super) fn parts(diagonal: Step) -> [Step; 2] {
    let (rows, cols) = diagonal.delta();
    [
        if rows < 0 { Step::Up } else { Step::Down },
        if cols < 0 { Step::Left } else { Step::Right },
    ]
}

/// The cell this many steps on, which must be inside the grid.
#[inline]
pub(super) fn ahead(cell: Cell, step: Step, steps: u32) -> Cell {
    let (rows, cols) = step.delta();
    Cell {
        row: cell.row.wrapping_add_signed(rows * steps as i32),
        col: cell.col.wrapping_add_signed(cols * steps as i32),
    }
}

/// Toward higher columns. A wall in a row beside ends at a free cell whose neighbour back is not.
#[inline]
fn scan_ahead(grid: &Grid, node: u32) -> i32 {
    let words = grid.words();
    let row = grid.stride() as usize / 64;
    let mut place = node as usize / 64;
    // Only bits beyond the cell count in its own word; the first bit is never among them, so that
    // what came before the word does not matter.
    let mut beyond = (u64::MAX << (node % 64)) << 1;
    let [mut last_above, mut last_below] = [0; 2];
    loop {
        let [above, middle, below] = [words[place - row], words[place], words[place + row]];
        let ends_above = above & !(above << 1 | last_above >> 63);
        let ends_below = below & !(below << 1 | last_below >> 63);
        let stops = (!middle | ends_above | ends_below) & beyond;
        if stops != 0 {
            let bit = stops.trailing_zeros();
            let steps = (place as u32 * 64 + bit - node) as i32;
            return if middle >> bit & 1 == 0 {
                1 - steps
            } else {
                steps
            };
        }
        [last_above, last_below] = [above, below];
        beyond = u64::MAX;
        place += 1;
    }
}

/// Toward lower columns.
#[inline]
fn scan_back(grid: &Grid, node: u32) -> i32 {
    let words = grid.words();
    let row = grid.stride() as usize / 64;
    let mut place = node as usize / 64;
    let mut beyond = !(u64::MAX << (node % 64));
    let [mut last_above, mut last_below] = [0; 2];
    loop {
        let [above, middle, below] = [words[place - row], words[place], words[place + row]];
        let ends_above = above & !(above >> 1 | last_above << 63);
        let ends_below = below & !(below >> 1 | last_below << 63);
        let stops = (!middle | ends_above | ends_below) & beyond;
        if stops != 0 {
            let bit = stops.ilog2();
            let steps = (node - place as u32 * 64 - bit) as i32;
            return if middle >> bit & 1 == 0 {
                1 - steps
            } else {
                steps
            };
        }
        [last_above, last_below] = [above, below];
        beyond = u64::MAX;
        place -= 1;
    }
}
