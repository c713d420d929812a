//! Cells, their numbers inside a grid, and the steps between them.

/// A cell by row and column, both from 0, row 0 on top.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Cell {
    pub row: u32,
    pub col: u32,
}

impl Cell {
    /// The cell at a row and column.
    pub const fn new(row: u32, col: u32) -> Self {
        Self { row, col }
    }

    /// Rows plus columns to another cell (Manhattan distance).
    #[inline]
    pub const fn steps_to(self, other: Self) -> u32 {
        self.row.abs_diff(other.row) + self.col.abs_diff(other.col)
    }
}

/// The number of a cell in the padded layout of its [`Grid`](super::Grid), or of a state of any
/// other [`Problem`](crate::search::Problem): tables are indexed with it.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Node(pub u32);

impl Node {
    /// For indexing tables.
    #[inline]
    pub fn index(self) -> usize {
        self.0 as usize
    }
}

/// Which cells touch.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Connectivity {
    /// Up, down, left, right; every step costs 1.
    Four,
    /// Diagonals too, where both cells beside the diagonal are free (no corner cutting). Costs are
    /// [`Connectivity::STRAIGHT`] and [`Connectivity::DIAGONAL`].
    Eight,
}

impl Connectivity {
    /// A straight step of an 8-connected grid.
    pub const STRAIGHT: u64 = 2378;
    /// A diagonal step: 3363 / 2378 is a convergent of the square root of 2, too large by 6e-8, so
    /// that sums are exact integers and lengths are right to 1e-3 over any real map.
    pub const DIAGONAL: u64 = 3363;

    /// What a straight step costs.
    #[inline]
    pub const fn straight_cost(self) -> u64 {
        match self {
            Self::Four => 1,
            Self::Eight => Self::STRAIGHT,
        }
    }

    /// What a shortest path between two cells costs if there are no walls.
    #[inline]
    pub fn without_walls(self, from: Cell, to: Cell) -> u64 {
        let rows = u64::from(from.row.abs_diff(to.row));
        let cols = u64::from(from.col.abs_diff(to.col));
        match self {
            Self::Four => rows + cols,
            Self::Eight => {
                let both = rows.min(cols);
                both * Self::DIAGONAL + (rows.max(cols) - both) * Self::STRAIGHT
            }
        }
    }
}

/// One step, in the order in which searches look around.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Step {
    Up,
    Down,
    Left,
    Right,
    UpLeft,
    UpRight,
    DownLeft,
    DownRight,
}

impl Step {
    /// The four straight steps.
    pub const STRAIGHT: [Self; 4] = [Self::Up, Self::Down, Self::Left, Self::Right];
    /// The four diagonal steps.
    pub const DIAGONAL: [Self; 4] = [Self::UpLeft, Self::UpRight, Self::DownLeft, Self::DownRight];

    /// Rows and columns gained.
    #[inline]
    pub const fn delta(self) -> (i32, i32) {
        match self {
            Self::Up => (-1, 0),
            Self::Down => (1, 0),
            Self::Left => (0, -1),
            Self::Right => (0, 1),
            Self::UpLeft => (-1, -1),
            Self::UpRight => (-1, 1),
            Self::DownLeft => (1, -1),
            Self::DownRight => (1, 1),
        }
    }

    /// The step that gains this many rows and columns, if there is one.
    pub const fn from_delta(rows: i32, cols: i32) -> Option<Self> {
        Some(match (rows, cols) {
            (-1, 0) => Self::Up,
            (1, 0) => Self::Down,
            (0, -1) => Self::Left,
            (0, 1) => Self::Right,
            (-1, -1) => Self::UpLeft,
            (-1, 1) => Self::UpRight,
            (1, -1) => Self::DownLeft,
            (1, 1) => Self::DownRight,
            _ => return None,
        })
    }

    /// What the step adds to a node's number where rows are `stride` apart.
    #[inline]
    pub const fn offset(self, stride: u32) -> i32 {
        let (rows, cols) = self.delta();
        rows * stride as i32 + cols
    }

    /// U, D, L, R, and two letters for a diagonal.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Up => "U",
            Self::Down => "D",
            Self::Left => "L",
            Self::Right => "R",
            Self::UpLeft => "UL",
            Self::UpRight => "UR",
            Self::DownLeft => "DL",
            Self::DownRight => "DR",
        }
    }
}
