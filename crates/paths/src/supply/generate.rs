//! Generated supply mazes: the same order gives the same maze on every machine.

use super::maze::{SizeError, SupplyMaze, Tile};
use crate::stream::Stream;

/// What the ground looks like.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Ground {
    /// Open land in which this many of a hundred cells are walls.
    Open { walls: u8 },
    /// Corridors of width one, with this many of a hundred inner walls between two of them opened.
    Maze { loops: u8 },
}

/// A maze to generate. The start is the first cell in reading order that is no wall, the goal the
/// last, the supplies lie anywhere else.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Order {
    pub rows: u32,
    pub cols: u32,
    pub food: u32,
    pub supplies: u32,
    pub ground: Ground,
    pub seed: u64,
}

impl Order {
    /// Makes the maze. A size without room for a start and a goal is an error.
    pub fn make(&self) -> Result<SupplyMaze, SizeError> {
        let (rows, cols) = (self.rows, self.cols);
        let cells = u64::from(rows) * u64::from(cols);
        if !(2..=super::MAX_CELLS).contains(&cells) {
            return Err(SizeError { rows, cols });
        }
        let mut stream = Stream::new(self.seed);
        let mut tiles = match self.ground {
            Ground::Open { walls } => {
                let mut is_wall = || stream.percent(walls);
                let tile = |_| if is_wall() { Tile::Wall } else { Tile::Free };
                (0..cells).map(tile).collect()
            }
            Ground::Maze { loops } => carve(rows as usize, cols as usize, loops, &mut stream),
        };
        let mut free: Vec<usize> = (0..tiles.len())
            .filter(|&index| tiles[index] == Tile::Free)
            .collect();
        // Solid rock still gets its two ends, in opposite corners.
        let start = free.first().copied().unwrap_or(0);
        let goal = free.last().copied().filter(|&goal| goal != start);
        let goal = goal.unwrap_or(if start + 1 == tiles.len() {
            0
        } else {
            tiles.len() - 1
        });
        tiles[start] = Tile::Start;
        tiles[goal] = Tile::Goal;
        free.retain(|&index| tiles[index] == Tile::Free);
        for _ in 0..self.supplies.min(free.len() as u32) {
            let place = free.swap_remove(stream.below(free.len() as u64) as usize);
            tiles[place] = Tile::Supply;
        }
        Ok(SupplyMaze::new(rows, cols, self.food, &tiles))
    }
}

/// Corridors between the cells of odd rows and columns, dug depth first from the first of them.
fn carve(rows: usize, cols: usize, loops: u8, stream: &mut Stream) -> Vec<Tile> {
    let mut tiles = vec![Tile::Wall; rows * cols];
    if rows < 3 || cols < 3 {
        tiles.fill(Tile::Free);
        return tiles;
    }
    let mut way = vec![(1usize, 1usize)];
    tiles[cols + 1] = Tile::Free;
    while let Some(&(row, col)) = way.last() {
        // Beyond the first row or column the numbers wrap around, out of the maze.
        let around = [
            (row, col + 2),
            (row + 2, col),
            (row.wrapping_sub(2), col),
            (row, col.wrapping_sub(2)),
        ];
        let rock = around.into_iter().filter(|&(row, col)| {
            row < rows - 1 && col < cols - 1 && tiles[row * cols + col] == Tile::Wall
        });
        let rock: Vec<(usize, usize)> = rock.collect();
        if rock.is_empty() {
            way.pop();
            continue;
        }
        let (to_row, to_col) = rock[stream.below(rock.len() as u64) as usize];
        tiles[usize::midpoint(row, to_row) * cols + usize::midpoint(col, to_col)] = Tile::Free;
        tiles[to_row * cols + to_col] = Tile::Free;
        way.push((to_row, to_col));
    }
    for row in 1..rows - 1 {
        for col in 1..cols - 1 {
            // A wall between two cells lies in an odd row or an odd column, but not in both.
            if (row + col) % 2 == 1 && stream.percent(loops) {
                tiles[row * cols + col] = Tile::Free;
            }
        }
    }
    tiles
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_maze_has_what_was_ordered_and_the_same_twice() {
        let order = Order {
            rows: 21,
            cols: 31,
            food: 9,
            supplies: 12,
            ground: Ground::Maze { loops: 10 },
            seed: 4,
        };
        let maze = order.make().expect("a possible size");
        assert_eq!(order.make().as_ref(), Ok(&maze));
        assert_eq!(maze.cells_of(Tile::Supply).count(), 12);
        assert_eq!((maze.start().row, maze.start().col), (1, 1));
        assert_eq!((maze.goal().row, maze.goal().col), (19, 29));
        assert_ne!(Order { seed: 5, ..order }.make().as_ref(), Ok(&maze));
    }

    #[test]
    fn every_size_has_room_for_start_and_goal() {
        for (rows, cols) in [(1, 2), (2, 1), (2, 2), (1, 9), (3, 3), (4, 7)] {
            for ground in [
                Ground::Open { walls: 100 },
                Ground::Open { walls: 50 },
                Ground::Maze { loops: 0 },
            ] {
                for seed in 0..20 {
                    let order = Order {
                        rows,
                        cols,
                        food: 3,
                        supplies: 100,
                        ground,
                        seed,
                    };
                    assert!(order.make().is_ok(), "{order:?}");
                }
            }
        }
    }
}
