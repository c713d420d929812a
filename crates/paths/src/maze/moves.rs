//! Paths as move strings, and their lengths.

use super::{Cell, Step};

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

    #[test]
    fn a_path_reads_as_moves_and_measures() {
        let path = [(1, 1), (0, 1), (0, 2), (1, 2), (1, 1), (2, 2)];
        let path = path.map(|(row, col)| Cell { row, col });
        assert_eq!(move_string(&path), "URDLDR");
        assert!((length(&path) - (4.0 + std::f64::consts::SQRT_2)).abs() < 1e-12);
        assert!(length(&[]).abs() < 1e-12);
    }
}
