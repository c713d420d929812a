//! A* with two stacks, cell by cell, guided by [`Landmarks`]. Every lane of the estimate changes
//! by one with every step, so that totals rise by 0 or 2 here too.

use super::landmarks::{Landmarks, Marks, estimate};
use super::solver::{Engine, GridQuery};
use crate::maze::{Cell, Grid, Step};
use crate::search::Cost;

/// What the search keeps between queries.
pub(super) struct LandmarkSearch {
    /// One bit a cell: free and not yet reached.
    fresh: Vec<u64>,
    /// The step by which a cell was reached; means something only where `fresh` is cleared.
    came: Vec<u8>,
    now: Vec<OpenNode>,
    later: Vec<OpenNode>,
    expanded: u64,
}

#[derive(Clone, Copy)]
struct OpenNode {
    node: u32,
    h: u16,
    step: u8,
}

const fn open_node(node: u32, h: u16, step: u8) -> OpenNode {
    OpenNode { node, h, step }
}

impl Engine for (Landmarks, LandmarkSearch) {
    fn search(&mut self, query: GridQuery, path: &mut Vec<Cell>) -> Option<Cost> {
        let GridQuery { grid, start, goal } = query;
        let (landmarks, search) = self;
        search.fresh.copy_from_slice(grid.words());
        search.expanded = 0;
        let cost = search.flood(landmarks, grid, start, goal)?;
        search.trace(grid, start, goal, cost, path);
        Some(cost.into())
    }

    fn expanded(&self) -> u64 {
        self.1.expanded
    }
}

impl LandmarkSearch {
    pub(super) fn new(grid: &Grid) -> Self {
        Self {
            fresh: grid.words().to_vec(),
            came: vec![0; grid.nodes()],
            now: Vec::new(),
            later: Vec::new(),
            expanded: 0,
        }
    }

    fn flood(
        &mut self,
        landmarks: &Landmarks,
        grid: &Grid,
        start: Cell,
        goal: Cell,
    ) -> Option<u32> {
        let steps = Step::STRAIGHT.map(|step| step.offset(grid.stride()));
        let goal_node = grid.node(goal).0;
        let target: Marks = *landmarks.at(goal_node);
        let start_node = grid.node(start).0;
        let h = estimate(landmarks.at(start_node), &target);
        let mut total = u32::from(h);
        self.later.clear();
        self.now.clear();
        self.now.push(open_node(start_node, h, 0));
        self.clear(start_node);
        loop {
            while let Some(OpenNode { node, h, .. }) = self.now.pop() {
                self.expanded += 1;
                for (index, step) in steps.into_iter().enumerate() {
                    let next = node.wrapping_add_signed(step);
                    if !self.is_fresh(next) {
                        continue;
                    }
                    let next_h = estimate(landmarks.at(next), &target);
                    let waiting = open_node(next, next_h, index as u8);
                    if next_h < h {
                        self.clear(next);
                        self.came[next as usize] = index as u8;
                        if next == goal_node {
                            return Some(total);
                        }
                        self.now.push(waiting);
                    } else {
                        self.later.push(waiting);
                    }
                }
            }
            total += 2;
            while let Some(waiting) = self.later.pop() {
                if self.is_fresh(waiting.node) {
                    self.clear(waiting.node);
                    self.came[waiting.node as usize] = waiting.step;
                    self.now.push(waiting);
                }
            }
            if self.now.is_empty() {
                return None;
            }
        }
    }

    #[inline]
    fn is_fresh(&self, node: u32) -> bool {
        self.fresh[node as usize / 64] >> (node % 64) & 1 == 1
    }

    #[inline]
    fn clear(&mut self, node: u32) {
        self.fresh[node as usize / 64] &= !(1 << (node % 64));
    }

    fn trace(&self, grid: &Grid, start: Cell, goal: Cell, cost: u32, path: &mut Vec<Cell>) {
        path.clear();
        path.resize(cost as usize + 1, start);
        let (mut node, mut cell) = (grid.node(goal), goal);
        for place in path.iter_mut().skip(1).rev() {
            *place = cell;
            let step = Step::STRAIGHT[self.came[node.index()] as usize];
            (node, cell) = (grid.before(node, step), cell.before(step));
        }
        debug_assert_eq!(cell, start, "the steps lead back to the start");
    }
}
