//! What never changes in a game: walls, who is whose neighbour, and how far everything is.

use std::collections::VecDeque;
use std::fmt;
use std::num::NonZeroU16;

use crate::cell_set::CellSet;

/// A cell of a map, counted row by row from the top left.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Cell(pub(crate) u16);

impl Cell {
    /// The longest side of a map.
    pub const LONGEST_SIDE: usize = 64;

    /// More than any cell's index.
    pub const COUNT: usize = Self::LONGEST_SIDE * Self::LONGEST_SIDE;

    /// Its place in lists that run row by row.
    #[inline]
    pub const fn index(self) -> usize {
        self.0 as usize
    }
}

/// The open neighbours of a cell: at most four, in the order up, left, right, down. The order is
/// part of our records, because chance picks by index.
#[derive(Clone, Copy, Debug)]
pub struct Neighbours {
    cells: [Cell; 4],
    count: usize,
}

impl Neighbours {
    /// Those that satisfy a condition.
    #[inline]
    pub fn only(self, mut keep: impl FnMut(Cell) -> bool) -> Self {
        let mut kept = Self {
            cells: self.cells,
            count: 0,
        };
        for &cell in self.as_slice() {
            if keep(cell) {
                kept.cells[kept.count] = cell;
                kept.count += 1;
            }
        }
        kept
    }

    #[inline]
    pub fn as_slice(&self) -> &[Cell] {
        &self.cells[..self.count]
    }
}

/// A cell that a walk has come to.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Reached {
    pub cell: Cell,
    pub steps: u32,
    /// The first step of a shortest walk there; where the walk began, that cell itself.
    pub first: Cell,
}

/// Walls, neighbours and all shortest distances of a map. Computed once and shared by all positions
/// of a game: 60 x 60 cells take 26 MB, of which a game in progress touches the few rows that belong
/// to where the garlics are.
#[derive(Clone)]
pub struct Terrain {
    rows: usize,
    cols: usize,
    open: Vec<bool>,
    /// One bit for each open neighbour.
    exits: Vec<u8>,
    /// Row `to` holds the distance of every cell to `to`, plus 1; `None` where there is no way.
    distances: Vec<Option<NonZeroU16>>,
}

const _: () = assert!(size_of::<Option<NonZeroU16>>() == 2);

impl Terrain {
    /// The terrain of a map; `open` says row by row where one can stand. Both sides are from 1 to
    /// [`Cell::LONGEST_SIDE`].
    pub fn new(rows: usize, cols: usize, open: Vec<bool>) -> Self {
        let sides = 1..=Cell::LONGEST_SIDE;
        assert!(sides.contains(&rows) && sides.contains(&cols) && open.len() == rows * cols);
        let exits = (0..open.len()).map(|at| exits(rows, cols, &open, at));
        let mut terrain = Self {
            exits: exits.collect(),
            rows,
            cols,
            open,
            distances: Vec::new(),
        };
        terrain.distances = terrain.all_distances();
        terrain
    }

    pub fn rows(&self) -> usize {
        self.rows
    }

    pub fn cols(&self) -> usize {
        self.cols
    }

    /// Where one can stand, row by row.
    pub fn open(&self) -> &[bool] {
        &self.open
    }

    #[inline]
    pub fn is_open(&self, cell: Cell) -> bool {
        self.open[cell.index()]
    }

    /// The cell in this row and column, counted from 0.
    pub fn cell(&self, row: usize, col: usize) -> Option<Cell> {
        (row < self.rows && col < self.cols).then(|| Cell((row * self.cols + col) as u16))
    }

