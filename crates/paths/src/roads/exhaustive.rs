//! The slow, obvious version of everything about roads: list every simple path. For tests.

use proptest::prelude::*;

use super::{RoadMap, State, Trip};
use crate::stream::Stream;

/// The costs of all simple paths of a trip, ascending, with repetition.
pub(super) fn all_costs(map: &RoadMap, trip: Trip) -> Vec<u64> {
    let mut costs = Vec::new();
    extend(map, trip.to, &mut vec![trip.from], 0, &mut costs);
    costs.sort_unstable();
    costs
}

fn extend(map: &RoadMap, to: State, path: &mut Vec<State>, cost: u64, costs: &mut Vec<u64>) {
    let here = path[path.len() - 1];
    if here == to {
        costs.push(cost);
        return;
    }
    for next in map.neighbours(here) {
        if !path.contains(&next) {
            path.push(next);
            extend(map, to, path, cost + u64::from(map.value(next)), costs);
            path.pop();
        }
    }
}

/// Checks that a road is one: from and to the right states, over neighbours, none twice, and with
/// its own cost.
pub(super) fn assert_is_road(map: &RoadMap, trip: Trip, road: &super::Road) {
    let states = &road.states;
    assert_eq!((states[0], states[states.len() - 1]), (trip.from, trip.to));
    for step in states.windows(2) {
        assert!(map.neighbours(step[0]).any(|next| next == step[1]));
    }
    let mut sorted = states.clone();
    sorted.sort_unstable();
    sorted.dedup();
    assert_eq!(sorted.len(), states.len(), "no state twice");
    let values = states
        .iter()
        .skip(1)
        .map(|&state| u64::from(map.value(state)));
    assert_eq!(values.sum::<u64>(), road.cost);
}

/// Small maps of up to 18 states with about a fifth of holes and values from 1 to `most`, and a trip.
pub(super) fn small_trips(most: u32) -> impl Strategy<Value = (RoadMap, Trip)> {
    let size = (1..=5u32, 1..=4u32);
    size.prop_flat_map(move |(columns, rows)| {
        let tile = prop_oneof![1 => Just(0), 4 => 1..=most];
        let row = move |row| proptest::collection::vec(tile.clone(), (columns - row % 2) as usize);
        let rows: Vec<_> = (0..rows).map(row).collect();
        (Just(columns), rows, any::<(u32, u32)>())
    })
    .prop_filter_map("no state", |(columns, rows, (from, to))| {
        let map = RoadMap::from_values(columns, &rows)?;
        // Half of the trips are the whole trip.
        let pick = |choice: u32| choice / 2 % map.count() + 1;
        let trip = match from % 2 {
            0 => map.whole_trip(),
            _ => map.trip(pick(from), pick(to)).ok()?,
        };
        Some((map, trip))
    })
}

/// A map of the given size with a tenth of holes and values from a closure.
pub(super) fn random_map(
    random: &mut Stream,
    [columns, rows]: [u32; 2],
    mut value: impl FnMut(&mut Stream) -> u32,
) -> RoadMap {
    let mut tile = |_| {
        let value = value(random);
        if random.percent(10) { 0 } else { value }
    };
    let mut rows: Vec<Vec<u32>> = (0..rows)
        .map(|row| (0..columns - row % 2).map(&mut tile).collect())
        .collect();
    rows[0][0] = 1;
    RoadMap::from_values(columns, &rows).expect("the first place holds a state")
}

/// So many cases, and no file written where one fails.
pub(super) fn cases(count: u32) -> ProptestConfig {
    ProptestConfig {
        cases: count,
        failure_persistence: None,
        ..ProptestConfig::default()
    }
}
