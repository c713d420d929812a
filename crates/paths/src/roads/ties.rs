//! The best longer road inside the tie graph, where every state and step lies on a shortest road.
//!
//! Such a road goes some steps backwards, from a state `z` down to a state `x` nearer to the start,
//! and each of them costs twice: there, and on the way forward again. With the level of a state
//! being twice its sum from the start less its value, so that the level difference of neighbours is
//! the sum of their values, the road costs `level(z) - level(x)` more than the shortest, over all
//! its backward stretches.
//!
//! *One stretch is enough.* Of a road with several, take the first two, `z1` down to `x1`, up to
//! `z2`, and then any forward way on from `z2`. If it reaches the end without touching the road up to
//! `x1`, we have a cheaper road with one stretch. If it touches it first in `y`, then going from `y`
//! straight down along that way to the highest state `r` that lies on the rest of the road, and on
//! along the rest, skips everything between, and is cheaper, as `r` is no lower than `z2`.
//!
//! *Which pairs.* For a pair `x`, `z` with a forward path `M` from `x` to `z` we also need forward paths
//! from the start to `z` and from `x` to the end, all three apart. By Menger's theorem the path to `z`
//! can avoid some `M` exactly if no state at or above `x` dominates `z`, that is, if the nearest strict
//! dominator of `z` lies below `x`. Mirrored: the nearest strict postdominator of `x` must lie above
//! `z`. Of all pairs that fulfil both, take one with the least level difference. Then *every* path
//! from `x` to `z` and *every* path to `z` that avoids `x` and *every* path from `x` that avoids `z` are
//! apart: any meeting point would make a closer pair with `x` or `z`.
//!
//! *In linear time.* Let `b` be a forward neighbour of `x`. The states of which `x` is the nearest
//! path in are the postdominators of `b` below those of `x`; we climb from `b` until the first that `x`
//! does not dominate. A state climbed over is dominated by `x` but not a postdominator of it; if `x'`,
//! farther up, climbed over it as well, it would postdominate `x'`. So only one `x` climbs over it.

use super::dominators::{Dominators, Node};
use super::map::Cell;
use super::second::Both;
use super::shortest::walk;

/// The best road that goes a step of the tie graph backwards, if it sums to less than `below`.
pub(super) fn best_with_backward_steps(both: &Both, below: Option<u64>) -> Option<Vec<Cell>> {
    let ties = Ties::new(both)?;
    let back = ties.best_backward_stretch()?;
    let sum = both.least() + back.levels;
    let is_best = below.is_none_or(|bound| sum < bound);
    is_best.then(|| ties.road(back))
}

/// The tie graph with its states numbered away from the start.
struct Ties<'a> {
    both: &'a Both<'a>,
    cells: Vec<Cell>,
    /// The node of every cell that is tied.
    nodes: Vec<Node>,
    /// What every path from the start passes.
    dominators: Dominators,
    /// What every way to the end passes; its nodes are numbered the other way round.
    postdominators: Dominators,
}

/// A stretch to go backwards, from `top` to `bottom`.
#[derive(Clone, Copy)]
struct Backward {
    bottom: Node,
    /// The first node on the forward path from `bottom` to `top`.
    via: Node,
    top: Node,
    levels: u64,
}

impl<'a> Ties<'a> {
    /// `None` where there is only one shortest road.
    fn new(both: &'a Both<'a>) -> Option<Self> {
        let map = both.map;
        let mut cells: Vec<Cell> = map.cells().to_vec();
        cells.retain(|&cell| both.is_tied(cell));
        if cells.len() == walk(map, both.from_end, both.start).count() {
            return None;
        }
        cells.sort_unstable_by_key(|&cell| both.from_start.raw(cell));
        let mut nodes = vec![0; map.values().len()];
        for (node, &cell) in cells.iter().enumerate() {
            nodes[cell as usize] = node as Node;
        }
        let count = cells.len() as Node;
        let mirror = |node: Node| count - 1 - node;
        let (cells_ref, nodes_ref) = (&cells, &nodes);
        let dominators = Dominators::new(count, |node| {
            before(both, cells_ref[node as usize]).map(|cell| nodes_ref[cell as usize])
        });
        let postdominators = Dominators::new(count, |node| {
            after(both, cells_ref[mirror(node) as usize])
                .map(|cell| mirror(nodes_ref[cell as usize]))
        });
        Some(Self {
            both,
            cells,
            nodes,
            dominators,
            postdominators,
        })
    }