    pub fn open_cells(&self) -> impl Iterator<Item = Cell> + '_ {
        let cells = (0..self.open.len()).map(|index| Cell(index as u16));
        cells.filter(|&cell| self.is_open(cell))
    }

    #[inline]
    pub fn row(&self, cell: Cell) -> usize {
        cell.index() / self.cols
    }

    #[inline]
    pub fn col(&self, cell: Cell) -> usize {
        cell.index() % self.cols
    }

    #[inline]
    pub fn neighbours(&self, cell: Cell) -> Neighbours {
        let cols = self.cols as u16;
        let steps = [cols.wrapping_neg(), 1u16.wrapping_neg(), 1, cols];
        let mut list = Neighbours {
            cells: [cell; 4],
            count: 0,
        };
        let exits = self.exits[cell.index()];
        for (direction, step) in steps.into_iter().enumerate() {
            if exits & (1 << direction) != 0 {
                list.cells[list.count] = Cell(cell.0.wrapping_add(step));
                list.count += 1;
            }
        }
        list
    }

    /// Steps of the shortest way around the walls; `None` where there is no way.
    #[inline]
    pub fn distance(&self, from: Cell, to: Cell) -> Option<u32> {
        let entry = self.distances[to.index() * self.open.len() + from.index()];
        entry.map(|plus_one| u32::from(plus_one.get()) - 1)
    }

    /// Steps as the crow flies along rows and columns.
    pub fn manhattan(&self, from: Cell, to: Cell) -> u32 {
        let rows = self.row(from).abs_diff(self.row(to));
        (rows + self.col(from).abs_diff(self.col(to))) as u32
    }

    /// The cells that can be walked to, the nearest first, beginning with `start`; only those are
    /// entered that `may_enter` allows.
    pub fn nearest_first(
        &self,
        start: Cell,
        may_enter: impl Fn(Cell) -> bool,
    ) -> impl Iterator<Item = Reached> {
        let mut seen = CellSet::EMPTY;
        seen.add(start);
        let mut waiting = VecDeque::from([Reached {
            cell: start,
            steps: 0,
            first: start,
        }]);
        std::iter::from_fn(move || {
            let reached = waiting.pop_front()?;
            for &cell in self.neighbours(reached.cell).as_slice() {
                if !seen.has(cell) && may_enter(cell) {
                    seen.add(cell);
                    waiting.push_back(Reached {
                        cell,
                        steps: reached.steps + 1,
                        first: if reached.steps == 0 {
                            cell
                        } else {
                            reached.first
                        },
                    });
                }
            }
            Some(reached)
        })
    }

    fn all_distances(&self) -> Vec<Option<NonZeroU16>> {
        let cells = self.open.len();
        let mut distances = vec![None; cells * cells];
        let mut waiting = VecDeque::new();
        for to in self.open_cells() {
            let row = &mut distances[to.index() * cells..][..cells];
            row[to.index()] = Some(NonZeroU16::MIN);
            waiting.push_back(to);
            while let Some(cell) = waiting.pop_front() {
                let next = row[cell.index()].and_then(|distance| distance.checked_add(1));
                for &neighbour in self.neighbours(cell).as_slice() {
                    if row[neighbour.index()].is_none() {
                        row[neighbour.index()] = next;
                        waiting.push_back(neighbour);
                    }
                }
            }
        }
        distances
    }
}

fn exits(rows: usize, cols: usize, open: &[bool], at: usize) -> u8 {
    if !open[at] {
        return 0;
    }
    let (row, col) = (at / cols, at % cols);
    let up = row > 0 && open[at - cols];
    let left = col > 0 && open[at - 1];
    let right = col + 1 < cols && open[at + 1];
    let down = row + 1 < rows && open[at + cols];
    u8::from(up) | u8::from(left) << 1 | u8::from(right) << 2 | u8::from(down) << 3
}

/// The walls say everything; the rest follows from them.
impl PartialEq for Terrain {
    fn eq(&self, other: &Self) -> bool {
        (self.rows, self.cols) == (other.rows, other.cols) && self.open == other.open
    }
}

impl Eq for Terrain {}

impl fmt::Debug for Terrain {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Terrain({} x {})", self.rows, self.cols)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn distances_go_around_walls() {
        let open = "..#.\n.##.\n....".replace('\n', "");
        let terrain = Terrain::new(3, 4, open.chars().map(|c| c == '.').collect());
        let cell = |row, col| terrain.cell(row, col).expect("inside");
        assert_eq!(terrain.distance(cell(0, 1), cell(0, 3)), Some(8));
        assert_eq!(terrain.distance(cell(0, 0), cell(0, 0)), Some(0));
        assert_eq!(terrain.distance(cell(0, 2), cell(0, 0)), None, "a wall");
        assert_eq!(terrain.manhattan(cell(0, 1), cell(2, 3)), 4);
        let around = terrain.neighbours(cell(2, 0));
        assert_eq!(around.as_slice(), [cell(1, 0), cell(2, 1)]);
        assert_eq!(terrain.cell(3, 0), None);
    }
}
