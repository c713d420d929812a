//! A query on a grid, as the searches see it.

use super::{Changes, Cost, Heuristic, Problem, Trip, Weight};
use crate::maze::{Cell, Connectivity, Grid, Maze, Node, Step, Terrain};

/// From a cell to a cell of a grid.
#[derive(Clone, Copy, Debug)]
pub struct GridProblem<'a> {
    grid: &'a Grid,
    connectivity: Connectivity,
    start: Node,
    goal: Node,
    goal_cell: Cell,
    heuristic: Option<Heuristic>,
    terrain: Option<&'a Terrain>,
    weight: Option<Weight>,
    changes: &'a Changes,
    others: &'a [Trip],
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
            heuristic: None,
            terrain: None,
            weight: None,
            changes: Changes::NONE,
            others: &[],
        }
    }

    /// The same query with another heuristic than the usual, for searches that have one.
    pub fn with_heuristic(self, heuristic: Option<Heuristic>) -> Self {
        Self { heuristic, ..self }
    }

    /// The same query for searches that know nothing of where the goal lies: every estimate is 0.
    pub fn blind(self) -> Self {
        self.with_heuristic(Some(Heuristic::Zero))
    }

    /// The same query on ground that is not everywhere plain.
    pub fn with_terrain(self, terrain: &'a Terrain) -> Self {
        let terrain = Some(terrain).filter(|terrain| !terrain.is_plain());
        Self { terrain, ..self }
    }

    /// The same query with another weight than the usual, for searches that have one.
    pub fn with_weight(self, weight: Option<Weight>) -> Self {
        Self { weight, ..self }
    }

    /// The same query on a map that changes while the walker is on the way.
    pub fn with_changes(self, changes: &'a Changes) -> Self {
        Self { changes, ..self }
    }

    /// The same query with other walkers on the map, for searches that plan for all of them.
    pub fn with_others(self, others: &'a [Trip]) -> Self {
        Self { others, ..self }
    }

    /// The same map for one other walker alone.
    pub fn with_ends(self, trip: Trip) -> Self {
        Self {
            start: self.grid.node(trip.start),
            goal: self.grid.node(trip.goal),
            goal_cell: trip.goal,
            others: &[],
            ..self
        }
    }

    /// The same ground, heuristic and weight for another trip on a grid as large, which does not change.
    pub(crate) fn anew<'b>(&'b self, grid: &'b Grid, trip: Trip) -> GridProblem<'b> {
        GridProblem {
            grid,
            changes: Changes::NONE,
            ..self.with_ends(trip)
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

    /// The heuristic, if the query names one; else it is the exact distance on a map without walls.
    pub fn named_heuristic(&self) -> Option<Heuristic> {
        self.heuristic
    }

    /// The ground, where it is not plain.
    pub fn terrain(&self) -> Option<&'a Terrain> {
        self.terrain
    }

    /// How much to trust the estimate, if the query says so.
    pub fn weight(&self) -> Option<Weight> {
        self.weight
    }

    /// How the map changes.
    pub fn changes(&self) -> &'a Changes {
        self.changes
    }

    /// The walkers besides the one of this query.
    pub fn other_walkers(&self) -> &'a [Trip] {
        self.others
    }

    /// What a step between neighbours costs.
    pub(crate) fn step_cost(&self, from: Node, to: Node) -> Cost {
        let weight = self.terrain.map_or(1, |terrain| terrain.weight(to));
        let [from, to] = [from, to].map(|node| self.grid.cell(node));
        self.connectivity.without_walls(from, to) * weight
    }

    /// Every neighbour with what the step between the two costs on plain ground.
    #[inline]
    fn each_step(&self, node: Node, mut visit: impl FnMut(Node, Cost)) {
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

    #[inline]
    fn heuristic(&self, node: Node) -> Cost {
        let cell = self.grid.cell(node);
        match self.heuristic {
            None => self.connectivity.without_walls(cell, self.goal_cell),
            Some(named) => named.distance(self.connectivity, cell, self.goal_cell),
        }
    }

    #[inline]
    fn each_neighbour(&self, node: Node, mut visit: impl FnMut(Node, Cost)) {
        match self.terrain {
            None => self.each_step(node, visit),
            Some(terrain) => {
                self.each_step(node, |next, cost| visit(next, cost * terrain.weight(next)));
            }
        }
    }

    #[inline]
    fn each_predecessor(&self, node: Node, mut visit: impl FnMut(Node, Cost)) {
        // Steps can be taken back, but cost what the cell they lead into costs.
        let weight = self.terrain.map_or(1, |terrain| terrain.weight(node));
        self.each_step(node, |before, cost| visit(before, cost * weight));
    }
}
