//! A walk through a supply maze, and the check that the walker survives it.

use super::maze::{SupplyMaze, Tile};
use crate::maze::{Cell, move_string};

/// A walk from the start to the goal. It may pass a cell more than once.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Trek {
    pub cells: Vec<Cell>,
}

impl Trek {
    /// How many days it takes, one for each step.
    pub const fn days(&self) -> usize {
        self.cells.len() - 1
    }

    /// The steps as U, D, L and R.
    pub fn moves(&self) -> String {
        move_string(&self.cells)
    }

    /// Whether it leads from the start to the goal by the rules, with food for every day.
    pub fn is_possible(&self, maze: &SupplyMaze) -> bool {
        let mut food = maze.food();
        let step_is_possible = |step: &[Cell]| {
            let enough = food > 0;
            food = match maze.tile(step[1]) {
                Tile::Supply => maze.food(),
                _ => food.saturating_sub(1),
            };
            enough && maze.neighbours(step[0]).any(|cell| cell == step[1])
        };
        self.cells.first() == Some(&maze.start())
            && self.cells.last() == Some(&maze.goal())
            && self.cells.windows(2).all(step_is_possible)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn food_lasts_to_zero_and_no_further() {
        let maze = SupplyMaze::read("2 3 2\n3 2 0\n1 4 0\n").expect("a maze");
        let trek = |cells: &[(u32, u32)]| Trek {
            cells: cells.iter().map(|&(row, col)| Cell { row, col }).collect(),
        };
        let long = trek(&[(0, 0), (0, 1), (0, 2), (1, 2), (1, 1)]);
        assert_eq!(long.moves(), "RRDL");
        assert!(!long.is_possible(&maze), "no food is left for day 4");
        assert!(long.is_possible(&maze.with_food(3)));
        let short = trek(&[(0, 0), (0, 1), (1, 1)]);
        assert!(short.is_possible(&maze.with_food(1)));
        assert_eq!(short.days(), 2);
        let wall = trek(&[(0, 0), (1, 0), (1, 1)]);
        assert!(!wall.is_possible(&maze));
        assert!(!trek(&[(0, 0)]).is_possible(&maze), "not at the goal");
    }
}
