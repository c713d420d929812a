//! A query on a grid, as the searches see it.

use super::{Cost, Problem};
use crate::maze::{Cell, Connectivity, Grid, Maze, Node, Step};

/// From a cell to a cell of a grid.
#[derive(Clone, Copy, Debug)]
pub struct GridProblem<'a> {
    grid: &'a Grid,
    connectivity: Connectivity,
    start: Node,
    goal: Node,
    goal_cell: Cell,
    blind: bool,
}

impl<'a> GridProblem<'a> {
    /// A query between two cells, which must be inside the grid. No step leads into or out of a
    /// wall.
    pub fn new(grid: &'a Grid, connectivity: Connectivity, start: Cell, goal: Cell) -> Self {
        let (from, to) = (grid.node(start), grid.node(goal));
        Self {
            grid,
            connectivity,
            start: from,
            goal: to,
            goal_cell: goal,
            blind: false,
        }
    }

    /// The same query for searches that know nothing of where the goal lies: every estimate is 0.
    pub fn blind(self) -> Self {
        Self {
            blind: true,
            ..self
        }
    }

    /// From a maze's entry to its exit.
    pub fn of(maze: &'a Maze, connectivity: Connectivity) -> Self {
        Self::new(maze.grid(), connectivity, maze.entry(), maze.exit())
    }

    /// The grid.
    pub fn grid(&self) -> &'a Grid {
        self.grid
    }

    /// Which steps there are.
    pub fn connectivity(&self) -> Connectivity {
        self.connectivity
    }
}

impl Problem for GridProblem<'_> {
    fn nodes(&self) -> usize {
        self.grid.nodes()
    }

    fn start(&self) -> Node {
        self.start
    }

    fn goal(&self) -> Node {
        self.goal
    }

    /// The cost if there were no walls.
    #[inline]
    fn heuristic(&self, node: Node) -> Cost {
        if self.blind {
            return 0;
        }
        let cell = self.grid.cell(node);
        let rows = Cost::from(cell.row.abs_diff(self.goal_cell.row));
        let cols = Cost::from(cell.col.abs_diff(self.goal_cell.col));
        match self.connectivity {
            Connectivity::Four => rows + cols,
            Connectivity::Eight => {
                let both = rows.min(cols);
                both * Connectivity::DIAGONAL + (rows.max(cols) - both) * Connectivity::STRAIGHT
            }
        }
    }

    #[inline]
    fn each_neighbour(&self, node: Node, mut visit: impl FnMut(Node, Cost)) {
        // A wall has no neighbours, so that a start in a wall leads nowhere.
        if !self.grid.node_is_free(node) {
            return;
        }
        let straight = self.connectivity.straight_cost();
        for step in Step::STRAIGHT {
            if self.grid.allows(node, step) {
                visit(self.grid.beside(node, step), straight);
            }
        }
        if self.connectivity == Connectivity::Eight {
            for step in Step::DIAGONAL {
                if self.grid.allows(node, step) {
                    visit(self.grid.beside(node, step), Connectivity::DIAGONAL);
                }
            }
        }
    }
}
