//! Jump point search on an 8-connected grid, whichever way the jumps are found. Turning points of
//! diagonals are never put into the queue: the straight jump points they lead to are (the "P" of
//! Harabor and Grastien 2014), and the way back is "diagonal first".

use std::cmp::Reverse;
use std::collections::BinaryHeap;

use super::jump_search::steps_ahead;
use super::octile_jumps::{Jumps, ahead, parts};
use super::points::{Arrivals, Points};
use super::solver::{Engine, GridQuery};
use crate::maze::{Cell, Connectivity, Grid, Node, Step};
use crate::search::Cost;

const STRAIGHT: u32 = Connectivity::STRAIGHT as u32;
const DIAGONAL: u32 = Connectivity::DIAGONAL as u32;

/// What the search keeps between queries.
pub(super) struct OctileSearch {
    points: Points,
    /// Total in the high half, place in the low half: one comparison orders both.
    queue: BinaryHeap<Reverse<u64>>,
    expanded: u64,
}

/// Among arrivals: the start, from which all steps go on.
const START: Arrivals = 1 << 4;

impl<J: Jumps> Engine for (J, OctileSearch) {
    fn search(&mut self, query: GridQuery, path: &mut Vec<Cell>) -> Option<Cost> {
        let ends = [query.start, query.goal];
        self.1.search(&self.0, query.grid, ends, path)
    }

    fn expanded(&self) -> u64 {
        self.1.expanded
    }

    fn to_bytes(&self) -> Vec<u8> {
        self.0.to_bytes()
    }
}

impl OctileSearch {
    /// The most cells for which costs fit 32 bits: a shortest path passes at most two cells in
    /// three, because it never runs beside itself.
    const MOST_CELLS: u64 = u32::MAX as u64 / Connectivity::DIAGONAL * 3 / 2;

    /// `None` where the grid is too large.
    pub(super) fn new(grid: &Grid) -> Option<Self> {
        let cells = u64::from(grid.rows()) * u64::from(grid.cols());
        if cells > Self::MOST_CELLS {
            return None;
        }
        Some(Self {
            points: Points::new(cells as usize),
            queue: BinaryHeap::new(),
            expanded: 0,
        })
    }

    /// What was prepared and the grid are parameters of their own: the compiler then knows that no
    /// write to a buffer changes them, and keeps them in registers.
    fn search(
        &mut self,
        jumps: &impl Jumps,
        grid: &Grid,
        [start, goal]: [Cell; 2],
        path: &mut Vec<Cell>,
    ) -> Option<Cost> {
        self.points.next_query();
        self.expanded = 0;
        self.queue.clear();
        let mut walk = Walk {
            search: self,
            jumps,
            grid,
            goal,
        };
        let cost = walk.run(start)?;
        walk.trace(start, path);
        Some(cost.into())
    }
}

/// One query.
struct Walk<'a, J> {
    search: &'a mut OctileSearch,
    jumps: &'a J,
    grid: &'a Grid,
    goal: Cell,
}

