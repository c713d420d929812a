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
        let turned = Cell {
            row: cell.col,
            col: cell.row,
        };
        match step {
            Step::Left => scan_back(&self.rows, cell),
            Step::Right => scan_ahead(&self.rows, cell),
            Step::Up => scan_back(&self.columns, turned),
            _ => scan_ahead(&self.columns, turned),
        }
    }

    #[inline]
    fn diagonal(&self, cell: Cell, step: Step) -> DiagonalRun {
        let [up_or_down, left_or_right] = parts(step);
        let mut here = cell;
        let mut run = 0;
        while self.rows.allows(self.rows.node(here), step) {
            here = ahead(here, step, 1);
            run += 1;
            let horizontal = self.straight(here, left_or_right);
            let vertical = self.straight(here, up_or_down);
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

/// Toward higher columns.
#[inline]
fn scan_ahead(grid: &Grid, cell: Cell) -> i32 {
    let words = grid.words();
    let row = grid.stride() as usize / 64;
    let node = grid.node(cell).0;
    let mut place = node as usize / 64;
    // Only bits beyond the cell count in its own word.
    let mut beyond = (u64::MAX << (node % 64)) << 1;
    loop {
        // A wall in the row beside ends at a free cell whose neighbour back is not.
        let ends = |place: usize| {
            let side = words[place];
            let before = if place > 0 { words[place - 1] >> 63 } else { 0 };
            side & !(side << 1 | before)
        };
        let wall = !words[place];
        let stops = (wall | ends(place - row) | ends(place + row)) & beyond;
        if stops != 0 {
            let bit = stops.trailing_zeros();
            let steps = (place as u32 * 64 + bit - node) as i32;
            return if wall >> bit & 1 == 1 {
                1 - steps
            } else {
                steps
            };
        }
        beyond = u64::MAX;
        place += 1;
    }
}

/// Toward lower columns.
#[inline]
fn scan_back(grid: &Grid, cell: Cell) -> i32 {
    let words = grid.words();
    let row = grid.stride() as usize / 64;
    let node = grid.node(cell).0;
    let mut place = node as usize / 64;
    let mut beyond = !(u64::MAX << (node % 64));
    loop {
        let ends = |place: usize| {
            let side = words[place];
            let next = words.get(place + 1).map_or(0, |next| next << 63);
            side & !(side >> 1 | next)
        };
        let wall = !words[place];
        let stops = (wall | ends(place - row) | ends(place + row)) & beyond;
        if stops != 0 {
            let bit = stops.ilog2();
            let steps = (node - place as u32 * 64 - bit) as i32;
            return if wall >> bit & 1 == 1 {
                1 - steps
            } else {
                steps
            };
        }
        beyond = u64::MAX;
        place -= 1;
    }
}
