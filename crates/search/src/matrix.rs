//! Games of one simultaneous choice each, solved exactly: the value that both sides can make sure of, and
//! how often each choice is made.

mod small;

pub use small::SmallMatrix;

/// What the row player gets for each pair of choices; the column player gets the opposite.
#[derive(Clone, PartialEq, Debug)]
pub struct MatrixGame {
    rows: usize,
    cols: usize,
    values: Vec<f64>,
}

/// How both play if neither can do better by turning alone.
#[derive(Clone, PartialEq, Debug)]
pub struct Equilibrium {
    /// What the row player gets.
    pub value: f64,
    /// How often each row is chosen; the shares add up to 1.
    pub rows: Vec<f64>,
    pub cols: Vec<f64>,
}

impl MatrixGame {
    /// A game with at least one choice for each; values by row and column.
    pub fn new(rows: usize, cols: usize, value: impl Fn(usize, usize) -> f64) -> Self {
        assert!(rows > 0 && cols > 0, "both sides have a choice");
        let value = &value;
        let values = (0..rows).flat_map(|row| (0..cols).map(move |col| value(row, col)));
        Self {
            rows,
            cols,
            values: values.collect(),
        }
    }

    pub fn value(&self, row: usize, col: usize) -> f64 {
        self.values[row * self.cols + col]
    }

    /// What a mixture of rows is worth against the best answer, and the answer.
    pub fn worst_for_rows(&self, rows: &[f64]) -> (f64, usize) {
        let of = |col: usize| (0..self.rows).map(move |row| rows[row] * self.value(row, col));
        let values = (0..self.cols).map(|col| (of(col).sum::<f64>(), col));
        let least = values.min_by(|one, other| one.0.total_cmp(&other.0));
        least.expect("there are columns")
    }

    /// What the row player gets at most against a mixture of columns, and by which row.
    pub fn best_against_cols(&self, cols: &[f64]) -> (f64, usize) {
        let of = |row: usize| (0..self.cols).map(move |col| cols[col] * self.value(row, col));
        let values = (0..self.rows).map(|row| (of(row).sum::<f64>(), row));
        let most = values.max_by(|one, other| one.0.total_cmp(&other.0));
        most.expect("there are rows")
    }

    /// Solves the game by linear programming (von Neumann 1928, Dantzig 1951).
    ///
    /// With all values above 0, the column player's best mixture is found by making the sum of `y` as
    /// large as can be, where no row pays more than 1: the value is 1 over that sum, and the prices of the
    /// rows are the row player's mixture.
    pub fn solve(&self) -> Equilibrium {
        let least = self.values.iter().copied().fold(f64::INFINITY, f64::min);
        let shift = 1.0 - least;
        let mut simplex = Simplex::new(self, shift);
        while simplex.step() {}
        let total = simplex.objective();
        let share = |shares: Vec<f64>| {
            let sum: f64 = shares.iter().sum();
            shares.into_iter().map(|share| share / sum).collect()
        };
        Equilibrium {
            value: 1.0 / total - shift,
            rows: share(simplex.prices()),
            cols: share(simplex.solution()),
        }
    }
}

/// The simplex tableau: a row for each of the game's rows and one for the objective; columns for the
/// game's columns, for what each row has left (slack), and for the right-hand side.
struct Simplex {
    cells: Vec<Vec<f64>>,
    /// Which variable each row stands for: a column of the game, or beyond them a slack.
    basis: Vec<usize>,
    cols: usize,
}

/// Smaller numbers are rounding errors.
const EPSILON: f64 = 1e-11;

impl Simplex {
    fn new(game: &MatrixGame, shift: f64) -> Self {
        let (rows, cols) = (game.rows, game.cols);
        let row = |row: usize| {
            let own = (0..cols).map(|col| game.value(row, col) + shift);
            let slack = (0..rows).map(|other| f64::from(u8::from(other == row)));
            own.chain(slack).chain([1.0]).collect()
        };
        let mut cells: Vec<Vec<f64>> = (0..rows).map(row).collect();
        let mut objective = vec![0.0; cols + rows + 1];
        objective[..cols].fill(-1.0);
        cells.push(objective);
        Self {
            cells,
            basis: (cols..cols + rows).collect(),
            cols,
        }
    }

    /// Brings one more variable into the basis; whether one was worth it. The first that is, and the first
    /// of equals to go, so that it never goes in circles (Bland 1977).
    fn step(&mut self) -> bool {
        let rows = self.basis.len();
        let last = self.cols + rows;
        let objective = &self.cells[rows];
        let Some(enters) = (0..last).find(|&at| objective[at] < -EPSILON) else {
            return false;
        };
        let ratio = |row: usize| {
            let by = self.cells[row][enters];
            (by > EPSILON).then(|| self.cells[row][last] / by)
        };
        let candidates = (0..rows).filter_map(|row| Some((ratio(row)?, self.basis[row], row)));
        let leaves = candidates.min_by(|one, other| {
            let order = one.0.total_cmp(&other.0);
            order.then(one.1.cmp(&other.1))
        });
        let (_, _, leaves) = leaves.expect("all values are above 0, so the sum is bounded");
        self.pivot(leaves, enters);
        true
    }

    fn pivot(&mut self, row: usize, col: usize) {
        let by = self.cells[row][col];
        for cell in &mut self.cells[row] {
            *cell /= by;
        }
        let pivot = self.cells[row].clone();
        for (at, cells) in self.cells.iter_mut().enumerate() {
            let times = cells[col];
            if at != row && times != 0.0 {
                for (cell, &own) in cells.iter_mut().zip(&pivot) {
                    *cell -= times * own;
                }
            }
        }
        self.basis[row] = col;
    }

    fn objective(&self) -> f64 {
        let rows = self.basis.len();
        self.cells[rows][self.cols + rows]
    }

    /// The values of the game's columns.
    fn solution(&self) -> Vec<f64> {
        let last = self.cols + self.basis.len();
        let mut found = vec![0.0; self.cols];
        for (row, &variable) in self.basis.iter().enumerate() {
            if variable < self.cols {
                found[variable] = self.cells[row][last].max(0.0);
            }
        }
        found
    }

    /// What one more unit of each row would be worth.
    fn prices(&self) -> Vec<f64> {
        let rows = self.basis.len();
        let prices = self.cells[rows][self.cols..self.cols + rows].iter();
        prices.map(|price| price.max(0.0)).collect()
    }
}
