//! A* on a 4-connected grid without a heap, up to 64 cells at a time.
//!
//! A step toward the goal leaves g + h as it is and a step away raises it by 2, so that the
//! frontier is two stacks: cells of this total and cells of the next. A cell met on this total has
//! its final cost at once, because no smaller total is left. Cells of one word of a row travel
//! together as a mask: a run toward the goal is one addition, a step up or down one AND.

use std::cmp::Ordering;

use super::solver::{Engine, GridQuery};
use crate::maze::{Cell, Grid};
use crate::search::Cost;

/// The frontier and the marks, kept between queries so that none of them allocates.
pub(super) struct TwoStacks {
    /// One bit a cell: free and not yet reached.
    fresh: Vec<u64>,
    /// The low and the high bit of the step by which a cell was reached; they mean something only
    /// where `fresh` is cleared.
    came: [Vec<u64>; 2],
    now: Vec<Group>,
    later: Vec<Group>,
    expanded: u64,
}

/// Cells of one word that one step leads to.
#[derive(Clone, Copy)]
struct Group {
    cells: u64,
    word: u32,
    /// Which word of its row, which spares a division.
    in_row: u16,
    step: u8,
}

/// Straight steps as two bits, in the order of [`Step::STRAIGHT`](crate::maze::Step::STRAIGHT).
const UP: u8 = 0;
const DOWN: u8 = 1;
const LEFT: u8 = 2;
const RIGHT: u8 = 3;

impl Engine for TwoStacks {
    fn search(&mut self, query: GridQuery, path: &mut Vec<Cell>) -> Option<Cost> {
        let GridQuery { grid, start, goal } = query;
        self.fresh.copy_from_slice(grid.words());
        self.expanded = 0;
        let cost = self.flood(grid, start, goal)?;
        self.trace(grid, start, goal, cost, path);
        Some(cost.into())
    }

    fn expanded(&self) -> u64 {
        self.expanded
    }
}

impl TwoStacks {
    /// `None` where rows are too long for [`Group::in_row`].
    pub(super) fn new(grid: &Grid) -> Option<Self> {
        u16::try_from(grid.stride() / 64).ok()?;
        let words = grid.words().len();
        Some(Self {
            fresh: vec![0; words],
            came: [vec![0; words], vec![0; words]],
            now: Vec::new(),
            later: Vec::new(),
            expanded: 0,
        })
    }

    /// The cost, if the goal was reached.
    fn flood(&mut self, grid: &Grid, start: Cell, goal: Cell) -> Option<u32> {
        let target = Target::new(grid, goal);
        let mut total = start.row.abs_diff(goal.row) + start.col.abs_diff(goal.col);
        let node = grid.node(start).0;
        self.later.clear();
        self.now.clear();
        self.now.push(Group {
            cells: 1 << (node % 64),
            word: node / 64,
            in_row: (node % grid.stride() / 64) as u16,
            step: UP,
        });
        loop {
            while let Some(group) = self.now.pop() {
                if self.expand(group, &target) {
                    return Some(total);
                }
            }
            if self.later.is_empty() {
                return None;
            }
            total += 2;
            // Reversed, so that what the first dive toward the goal left behind comes first.
            self.later.reverse();
            std::mem::swap(&mut self.now, &mut self.later);
        }
    }

    /// Reaches the fresh cells of a group and all that lies toward the goal from them in their
    /// word, and puts what lies around into the stacks. True if the goal is among them.
    #[inline]
    fn expand(&mut self, group: Group, target: &Target) -> bool {
        let Group {
            word, in_row, step, ..
        } = group;
        let place = word as usize;
        let fresh = self.fresh[place];
        let cells = group.cells & fresh;
        if cells == 0 {
            return false;
        }
        self.expanded += 1;
        let lanes = target.lanes(in_row);
        let ran_right = run_up(cells & lanes.right, fresh & lanes.right_ends) & !cells;
        let ran_left = run_down(cells & lanes.left, fresh & lanes.left_ends) & !cells & !ran_right;
        let reached = cells | ran_right | ran_left;
        let fresh = fresh & !reached;
        self.fresh[place] = fresh;

        let [low, high] = &mut self.came;
        let low_bit = if step & 1 == 1 { cells } else { 0 };
        let high_bit = if step & 2 == 2 { cells } else { 0 };
        low[place] = low[place] & !reached | low_bit | ran_right;
        high[place] = high[place] & !reached | high_bit | ran_right | ran_left;
        if place == target.word && reached & target.bit != 0 {
            return true;
        }

        let away_right = (reached & !lanes.right) << 1 & fresh;
        self.push(away_right, word, in_row, RIGHT, false);
        let away_left = (reached & !lanes.left) >> 1 & fresh;
        self.push(away_left, word, in_row, LEFT, false);
        let above = word - target.words_a_row;
        let up = reached & self.fresh[above as usize];
        self.push(up, above, in_row, UP, word >= target.row_ends);
        let below = word + target.words_a_row;
        let down = reached & self.fresh[below as usize];
        self.push(down, below, in_row, DOWN, word < target.row_begins);
        if reached >> 63 == 1 && self.fresh[place + 1] & 1 == 1 {
            let is_toward_goal = lanes.right >> 63 == 1;
            self.push(1, word + 1, in_row + 1, RIGHT, is_toward_goal);
        }
        if reached & 1 == 1 && self.fresh[place - 1] >> 63 == 1 {
            let is_toward_goal = lanes.left & 1 == 1;
            self.push(1 << 63, word - 1, in_row - 1, LEFT, is_toward_goal);
        }
        false
    }

