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
    let (rows, cols) = (grid.rows() as i64, grid.cols() as i64);
    let free = |row: i64, col: i64| {
        (0..rows).contains(&row)
            && (0..cols).contains(&col)
            && grid.is_free(Cell {
                row: row as u32,
                col: col as u32,
            })
    };
    if !free(start.row.into(), start.col.into()) || !free(goal.row.into(), goal.col.into()) {
        return None;
    }
    let mut best = vec![vec![None::<u64>; cols as usize]; rows as usize];
    best[start.row as usize][start.col as usize] = Some(0);
    let mut changed = vec![(i64::from(start.row), i64::from(start.col))];
    while !changed.is_empty() {
        let mut next = Vec::new();
        for (row, col) in changed {
            let here = best[row as usize][col as usize].unwrap();
            for down in -1..=1_i64 {
                for right in -1..=1_i64 {
                    let straight = (down == 0) != (right == 0);
                    let diagonal = down != 0 && right != 0;
                    let legal = match connectivity {
                        Connectivity::Four => straight && free(row + down, col + right),
                        Connectivity::Eight => {
                            (straight || diagonal)
                                && free(row + down, col + right)
                                && free(row + down, col)
                                && free(row, col + right)
                        }
                    };
                    if !legal {
                        continue;
                    }
                    let step = match connectivity {
                        Connectivity::Four => 1,
                        Connectivity::Eight if diagonal => Connectivity::DIAGONAL,
                        Connectivity::Eight => Connectivity::STRAIGHT,
                    };
                    let there = &mut best[(row + down) as usize][(col + right) as usize];
                    if there.is_none_or(|known| here + step < known) {
                        *there = Some(here + step);
                        next.push((row + down, col + right));
                    }
                }
            }
        }
        changed = next;
    }
    best[goal.row as usize][goal.col as usize]
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
