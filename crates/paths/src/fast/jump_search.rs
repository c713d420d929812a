//! Jump point search on a 4-connected grid with [`JumpTables`].

use super::buckets::Buckets;
use super::jump_tables::{DOWN, JumpTables, LEFT, RIGHT, Run, UP};
use super::points::{Arrivals, Points};
use super::solver::{Engine, GridQuery};
use crate::maze::{Cell, Grid, Node};
use crate::search::Cost;

/// What the search keeps between queries.
pub(super) struct JumpSearch {
    points: Points,
    open: Buckets<Cell>,
    expanded: u64,
}

/// Among arrivals: the start, from which all directions go on.
const START: Arrivals = 1 << 4;

impl Engine for (JumpTables, JumpSearch) {
    fn search(&mut self, query: GridQuery, path: &mut Vec<Cell>) -> Option<Cost> {
        self.1.search(&self.0, query, path)
    }

    fn expanded(&self) -> u64 {
        self.1.expanded
    }
}

impl JumpSearch {
    pub(super) fn new(grid: &Grid) -> Self {
        let cells = grid.rows() as usize * grid.cols() as usize;
        Self {
            points: Points::new(cells),
            open: Buckets::new(),
            expanded: 0,
        }
    }

    /// What was prepared is a parameter of its own: the compiler then knows that no write to a
    /// buffer changes it, and keeps it in registers.
    fn search(
        &mut self,
        tables: &JumpTables,
        query: GridQuery,
        path: &mut Vec<Cell>,
    ) -> Option<Cost> {
        let GridQuery { grid, start, goal } = query;
        self.points.next_query();
        self.expanded = 0;
        self.open.clear();
        let least = start.steps_to(goal);
        let mut walk = Walk {
            search: self,
            tables,
            grid,
            goal,
            least,
        };
        walk.run(start).then(|| walk.trace(start, path))
    }
}

/// One query.
struct Walk<'a> {
    search: &'a mut JumpSearch,
    tables: &'a JumpTables,
    grid: &'a Grid,
    goal: Cell,
    /// The total of the start.
    least: u32,
}

