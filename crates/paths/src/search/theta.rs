//! Theta* (Nash, Daniel, Koenig and Felner 2007): A* whose paths may turn at any angle. A cell that
//! can be seen from the parent of the cell it was reached from is joined to that parent directly.
//!
//! Lengths are straight lines between the middles of cells, whatever the connectivity, in units of
//! [`Connectivity::STRAIGHT`], rounded up. The heuristic is the same rounded down. Cells are
//! expanded again when a cheaper path turns up: then the path is never longer than the shortest path
//! of grid steps, because every step of that one is also a straight line.

use std::cmp::Reverse;
use std::collections::BinaryHeap;

use super::label::Labels;
use super::log::Log;
use super::{Cost, GridProblem, Heuristic, Observer, Problem, Report};
use crate::maze::{Cell, Connectivity, Grid, Node};

/// A path of straight lines; its nodes are where it turns.
pub fn search(problem: &GridProblem, observer: &mut impl Observer<Node>) -> Report {
    let (start, goal) = (problem.start(), problem.goal());
    let grid = problem.grid();
    let mut log = Log::one_round(observer);
    let mut labels = Labels::new(problem.nodes());
    let mut open = BinaryHeap::new();
    let named = problem.named_heuristic().unwrap_or(Heuristic::Euclidean);
    let heuristic =
        |node: Node| named.distance(Connectivity::Eight, grid.cell(node), grid.cell(goal));
    let h = heuristic(start);
    labels.set(start, 0, None);
    open.push(Reverse((h, h, start, 0)));
    log.opened(start, 0, h);
    log.open(1);

    while let Some(Reverse((_, h, node, g))) = open.pop() {
        if !labels.is_open(node, g) {
            continue;
        }
        if node == goal {
            // A corner of the path may have been reached in a shorter way since the path went through it.
            let path = labels.path_to(goal);
            let lines = path
                .windows(2)
                .map(|ends| [grid.cell(ends[0]), grid.cell(ends[1])]);
            let length = lines.map(|[from, to]| straight_line(from, to)).sum();
            return log.found(path, length);
        }
        if log.is_stopped() {
            return log.gave_up();
        }
        labels.expand(node);
        log.expanded(node, g, h);
        let parent = labels.get(node).and_then(|label| label.parent);
        let parent = parent.and_then(|parent| Some((parent, labels.get(parent)?.g)));
        problem.each_neighbour(node, |next, _| {
            let cell = grid.cell(next);
            let seen = parent.filter(|&(parent, _)| line_of_sight(grid, grid.cell(parent), cell));
            let (from, from_g) = seen.unwrap_or((node, g));
            let next_g = from_g + straight_line(grid.cell(from), cell);
            let known = labels.get(next);
            if known.is_some_and(|label| label.g <= next_g) {
                return;
            }
            labels.set(next, next_g, Some(from));
            let h = heuristic(next);
            open.push(Reverse((next_g + h, h, next, next_g)));
            log.counts.reexpanded += u64::from(known.is_some_and(|label| label.expanded));
            log.opened_again(known.is_some(), next, next_g, h);
        });
        log.open(open.len());
    }
    log.no_path()
}

/// The length of a straight line between the middles of two cells, rounded up.
pub fn straight_line(from: Cell, to: Cell) -> Cost {
    let squared = squared_distance(from, to);
    let root = squared.isqrt();
    (root + u128::from(root * root < squared)) as Cost
}

/// In units of [`Connectivity::STRAIGHT`], squared.
fn squared_distance(from: Cell, to: Cell) -> u128 {
    let [rows, cols] = [from.row.abs_diff(to.row), from.col.abs_diff(to.col)].map(u128::from);
    let unit = u128::from(Connectivity::STRAIGHT);
    (rows * rows + cols * cols) * unit * unit
}

/// Is every cell that the line between two middles touches free? A line through a corner touches
/// all four cells around it, as a diagonal step does.
pub fn line_of_sight(grid: &Grid, from: Cell, to: Cell) -> bool {
    let signed = |cell: Cell| (i64::from(cell.row), i64::from(cell.col));
    let ((mut row, mut col), (last_row, last_col)) = (signed(from), signed(to));
    let (rows, cols) = ((last_row - row).abs(), (last_col - col).abs());
    let (down, right) = ((last_row - row).signum(), (last_col - col).signum());
    let is_free = |row: i64, col: i64| grid.is_free(Cell::new(row as u32, col as u32));
    if !is_free(row, col) {
        return false;
    }
    // The k-th border between rows is crossed at (2k - 1) / (2 rows) of the way, columns alike:
    // comparing the two with whole numbers says which comes next.
    let (mut row_borders, mut col_borders) = (1, 1);
    while (row, col) != (last_row, last_col) {
        let to_row = (2 * row_borders - 1) * cols;
        let to_col = (2 * col_borders - 1) * rows;
        if cols == 0 || (rows > 0 && to_row < to_col) {
            row += down;
            row_borders += 1;
        } else if rows == 0 || to_col < to_row {
            col += right;
            col_borders += 1;
        } else {
            if !is_free(row + down, col) || !is_free(row, col + right) {
                return false;
            }
            row += down;
            col += right;
            row_borders += 1;
            col_borders += 1;
        }
        if !is_free(row, col) {
            return false;
        }
    }
    true
}