    fn best_backward_stretch(&self) -> Option<Backward> {
        let mut best: Option<Backward> = None;
        for bottom in 0..self.cells.len() as Node {
            let ceiling = self.postdominator(bottom);
            for via in self.after(bottom) {
                let climb = std::iter::successors(Some(via), |&node| self.postdominator(node));
                let top = climb
                    .take_while(|&node| Some(node) != ceiling)
                    .find(|&node| !self.dominators.dominates(bottom, node));
                let Some(top) = top else { continue };
                let levels = self.level(top) - self.level(bottom);
                if best.is_none_or(|best| levels < best.levels) {
                    best = Some(Backward {
                        bottom,
                        via,
                        top,
                        levels,
                    });
                }
            }
        }
        best
    }

    /// The road with one backward stretch, which must be the best one.
    fn road(&self, back: Backward) -> Vec<Cell> {
        let Backward {
            bottom, via, top, ..
        } = back;
        let up_to_top = |&node: &Node| {
            let mut before = self.before(node);
            before.find(|&earlier| !self.dominators.dominates(bottom, earlier))
        };
        let start_to_top: Vec<Node> = std::iter::successors(Some(top), up_to_top).collect();

        // The top postdominates `via`, so no path from there can miss it.
        let to_top = |&node: &Node| self.after(node).next().filter(|_| node != top);
        let between = std::iter::successors(Some(via), to_top);
        let between: Vec<Node> = between.take_while(|&node| node != top).collect();

        let past_top = |&node: &Node| {
            let mut after = self.after(node);
            after.find(|&later| !self.postdominates(top, later))
        };
        let bottom_to_end = std::iter::successors(Some(bottom), past_top);

        let nodes = start_to_top.into_iter().rev();
        let nodes = nodes.chain(between.into_iter().rev()).chain(bottom_to_end);
        nodes.map(|node| self.cells[node as usize]).collect()
    }

    fn before(&self, node: Node) -> impl Iterator<Item = Node> {
        let cells = before(self.both, self.cells[node as usize]);
        cells.map(|cell| self.nodes[cell as usize])
    }

    fn after(&self, node: Node) -> impl Iterator<Item = Node> {
        let cells = after(self.both, self.cells[node as usize]);
        cells.map(|cell| self.nodes[cell as usize])
    }

    fn level(&self, node: Node) -> u64 {
        let cell = self.cells[node as usize];
        2 * self.both.from_start.raw(cell) - u64::from(self.both.map.values()[cell as usize])
    }

    fn postdominator(&self, node: Node) -> Option<Node> {
        let mirrored = self.postdominators.parent(self.mirror(node));
        mirrored.map(|node| self.mirror(node))
    }

    fn postdominates(&self, by: Node, node: Node) -> bool {
        let (by, node) = (self.mirror(by), self.mirror(node));
        self.postdominators.dominates(by, node)
    }

    const fn mirror(&self, node: Node) -> Node {
        self.cells.len() as Node - 1 - node
    }
}

fn before<'a>(both: &'a Both, cell: Cell) -> impl Iterator<Item = Cell> + 'a {
    let around = both.map.around(cell);
    around.filter(move |&earlier| both.is_tied(earlier) && both.is_forward(earlier, cell))
}

fn after<'a>(both: &'a Both, cell: Cell) -> impl Iterator<Item = Cell> + 'a {
    let around = both.map.around(cell);
    around.filter(move |&later| both.is_tied(later) && both.is_forward(cell, later))
}

#[cfg(test)]
mod tests {
    use super::super::exhaustive::{all_costs, assert_is_road};
    use super::super::{RoadMap, Trip, second_by_deleting_edges, solve};
    use crate::stream::Stream;

