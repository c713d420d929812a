//! A walk through a supply maze, and the check that the walker survives it.

use thiserror::Error;

use super::maze::{SupplyMaze, Tile};
use crate::maze::{Cell, move_string};

/// A walk from the start to the goal. It may pass a cell more than once.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Trek {
    pub cells: Vec<Cell>,
}

/// Why a walk does not work.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Error)]
pub enum TrekError {
    #[error("the walk does not lead from the start to the goal")]
    Ends,
    #[error("the step of day {day} is not possible")]
    Step { day: usize },
    #[error("no food is left for day {day}")]
    Starved { day: usize },
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

    /// Walks it by the rules.
    pub fn verify(&self, maze: &SupplyMaze) -> Result<(), TrekError> {
        let ends = (self.cells.first(), self.cells.last());
        if ends != (Some(&maze.start()), Some(&maze.goal())) {
            return Err(TrekError::Ends);
        }
        let mut food = maze.food();
        for (index, pair) in self.cells.windows(2).enumerate() {
            let day = index + 1;
            if !maze.neighbours(pair[0]).any(|cell| cell == pair[1]) {
                return Err(TrekError::Step { day });
            }
            food = food.checked_sub(1).ok_or(TrekError::Starved { day })?;
            if maze.tile(pair[1]) == Tile::Supply {
                food = maze.food();
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn trek(moves: &[(u32, u32)]) -> Trek {
        let cells = moves.iter().map(|&(row, col)| Cell { row, col });
        Trek {
            cells: cells.collect(),
        }
    }

    #[test]
    fn food_lasts_to_zero_and_no_further() {
        let maze = SupplyMaze::read("2 3 2\n3 2 0\n1 4 0\n").expect("a maze");
        let long = trek(&[(0, 0), (0, 1), (0, 2), (1, 2), (1, 1)]);
        assert_eq!(long.moves(), "RRDL");
        assert_eq!(long.verify(&maze), Err(TrekError::Starved { day: 4 }));
        assert_eq!(long.verify(&maze.with_food(3)), Ok(()));
        let short = trek(&[(0, 0), (0, 1), (1, 1)]);
        assert_eq!(short.verify(&maze.with_food(1)), Ok(()));
        assert_eq!(short.days(), 2);
        let wall = trek(&[(0, 0), (1, 0), (1, 1)]);
        assert_eq!(wall.verify(&maze), Err(TrekError::Step { day: 1 }));
        assert_eq!(trek(&[(0, 0)]).verify(&maze), Err(TrekError::Ends));
    }
}
