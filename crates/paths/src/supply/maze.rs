//! The maze: its tiles, its start and goal, and how much the walker can carry.

use thiserror::Error;

use crate::maze::Cell;

/// The largest maze we take: sixteen million cells, beyond which a typing error is more likely.
pub const MAX_CELLS: u64 = 1 << 24;

/// What lies in a cell, in the order of the numbers 0 to 4 that stand for it in the text.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Tile {
    Free,
    Wall,
    /// Food is filled up here, at no cost and as often as one likes.
    Supply,
    Start,
    Goal,
}

impl Tile {
    const ALL: [Self; 5] = [
        Self::Free,
        Self::Wall,
        Self::Supply,
        Self::Start,
        Self::Goal,
    ];

    /// The tile of a number in the text.
    pub fn from_number(number: u8) -> Option<Self> {
        Self::ALL.get(usize::from(number)).copied()
    }

    /// Its number in the text.
    pub const fn number(self) -> u8 {
        self as u8
    }
}

/// A size that no supply maze has.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Error)]
#[error("a maze of {rows} x {cols} cells: between 1 and {MAX_CELLS} cells are possible")]
pub struct SizeError {
    pub rows: u32,
    pub cols: u32,
}

/// A maze with exactly one start and one goal.
///
/// Its tiles lie in one array with a column of wall after each row and a row of wall above and below:
/// every cell has four neighbours there, at fixed distances, and the outside needs no thought.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SupplyMaze {
    rows: u32,
    cols: u32,
    food: u32,
    walled: Vec<Tile>,
    start: Cell,
    goal: Cell,
}

impl SupplyMaze {
    /// A maze from its tiles, row by row; one of them is the start and one the goal.
    pub(super) fn new(rows: u32, cols: u32, food: u32, tiles: &[Tile]) -> Self {
        assert_eq!(tiles.len(), rows as usize * cols as usize);
        let place = |wanted: Tile| {
            let index = tiles.iter().position(|&tile| tile == wanted);
            let index = index.expect("a maze has a start and a goal") as u32;
            Cell::new(index / cols, index % cols)
        };
        let stride = cols as usize + 1;
        let mut walled = Vec::with_capacity(stride * (rows as usize + 2) + 1);
        walled.resize(stride + 1, Tile::Wall);
        for row in tiles.chunks(cols as usize) {
            walled.extend_from_slice(row);
            walled.push(Tile::Wall);
        }
        walled.resize(walled.len() + stride, Tile::Wall);
        Self {
            rows,
            cols,
            food,
            walled,
            start: place(Tile::Start),
            goal: place(Tile::Goal),
        }
    }

    /// How many rows.
    pub const fn rows(&self) -> u32 {
        self.rows
    }

    /// How many columns.
    pub const fn cols(&self) -> u32 {
        self.cols
    }

    /// How much food the walker starts with and can carry.
    pub const fn food(&self) -> u32 {
        self.food
    }

    /// The same maze for a walker who carries more or less.
    pub fn with_food(&self, food: u32) -> Self {
        Self {
            food,
            ..self.clone()
        }
    }

    /// Where the walker starts.
    pub const fn start(&self) -> Cell {
        self.start
    }

    /// Where the walker wants to be.
    pub const fn goal(&self) -> Cell {
        self.goal
    }

    /// The tiles, a slice for each row.
    pub fn tiles(&self) -> impl ExactSizeIterator<Item = &[Tile]> {
        let rows = (0..self.rows).map(|row| self.index(Cell { row, col: 0 }));
        rows.map(|start| &self.walled[start..][..self.cols as usize])
    }

    /// The tile of a cell; outside is wall.
    pub fn tile(&self, cell: Cell) -> Tile {
        if cell.row < self.rows && cell.col < self.cols {
            self.walled[self.index(cell)]
        } else {
            Tile::Wall
        }
    }

    /// The cells a step away that are no walls, in the order up, down, left, right.
    pub fn neighbours(&self, cell: Cell) -> impl Iterator<Item = Cell> + '_ {
        // Row -1 wraps around to a row that no maze has.
        let Cell { row, col } = cell;
        let around = [
            Cell::new(row.wrapping_sub(1), col),
            Cell::new(row + 1, col),
            Cell::new(row, col.wrapping_sub(1)),
            Cell::new(row, col + 1),
        ];
        around
            .into_iter()
            .filter(|&cell| self.tile(cell) != Tile::Wall)
    }

    /// The tiles with the walls around them.
    pub(super) fn walled(&self) -> &[Tile] {
        &self.walled
    }

    /// How far apart the rows of the walled tiles lie.
    pub(super) const fn stride(&self) -> usize {
        self.cols as usize + 1
    }

    /// How far up, down, left and right lie in the walled tiles (negative distances wrap around).
    pub(super) const fn steps(&self) -> [u32; 4] {
        let stride = self.cols + 1;
        [stride.wrapping_neg(), stride, 1u32.wrapping_neg(), 1]
    }

    /// The place of a cell of the maze in the walled tiles.
    pub(super) const fn index(&self, cell: Cell) -> usize {
        (cell.row as usize + 1) * self.stride() + 1 + cell.col as usize
    }

    /// The cell at a place of the walled tiles that is not in the wall around.
    pub(super) const fn cell(&self, index: usize) -> Cell {
        let inside = index - self.stride() - 1;
        Cell::new(
            (inside / self.stride()) as u32,
            (inside % self.stride()) as u32,
        )
    }

    /// The cells of a kind other than wall, in reading order.
    pub(super) fn cells_of(&self, wanted: Tile) -> impl Iterator<Item = Cell> + '_ {
        let indices = (0..self.walled.len()).filter(move |&index| self.walled[index] == wanted);
        indices.map(|index| self.cell(index))
    }
}