impl Walk<'_> {
    fn run(&mut self, start: Cell) -> bool {
        self.reach(start, start, 0, START);
        let mut bucket = 0;
        while bucket < self.search.open.len() {
            let Some(cell) = self.search.open.pop(bucket) else {
                bucket += 1;
                continue;
            };
            if cell == self.goal {
                return true;
            }
            let place = self.place(cell);
            let g = self.search.points.cost(place);
            // A cell whose cost fell since then waits in an earlier bucket, or did.
            if g + cell.steps_to(self.goal) != self.least + 2 * bucket as u32 {
                continue;
            }
            let arrivals = self.search.points.take_pending(place);
            if arrivals == 0 {
                continue;
            }
            self.search.expanded += 1;
            self.expand(cell, g, arrivals);
        }
        false
    }

    /// Follows every direction that is worth it after arriving with `arrivals`.
    fn expand(&mut self, cell: Cell, g: u32, arrivals: Arrivals) {
        let runs = self.tables.at(cell);
        let along_row = arrivals & (1 << LEFT | 1 << RIGHT | START) != 0;
        let (left_behind, right_behind) = match arrivals {
            _ if arrivals & START != 0 => (true, true),
            _ => self.walls_behind(cell, arrivals),
        };
        if left_behind || arrivals & 1 << LEFT != 0 {
            self.run_along_row(cell, g, LEFT, runs[LEFT]);
        }
        if right_behind || arrivals & 1 << RIGHT != 0 {
            self.run_along_row(cell, g, RIGHT, runs[RIGHT]);
        }
        if along_row || arrivals & 1 << UP != 0 {
            self.run_along_column(cell, g, UP, runs[UP]);
        }
        if along_row || arrivals & 1 << DOWN != 0 {
            self.run_along_column(cell, g, DOWN, runs[DOWN]);
        }
    }

    /// After a column run: did a wall on the left, on the right, end just here?
    fn walls_behind(&self, cell: Cell, arrivals: Arrivals) -> (bool, bool) {
        let node = self.grid.node(cell);
        let stride = self.grid.stride();
        let (mut left, mut right) = (false, false);
        for (direction, behind) in [(UP, node.0 + stride), (DOWN, node.0 - stride)] {
            if arrivals & 1 << direction != 0 {
                left |= !self.grid.node_is_free(Node(behind - 1));
                right |= !self.grid.node_is_free(Node(behind + 1));
            }
        }
        (left, right)
    }

    #[inline]
    fn run_along_column(&mut self, cell: Cell, g: u32, direction: usize, run: Run) {
        let length = u32::from(run.unsigned_abs());
        let goal = self.goal;
        let ahead = steps_ahead(cell.row, goal.row, direction == UP);
        // A goal behind wraps around to a distance that no run has.
        if cell.col == goal.col && ahead.wrapping_sub(1) < length {
            self.reach(goal, cell, g + ahead, 1 << direction);
        } else if run > 0 {
            let next = Cell::new(moved(cell.row, length, direction == UP), cell.col);
            self.reach(next, cell, g + length, 1 << direction);
        }
    }

    #[inline]
    fn run_along_row(&mut self, cell: Cell, g: u32, direction: usize, run: Run) {
        let length = u32::from(run.unsigned_abs());
        let goal = self.goal;
        let ahead = steps_ahead(cell.col, goal.col, direction == LEFT);
        if ahead.wrapping_sub(1) < length {
            // The run crosses the goal's column. It stops there if it can turn to the goal.
            let turn = Cell::new(cell.row, goal.col);
            let direction_there = if goal.row < turn.row { UP } else { DOWN };
            let column_run = self.tables.at(turn)[direction_there].unsigned_abs();
            if u32::from(column_run) >= goal.row.abs_diff(turn.row) {
                self.reach(turn, cell, g + ahead, 1 << direction);
            }
        }
        if run > 0 {
            let next = Cell::new(cell.row, moved(cell.col, length, direction == LEFT));
            self.reach(next, cell, g + length, 1 << direction);
        }
    }

    /// Puts a cell into its bucket, unless it is there as cheaply from the same side.
    #[inline]
    fn reach(&mut self, cell: Cell, parent: Cell, g: u32, arrival: Arrivals) {
        let [place, from] = [cell, parent].map(|cell| self.place(cell));
        if !self.search.points.reach(place, from, g, arrival) {
            return;
        }
        let bucket = (g + cell.steps_to(self.goal) - self.least) / 2;
        self.search.open.push(bucket, cell);
    }

    #[inline]
    fn place(&self, cell: Cell) -> u32 {
        cell.row * self.tables.cols + cell.col
    }

    /// Writes the path and returns its cost.
    fn trace(&self, start: Cell, path: &mut Vec<Cell>) -> Cost {
        let mut here = self.goal;
        let cost = self.search.points.cost(self.place(here));
        path.clear();
        path.resize(cost as usize + 1, start);
        let mut left = path.as_mut_slice();
        while here != start {
            let parent = self.search.points.parent(self.place(here));
            let parent = Cell::new(parent / self.tables.cols, parent % self.tables.cols);
            let run = here.steps_to(parent) as usize;
            let (rest, segment) = left.split_at_mut(left.len() - run);
            left = rest;
            let step = |from: u32, to: u32| i64::from(to > from) - i64::from(to < from);
            let (down, right) = (step(parent.row, here.row), step(parent.col, here.col));
            let mut cell = parent;
            for place in segment {
                cell.row = cell.row.wrapping_add_signed(down as i32);
                cell.col = cell.col.wrapping_add_signed(right as i32);
                *place = cell;
            }
            here = parent;
        }
        cost.into()
    }
}

/// Steps to a row or column that lies ahead; a very large number for one that lies behind.
#[inline]
pub(super) fn steps_ahead(from: u32, to: u32, is_backward: bool) -> u32 {
    if is_backward {
        from.wrapping_sub(to)
    } else {
        to.wrapping_sub(from)
    }
}

#[inline]
fn moved(from: u32, steps: u32, is_backward: bool) -> u32 {
    if is_backward {
        from - steps
    } else {
        from + steps
    }
}
