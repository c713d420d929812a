//! Free cells as bits, with a border of wall all around so that no search ever checks an edge.

use thiserror::Error;

use super::{Cell, Node, Step};

/// A rectangle of free cells and walls.
///
/// A cell is a bit (1 = free). Rows start at multiples of 64 bits and hold one wall bit before
/// and at least one after the real cells; one row of wall lies above and one below. Every
/// neighbour of a real cell is therefore a bit that exists.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Grid {
    rows: u32,
    cols: u32,
    words_a_row: u32,
    /// 2^64 / stride, rounded up: multiplying by it divides by the stride, which every search does
    /// for every cell it looks at.
    reciprocal: u64,
    free: Vec<u64>,
}

/// Why a grid of some size cannot be.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Error)]
pub enum GridError {
    #[error("a maze needs at least one row and one column, not {rows}x{cols}")]
    Empty { rows: u32, cols: u32 },
    #[error("{rows}x{cols} is more than {} cells", Grid::MOST_CELLS)]
    TooLarge { rows: u32, cols: u32 },
}

impl Grid {
    /// The most cells a grid may have, its border included: node numbers times four must fit 32
    /// bits, because the fast search packs a step into the same word.
    pub const MOST_CELLS: u64 = 1 << 30;

    /// A grid that is all wall.
    pub fn walled(rows: u32, cols: u32) -> Result<Self, GridError> {
        if rows == 0 || cols == 0 {
            return Err(GridError::Empty { rows, cols });
        }
        let words_a_row = (u64::from(cols) + 2).div_ceil(64);
        let words = words_a_row * (u64::from(rows) + 2);
        if words > Self::MOST_CELLS / 64 {
            return Err(GridError::TooLarge { rows, cols });
        }
        Ok(Self {
            rows,
            cols,
            words_a_row: words_a_row as u32,
            reciprocal: u64::MAX / (words_a_row * 64) + 1,
            free: vec![0; words as usize],
        })
    }

    /// A grid whose cells are free where `is_free` says so.
    pub fn from_fn(
        rows: u32,
        cols: u32,
        mut is_free: impl FnMut(Cell) -> bool,
    ) -> Result<Self, GridError> {
        let mut grid = Self::walled(rows, cols)?;
        for row in 0..rows {
            for col in 0..cols {
                let cell = Cell { row, col };
                if is_free(cell) {
                    grid.set_free(cell, true);
                }
            }
        }
        Ok(grid)
    }

    /// How many rows.
    #[inline]
    pub fn rows(&self) -> u32 {
        self.rows
    }

    /// How many columns.
    #[inline]
    pub fn cols(&self) -> u32 {
        self.cols
    }

    /// How far apart the node numbers of a cell and the cell below it are.
    #[inline]
    pub fn stride(&self) -> u32 {
        self.words_a_row * 64
    }

    /// One more than the largest node number: the length of a table indexed by node.
    #[inline]
    pub fn nodes(&self) -> usize {
        self.free.len() * 64
    }

    /// Is this cell inside?
    pub fn holds(&self, cell: Cell) -> bool {
        cell.row < self.rows && cell.col < self.cols
    }

    /// Is this cell inside and free?
    pub fn is_free(&self, cell: Cell) -> bool {
        self.holds(cell) && self.node_is_free(self.node(cell))
    }

    /// Opens or walls a cell, which must be inside.
    pub fn set_free(&mut self, cell: Cell, free: bool) {
        assert!(self.holds(cell), "{cell:?} is outside");
        let node = self.node(cell).index();
        let bit = 1 << (node % 64);
        if free {
            self.free[node / 64] |= bit;
        } else {
            self.free[node / 64] &= !bit;
        }
    }

    /// How many cells are free.
    pub fn free_cells(&self) -> u32 {
        self.free.iter().map(|word| word.count_ones()).sum()
    }

    /// All free cells, row by row.
    pub fn free_list(&self) -> Vec<Cell> {
        let mut list = Vec::with_capacity(self.free_cells() as usize);
        for (index, &word) in self.free.iter().enumerate() {
            let mut left = word;
            while left != 0 {
                let node = Node(index as u32 * 64 + left.trailing_zeros());
                list.push(self.cell(node));
                left &= left - 1;
            }
        }
        list
    }

