//! The slow, obvious version: breadth first over all pairs of cell and food. For tests.

use std::collections::{HashSet, VecDeque};

use super::maze::{SupplyMaze, Tile};

/// The fewest days, `None` where the goal cannot be reached.
pub(super) fn fewest_days(maze: &SupplyMaze) -> Option<usize> {
    let mut seen = HashSet::from([(maze.start(), maze.food())]);
    let mut queue = VecDeque::from([(maze.start(), maze.food(), 0)]);
    while let Some((cell, food, days)) = queue.pop_front() {
        if cell == maze.goal() {
            return Some(days);
        }
        if food == 0 {
            continue;
        }
        for next in maze.neighbours(cell) {
            let left = match maze.tile(next) {
                Tile::Supply => maze.food(),
                _ => food - 1,
            };
            if seen.insert((next, left)) {
                queue.push_back((next, left, days + 1));
            }
        }
    }
    None
}
