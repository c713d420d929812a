//! What tells the fast search which way the goal lies.

use super::maze::SupplyMaze;
use crate::maze::Cell;

/// A consistent estimate of the distance to the goal that every step changes by exactly one.
pub(super) trait Guide {
    /// How a cell lies to the goal; `None` where no path leads there.
    fn view(&mut self, spot: u32) -> Option<View>;
}

/// How a cell lies to the goal.
pub(super) struct View {
    /// 1 exactly for the cells beside the goal.
    pub(super) distance: u32,
    /// Whether each of the four steps leads towards the goal, in the order of
    /// [`SupplyMaze::steps`].
    pub(super) nearer: [bool; 4],
    /// Whether to try steps up and down before those to the sides.
    pub(super) is_rather_vertical: bool,
}

/// Rows plus columns. Prefers to keep both balanced: a walker who has used up one of the two has only
/// one path left to go, and runs into the first wall.
pub(super) struct ManhattanGuide {
    goal: Cell,
    stride: u32,
}

impl ManhattanGuide {
    pub(super) const fn new(maze: &SupplyMaze) -> Self {
        Self {
            goal: maze.goal(),
            stride: maze.stride() as u32,
        }
    }
}

impl Guide for ManhattanGuide {
    #[inline]
    fn view(&mut self, spot: u32) -> Option<View> {
        let inside = spot - self.stride - 1;
        let (row, col) = (inside / self.stride, inside % self.stride);
        let goal = self.goal;
        let (rows, cols) = (row.abs_diff(goal.row), col.abs_diff(goal.col));
        Some(View {
            distance: rows + cols,
            nearer: [
                row > goal.row,
                row < goal.row,
                col > goal.col,
                col < goal.col,
            ],
            is_rather_vertical: rows > cols,
        })
    }
}
