//! The core of a narrow maze as a graph: cells where paths branch, and the corridors between them.

use super::trees::Peeled;
use crate::maze::{Cell, Grid, Node, Step};

/// Junctions and corridors.
pub(super) struct Junctions {
    pub(super) nodes: Vec<Junction>,
    pub(super) corridors: Vec<Corridor>,
    /// The cells inside all corridors, each corridor's side by side.
    cells: Vec<Cell>,
    /// By node: where a cell of the core is; `None` elsewhere.
    spots: Vec<Option<Spot>>,
}

/// A cell with three free neighbours or more in the core (or any one cell of a ring).
#[derive(Clone, Copy)]
pub(super) struct Junction {
    pub(super) cell: Cell,
    pub(super) links: [Option<Link>; 4],
}

/// The corridor from a junction to the next one.
#[derive(Clone, Copy)]
pub(super) struct Link {
    pub(super) to: u32,
    pub(super) steps: u32,
    pub(super) corridor: u32,
}

/// Between junctions `a` and `b`.
#[derive(Clone, Copy)]
pub(super) struct Corridor {
    pub(super) a: u32,
    pub(super) b: u32,
    pub(super) steps: u32,
    first_cell: u32,
}

/// Where a cell of the core is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Spot {
    Junction(u32),
    /// Inside a corridor, this many steps from its end `a`.
    Inside {
        corridor: u32,
        steps: u32,
    },
}

impl Junctions {
    pub(super) fn new(grid: &Grid, peeled: &Peeled) -> Self {
        let mut graph = Self {
            nodes: Vec::new(),
            corridors: Vec::new(),
            cells: Vec::new(),
            spots: vec![None; grid.nodes()],
        };
        let degree = |node: Node| peeled.degree[node.index()];
        let mut branching = peeled.roots.clone();
        branching.retain(|&node| degree(node) >= 3);
        for &node in &branching {
            graph.add_junction(grid, node);
        }
        for &node in &branching {
            graph.follow_all(grid, &peeled.degree, node);
        }
        for &node in &peeled.roots {
            if graph.spots[node.index()].is_none() && degree(node) == 2 {
                graph.add_junction(grid, node);
                graph.follow_all(grid, &peeled.degree, node);
            }
        }
        graph
    }

    /// Where a root is; `None` for the root of a component without loops.
    pub(super) fn spot(&self, node: Node) -> Option<Spot> {
        self.spots[node.index()]
    }

    /// The cell this many steps from end `a` of a corridor.
    fn cell(&self, corridor: Corridor, steps: u32) -> Cell {
        if steps == 0 {
            self.nodes[corridor.a as usize].cell
        } else if steps == corridor.steps {
            self.nodes[corridor.b as usize].cell
        } else {
            self.cells[(corridor.first_cell + steps - 1) as usize]
        }
    }

    /// Appends the cells of a corridor after place `from` up to place `to`, counted from end `a`.
    pub(super) fn write(&self, corridor: u32, from: u32, to: u32, path: &mut Vec<Cell>) {
        let corridor = self.corridors[corridor as usize];
        if from < to {
            path.extend((from + 1..=to).map(|steps| self.cell(corridor, steps)));
        } else {
            path.extend((to..from).rev().map(|steps| self.cell(corridor, steps)));
        }
    }

    fn add_junction(&mut self, grid: &Grid, node: Node) {
        self.spots[node.index()] = Some(Spot::Junction(self.nodes.len() as u32));
        self.nodes.push(Junction {
            cell: grid.cell(node),
            links: [None; 4],
        });
    }

    /// Follows the corridors of a junction that were not followed from their other end.
    fn follow_all(&mut self, grid: &Grid, degree: &[u8], node: Node) {
        for (direction, step) in Step::STRAIGHT.into_iter().enumerate() {
            let Some(Spot::Junction(a)) = self.spots[node.index()] else {
                return;
            };
            let next = grid.beside(node, step);
            let known = self.nodes[a as usize].links[direction].is_some();
            if degree[next.index()] >= 2 && !known {
                self.follow(grid, degree, a, node, direction);
            }
        }
    }

    fn follow(&mut self, grid: &Grid, degree: &[u8], a: u32, from: Node, direction: usize) {
        let corridor = self.corridors.len() as u32;
        let first_cell = self.cells.len() as u32;
        let mut arrival = direction;
        let mut here = grid.beside(from, Step::STRAIGHT[direction]);
        let mut steps = 1;
        let b = loop {
            if let Some(Spot::Junction(b)) = self.spots[here.index()] {
                break b;
            }
            self.spots[here.index()] = Some(Spot::Inside { corridor, steps });
            self.cells.push(grid.cell(here));
            steps += 1;
            let onward = (0..4)
                .filter(|&next| next != opposite(arrival))
                .find(|&next| degree[grid.beside(here, Step::STRAIGHT[next]).index()] >= 2)
                .expect("a corridor has two ends");
            arrival = onward;
            here = grid.beside(here, Step::STRAIGHT[onward]);
        };
        self.corridors.push(Corridor {
            a,
            b,
            steps,
            first_cell,
        });
        let link = |to| Link {
            to,
            steps,
            corridor,
        };
        self.nodes[a as usize].links[direction] = Some(link(b));
        self.nodes[b as usize].links[opposite(arrival)] = Some(link(a));
    }
}

/// In the order of [`Step::STRAIGHT`]: up and down, left and right.
fn opposite(direction: usize) -> usize {
    direction ^ 1
}
