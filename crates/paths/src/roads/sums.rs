//! Dijkstra's algorithm with buckets: how much it costs to get anywhere from one state.
//!
//! The cost of a step is the value of the state stepped on. A bucket no wider than the least value
//! never receives anything while it is being emptied, so all that lies in it is final, in any order
//! (Dinic 1978): no heap is needed. A ring of buckets spanning the greatest value is enough. Where
//! the values range so widely that such a ring would be large, buckets are wider than the least
//! value; then a bucket is emptied until nothing falls back into it, which is still exact.

use super::map::Cell;
use super::{RoadMap, State};
use crate::observer::{Change, Event, Observer, tell};

/// The ring has at most this many buckets. The formula of the task needs up to 1024 (its values
/// run from 509 to 195075).
const MOST_BUCKETS: u32 = 4096;

/// Larger than any sum, and small enough that two of them can be added.
const UNREACHED: u64 = u64::MAX / 4;

/// For every cell the least sum of the values along a road between it and a given end, *both ends
/// included*.
///
/// Counting both ends makes the two directions alike: with the sums `a` from the start and `b` from
/// the end, a road over the step from `u` to `v` sums to `a(u) + b(v)`, and one over `v` to
/// `a(v) + b(v) - value(v)`.
#[derive(Clone, Debug)]
pub(super) struct Sums(Vec<u64>);

impl Sums {
    /// The sums of all states from `end`, `None` in states that are not connected with it.
    pub(super) fn from(map: &RoadMap, end: Cell) -> Self {
        Search::new(map, end).run(end, None, &mut ())
    }

    /// The sums of all states at most as far from `end` as `until` is; larger sums need not be
    /// right.
    pub(super) fn until(
        map: &RoadMap,
        end: Cell,
        until: Cell,
        observer: &mut impl Observer<State>,
    ) -> Self {
        Search::new(map, end).run(end, Some(until), observer)
    }

    /// The sum of a state's cell, `None` where it is not connected.
    #[inline]
    pub(super) fn get(&self, cell: Cell) -> Option<u64> {
        let sum = self.0[cell as usize];
        (sum < UNREACHED).then_some(sum)
    }

    /// The sum of a state's cell, or something greater than any two sums together; 0 in a hole.
    #[inline]
    pub(super) fn raw(&self, cell: Cell) -> u64 {
        self.0[cell as usize]
    }

    /// The next state on a cheapest road from `cell` to the end; `None` at the end itself. A hole
    /// must not be asked.
    ///
    /// All steps onto a state cost the same, so the cheapest way on is over the neighbour with the
    /// least sum, and no parent needs to be stored.
    #[inline]
    pub(super) fn towards_end(&self, map: &RoadMap, cell: Cell) -> Option<Cell> {
        let rest = self.0[cell as usize] - u64::from(map.values()[cell as usize]);
        // A hole's sum is 0, and so is the rest at the end itself.
        (rest > 0).then(|| {
            map.around(cell)
                .find(|&next| self.0[next as usize] == rest)
                .expect("a sum is the value and the sum of a neighbour")
        })
    }
}

struct Search<'a> {
    map: &'a RoadMap,
    sums: Vec<u64>,
    ring: Ring,
    /// The value of the end, which observers are not told as part of a cost.
    end_value: u64,
}

impl<'a> Search<'a> {
    fn new(map: &'a RoadMap, end: Cell) -> Self {
        // A hole's sum is 0, which no road can undercut: holes need no test of their own.
        let start = |&value| if value == 0 { 0 } else { UNREACHED };
        Self {
            map,
            sums: map.values().iter().map(start).collect(),
            ring: Ring::for_values(map),
            end_value: u64::from(map.values()[end as usize]),
        }
    }

    fn run(mut self, end: Cell, until: Option<Cell>, observer: &mut impl Observer<State>) -> Sums {
        self.reach(end, self.end_value, observer);
        let mut batch = Vec::new();
        while let Some(bucket) = self.ring.take(&mut batch) {
            for &cell in &batch {
                // A cell that was reached again more cheaply also lies in an earlier bucket.
                if self.sums[cell as usize] >> self.ring.shift == bucket {
                    self.expand(cell, observer);
                }
            }
            if until.is_some_and(|cell| self.sums[cell as usize] >> self.ring.shift <= bucket) {
                break;
            }
        }
        Sums(self.sums)
    }

    #[inline]
    fn expand<O: Observer<State>>(&mut self, cell: Cell, observer: &mut O) {
        let sum = self.sums[cell as usize];
        self.tell(Change::Expanded, cell, observer);
        for next in self.map.around(cell) {
            let through = sum + u64::from(self.map.values()[next as usize]);
            if through < self.sums[next as usize] {
                self.reach(next, through, observer);
            }
        }
    }

    #[inline]
    fn reach<O: Observer<State>>(&mut self, cell: Cell, sum: u64, observer: &mut O) {
        self.sums[cell as usize] = sum;
        self.ring.push(sum, cell);
        self.tell(Change::Opened, cell, observer);
    }

