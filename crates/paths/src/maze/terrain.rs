//! Ground that is slow to cross: what it costs to enter a cell.

use super::{Cell, Grid, Node};

/// The weight of every cell, from 1 to 9: a step into a cell costs so many times what it costs on
/// plain ground.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Terrain(Vec<u8>);

impl Terrain {
    /// The heaviest ground.
    pub const MOST: u8 = 9;

    /// Ground of these weights; 0 counts as 1, and more than 9 as 9.
    pub fn from_fn(grid: &Grid, weight: impl Fn(Cell) -> u8) -> Self {
        let mut weights = vec![1; grid.nodes()];
        for cell in grid.free_list() {
            weights[grid.node(cell).index()] = weight(cell).clamp(1, Self::MOST);
        }
        Self(weights)
    }

    /// Is all ground plain?
    pub fn is_plain(&self) -> bool {
        self.0.iter().all(|&weight| weight == 1)
    }

    /// How many times the plain cost it takes to enter a cell.
    #[inline]
    pub fn weight(&self, node: Node) -> u64 {
        self.0[node.index()].into()
    }
}
