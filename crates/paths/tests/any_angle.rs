//! Theta*: never longer than the shortest path of grid steps, and every straight line of it is free.

mod slow;

use boyi_paths::generate::{Kind, generate};
use boyi_paths::maze::{Cell, Connectivity, Grid};
use boyi_paths::search::theta::{line_of_sight, straight_line};
use boyi_paths::search::{GridProblem, Outcome, by_name};
use proptest::prelude::*;

/// Does the line between two middles touch the closed square of a cell? Exactly, with whole numbers:
/// the boxes must overlap, and the corners of the square may not all lie on one side of the line.
fn touches(from: Cell, to: Cell, cell: Cell) -> bool {
    // Twice the coordinates, so that borders are whole numbers.
    let point = |cell: Cell| (2 * i64::from(cell.row), 2 * i64::from(cell.col));
    let ((r1, c1), (r2, c2), (row, col)) = (point(from), point(to), point(cell));
    let overlap = |one: i64, other: i64, middle: i64| {
        one.min(other) <= middle + 1 && one.max(other) >= middle - 1
    };
    if !overlap(r1, r2, row) || !overlap(c1, c2, col) {
        return false;
    }
    let side = |r: i64, c: i64| ((r2 - r1) * (c - c1) - (c2 - c1) * (r - r1)).signum();
    let corners = [(-1, -1), (-1, 1), (1, -1), (1, 1)].map(|(r, c)| side(row + r, col + c));
    !corners.iter().all(|&side| side > 0) && !corners.iter().all(|&side| side < 0)
}

fn sees(grid: &Grid, from: Cell, to: Cell) -> bool {
    let rows = from.row.min(to.row)..=from.row.max(to.row);
    rows.flat_map(|row| (0..grid.cols()).map(move |col| Cell { row, col }))
        .all(|cell| grid.is_free(cell) || !touches(from, to, cell))
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(1000))]

    #[test]
    fn a_line_is_free_exactly_when_no_wall_touches_it(
        rows in 1_u32..12, cols in 1_u32..12, seed: u64, density in 0.0..0.4, ends: [u32; 4],
    ) {
        let grid = generate(Kind::Obstacles { density }, rows, cols, seed).expect("a legal size");
        let from = Cell::new(ends[0] % rows, ends[1] % cols);
        let to = Cell::new(ends[2] % rows, ends[3] % cols);
        prop_assert_eq!(line_of_sight(&grid, from, to), sees(&grid, from, to));
        prop_assert_eq!(line_of_sight(&grid, from, to), line_of_sight(&grid, to, from));
    }

    #[test]
    fn theta_is_never_longer_than_steps_and_sees_along_every_line(
        rows in 1_u32..30, cols in 1_u32..30, seed: u64, density in 0.0..0.45, eight: bool, blind: bool,
    ) {
        let kind = if seed % 3 == 0 { Kind::Rooms { side: 5, doors: 0.8 } } else { Kind::Obstacles { density } };
        let grid = generate(kind, rows, cols, seed).expect("a legal size");
        let free = grid.free_list();
        prop_assume!(!free.is_empty());
        let (start, goal) = (free[0], free[free.len() - 1]);
        let connectivity = if eight { Connectivity::Eight } else { Connectivity::Four };
        let problem = GridProblem::new(&grid, connectivity, start, goal);
        let problem = if blind { problem.blind() } else { problem };
        let theta = by_name("theta").expect("Theta*");
        let report = theta.run(&problem, None);
        // On the grid, in the same units.
        let steps = slow::distance(&grid, connectivity, start, goal);
        let steps = steps.map(|cost| cost * theta.unit(connectivity) / connectivity.straight_cost());
        let Outcome::Found(route) = &report.outcome else {
            prop_assert_eq!(steps, None);
            return Ok(());
        };
        let steps = steps.expect("Theta* found a path");
        prop_assert!(route.cost <= steps, "{} instead of {}", route.cost, steps);
        let cells: Vec<Cell> = route.path.iter().map(|&node| grid.cell(node)).collect();
        prop_assert_eq!((cells[0], cells[cells.len() - 1]), (start, goal));
        let length: u64 = cells.windows(2).map(|pair| straight_line(pair[0], pair[1])).sum();
        prop_assert_eq!(length, route.cost);
        for pair in cells.windows(2) {
            prop_assert!(sees(&grid, pair[0], pair[1]), "{:?}", pair);
        }
        // No path is shorter than the straight line.
        prop_assert!(route.cost >= straight_line(start, goal));
    }
}

#[test]
fn across_an_empty_floor_goes_one_line() {
    let grid = Grid::from_fn(20, 30, |_| true).expect("a legal size");
    let problem = GridProblem::new(
        &grid,
        Connectivity::Eight,
        Cell::new(1, 2),
        Cell::new(18, 25),
    );
    let report = by_name("theta").expect("Theta*").run(&problem, None);
    let route = report.route().expect("no walls");
    assert_eq!(route.path.len(), 2);
    let exact = f64::hypot(17.0, 23.0);
    assert!((route.cost as f64 / 2378.0 - exact).abs() < 1e-3);
}
