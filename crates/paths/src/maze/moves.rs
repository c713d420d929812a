//! Paths as move strings, their lengths, and the check that a path is one.

use thiserror::Error;

use super::{Cell, Connectivity, Grid, Step};

/// Why a list of cells is not a path.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Error)]
pub enum PathError {
    #[error("the path does not join its ends")]
    Ends,
    #[error("cell {place} of the path is a wall")]
    Wall { place: usize },
    #[error("the step onto cell {place} of the path is not legal")]
    Step { place: usize },
}

/// Checks every step of a path from `start` to `goal`.
pub fn verify(
    grid: &Grid,
    connectivity: Connectivity,
    path: &[Cell],
    start: Cell,
    goal: Cell,
) -> Result<(), PathError> {
    if path.first() != Some(&start) || path.last() != Some(&goal) {
        return Err(PathError::Ends);
    }
    if let Some(place) = path.iter().position(|&cell| !grid.is_free(cell)) {
        return Err(PathError::Wall { place });
    }
    for (before, pair) in path.windows(2).enumerate() {
        let legal = step_between(pair[0], pair[1]).is_some_and(|step| {
            (connectivity == Connectivity::Eight || Step::STRAIGHT.contains(&step))
                && grid.allows(grid.node(pair[0]), step)
        });
        if !legal {
            return Err(PathError::Step { place: before + 1 });
        }
    }
    Ok(())
}

/// The steps of a path in one string: U, D, L, R (diagonals UL, UR, DL, DR).
pub fn move_string(path: &[Cell]) -> String {
    path.windows(2)
        .filter_map(|pair| step_between(pair[0], pair[1]))
        .map(Step::name)
        .collect()
}

/// The length of a path, a diagonal counting as the square root of 2.
pub fn length(path: &[Cell]) -> f64 {
    let diagonal = path
        .windows(2)
        .filter(|p| p[0].row != p[1].row && p[0].col != p[1].col)
        .count();
    let straight = path.len().saturating_sub(1) - diagonal;
    straight as f64 + diagonal as f64 * std::f64::consts::SQRT_2
}

fn step_between(from: Cell, to: Cell) -> Option<Step> {
    let rows = i64::from(to.row) - i64::from(from.row);
    let cols = i64::from(to.col) - i64::from(from.col);
    Step::from_delta(i32::try_from(rows).ok()?, i32::try_from(cols).ok()?)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn cells(list: &[(u32, u32)]) -> Vec<Cell> {
        list.iter().map(|&(row, col)| Cell { row, col }).collect()
    }

    #[test]
    fn a_path_reads_as_moves_and_measures() {
        let path = cells(&[(1, 1), (0, 1), (0, 2), (1, 2), (1, 1), (2, 2)]);
        assert_eq!(move_string(&path), "URDLDR");
        assert!((length(&path) - (4.0 + std::f64::consts::SQRT_2)).abs() < 1e-12);
        assert!(length(&[]).abs() < 1e-12);
    }

    #[test]
    fn what_is_not_a_path_is_found_out() {
        let grid = Grid::from_fn(3, 3, |cell| cell != Cell { row: 0, col: 1 }).unwrap();
        let (start, goal) = (Cell { row: 0, col: 0 }, Cell { row: 1, col: 1 });
        let check = |list: &[(u32, u32)], connectivity| {
            verify(&grid, connectivity, &cells(list), start, goal)
        };
        assert_eq!(check(&[(0, 0), (1, 0), (1, 1)], Connectivity::Four), Ok(()));
        let cut = check(&[(0, 0), (1, 1)], Connectivity::Eight);
        assert_eq!(cut, Err(PathError::Step { place: 1 }));
        let wall = check(&[(0, 0), (0, 1), (1, 1)], Connectivity::Four);
        assert_eq!(wall, Err(PathError::Wall { place: 1 }));
        assert_eq!(check(&[(0, 0)], Connectivity::Four), Err(PathError::Ends));
        let leap = check(&[(0, 0), (2, 0), (1, 1)], Connectivity::Eight);
        assert_eq!(leap, Err(PathError::Step { place: 1 }));
    }
}
