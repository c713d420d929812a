//! Least squares with a few unknowns, by the normal equations.

/// Equations added up, one row for each unknown.
pub(super) struct LeastSquares {
    matrix: Vec<Vec<f64>>,
}

impl LeastSquares {
    pub(super) fn new(unknowns: usize) -> Self {
        Self {
            matrix: vec![vec![0.0; unknowns + 1]; unknowns],
        }
    }

    /// One observation: what the row should come to, and how much it weighs.
    pub(super) fn add(&mut self, row: &[f64], result: f64, weight: f64) {
        for (line, &a) in self.matrix.iter_mut().zip(row) {
            for (sum, &b) in line.iter_mut().zip(row) {
                *sum += weight * a * b;
            }
            *line.last_mut().expect("a right-hand side") += weight * a * result;
        }
    }

    /// The unknowns, by Gauss and Jordan, the largest pivot first; `towards_zero` keeps what is not
    /// determined small.
    pub(super) fn solved(mut self, towards_zero: f64) -> Vec<f64> {
        let unknowns = self.matrix.len();
        for (n, line) in self.matrix.iter_mut().enumerate() {
            line[n] += towards_zero;
        }
        let matrix = &mut self.matrix;
        for column in 0..unknowns {
            let size = |line: &Vec<f64>| line[column].abs();
            let pivot = (column..unknowns)
                .max_by(|&a, &b| size(&matrix[a]).total_cmp(&size(&matrix[b])))
                .unwrap_or(column);
            matrix.swap(column, pivot);
            let lead = matrix[column].clone();
            for (index, line) in matrix.iter_mut().enumerate() {
                if index != column && lead[column] != 0.0 {
                    let factor = line[column] / lead[column];
                    for (entry, above) in line.iter_mut().zip(&lead) {
                        *entry -= factor * above;
                    }
                }
            }
        }
        let value = |(n, line): (usize, &Vec<f64>)| match line[n] {
            0.0 => 0.0,
            pivot => line[unknowns] / pivot,
        };
        matrix.iter().enumerate().map(value).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_plane_is_found_again() {
        let mut squares = LeastSquares::new(3);
        for x in 0..5 {
            for y in 0..4 {
                let (x, y) = (f64::from(x), f64::from(y));
                squares.add(&[1.0, x, y], 2.0 - x + 0.5 * y, 3.0);
            }
        }
        for (found, expected) in squares.solved(0.0).into_iter().zip([2.0, -1.0, 0.5]) {
            assert!((found - expected).abs() < 1e-9);
        }
        assert_eq!(LeastSquares::new(2).solved(0.0), [0.0, 0.0]);
    }
}