    /// The number of a cell, which must be inside.
    #[inline]
    pub fn node(&self, cell: Cell) -> Node {
        debug_assert!(self.holds(cell), "{cell:?} is outside");
        Node((cell.row + 1) * self.stride() + cell.col + 1)
    }

    /// The cell of a number that [`Grid::node`] gave.
    #[inline]
    pub fn cell(&self, node: Node) -> Cell {
        let above = ((u128::from(node.0) * u128::from(self.reciprocal)) >> 64) as u32;
        Cell {
            row: above - 1,
            col: node.0 - above * self.stride() - 1,
        }
    }

    /// Is the cell of this number free? Border cells are not.
    #[inline]
    pub fn node_is_free(&self, node: Node) -> bool {
        self.free[node.index() / 64] >> (node.0 % 64) & 1 == 1
    }

    /// The node one step from a real cell; it may be in the border.
    #[inline]
    pub fn beside(&self, node: Node, step: Step) -> Node {
        Node(node.0.wrapping_add_signed(step.offset(self.stride())))
    }

    /// May a walker at `node` take `step`? A diagonal needs both cells beside it free.
    #[inline]
    pub fn allows(&self, node: Node, step: Step) -> bool {
        let (rows, cols) = step.delta();
        let down = rows * self.stride() as i32;
        let at = |offset: i32| self.node_is_free(Node(node.0.wrapping_add_signed(offset)));
        at(down + cols) && (rows == 0 || cols == 0 || (at(down) && at(cols)))
    }

    /// The bits, row by row, border included.
    #[inline]
    pub(crate) fn words(&self) -> &[u64] {
        &self.free
    }

    /// The grid with rows and columns exchanged: its rows are our columns, for bit scans. `None`
    /// where a long thin grid would need more border than fits.
    pub(crate) fn transposed(&self) -> Option<Self> {
        let mut turned = Self::walled(self.cols, self.rows).ok()?;
        for cell in self.free_list() {
            turned.set_free(Cell::new(cell.col, cell.row), true);
        }
        Some(turned)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nodes_and_cells_are_one_to_one_and_bordered() {
        for cols in [1, 61, 62, 63, 64, 65] {
            let grid = Grid::from_fn(3, cols, |_| true).unwrap();
            assert_eq!(grid.free_cells(), 3 * cols);
            for cell in grid.free_list() {
                assert_eq!(grid.cell(grid.node(cell)), cell);
            }
            let corner = grid.node(Cell { row: 0, col: 0 });
            for step in [Step::Up, Step::Left, Step::UpLeft] {
                assert!(!grid.node_is_free(grid.beside(corner, step)));
            }
            let corner = grid.node(Cell::new(2, cols - 1));
            for step in [Step::Down, Step::Right, Step::DownRight] {
                assert!(!grid.node_is_free(grid.beside(corner, step)));
            }
        }
    }

    #[test]
    fn dividing_by_multiplying_is_exact() {
        for (rows, cols) in [(1, 1), (3, 62), (1000, 63), (5, 1_000_000), (3_000_000, 2)] {
            let grid = Grid::walled(rows, cols).unwrap();
            for row in [0, rows / 2, rows - 1] {
                for col in [0, cols / 2, cols - 1] {
                    let cell = Cell { row, col };
                    assert_eq!(grid.cell(grid.node(cell)), cell, "{rows}x{cols}");
                }
            }
        }
    }

    #[test]
    fn sizes_that_cannot_be_are_refused() {
        assert_eq!(
            Grid::walled(0, 5),
            Err(GridError::Empty { rows: 0, cols: 5 })
        );
        let huge = Grid::walled(u32::MAX, u32::MAX);
        assert!(matches!(huge, Err(GridError::TooLarge { .. })));
    }

    #[test]
    fn corners_are_not_cut() {
        let grid = Grid::from_fn(2, 2, |cell| cell != Cell { row: 0, col: 1 }).unwrap();
        let corner = grid.node(Cell { row: 0, col: 0 });
        assert!(!grid.allows(corner, Step::DownRight));
        assert!(grid.allows(corner, Step::Down));
        assert!(!grid.allows(corner, Step::Right));
    }
}
