//! Exact distances to the goal, measured ring by ring and no farther than asked for.

use super::guide::{Guide, View};
use super::maze::{SupplyMaze, Tile};
use super::stack::Stack;

/// The rings of a breadth-first search from the goal. A cell just outside of them is known to be
/// farther than its neighbour inside.
#[derive(Default)]
pub(super) struct Rings {
    /// Distances by place in the walled tiles; anything but [`UNKNOWN`] on a wall.
    distances: Vec<u32>,
    /// All rings so far; the outermost begins at `outer`.
    spots: Stack<u32>,
    outer: usize,
    /// The distance of the outermost ring.
    reach: u32,
    steps: [u32; 4],
}

/// Larger than any distance.
const UNKNOWN: u32 = u32::MAX;

impl Rings {
    /// Begins with the ring that is the goal alone.
    pub(super) fn reset(&mut self, maze: &SupplyMaze) {
        let tiles = maze.walled();
        self.distances.clear();
        let distance = |&tile: &Tile| if tile == Tile::Wall { 0 } else { UNKNOWN };
        self.distances.extend(tiles.iter().map(distance));
        self.spots.clear();
        self.outer = 0;
        self.reach = 0;
        self.steps = maze.steps();
        let goal = maze.index(maze.goal());
        self.distances[goal] = 0;
        self.spots.push(goal as u32);
    }

    #[cfg(test)]
    pub(super) const fn was_used(&self) -> bool {
        self.reach > 0
    }

    /// Measures the cells around the outermost ring; false if there are none.
    fn add_ring(&mut self) -> bool {
        let inner = self.outer..self.spots.len();
        self.outer = inner.end;
        self.reach += 1;
        for index in inner {
            self.spots.make_room(4);
            let spot = self.spots.get(index);
            for step in self.steps {
                let next = spot.wrapping_add(step);
                let distance = &mut self.distances[next as usize];
                let is_new = *distance == UNKNOWN;
                *distance = if is_new { self.reach } else { *distance };
                self.spots.push_if(next, is_new);
            }
        }
        self.outer < self.spots.len()
    }
}

impl Guide for Rings {
    #[inline]
    fn view(&mut self, spot: u32) -> Option<View> {
        while self.distances[spot as usize] == UNKNOWN {
            if !self.add_ring() {
                return None;
            }
        }
        let distance = self.distances[spot as usize];
        let nearer = |step| self.distances[spot.wrapping_add(step) as usize] < distance;
        Some(View {
            distance,
            nearer: self.steps.map(nearer),
            is_rather_vertical: false,
        })
    }
}
