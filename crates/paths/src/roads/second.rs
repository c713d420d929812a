//! The second shortest road: the least cost strictly above the shortest, over roads that visit no
//! state twice. Exact also where many roads tie, and linear once the sums from both ends are known.
//!
//! Let the *tie graph* hold every state and every step that lies on some shortest road; each of its
//! steps is directed away from the start. A longer road is of one of two kinds.
//!
//! **It leaves the tie graph** somewhere, for a detour over other states (or over a single step that
//! is in no shortest road) from a state `p` of the tie graph to another one `q`. A detour taken in
//! the direction in which `q` is no nearer to the start than `p` always completes to a road without
//! repetition: shortest roads to `p` run over states nearer than `p`, those from `q` over states
//! farther than `q`. In the other direction the detour is better reversed. So the best road of this
//! kind is the cheapest detour with `p != q`, however it is completed. Each state outside has one
//! *root* in the tree of shortest roads from the start, the state of the tie graph where its branch
//! leaves it, and one in the tree towards the end. For a step from `u` to `v` outside the tie graph,
//! the road along the trees over this step is a detour between the roots of `u` and of `v`, which
//! sums to `a(u) + b(v)`; if the roots differ it counts. If no step of the best detour had differing
//! roots then, following the detour from step to step, all roots along it would be `p` and also `q`.
//!
//! **It stays in the tie graph** and therefore goes some steps of it backwards; see [`super::ties`].
//!
//! The problem is known as the next-to-shortest path; that it is linear after the two distance
//! computations was shown by Wu, Guo and Wang (arXiv 1203.5235). The argument above is our own.

use super::RoadMap;
use super::map::Cell;
use super::shortest::{Road, walk};
use super::sums::Sums;
use super::ties::best_with_backward_steps;

/// A connected pair of states with the sums from either.
#[derive(Clone, Copy)]
pub(super) struct Both<'a> {
    pub(super) map: &'a RoadMap,
    pub(super) from_start: &'a Sums,
    pub(super) from_end: &'a Sums,
    pub(super) start: Cell,
    pub(super) end: Cell,
}

impl Both<'_> {
    /// What a shortest road sums to, its first state included.
    pub(super) fn least(&self) -> u64 {
        self.from_start.raw(self.end)
    }

    /// Whether a state lies on a shortest road.
    #[inline]
    pub(super) fn is_tied(&self, cell: Cell) -> bool {
        let value = u64::from(self.map.values()[cell as usize]);
        self.over_state(cell) == self.least() && value > 0
    }

    /// Whether the step between neighbouring states lies on a shortest road in this direction.
    #[inline]
    pub(super) fn is_forward(&self, from: Cell, to: Cell) -> bool {
        self.over_step(from, to) == self.least()
    }

    /// What the cheapest walk over a state sums to.
    #[inline]
    fn over_state(&self, cell: Cell) -> u64 {
        let value = u64::from(self.map.values()[cell as usize]);
        self.from_start.raw(cell) + self.from_end.raw(cell) - value
    }

    /// What the cheapest walk over a step between states sums to.
    #[inline]
    fn over_step(&self, from: Cell, to: Cell) -> u64 {
        self.from_start.raw(from) + self.from_end.raw(to)
    }
}

pub(super) fn second_from_sums(both: &Both) -> Option<Road> {
    let map = both.map;
    let detour = best_detour(both);
    let least_value = map.cells().iter().map(|&cell| map.values()[cell as usize]);
    let least_value = u64::from(least_value.min().expect("a map has a state"));
    // A step backwards is paid twice, there and on the way forward again.
    let least_with_backward_steps = both.least() + 2 * least_value;
    let worth_asking = |detour: &DetourStep| detour.sum > least_with_backward_steps;
    if detour.as_ref().is_none_or(worth_asking)
        && let Some(road) = best_with_backward_steps(both, detour.as_ref().map(|step| step.sum))
    {
        return Some(Road::over(map, road));
    }
    let step = detour?;
    let mut cells: Vec<Cell> = walk(map, both.from_start, step.from).collect();
    cells.reverse();
    cells.extend(walk(map, both.from_end, step.to));
    Some(Road::over(map, cells))
}

