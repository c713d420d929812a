//! Mazes: a grid of free cells and walls, with an entry and an exit.

mod cell;
mod course;
mod grid;
mod moves;
mod terrain;

pub use cell::{Cell, Connectivity, Node, Step};
pub use course::{answer, read, read_weighted, write};
pub use grid::{Grid, GridError};
pub use moves::{length, move_string};
pub use terrain::Terrain;

use thiserror::Error;

/// A grid with a way in and a way out, both of them free cells.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Maze {
    grid: Grid,
    entry: Cell,
    exit: Cell,
}

/// Why a grid and two cells do not make a maze.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Error)]
pub enum MazeError {
    #[error("the {end} ({row}, {col}) lies outside the {rows}x{cols} maze")]
    Outside {
        end: &'static str,
        row: u32,
        col: u32,
        rows: u32,
        cols: u32,
    },
    #[error("the {end} ({row}, {col}) is a wall")]
    Wall {
        end: &'static str,
        row: u32,
        col: u32,
    },
    #[error("no entry: every cell of the left side is a wall")]
    NoEntry,
    #[error("no exit: every cell of the right side is a wall")]
    NoExit,
}

impl Maze {
    /// A maze from `entry` to `exit`; where one is `None`, the course's rule finds it: the first
    /// free cell of the left side, the last free cell of the right side.
    pub fn new(grid: Grid, entry: Option<Cell>, exit: Option<Cell>) -> Result<Self, MazeError> {
        let entry = match entry {
            Some(cell) => checked(&grid, cell, "entry")?,
            None => free_in_column(&grid, 0).next().ok_or(MazeError::NoEntry)?,
        };
        let exit = match exit {
            Some(cell) => checked(&grid, cell, "exit")?,
            None => free_in_column(&grid, grid.cols() - 1)
                .last()
                .ok_or(MazeError::NoExit)?,
        };
        Ok(Self { grid, entry, exit })
    }

    /// The cells.
    pub fn grid(&self) -> &Grid {
        &self.grid
    }

    /// Where the walker starts.
    pub fn entry(&self) -> Cell {
        self.entry
    }

    /// Where the walker wants to be.
    pub fn exit(&self) -> Cell {
        self.exit
    }
}

fn free_in_column(grid: &Grid, col: u32) -> impl Iterator<Item = Cell> {
    (0..grid.rows())
        .map(move |row| Cell { row, col })
        .filter(|&cell| grid.is_free(cell))
}

fn checked(grid: &Grid, cell: Cell, end: &'static str) -> Result<Cell, MazeError> {
    let Cell { row, col } = cell;
    if !grid.holds(cell) {
        let (rows, cols) = (grid.rows(), grid.cols());
        return Err(MazeError::Outside {
            end,
            row,
            col,
            rows,
            cols,
        });
    }
    if !grid.is_free(cell) {
        return Err(MazeError::Wall { end, row, col });
    }
    Ok(cell)
}

#[cfg(test)]
mod tests {
    use super::*;

    const SMALL: &str = "111\n000\n010\n000\n111\n";

    #[test]
    fn ends_default_to_the_first_left_and_the_last_right_free_cell() {
        let maze = Maze::new(read(SMALL).unwrap(), None, None).unwrap();
        assert_eq!(maze.entry(), Cell { row: 1, col: 0 });
        assert_eq!(maze.exit(), Cell { row: 3, col: 2 });
    }

    #[test]
    fn ends_in_walls_or_outside_are_refused() {
        let grid = read(SMALL).unwrap();
        let wall = Maze::new(grid.clone(), Some(Cell { row: 0, col: 1 }), None);
        assert_eq!(
            wall.unwrap_err(),
            MazeError::Wall {
                end: "entry",
                row: 0,
                col: 1
            }
        );
        let outside = Maze::new(grid, None, Some(Cell { row: 5, col: 0 }));
        assert!(matches!(
            outside.unwrap_err(),
            MazeError::Outside { end: "exit", .. }
        ));
    }

    #[test]
    fn a_walled_side_has_no_default_end() {
        let left = Maze::new(read("10\n10\n").unwrap(), None, None);
        assert_eq!(left.unwrap_err(), MazeError::NoEntry);
        let right = Maze::new(read("01\n01\n").unwrap(), None, None);
        assert_eq!(right.unwrap_err(), MazeError::NoExit);
    }
}
