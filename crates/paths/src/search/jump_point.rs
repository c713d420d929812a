//! Jump point search (Harabor and Grastien 2011, without corner cutting): of the many equally
//! short paths across open floor follow only one, and stop only where a wall makes another matter.
//!
//! Eight-connected, the one path is "diagonal first": after a diagonal step both its straight parts
//! and itself go on; after a straight step only itself, and round a wall that just ended beside it.
//! Four-connected, the one path is "sideways first": columns play the straight steps' part and rows
//! the diagonals'. This version walks cell by cell to be read; [`fast`](crate::fast) scans bits.

use std::cmp::Reverse;
use std::collections::BinaryHeap;

use super::log::Log;
use super::{Cost, GridProblem, Observer, Problem, Report};
use crate::maze::{Connectivity, Node, Step};

/// A shortest path.
pub fn search(problem: &GridProblem, observer: &mut impl Observer<Node>) -> Report {
    let (start, goal) = (problem.start(), problem.goal());
    let mut log = Log::one_round(observer);
    let mut points: Vec<Option<Point>> = vec![None; problem.nodes()];
    let mut open = BinaryHeap::new();
    let mut onward = Vec::new();
    let h = problem.heuristic(start);
    points[start.index()] = Some(Point {
        g: 0,
        parent: start,
        arrivals: 0,
        pending: START,
    });
    open.push(Reverse((h, h, start, 0)));
    log.opened(start, 0, h);
    log.open(1);

    while let Some(Reverse((_, h, node, g))) = open.pop() {
        let Some(point) = points[node.index()]
            .as_mut()
            .filter(|p| p.g == g && p.pending != 0)
        else {
            continue;
        };
        if node == goal {
            return log.found(cell_by_cell(problem, &points, goal), g);
        }
        if log.is_stopped() {
            return log.gave_up();
        }
        let arrivals = std::mem::take(&mut point.pending);
        log.counts.reexpanded += u64::from(point.arrivals != 0);
        point.arrivals |= arrivals;
        log.expanded(node, g, h);

        onward.clear();
        steps_onward(problem, node, arrivals, &mut onward);
        for &step in &onward {
            let Some(next) = jump(problem, node, step) else {
                continue;
            };
            let next_g = g + distance(problem, node, next);
            let arrival = 1 << step as u16;
            let known = &mut points[next.index()];
            let is_new = known.is_none();
            match known {
                Some(point) if point.g < next_g => continue,
                // As cheap, from another side: that side's steps onward have yet to be taken.
                Some(point) if point.g == next_g => {
                    if (point.arrivals | point.pending) & arrival != 0 {
                        continue;
                    }
                    point.pending |= arrival;
                }
                _ => {
                    *known = Some(Point {
                        g: next_g,
                        parent: node,
                        arrivals: 0,
                        pending: arrival,
                    });
                }
            }
            let h = problem.heuristic(next);
            open.push(Reverse((next_g + h, h, next, next_g)));
            log.opened_again(!is_new, next, next_g, h);
        }
        log.open(open.len());
    }
    log.no_path()
}

/// In [`Point::pending`]: the start, from which every step goes on.
const START: u16 = 1 << 8;

/// A jump point that was reached. Bits are of [`Step`]s.
#[derive(Clone, Copy)]
struct Point {
    g: Cost,
    parent: Node,
    /// The steps with which it was reached and whose onward steps were taken.
    arrivals: u16,
    /// Those whose onward steps are still to be taken.
    pending: u16,
}

/// The steps worth taking after arriving with any of `arrivals`.
fn steps_onward(problem: &GridProblem, node: Node, arrivals: u16, onward: &mut Vec<Step>) {
    let grid = problem.grid();
    let four = problem.connectivity() == Connectivity::Four;
    let all = Step::STRAIGHT.into_iter().chain(Step::DIAGONAL);
    if arrivals == START {
        onward.extend(all.take(if four { 4 } else { 8 }));
        return;
    }
    for arrival in all.filter(|&step| arrivals & 1 << step as u16 != 0) {
        let mut add = |step: Step| {
            if !onward.contains(&step) {
                onward.push(step);
            }
        };
        add(arrival);
        let (rows, cols) = arrival.delta();
        if branches_freely(problem, arrival) {
            for part in parts(problem, arrival) {
                add(part);
            }
            continue;
        }
        for side in sides(arrival) {
            if is_forced(grid, node, arrival, side) {
                add(side);
                let (side_rows, side_cols) = side.delta();
                let diagonal = Step::from_delta(rows + side_rows, cols + side_cols);
                if let Some(diagonal) = diagonal.filter(|_| !four) {
                    add(diagonal);
                }
            }
        }
    }
}

