//! An obvious solver that shares nothing with the crate but the types: relax every step of every
//! cell until nothing changes.

use boyi_paths::maze::{Cell, Connectivity, Grid};

/// The cost of a shortest path.
pub(crate) fn distance(
    grid: &Grid,
    connectivity: Connectivity,
    start: Cell,
    goal: Cell,
) -> Option<u64> {
    if !grid.is_free(start) || !grid.is_free(goal) {
        return None;
    }
    let mut best = vec![vec![None::<u64>; grid.cols() as usize]; grid.rows() as usize];
    best[start.row as usize][start.col as usize] = Some(0);
    let mut changed = vec![start];
    while !changed.is_empty() {
        let mut next = Vec::new();
        for here in changed {
            let g = best[here.row as usize][here.col as usize].unwrap();
            for row in here.row.saturating_sub(1)..=here.row + 1 {
                for col in here.col.saturating_sub(1)..=here.col + 1 {
                    let to = Cell { row, col };
                    if !is_step(grid, connectivity, here, to) {
                        continue;
                    }
                    let g = g + cost(&[here, to], connectivity);
                    let there = &mut best[row as usize][col as usize];
                    if there.is_none_or(|known| g < known) {
                        *there = Some(g);
                        next.push(to);
                    }
                }
            }
        }
        changed = next;
    }
    best[goal.row as usize][goal.col as usize]
}

/// Is this a legal path from `start` to `goal`?
pub(crate) fn is_path(
    grid: &Grid,
    connectivity: Connectivity,
    path: &[Cell],
    start: Cell,
    goal: Cell,
) -> bool {
    let mut steps = path.windows(2);
    grid.is_free(start)
        && path.first() == Some(&start)
        && path.last() == Some(&goal)
        && steps.all(|step| is_step(grid, connectivity, step[0], step[1]))
}

/// One step to a free cell, along a diagonal only between free cells on both sides.
fn is_step(grid: &Grid, connectivity: Connectivity, from: Cell, to: Cell) -> bool {
    let apart = [from.row.abs_diff(to.row), from.col.abs_diff(to.col)];
    let corners = [Cell::new(from.row, to.col), Cell::new(to.row, from.col)];
    grid.is_free(to)
        && match apart {
            [0, 1] | [1, 0] => true,
            [1, 1] => {
                connectivity == Connectivity::Eight && corners.iter().all(|&c| grid.is_free(c))
            }
            _ => false,
        }
}

/// What a list of cells costs as a path.
pub(crate) fn cost(path: &[Cell], connectivity: Connectivity) -> u64 {
    path.windows(2)
        .map(|pair| match connectivity {
            Connectivity::Four => 1,
            Connectivity::Eight if pair[0].row != pair[1].row && pair[0].col != pair[1].col => {
                Connectivity::DIAGONAL
            }
            Connectivity::Eight => Connectivity::STRAIGHT,
        })
        .sum()
}

#[test]
fn what_is_not_a_path_is_found_out() {
    let grid = Grid::from_fn(3, 3, |cell| cell != Cell::new(0, 1)).unwrap();
    let check = |list: &[(u32, u32)], connectivity| {
        let path: Vec<Cell> = list.iter().map(|&(row, col)| Cell { row, col }).collect();
        is_path(&grid, connectivity, &path, Cell::new(0, 0), Cell::new(1, 1))
    };
    assert!(check(&[(0, 0), (1, 0), (1, 1)], Connectivity::Four));
    assert!(
        !check(&[(0, 0), (1, 1)], Connectivity::Eight),
        "a corner is cut"
    );
    assert!(
        !check(&[(0, 0), (0, 1), (1, 1)], Connectivity::Four),
        "a wall"
    );
    assert!(!check(&[(0, 0)], Connectivity::Four), "not at the goal");
    assert!(
        !check(&[(0, 0), (2, 0), (1, 1)], Connectivity::Eight),
        "a leap"
    );
}
