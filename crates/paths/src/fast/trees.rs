//! Dead ends: the cells of a 4-connected grid from which all paths but one lead nowhere.
//!
//! Peeling cells with one neighbour again and again leaves the core, which has only loops, and
//! trees that hang from it (a perfect maze is one tree and no core). Trees are cut into heavy
//! chains (Sleator and Tarjan 1983) whose cells lie side by side in memory: the path up a tree is a
//! few plain copies, however long.

use crate::maze::{Cell, Grid, Node, Step};

/// All trees of a grid. Cells of the core, and the last cell of a component that has no core, are
/// roots.
pub(super) struct Trees {
    /// The place of each node, meaningless for walls.
    place: Vec<u32>,
    /// By place: the cell.
    cells: Vec<Cell>,
    /// By place: the place where its chain starts, at the top.
    chain: Vec<u32>,
    /// By place of a chain's start, where it is not a root: the place of the parent.
    above: Vec<u32>,
    /// By place: steps to the root.
    depth: Vec<u32>,
}

/// A grid after peeling.
pub(super) struct Peeled {
    /// By node: neighbours left in the core.
    pub(super) degree: Vec<u8>,
    /// Free cells that were not peeled.
    pub(super) roots: Vec<Node>,
    /// Peeled cells, children before their parents.
    order: Vec<Node>,
    /// By node: where a peeled cell hangs.
    parent: Vec<u32>,
}

impl Peeled {
    pub(super) fn new(grid: &Grid) -> Self {
        let mut degree = vec![0_u8; grid.nodes()];
        let mut leaves = Vec::new();
        let free: Vec<Node> = each_free(grid).collect();
        for &node in &free {
            let neighbours =
                Step::STRAIGHT.map(|step| u8::from(grid.node_is_free(grid.beside(node, step))));
            let count = neighbours.iter().sum();
            degree[node.index()] = count;
            if count == 1 {
                leaves.push(node);
            }
        }
        let mut order = Vec::new();
        let mut parent = vec![0_u32; grid.nodes()];
        while let Some(leaf) = leaves.pop() {
            // Its one neighbour may have been peeled meanwhile: then it is the last of its tree.
            if degree[leaf.index()] != 1 {
                continue;
            }
            let up = Step::STRAIGHT
                .into_iter()
                .map(|step| grid.beside(leaf, step))
                .find(|&node| degree[node.index()] > 0 && grid.node_is_free(node))
                .expect("a cell with one neighbour has it");
            degree[leaf.index()] = 0;
            parent[leaf.index()] = up.0;
            order.push(leaf);
            degree[up.index()] -= 1;
            if degree[up.index()] == 1 {
                leaves.push(up);
            }
        }
        let roots = free
            .into_iter()
            .filter(|node| parent[node.index()] == 0)
            .collect();
        Self {
            degree,
            roots,
            order,
            parent,
        }
    }
}

impl Trees {
    pub(super) fn new(grid: &Grid, peeled: &Peeled) -> Self {
        let count = peeled.roots.len() + peeled.order.len();
        let mut size = vec![1_u32; grid.nodes()];
        // The child with the largest tree; node 0 is border and stands for none.
        let mut heavy = vec![0_u32; grid.nodes()];
        for &node in &peeled.order {
            let up = peeled.parent[node.index()] as usize;
            size[up] += size[node.index()];
            let rival = heavy[up] as usize;
            if rival == 0 || size[rival] < size[node.index()] {
                heavy[up] = node.0;
            }
        }
        let mut trees = Self {
            place: vec![0; grid.nodes()],
            cells: Vec::with_capacity(count),
            chain: Vec::with_capacity(count),
            above: vec![0; count],
            depth: Vec::with_capacity(count),
        };
        for &root in &peeled.roots {
            trees.lay(grid, &heavy, root, 0);
        }
        for &node in peeled.order.iter().rev() {
            let up = peeled.parent[node.index()] as usize;
            if heavy[up] != node.0 {
                let above = trees.place[up];
                trees.above[trees.cells.len()] = above;
                let depth = trees.depth[above as usize] + 1;
                trees.lay(grid, &heavy, node, depth);
            }
        }
        trees
    }

    /// Lays the chain that starts at `head` at the end of the list.
    fn lay(&mut self, grid: &Grid, heavy: &[u32], head: Node, depth: u32) {
        let start = self.cells.len() as u32;
        let mut node = head;
        for below in 0.. {
            self.place[node.index()] = self.cells.len() as u32;
            self.cells.push(grid.cell(node));
            self.chain.push(start);
            self.depth.push(depth + below);
            match heavy[node.index()] {
                0 => return,
                next => node = Node(next),
            }
        }
    }

    /// Climbs from both ends until they meet or stand on different roots.
    pub(super) fn climb<'a>(&'a self, from: Node, to: Node, tree_path: &mut TreePath<'a>) -> Climb {
        tree_path.up.clear();
        tree_path.down.clear();
        let mut here = self.place[from.index()];
        let mut there = self.place[to.index()];
        loop {
            let [top_here, top_there] = [here, there].map(|place| self.chain[place as usize]);
            if top_here == top_there {
                // The chain runs downward: from here up to there, or from here down to there.
                if here >= there {
                    tree_path
                        .up
                        .push(&self.cells[there as usize..=here as usize]);
                } else {
                    tree_path
                        .down
                        .push(&self.cells[here as usize..=there as usize]);
                }
                return Climb::Met;
            }
            let [height_here, height_there] =
                [top_here, top_there].map(|place| self.depth[place as usize]);
            if height_here == 0 && height_there == 0 {
                tree_path
                    .up
                    .push(&self.cells[top_here as usize..=here as usize]);
                tree_path
                    .down
                    .push(&self.cells[top_there as usize..=there as usize]);
                let [from, to] = [top_here, top_there].map(|place| self.cells[place as usize]);
                return Climb::Apart { from, to };
            }
            if height_here >= height_there {
                tree_path
                    .up
                    .push(&self.cells[top_here as usize..=here as usize]);
                here = self.above[top_here as usize];
            } else {
                tree_path
                    .down
                    .push(&self.cells[top_there as usize..=there as usize]);
                there = self.above[top_there as usize];
            }
        }
    }
}

/// Pieces of the path up from one end and of the path down to the other, each from top to bottom;
/// those of the path down are in reverse order.
#[derive(Default)]
pub(super) struct TreePath<'a> {
    pub(super) up: Vec<&'a [Cell]>,
    pub(super) down: Vec<&'a [Cell]>,
}

/// How a climb ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Climb {
    /// Both ends hang in one tree and the paths join.
    Met,
    /// They hang from different roots, which the paths include.
    Apart { from: Cell, to: Cell },
}

impl TreePath<'_> {
    pub(super) fn write_up(&self, path: &mut Vec<Cell>) {
        for piece in &self.up {
            path.extend(piece.iter().rev());
        }
    }

    pub(super) fn write_down(&self, path: &mut Vec<Cell>) {
        for piece in self.down.iter().rev() {
            path.extend_from_slice(piece);
        }
    }
}

fn each_free(grid: &Grid) -> impl Iterator<Item = Node> {
    grid.words().iter().enumerate().flat_map(|(index, &word)| {
        let mut left = word;
        std::iter::from_fn(move || {
            let bit = (left != 0).then(|| left.trailing_zeros())?;
            left &= left - 1;
            Some(Node(index as u32 * 64 + bit))
        })
    })
}