    #[inline]
    fn push(&mut self, cells: u64, word: u32, in_row: u16, step: u8, is_toward_goal: bool) {
        if cells != 0 {
            let stack = if is_toward_goal {
                &mut self.now
            } else {
                &mut self.later
            };
            stack.push(Group {
                cells,
                word,
                in_row,
                step,
            });
        }
    }

    fn trace(&self, grid: &Grid, start: Cell, goal: Cell, cost: u32, path: &mut Vec<Cell>) {
        let [low, high] = &self.came;
        path.clear();
        path.resize(cost as usize + 1, start);
        let (mut node, mut cell, stride) = (grid.node(goal).0, goal, grid.stride());
        for place in path.iter_mut().skip(1).rev() {
            *place = cell;
            let (word, bit) = (node as usize / 64, node % 64);
            let [low, high] = [low, high].map(|plane| (plane[word] >> bit & 1) as u8);
            // Branches, which are guessed ahead: a table of steps would make each wait for the last.
            match low | high << 1 {
                UP => {
                    node += stride;
                    cell.row += 1;
                }
                DOWN => {
                    node -= stride;
                    cell.row -= 1;
                }
                LEFT => {
                    node += 1;
                    cell.col += 1;
                }
                _ => {
                    node -= 1;
                    cell.col -= 1;
                }
            }
        }
        debug_assert_eq!(cell, start, "the steps lead back to the start");
    }
}

/// Where the goal is, in words.
struct Target {
    words_a_row: u32,
    word: usize,
    bit: u64,
    in_row: u16,
    /// The first word of the goal's row, and of the row below it.
    row_begins: u32,
    row_ends: u32,
}

/// In one word: the cells from which a step right or left leads toward the goal, and the cells
/// where such steps end.
#[derive(Clone, Copy)]
struct Lanes {
    right: u64,
    right_ends: u64,
    left: u64,
    left_ends: u64,
}

impl Target {
    fn new(grid: &Grid, goal: Cell) -> Self {
        let words_a_row = grid.stride() / 64;
        let node = grid.node(goal).0;
        let row_begins = node / grid.stride() * words_a_row;
        Self {
            words_a_row,
            word: node as usize / 64,
            bit: 1 << (node % 64),
            in_row: (node / 64 - row_begins) as u16,
            row_begins,
            row_ends: row_begins + words_a_row,
        }
    }

    #[inline]
    fn lanes(&self, in_row: u16) -> Lanes {
        let (none, all, below) = (0, u64::MAX, self.bit - 1);
        let [right, right_ends, left, left_ends] = match in_row.cmp(&self.in_row) {
            Ordering::Less => [all, all, none, none],
            Ordering::Greater => [none, none, all, all],
            Ordering::Equal => [below, below | self.bit, !below & !self.bit, !below],
        };
        Lanes {
            right,
            right_ends,
            left,
            left_ends,
        }
    }
}

/// `from` and every bit above it that consecutive bits of `through` lead to: adding makes the
/// carry run exactly there.
#[inline]
fn run_up(from: u64, through: u64) -> u64 {
    let lane = from | through;
    (lane.wrapping_add(from) ^ lane | from) & lane
}

/// The same downward, where no carry runs: doubling strides instead.
#[inline]
fn run_down(from: u64, through: u64) -> u64 {
    if from == 0 {
        return 0;
    }
    let mut run = from;
    let mut open = through;
    for shift in [1, 2, 4, 8, 16, 32] {
        run |= open & run >> shift;
        open &= open >> shift;
    }
    run
}

#[cfg(test)]
mod tests {
    use super::*;

    fn slow_run_up(from: u64, through: u64) -> u64 {
        let mut run = from;
        loop {
            let longer = run | run << 1 & through;
            if longer == run {
                return run;
            }
            run = longer;
        }
    }

    #[test]
    fn runs_are_the_slow_runs() {
        let mut stream = crate::generate::Stream::new(4);
        for _ in 0..20_000 {
            let through = stream.bits() | stream.bits();
            let from = through & stream.bits() & stream.bits();
            assert_eq!(run_up(from, through), slow_run_up(from, through));
            let mirrored = slow_run_up(from.reverse_bits(), through.reverse_bits());
            assert_eq!(run_down(from, through), mirrored.reverse_bits());
        }
    }
}