    #[inline]
    fn tell<O: Observer<State>>(&self, change: Change, cell: Cell, observer: &mut O) {
        if O::ON
            && let Some(node) = self.map.state_of(cell)
        {
            let (g, h) = (self.sums[cell as usize] - self.end_value, 0);
            tell!(observer, Event::Node { change, node, g, h });
        }
    }
}

/// Buckets of cells by sum, of which only a window as wide as the greatest value is in use.
struct Ring {
    /// A bucket is `1 << shift` wide.
    shift: u32,
    buckets: Vec<Vec<Cell>>,
    /// A bit for each filled bucket, so that a long stretch of empty ones costs little where one
    /// cheap state lies in an expensive country.
    filled: Vec<u64>,
    /// The bucket emptied last, counted from the sum 0.
    now: u64,
}

impl Ring {
    fn for_values(map: &RoadMap) -> Self {
        let states = map.cells().iter().map(|&cell| map.values()[cell as usize]);
        let (least, greatest) = states.fold((u32::MAX, 0), |(least, greatest), value| {
            (least.min(value), greatest.max(value))
        });
        let width = least.max(greatest / (MOST_BUCKETS / 4));
        let shift = width.ilog2();
        // The window holds the bucket being emptied and all that one step more can reach.
        let window = ((greatest >> shift) + 2).next_power_of_two().max(64);
        debug_assert!(window <= MOST_BUCKETS);
        Self {
            shift,
            buckets: vec![Vec::new(); window as usize],
            filled: vec![0; window as usize / 64],
            now: 0,
        }
    }

    #[inline]
    fn push(&mut self, sum: u64, cell: Cell) {
        let slot = self.slot(sum >> self.shift);
        self.buckets[slot].push(cell);
        self.filled[slot / 64] |= 1 << (slot % 64);
    }

    /// Moves the first filled bucket into `batch` and tells which it was.
    #[inline]
    fn take(&mut self, batch: &mut Vec<Cell>) -> Option<u64> {
        self.now += u64::from(self.distance_to_filled()?);
        batch.clear();
        let slot = self.slot(self.now);
        std::mem::swap(batch, &mut self.buckets[slot]);
        self.filled[slot / 64] &= !(1 << (slot % 64));
        Some(self.now)
    }

    /// How many buckets after the current one the first filled one lies.
    #[inline]
    fn distance_to_filled(&self) -> Option<u32> {
        let (words, slot) = (self.filled.len(), self.slot(self.now));
        let (word, bit) = (slot / 64, slot as u32 % 64);
        let here = self.filled[word] >> bit;
        if here != 0 {
            return Some(here.trailing_zeros());
        }
        // The last round looks at the first word again, at the bits before the current one.
        (1..=words).find_map(|ahead| {
            let bits = self.filled[(word + ahead) % words];
            (bits != 0).then(|| ahead as u32 * 64 - bit + bits.trailing_zeros())
        })
    }

    #[inline]
    const fn slot(&self, bucket: u64) -> usize {
        bucket as usize & (self.buckets.len() - 1)
    }
}

#[cfg(test)]
mod tests {
    use std::cmp::Reverse;
    use std::collections::BinaryHeap;

    use super::super::exhaustive::random_map;
    use super::*;
    use crate::stream::Stream;

    /// Dijkstra's algorithm with a heap.
    fn by_heap(map: &RoadMap, end: Cell) -> Vec<Option<u64>> {
        let mut sums = vec![None; map.values().len()];
        let mut open = BinaryHeap::from([Reverse((u64::from(map.values()[end as usize]), end))]);
        while let Some(Reverse((sum, cell))) = open.pop() {
            if sums[cell as usize].is_none() {
                sums[cell as usize] = Some(sum);
                let around = map.around(cell).map(|next| {
                    let value = u64::from(map.values()[next as usize]);
                    (value, Reverse((sum + value, next)))
                });
                open.extend(around.filter(|&(value, _)| value > 0).map(|(_, item)| item));
            }
        }
        sums
    }

    /// Narrow and wide buckets, few and many of them, one cheap state among dear ones.
    #[test]
    fn sums_are_exact_for_every_range_of_values() {
        let mut random = Stream::new(11);
        let ranges = [(1, 1), (7, 9), (509, 195_075), (1, 1 << 20), (1, u32::MAX)];
        for round in 0..200u32 {
            let (least, greatest) = ranges[round as usize % ranges.len()];
            let size = [2 + round % 23, 1 + round % 19];
            let map = random_map(&mut random, size, |random| {
                let spread = u64::from(greatest - least) + 1;
                // As many small values as great ones.
                let bits = random.below(33u64);
                least + (random.below(spread) >> bits) as u32
            });
            let end = map.cells()[random.below(u64::from(map.count())) as usize];
            let (sums, expected) = (Sums::from(&map, end), by_heap(&map, end));
            for &cell in map.cells() {
                assert_eq!(sums.get(cell), expected[cell as usize]);
            }
        }
    }
}
