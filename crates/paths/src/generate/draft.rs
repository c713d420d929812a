//! A grid that is being made, with the order in which it was done where somebody wants to see it.

use crate::maze::{Cell, Grid, GridError};

pub(super) struct Draft {
    pub(super) grid: Grid,
    /// Cells in the order in which they changed; `None` where nobody watches.
    pub(super) steps: Option<Vec<Cell>>,
}

impl Draft {
    /// All free or all wall.
    pub(super) fn new(rows: u32, cols: u32, is_free: bool) -> Result<Self, GridError> {
        let grid = Grid::from_fn(rows, cols, |_| is_free)?;
        Ok(Self { grid, steps: None })
    }

    pub(super) fn watched(self) -> Self {
        let steps = Some(Vec::new());
        Self { steps, ..self }
    }

    /// Opens or walls a cell, which must be inside.
    pub(super) fn set_free(&mut self, cell: Cell, is_free: bool) {
        if self.grid.is_free(cell) == is_free {
            return;
        }
        self.grid.set_free(cell, is_free);
        if let Some(steps) = &mut self.steps {
            steps.push(cell);
        }
    }

    /// Opens or walls every cell, row by row.
    pub(super) fn each_cell(&mut self, mut is_free: impl FnMut(Cell) -> bool) {
        for row in 0..self.grid.rows() {
            for col in 0..self.grid.cols() {
                let cell = Cell { row, col };
                self.set_free(cell, is_free(cell));
            }
        }
    }
}