    const COLUMNS: usize = 13;
    /// No state is cheaper.
    const LEAST: u32 = 5;

    /// A country of holes into which corridors are carved.
    struct Carving {
        rows: Vec<Vec<u32>>,
        at: [usize; 2],
    }

    impl Carving {
        /// Carves along directions given by their letters (d/b for up right/down right, r for
        /// right), one value each, and returns their sum.
        fn carve(&mut self, way: &str, mut value: impl FnMut() -> u32) -> u32 {
            let mut sum = 0;
            for direction in way.chars() {
                let [row, column] = self.at;
                self.at = match direction {
                    'd' => [row - 1, column + row % 2],
                    'b' => [row + 1, column + row % 2],
                    _ => [row, column + 1],
                };
                let value = value();
                self.rows[self.at[0]][self.at[1]] = value;
                sum += value;
            }
            sum
        }
    }

    /// Two paths from start to end and a path across from the upper to the lower one, where all three
    /// shortest roads tie; junctions open at 120 degrees, so that no two of their branches touch.
    /// Without the noise the second shortest road can only be the lower path, then back over the path
    /// across, then the upper path.
    fn tied_ways(random: &mut Stream, noise: u8) -> (RoadMap, Trip) {
        let start = [6, 0];
        let rows = (0..10).map(|row| vec![0; COLUMNS - row % 2]).collect();
        let mut carving = Carving { rows, at: start };
        carving.rows[start[0]][start[1]] = LEAST;
        let mut some = || LEAST + random.below(9);
        let to_upper = carving.carve("dddr", &mut some);
        let upper = carving.at;
        let across = carving.carve("bb", &mut some);
        let lower = carving.carve("b", &mut some);
        let from_lower = carving.carve("rbrr", &mut some);
        carving.carve("d", &mut some);
        let end = carving.at;

        // The first state of each other path makes up the difference.
        carving.at = upper;
        let mut first = Some(across + lower + from_lower - 6 * LEAST);
        carving.carve("drrrbbb", || first.take().unwrap_or(LEAST));
        carving.at = start;
        let mut first = Some(to_upper + across - 4 * LEAST);
        carving.carve("bbrrd", || first.take().unwrap_or(LEAST));

        for tile in carving.rows.iter_mut().flatten().filter(|tile| **tile == 0) {
            if random.percent(noise) {
                *tile = LEAST + random.below(60);
            }
        }
        let map = RoadMap::from_values(COLUMNS as u32, &carving.rows).expect("has states");
        let state = |[row, column]: [usize; 2]| map.at(row as u32, column as u32);
        let trip = Trip {
            from: state(start).expect("carved"),
            to: state(end).expect("carved"),
        };
        (map, trip)
    }

    #[test]
    fn the_way_back_over_ties_may_be_several_steps_long() {
        let mut random = Stream::new(5);
        for _ in 0..200 {
            let (map, trip) = tied_ways(&mut random, 0);
            let costs = all_costs(&map, trip);
            assert_eq!(costs[0..3], [costs[0]; 3], "three roads tie");
            assert_eq!(costs.len(), 4);
            let second = solve(&map, trip).expect("connected").second;
            let second = second.expect("the fourth road");
            assert_is_road(&map, trip, &second);
            assert_eq!(second.cost, costs[3]);
            let by_deletion = second_by_deleting_edges(&map, trip).expect("connected");
            assert_ne!(by_deletion.map(|road| road.cost), Some(costs[3]));
        }
    }

    #[test]
    fn ties_amid_other_states_agree_with_the_list_of_all_paths() {
        let mut random = Stream::new(6);
        for round in 0..4000u32 {
            let (map, trip) = tied_ways(&mut random, (round % 12) as u8);
            let costs = all_costs(&map, trip);
            let second = solve(&map, trip).expect("connected").second;
            let second = second.expect("at least the fourth road");
            assert_is_road(&map, trip, &second);
            let expected = costs.iter().find(|&&cost| cost > costs[0]);
            assert_eq!(Some(&second.cost), expected);
        }
    }
}