/// The next jump point along a step: the goal, a place where a wall ends beside the path, or, on a
/// step that branches freely, a place from which one of its branches finds such.
fn jump(problem: &GridProblem, from: Node, step: Step) -> Option<Node> {
    let grid = problem.grid();
    let mut here = from;
    loop {
        if !grid.allows(here, step) {
            return None;
        }
        here = grid.beside(here, step);
        let stops = here == problem.goal()
            || if branches_freely(problem, step) {
                parts(problem, step)
                    .into_iter()
                    .any(|part| jump(problem, here, part).is_some())
            } else {
                sides(step)
                    .into_iter()
                    .any(|side| is_forced(grid, here, step, side))
            };
        if stops {
            return Some(here);
        }
    }
}

fn branches_freely(problem: &GridProblem, step: Step) -> bool {
    match problem.connectivity() {
        Connectivity::Four => matches!(step, Step::Left | Step::Right),
        Connectivity::Eight => !Step::STRAIGHT.contains(&step),
    }
}

/// The straight steps into which a freely branching step may turn.
fn parts(problem: &GridProblem, step: Step) -> [Step; 2] {
    match (problem.connectivity(), step) {
        (Connectivity::Four, _) => [Step::Up, Step::Down],
        (Connectivity::Eight, Step::UpLeft) => [Step::Up, Step::Left],
        (Connectivity::Eight, Step::UpRight) => [Step::Up, Step::Right],
        (Connectivity::Eight, Step::DownLeft) => [Step::Down, Step::Left],
        (Connectivity::Eight, _) => [Step::Down, Step::Right],
    }
}

fn sides(step: Step) -> [Step; 2] {
    match step {
        Step::Up | Step::Down => [Step::Left, Step::Right],
        _ => [Step::Up, Step::Down],
    }
}

/// Did a wall beside the path end just here? Then `side` cannot be reached any sooner.
fn is_forced(grid: &crate::maze::Grid, node: Node, step: Step, side: Step) -> bool {
    let stride = grid.stride();
    let behind = Node(
        node.0
            .wrapping_add_signed(side.offset(stride) - step.offset(stride)),
    );
    !grid.node_is_free(behind) && grid.node_is_free(grid.beside(node, side))
}

/// The cost along a straight or diagonal line.
fn distance(problem: &GridProblem, from: Node, to: Node) -> Cost {
    let (a, b) = (problem.grid().cell(from), problem.grid().cell(to));
    let (rows, cols) = (a.row.abs_diff(b.row), a.col.abs_diff(b.col));
    let steps = Cost::from(rows.max(cols));
    match problem.connectivity() {
        Connectivity::Four => steps,
        Connectivity::Eight if rows > 0 && cols > 0 => steps * Connectivity::DIAGONAL,
        Connectivity::Eight => steps * Connectivity::STRAIGHT,
    }
}

/// The path with the cells between jump points filled in.
fn cell_by_cell(problem: &GridProblem, points: &[Option<Point>], goal: Node) -> Vec<Node> {
    let grid = problem.grid();
    let mut path = vec![goal];
    let mut here = goal;
    while here != problem.start() {
        let parent = points[here.index()]
            .expect("every jump point on the path was reached")
            .parent;
        let (from, to) = (grid.cell(here), grid.cell(parent));
        let rows = (i64::from(to.row) - i64::from(from.row)).signum() as i32;
        let cols = (i64::from(to.col) - i64::from(from.col)).signum() as i32;
        let back = Step::from_delta(rows, cols).expect("a parent is another cell");
        while here != parent {
            here = grid.beside(here, back);
            path.push(here);
        }
    }
    path.reverse();
    path
}