impl<J: Jumps> Walk<'_, J> {
    fn run(&mut self, start: Cell) -> Option<u32> {
        self.reach(start, start, 0, START);
        let goal = self.place(self.goal);
        while let Some(Reverse(entry)) = self.search.queue.pop() {
            let place = entry as u32;
            let g = self.search.points.cost(place);
            if place == goal {
                return Some(g);
            }
            let arrivals = self.search.points.take_pending(place);
            if arrivals == 0 {
                continue;
            }
            self.search.expanded += 1;
            self.expand(self.cell(place), g, arrivals);
        }
        None
    }

    fn expand(&mut self, cell: Cell, g: u32, arrivals: Arrivals) {
        let onward = self.onward(cell, arrivals);
        for step in Step::STRAIGHT {
            if onward & 1 << step as u32 != 0 {
                self.run_straight(cell, g, step);
            }
        }
        for step in Step::DIAGONAL {
            if onward & 1 << step as u32 != 0 {
                self.run_diagonally(cell, g, step);
            }
        }
    }

    /// The steps worth taking, a bit each: straight on, and round walls that ended just here.
    #[inline]
    fn onward(&self, cell: Cell, arrivals: Arrivals) -> u32 {
        if arrivals & START != 0 {
            return 0xFF;
        }
        let node = self.grid.node(cell).0;
        let stride = self.grid.stride();
        let free = |offset: i32| {
            self.grid
                .node_is_free(Node(node.wrapping_add_signed(offset)))
        };
        let mut onward = u32::from(arrivals);
        for arrival in Step::STRAIGHT {
            if arrivals & 1 << arrival as u32 == 0 {
                continue;
            }
            let back = -arrival.offset(stride);
            let (rows, cols) = arrival.delta();
            let sides = if rows == 0 {
                [Step::Up, Step::Down]
            } else {
                [Step::Left, Step::Right]
            };
            for side in sides {
                let beside = side.offset(stride);
                if !free(back + beside) && free(beside) {
                    let (down, right) = side.delta();
                    onward |= 1 << side as u32 | 1 << diagonal(rows + down, cols + right) as u32;
                }
            }
        }
        onward
    }

    #[inline]
    fn run_straight(&mut self, cell: Cell, g: u32, step: Step) {
        let run = self.jumps.straight(cell, step);
        let length = run.unsigned_abs();
        let goal = self.goal;
        // Steps to the goal if it lies straight ahead; otherwise a number that no run has.
        let to_goal = match step {
            Step::Up if cell.col == goal.col => cell.row.wrapping_sub(goal.row),
            Step::Down if cell.col == goal.col => goal.row.wrapping_sub(cell.row),
            Step::Left if cell.row == goal.row => cell.col.wrapping_sub(goal.col),
            Step::Right if cell.row == goal.row => goal.col.wrapping_sub(cell.col),
            _ => u32::MAX,
        };
        if to_goal <= length {
            self.reach(goal, cell, g + to_goal * STRAIGHT, 1 << step as u32);
        } else if run > 0 {
            let next = ahead(cell, step, length);
            self.reach(next, cell, g + length * STRAIGHT, 1 << step as u32);
        }
    }

    fn run_diagonally(&mut self, cell: Cell, g: u32, step: Step) {
        let [vertical, horizontal] = parts(step);
        let goal = self.goal;
        let rows = steps_ahead(cell.row, goal.row, vertical == Step::Up) as i32;
        let cols = steps_ahead(cell.col, goal.col, horizontal == Step::Left) as i32;
        // Where the diagonal meets the goal's row or column; nowhere if the goal is not that way.
        let turn = if rows > 0 && cols > 0 {
            rows.min(cols) as u32
        } else {
            u32::MAX
        };
        let mut here = cell;
        let mut gone = 0;
        loop {
            let found = self.jumps.diagonal(here, step);
            let run = found.run;
            let length = run.unsigned_abs();
            if turn > gone && turn <= gone + length {
                self.turn_to_goal(cell, g, step, turn);
            }
            if run <= 0 {
                return;
            }
            here = ahead(here, step, length);
            gone += length;
            for (part, run) in [(vertical, found.vertical), (horizontal, found.horizontal)] {
                if run > 0 {
                    let length = run as u32;
                    let cost = g + gone * DIAGONAL + length * STRAIGHT;
                    self.reach(ahead(here, part, length), cell, cost, 1 << part as u32);
                }
            }
        }
    }

    /// Reaches the goal by `turn` diagonal steps and then straight, if nothing is in between.
    fn turn_to_goal(&mut self, cell: Cell, g: u32, step: Step, turn: u32) {
        let goal = self.goal;
        let corner = ahead(cell, step, turn);
        let left = corner.row.abs_diff(goal.row) + corner.col.abs_diff(goal.col);
        let [vertical, horizontal] = parts(step);
        let part = if corner.row == goal.row {
            horizontal
        } else {
            vertical
        };
        if left == 0 || self.jumps.straight(corner, part).unsigned_abs() >= left {
            let cost = g + turn * DIAGONAL + left * STRAIGHT;
            self.reach(goal, cell, cost, 1 << part as u32);
        }
    }

    #[inline]
    fn reach(&mut self, cell: Cell, parent: Cell, g: u32, arrival: Arrivals) {
        let [place, from] = [cell, parent].map(|cell| self.place(cell));
        if !self.search.points.reach(place, from, g, arrival) {
            return;
        }
        let total = g + octile(cell, self.goal);
        self.search
            .queue
            .push(Reverse(u64::from(total) << 32 | u64::from(place)));
    }

    #[inline]
    fn place(&self, cell: Cell) -> u32 {
        cell.row * self.grid.cols() + cell.col
    }

    #[inline]
    fn cell(&self, place: u32) -> Cell {
        Cell::new(place / self.grid.cols(), place % self.grid.cols())
    }

    fn trace(&self, start: Cell, path: &mut Vec<Cell>) {
        path.clear();
        let mut here = self.goal;
        while here != start {
            let parent = self.cell(self.search.points.parent(self.place(here)));
            // Backward, the straight part comes first.
            let rows = parent.row as i32 - here.row as i32;
            let cols = parent.col as i32 - here.col as i32;
            let straight = rows.abs().abs_diff(cols.abs());
            let level = rows.abs() < cols.abs();
            for taken in 0..rows.abs().max(cols.abs()) {
                path.push(here);
                let bent = taken >= straight as i32;
                if bent || !level {
                    here.row = here.row.wrapping_add_signed(rows.signum());
                }
                if bent || level {
                    here.col = here.col.wrapping_add_signed(cols.signum());
                }
            }
        }
        path.push(start);
        path.reverse();
    }
}

fn diagonal(rows: i32, cols: i32) -> Step {
    match (rows < 0, cols < 0) {
        (true, true) => Step::UpLeft,
        (true, false) => Step::UpRight,
        (false, true) => Step::DownLeft,
        (false, false) => Step::DownRight,
    }
}

#[inline]
fn octile(a: Cell, b: Cell) -> u32 {
    let (rows, cols) = (a.row.abs_diff(b.row), a.col.abs_diff(b.col));
    let both = rows.min(cols);
    both * DIAGONAL + (rows.max(cols) - both) * STRAIGHT
}
