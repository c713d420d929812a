//! A game of one simultaneous choice each, solved by regret matching (Hart and Mas-Colell 2000).

/// What the row player gets for each pair of choices; the column player gets the opposite.
pub(super) struct Matrix {
    pub(super) rows: usize,
    pub(super) cols: usize,
    /// Row by row.
    pub(super) values: Vec<f64>,
}

impl Matrix {
    /// The row that is best against the column player's part of an equilibrium.
    pub(super) fn best_row(&self) -> usize {
        let columns = self.columns_in_equilibrium();
        let value = |row: usize| -> f64 {
            let values = &self.values[row * self.cols..][..self.cols];
            values
                .iter()
                .zip(&columns)
                .map(|(value, share)| value * share)
                .sum()
        };
        // The first of equals, so that nothing but the values decides.
        (0..self.rows)
            .rev()
            .max_by(|&a, &b| value(a).total_cmp(&value(b)))
            .expect("a choice")
    }

    /// How often the column player takes each column; tends to an equilibrium.
    fn columns_in_equilibrium(&self) -> Vec<f64> {
        const ITERATIONS: usize = 400;
        let (mut row_regrets, mut col_regrets) = (vec![0.0; self.rows], vec![0.0; self.cols]);
        let mut shares = vec![0.0; self.cols];
        for _ in 0..ITERATIONS {
            let (rows, cols) = (matched(&row_regrets), matched(&col_regrets));
            let of_row = |row: usize| -> f64 {
                (0..self.cols)
                    .map(|col| self.values[row * self.cols + col] * cols[col])
                    .sum()
            };
            let of_col = |col: usize| -> f64 {
                (0..self.rows)
                    .map(|row| self.values[row * self.cols + col] * rows[row])
                    .sum()
            };
            let expected: f64 = (0..self.rows).map(|row| rows[row] * of_row(row)).sum();
            for (row, regret) in row_regrets.iter_mut().enumerate() {
                *regret += of_row(row) - expected;
            }
            for (col, regret) in col_regrets.iter_mut().enumerate() {
                *regret += expected - of_col(col);
            }
            for (share, now) in shares.iter_mut().zip(&cols) {
                *share += now / ITERATIONS as f64;
            }
        }
        shares
    }
}

/// Each choice as often as one regrets not having made it.
fn matched(regrets: &[f64]) -> Vec<f64> {
    let total: f64 = regrets.iter().map(|regret| regret.max(0.0)).sum();
    let even = 1.0 / regrets.len() as f64;
    let share = |regret: &f64| {
        if total > 0.0 {
            regret.max(0.0) / total
        } else {
            even
        }
    };
    regrets.iter().map(share).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_lopsided_game_of_pennies_has_its_known_mix() {
        // Equilibrium: the column player takes the first column with 2/5.
        let values = vec![2.0, -1.0, -1.0, 1.0];
        let game = Matrix {
            rows: 2,
            cols: 2,
            values,
        };
        let columns = game.columns_in_equilibrium();
        assert!((columns[0] - 0.4).abs() < 0.05, "{columns:?}");
    }

    #[test]
    fn a_row_that_is_always_better_is_taken() {
        let values = vec![0.0, 1.0, 2.0, 3.0, 1.0, 2.0];
        let game = Matrix {
            rows: 3,
            cols: 2,
            values,
        };
        assert_eq!(game.best_row(), 1);
    }
}
