//! Estimates of the days still to go, for the textbook search.
//!
//! All are consistent: a step never lowers the estimate by more than the day it takes. So the first
//! label taken up on the goal is the best, and no label is taken up before one that dominates it.

use std::cmp::Reverse;
use std::collections::BinaryHeap;

use super::maze::{SupplyMaze, Tile};
use crate::maze::Cell;
use crate::names::named;

/// A lower bound of the days still to go, by name.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Heuristic {
    /// 0: the search knows nothing.
    Zero,
    /// Rows plus columns to the goal.
    Manhattan,
    /// The exact number of steps to the goal for a walker who needs no food. A step changes it by
    /// at most one, which is all that consistency asks for.
    Distance,
    /// The exact distance where the food lasts for it; otherwise the least path to the goal *over a
    /// supply*, since one must be visited; and no hope at all where neither the goal nor any supply
    /// is in reach.
    ///
    /// Consistent: while the food lasts, it also lasted before the step, and distances change by at
    /// most one. Without lasting food a step onto a free cell keeps it so, and the path over a supply
    /// changes by at most one; a step onto a supply is itself the beginning of a path over a supply,
    /// which the estimate before the step had counted among its choices. Where there is no hope, a
    /// step leads to where there is none either.
    #[default]
    Supplies,
}

named! {
    Heuristic, "heuristic":
    Zero = "zero",
    Manhattan = "manhattan",
    Distance = "distance",
    Supplies = "supplies",
}

/// A heuristic prepared for one maze.
pub(super) enum Estimator {
    Zero,
    Manhattan {
        goal: Cell,
    },
    Distance {
        to_goal: Vec<Option<u64>>,
    },
    Supplies {
        to_goal: Vec<Option<u64>>,
        to_supply: Vec<Option<u64>>,
        over_supply: Vec<Option<u64>>,
    },
}

impl Estimator {
    pub(super) fn new(maze: &SupplyMaze, heuristic: Heuristic) -> Self {
        let goal = maze.goal();
        match heuristic {
            Heuristic::Zero => Self::Zero,
            Heuristic::Manhattan => Self::Manhattan { goal },
            Heuristic::Distance => Self::Distance {
                to_goal: distances(maze, [(goal, 0)]),
            },
            Heuristic::Supplies => {
                let to_goal = distances(maze, [(goal, 0)]);
                let supplies = || maze.cells_of(Tile::Supply);
                let to_supply = distances(maze, supplies().map(|supply| (supply, 0)));
                let onward = |supply| to_goal[maze.index(supply)].map(|days| (supply, days));
                let over_supply = distances(maze, supplies().filter_map(onward));
                Self::Supplies {
                    to_goal,
                    to_supply,
                    over_supply,
                }
            }
        }
    }

    /// Days to go at the least from a cell with this much food; `None` where there is no hope.
    pub(super) fn estimate(&self, maze: &SupplyMaze, cell: Cell, food: u32) -> Option<u64> {
        let index = maze.index(cell);
        let food = u64::from(food);
        match self {
            Self::Zero => Some(0),
            Self::Manhattan { goal } => {
                let days = cell.row.abs_diff(goal.row) + cell.col.abs_diff(goal.col);
                Some(u64::from(days))
            }
            Self::Distance { to_goal } => to_goal[index],
            Self::Supplies {
                to_goal,
                to_supply,
                over_supply,
            } => {
                if to_goal[index]? <= food {
                    to_goal[index]
                } else if to_supply[index]? <= food {
                    over_supply[index]
                } else {
                    None
                }
            }
        }
    }
}

/// The least sum of a seed's head start and the steps from there, for every cell.
fn distances(maze: &SupplyMaze, seeds: impl IntoIterator<Item = (Cell, u64)>) -> Vec<Option<u64>> {
    let mut best: Vec<Option<u64>> = vec![None; maze.walled().len()];
    let seeds = seeds.into_iter().map(|(cell, days)| Reverse((days, cell)));
    let mut open: BinaryHeap<_> = seeds.collect();
    while let Some(Reverse((days, cell))) = open.pop() {
        if best[maze.index(cell)].is_none() {
            best[maze.index(cell)] = Some(days);
            let fresh = maze
                .neighbours(cell)
                .filter(|&next| best[maze.index(next)].is_none());
            open.extend(fresh.map(|next| Reverse((days + 1, next))));
        }
    }
    best
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn estimates_are_what_they_say() {
        let maze = SupplyMaze::read("3 4 9\n3 0 0 2\n1 1 0 1\n4 0 0 0\n").expect("a maze");
        let estimate =
            |heuristic, food| Estimator::new(&maze, heuristic).estimate(&maze, maze.start(), food);
        assert_eq!(estimate(Heuristic::Zero, 9), Some(0));
        assert_eq!(estimate(Heuristic::Manhattan, 9), Some(2));
        assert_eq!(estimate(Heuristic::Distance, 0), Some(6));
        assert_eq!(estimate(Heuristic::Supplies, 6), Some(6));
        assert_eq!(estimate(Heuristic::Supplies, 5), Some(8));
        assert_eq!(estimate(Heuristic::Supplies, 2), None);
    }
}