/// A step outside the tie graph, and what the road over it sums to.
struct DetourStep {
    from: Cell,
    to: Cell,
    sum: u64,
}

/// The step whose road is the best that leaves the tie graph.
fn best_detour(both: &Both) -> Option<DetourStep> {
    let least = both.least();
    let mut best: Option<DetourStep> = None;
    let mut bound = u64::MAX;
    let mut roots = None;
    for &from in both.map.cells() {
        // Even the cheapest walk over this state is too long, or it is not connected.
        if both.over_state(from) >= bound || both.from_start.get(from).is_none() {
            continue;
        }
        for to in both.map.around(from) {
            let sum = both.over_step(from, to);
            let is_hole = both.map.values()[to as usize] == 0;
            if sum >= bound || sum == least || is_hole || both.is_forward(to, from) {
                continue;
            }
            let roots = roots.get_or_insert_with(|| Roots::new(both));
            if roots.towards_start(from) != roots.towards_end(to) {
                bound = sum;
                best = Some(DetourStep { from, to, sum });
            }
        }
    }
    best
}

/// Where the branches of the two trees leave the tie graph, found when asked and remembered: every
/// branch is walked once, however many of its states are asked for.
struct Roots<'a> {
    both: &'a Both<'a>,
    known_from_start: Vec<Option<Cell>>,
    known_from_end: Vec<Option<Cell>>,
    branch: Vec<Cell>,
}

impl<'a> Roots<'a> {
    fn new(both: &'a Both<'a>) -> Self {
        let unknown = vec![None; both.map.values().len()];
        Self {
            both,
            known_from_start: unknown.clone(),
            known_from_end: unknown,
            branch: Vec::new(),
        }
    }

    fn towards_start(&mut self, cell: Cell) -> Cell {
        let (both, known) = (self.both, &mut self.known_from_start);
        root(both, both.from_start, known, &mut self.branch, cell)
    }

    fn towards_end(&mut self, cell: Cell) -> Cell {
        let (both, known) = (self.both, &mut self.known_from_end);
        root(both, both.from_end, known, &mut self.branch, cell)
    }
}

fn root(
    both: &Both,
    tree: &Sums,
    known: &mut [Option<Cell>],
    branch: &mut Vec<Cell>,
    cell: Cell,
) -> Cell {
    branch.clear();
    let mut at = cell;
    let found = loop {
        if let Some(root) = known[at as usize] {
            break root;
        }
        if both.is_tied(at) {
            break at;
        }
        branch.push(at);
        at = tree
            .towards_end(both.map, at)
            .expect("a branch leads to the tie graph, where both ends are");
    };
    for &cell in &*branch {
        known[cell as usize] = Some(found);
    }
    found
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::super::exhaustive::{all_costs, assert_is_road, cases, small_trips};
    use super::super::{Trip, solve};
    use super::*;

    /// Compares both answers with the list of all simple paths.
    fn check(map: &RoadMap, trip: Trip) {
        let costs = all_costs(map, trip);
        let Some(&least) = costs.first() else {
            assert!(solve(map, trip).is_err());
            return;
        };
        let answer = solve(map, trip).expect("there is a path");
        assert_is_road(map, trip, &answer.shortest);
        assert_eq!(answer.shortest.cost, least);
        let second = costs.iter().copied().find(|&cost| cost > least);
        assert_eq!(answer.second.as_ref().map(|road| road.cost), second);
        if let Some(road) = &answer.second {
            assert_is_road(map, trip, road);
        }
    }

    proptest! {
        #![proptest_config(cases(4000))]

        #[test]
        fn equal_values_agree_with_the_list_of_all_paths((map, trip) in small_trips(1)) {
            check(&map, trip);
        }

        #[test]
        fn small_values_agree_with_the_list_of_all_paths((map, trip) in small_trips(3)) {
            check(&map, trip);
        }

        #[test]
        fn large_values_agree_with_the_list_of_all_paths((map, trip) in small_trips(200_000)) {
            check(&map, trip);
        }
    }
}
