//! A* around the prefix of a road, as the search for the k shortest roads needs it thousands of
//! times: the buffers serve all searches and are emptied in constant time.

use std::cmp::Reverse;
use std::collections::BinaryHeap;

use super::RoadMap;
use super::map::Cell;
use super::sums::Sums;

/// A* around a prefix, with buffers that serve all searches.
pub(super) struct Detours {
    reached: Marks,
    closed: Marks,
    costs: Vec<u64>,
    parents: Vec<Cell>,
    /// By the whole cost, then by the rest of it, so that among equals the one farthest on comes
    /// first.
    open: BinaryHeap<Reverse<(u64, u64, Cell)>>,
}

impl Detours {
    pub(super) fn new(cells: usize) -> Self {
        Self {
            reached: Marks::new(cells),
            closed: Marks::new(cells),
            costs: vec![0; cells],
            parents: vec![0; cells],
            open: BinaryHeap::new(),
        }
    }

    /// The cheapest path to the end that avoids a prefix and leaves its last cell, `from`, by none
    /// of the closed steps.
    pub(super) fn search(
        &mut self,
        map: &RoadMap,
        rest: &Sums,
        on_prefix: &Marks,
        from: Cell,
        closed_steps: &[Cell],
    ) -> Option<Vec<Cell>> {
        self.reached.clear();
        self.closed.clear();
        self.open.clear();
        for next in map.around(from) {
            let value = map.values()[next as usize];
            if value > 0 && !on_prefix.has(next) && !closed_steps.contains(&next) {
                self.reach(map, rest, next, from, u64::from(value));
            }
        }
        while let Some(Reverse((_, left, cell))) = self.open.pop() {
            let value = u64::from(map.values()[cell as usize]);
            if left == value {
                return Some(self.way(from, cell));
            }
            if self.closed.has(cell) {
                continue;
            }
            self.closed.set(cell);
            let cost = self.costs[cell as usize];
            for next in map.around(cell) {
                let value = map.values()[next as usize];
                let through = cost + u64::from(value);
                let is_better = !self.reached.has(next) || through < self.costs[next as usize];
                if value > 0 && is_better && !on_prefix.has(next) {
                    self.reach(map, rest, next, cell, through);
                }
            }
        }
        None
    }

    fn reach(&mut self, map: &RoadMap, rest: &Sums, cell: Cell, parent: Cell, cost: u64) {
        self.reached.set(cell);
        self.costs[cell as usize] = cost;
        self.parents[cell as usize] = parent;
        let value = u64::from(map.values()[cell as usize]);
        let left = rest.raw(cell);
        self.open.push(Reverse((cost + left - value, left, cell)));
    }

    fn way(&self, from: Cell, to: Cell) -> Vec<Cell> {
        let back = std::iter::successors(Some(to), |&cell| {
            Some(self.parents[cell as usize]).filter(|&parent| parent != from)
        });
        let mut way: Vec<Cell> = back.collect();
        way.reverse();
        way
    }
}

/// A set of cells that is emptied in constant time.
pub(super) struct Marks {
    rounds: Vec<u32>,
    round: u32,
}

impl Marks {
    pub(super) fn new(cells: usize) -> Self {
        Self {
            rounds: vec![0; cells],
            round: 1,
        }
    }

    pub(super) fn clear(&mut self) {
        self.round = self.round.checked_add(1).unwrap_or_else(|| {
            self.rounds.fill(0);
            1
        });
    }

    #[inline]
    pub(super) fn set(&mut self, cell: Cell) {
        self.rounds[cell as usize] = self.round;
    }

    #[inline]
    pub(super) fn has(&self, cell: Cell) -> bool {
        self.rounds[cell as usize] == self.round
    }
}
