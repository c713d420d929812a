//! The k shortest roads, one after the other, as many as are asked for.
//!
//! Yen's algorithm in the form of a tree: every road found adds its states to a tree of prefixes,
//! and every node of the tree stands for all roads that begin with its prefix and go on by none of
//! its branches. These sets do not overlap and together hold all roads not found yet. Two things
//! make it fast. A single search from the end tells for every state the exact rest of the path where
//! nothing is in the way, so the best of a set is bounded from below at once, without a search.
//! And a set is only searched when its bound comes up as the least of all, mostly by following the
//! tree of that one search; only where this would cross the prefix do we search, with A*, whose
//! heuristic is then exact but for the prefix.

use std::cmp::Reverse;
use std::collections::BinaryHeap;

use super::detours::{Detours, Marks};
use super::map::Cell;
use super::shortest::{not_connected, walk};
use super::sums::Sums;
use super::{NotConnected, Road, RoadMap, Trip};

/// The roads of a trip, cheapest first; roads of equal cost follow each other in no special order.
pub fn k_shortest(map: &RoadMap, trip: Trip) -> Result<KShortest<'_>, NotConnected> {
    let (start, end) = (map.cell(trip.from), map.cell(trip.to));
    let rest = Sums::from(map, end);
    if rest.get(start).is_none() {
        return Err(not_connected(map, trip));
    }
    let mut roads = KShortest {
        map,
        rest,
        prefixes: Vec::new(),
        candidates: BinaryHeap::new(),
        ways: Vec::new(),
        on_prefix: Marks::new(map.values().len()),
        detours: Detours::new(map.values().len()),
    };
    roads.prefixes.push(Prefix {
        parent: None,
        cell: start,
        cost: 0,
        branches: Vec::new(),
    });
    let first: Vec<Cell> = walk(map, &roads.rest, start).skip(1).collect();
    roads.keep(0, 0, first);
    Ok(roads)
}

/// The roads of a trip, found as they are asked for.
pub struct KShortest<'a> {
    map: &'a RoadMap,
    /// Sums from the end.
    rest: Sums,
    prefixes: Vec<Prefix>,
    /// Least bound first; of equal bounds a road already found first.
    candidates: BinaryHeap<Reverse<Candidate>>,
    /// The paths on that searches found, taken out when their road is.
    ways: Vec<Vec<Cell>>,
    /// The cells of the prefix being worked on.
    on_prefix: Marks,
    detours: Detours,
}

/// A node of the tree of prefixes.
struct Prefix {
    parent: Option<u32>,
    cell: Cell,
    /// The cost up to and including this cell.
    cost: u64,
    /// Where the roads found go on. A state has six neighbours.
    branches: Vec<Cell>,
}

/// The best road of a prefix's set: its cost, or a lower bound; how it goes on; the prefix.
type Candidate = (u64, Continuation, u32);

/// How a candidate goes on from its prefix.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Continuation {
    /// By this entry of the paths found.
    Found(u32),
    /// Not known yet; probably over this cell.
    Over(Cell),
}

impl Iterator for KShortest<'_> {
    type Item = Road;

    fn next(&mut self) -> Option<Road> {
        while let Some(Reverse((_, continuation, prefix))) = self.candidates.pop() {
            match continuation {
                Continuation::Found(index) => {
                    let way = std::mem::take(&mut self.ways[index as usize]);
                    return Some(self.take(prefix, &way));
                }
                Continuation::Over(next) => {
                    self.mark_prefix(prefix);
                    if self.is_free(next) {
                        let way: Vec<Cell> = walk(self.map, &self.rest, next).collect();
                        return Some(self.take(prefix, &way));
                    }
                    self.search(prefix);
                }
            }
        }
        None
    }
}

