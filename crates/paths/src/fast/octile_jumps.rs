//! Jumps on 8-connected grids, found while searching: rows are scanned 64 cells at a time, columns
//! are rows of the transposed grid (the "B" of Harabor and Grastien 2014).

use crate::maze::{Cell, Grid, Node, Step};

/// How far a walker can run from a cell before something happens: positive, the steps to the next
/// jump point; otherwise minus the steps to the wall. A straight run stops where a wall beside it
/// ends; a diagonal one where a straight run along one of its parts would find such a place.
pub(super) trait Jumps {
    fn straight(&self, cell: Cell, step: Step) -> i32;
    fn diagonal(&self, cell: Cell, step: Step) -> DiagonalRun;

    /// What a file keeps of them: nothing where they are found while searching.
    fn to_bytes(&self) -> Vec<u8> {
        Vec::new()
    }
}

/// A diagonal run, and the straight runs along its parts from the jump point where it ends (of no
/// meaning where it ends at a wall).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct DiagonalRun {
    pub(super) run: i32,
    pub(super) vertical: i32,
    pub(super) horizontal: i32,
}

impl DiagonalRun {
    pub(super) const fn to_wall(run: i32) -> Self {
        let (vertical, horizontal) = (0, 0);
        Self {
            run,
            vertical,
            horizontal,
        }
    }
}

/// The grid and its transpose, with the places where runs stop worked out word by word.
pub(super) struct Scans {
    grid: Grid,
    rows: Lines,
    columns: Lines,
}

impl Scans {
    /// `None` where the transposed grid would be too large.
    pub(super) fn new(grid: &Grid) -> Option<Self> {
        let columns = Lines::new(&grid.transposed()?);
        Some(Self {
            grid: grid.clone(),
            rows: Lines::new(grid),
            columns,
        })
    }
}

impl Jumps for Scans {
    #[inline]
    fn straight(&self, cell: Cell, step: Step) -> i32 {
        let Cell { row, col } = cell;
        match step {
            Step::Left => self.rows.scan_back(self.rows.node(row, col)),
            Step::Right => self.rows.scan_ahead(self.rows.node(row, col)),
            Step::Up => self.columns.scan_back(self.columns.node(col, row)),
            _ => self.columns.scan_ahead(self.columns.node(col, row)),
        }
    }

    #[inline]
    fn diagonal(&self, cell: Cell, step: Step) -> DiagonalRun {
        let (down, right) = step.delta();
        let down_step = down * self.rows.stride as i32;
        let turned_step = right * self.columns.stride as i32 + down;
        // The same cell in both grids, moved along together.
        let mut node = self.rows.node(cell.row, cell.col);
        let mut turned = self.columns.node(cell.col, cell.row);
        let mut run = 0;
        loop {
            let free = |step: i32| self.grid.node_is_free(Node(node.wrapping_add_signed(step)));
            if !(free(down_step + right) && free(down_step) && free(right)) {
                return DiagonalRun::to_wall(-run);
            }
            node = node.wrapping_add_signed(down_step + right);
            turned = turned.wrapping_add_signed(turned_step);
            run += 1;
            let horizontal = self.rows.scan(node, right > 0);
            let vertical = self.columns.scan(turned, down > 0);
            if horizontal > 0 || vertical > 0 {
                return DiagonalRun {
                    run,
                    vertical,
                    horizontal,
                };
            }
        }
    }
}

/// The rows of a grid, ready to be scanned.
struct Lines {
    stride: u32,
    words: Vec<LineWord>,
}

/// 64 cells of a row.
#[derive(Clone, Copy)]
struct LineWord {
    free: u64,
    /// Where a run toward higher columns stops: at a wall, or where a wall in a row beside ends,
    /// which is at a free cell whose neighbour back is not.
    ahead: u64,
    back: u64,
}

impl Lines {
    fn new(grid: &Grid) -> Self {
        let words = grid.words();
        let row = grid.stride() as usize / 64;
        // The rows of the border are never scanned; what lies beyond them counts as wall.
        let word = |place: usize| words.get(place).copied().unwrap_or(0);
        let ends_ahead = |place: usize| {
            let before = word(place.wrapping_sub(1)) >> 63;
            word(place) & !(word(place) << 1 | before)
        };
        let ends_back = |place: usize| {
            let after = word(place.wrapping_add(1)) << 63;
            word(place) & !(word(place) >> 1 | after)
        };
        let line_word = |place: usize| {
            let [above, below] = [place.wrapping_sub(row), place + row];
            LineWord {
                free: words[place],
                ahead: !words[place] | ends_ahead(above) | ends_ahead(below),
                back: !words[place] | ends_back(above) | ends_back(below),
            }
        };
        Self {
            stride: grid.stride(),
            words: (0..words.len()).map(line_word).collect(),
        }
    }

    #[inline]
    fn node(&self, row: u32, col: u32) -> u32 {
        (row + 1) * self.stride + col + 1
    }

    #[inline]
    fn scan(&self, node: u32, ahead: bool) -> i32 {
        if ahead {
            self.scan_ahead(node)
        } else {
            self.scan_back(node)
        }
    }

    /// A run toward higher columns.
    #[inline]
    fn scan_ahead(&self, node: u32) -> i32 {
        let mut place = node as usize / 64;
        // Only bits beyond the cell count in its own word.
        let mut stops = self.words[place].ahead & (u64::MAX << (node % 64)) << 1;
        while stops == 0 {
            place += 1;
            stops = self.words[place].ahead;
        }
        let bit = stops.trailing_zeros();
        let steps = (place as u32 * 64 + bit - node) as i32;
        if self.words[place].free >> bit & 1 == 1 {
            steps
        } else {
            1 - steps
        }
    }

    /// A run toward lower columns.
    #[inline]
    fn scan_back(&self, node: u32) -> i32 {
        let mut place = node as usize / 64;
        let mut stops = self.words[place].back & !(u64::MAX << (node % 64));
        while stops == 0 {
            place -= 1;
            stops = self.words[place].back;
        }
        let bit = stops.ilog2();
        let steps = (node - place as u32 * 64 - bit) as i32;
        if self.words[place].free >> bit & 1 == 1 {
            steps
        } else {
            1 - steps
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