impl KShortest<'_> {
    /// Adds a road to the tree: its set falls apart into one set for each state on its way on.
    fn take(&mut self, prefix: u32, way: &[Cell]) -> Road {
        self.mark_prefix(prefix);
        let mut cells: Vec<Cell> = self.back(prefix).collect();
        cells.reverse();
        cells.extend(way);
        let mut node = prefix;
        for &cell in way {
            self.prefixes[node as usize].branches.push(cell);
            self.propose(node);
            self.on_prefix.set(cell);
            let value = u64::from(self.map.values()[cell as usize]);
            self.prefixes.push(Prefix {
                parent: Some(node),
                cell,
                cost: self.prefixes[node as usize].cost + value,
                branches: Vec::new(),
            });
            node = self.prefixes.len() as u32 - 1;
        }
        Road::over(self.map, cells)
    }

    /// Bounds the cost of the roads of a prefix's set, whose cells must be marked.
    fn propose(&mut self, node: u32) {
        let prefix = &self.prefixes[node as usize];
        let ways = self.map.around(prefix.cell).filter(|&next| {
            let is_state = self.map.values()[next as usize] > 0;
            is_state && !self.on_prefix.has(next) && !prefix.branches.contains(&next)
        });
        if let Some(next) = ways.min_by_key(|&next| self.rest.raw(next)) {
            let cost = prefix.cost + self.rest.raw(next);
            let candidate = (cost, Continuation::Over(next), node);
            self.candidates.push(Reverse(candidate));
        }
    }

    /// Searches the best road of a prefix's set, whose cells must be marked.
    fn search(&mut self, node: u32) {
        let prefix = &self.prefixes[node as usize];
        let found = self.detours.search(
            self.map,
            &self.rest,
            &self.on_prefix,
            prefix.cell,
            &prefix.branches,
        );
        if let Some(way) = found {
            let values = way.iter().map(|&cell| self.map.values()[cell as usize]);
            let cost = prefix.cost + values.map(u64::from).sum::<u64>();
            self.keep(node, cost, way);
        }
    }

    /// Remembers the path that a road of this cost goes on from a prefix.
    fn keep(&mut self, prefix: u32, cost: u64, way: Vec<Cell>) {
        let index = self.ways.len() as u32;
        self.ways.push(way);
        let candidate = (cost, Continuation::Found(index), prefix);
        self.candidates.push(Reverse(candidate));
    }

    /// Whether the cheapest path from a cell to the end misses the marked prefix.
    fn is_free(&self, cell: Cell) -> bool {
        walk(self.map, &self.rest, cell).all(|cell| !self.on_prefix.has(cell))
    }

    fn mark_prefix(&mut self, node: u32) {
        self.on_prefix.clear();
        let mut at = Some(node);
        while let Some(node) = at {
            let prefix = &self.prefixes[node as usize];
            self.on_prefix.set(prefix.cell);
            at = prefix.parent;
        }
    }

    /// The cells of a prefix from its last to its first.
    fn back(&self, node: u32) -> impl Iterator<Item = Cell> {
        let nodes = std::iter::successors(Some(node), |&node| self.prefixes[node as usize].parent);
        nodes.map(|node| self.prefixes[node as usize].cell)
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::super::exhaustive::{all_costs, assert_is_road, cases, random_map, small_trips};
    use super::super::solve;
    use super::*;
    use crate::stream::Stream;

    /// On maps too large to list all paths the two methods check each other.
    #[test]
    fn the_first_longer_road_is_the_second_shortest() {
        let mut random = Stream::new(8);
        for round in 0..300u32 {
            let most = [2, 3, 9][round as usize % 3];
            let size = [5 + round % 12, 5 + round % 11];
            let map = random_map(&mut random, size, |random| 1 + random.below(most));
            let trip = map.whole_trip();
            let Ok(answer) = solve(&map, trip) else {
                continue;
            };
            let roads = k_shortest(&map, trip).expect("connected");
            // Where thousands of roads tie we give up.
            let longer = roads
                .take(5000)
                .find(|road| road.cost > answer.shortest.cost);
            if let Some(longer) = longer {
                let second = answer.second.expect("there is a longer road");
                assert_is_road(&map, trip, &second);
                assert_eq!(second.cost, longer.cost);
            }
        }
    }

    proptest! {
        #![proptest_config(cases(2000))]

        #[test]
        fn all_roads_come_once_each_in_order((map, trip) in small_trips(3)) {
            let costs = all_costs(&map, trip);
            prop_assume!(costs.len() < 3000);
            let Ok(roads) = k_shortest(&map, trip) else {
                prop_assert!(costs.is_empty());
                return Ok(());
            };
            let roads: Vec<Road> = roads.collect();
            let found: Vec<u64> = roads.iter().map(|road| road.cost).collect();
            prop_assert_eq!(found, costs);
            let mut ways: Vec<_> = roads.iter().map(|road| &road.states).collect();
            ways.sort_unstable();
            ways.dedup();
            prop_assert_eq!(ways.len(), roads.len());
            for road in &roads {
                assert_is_road(&map, trip, road);
            }
        }
    }
}
