//! The shortest road, and both answers of the task together.

use thiserror::Error;

use super::map::Cell;
use super::second::{Both, second_from_sums};
use super::sums::Sums;
use super::{Place, RoadMap, State, Trip};
use crate::observer::{Event, Observer, tell};

/// A road: neighbouring states, none twice.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Road {
    pub states: Vec<State>,
    /// The sum of their values without the first.
    pub cost: u64,
}

impl Road {
    /// The road over these cells of the map.
    pub(super) fn over(map: &RoadMap, cells: impl IntoIterator<Item = Cell>) -> Self {
        let states: Vec<State> = cells
            .into_iter()
            .map(|cell| map.state_of(cell).expect("roads run over states"))
            .collect();
        let value = |&state| u64::from(map.value(state));
        let cost = states.iter().skip(1).map(value).sum();
        Self { states, cost }
    }
}

/// Both answers of the task.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Answer {
    pub shortest: Road,
    /// A road of the least cost above that, if there is one.
    pub second: Option<Road>,
}

/// No road joins the two states of a trip.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Error)]
#[error(
    "no road from state {} (pixel {}, {}) to state {} (pixel {}, {}): holes lie between them",
    trip.from, from.x, from.y, trip.to, to.x, to.y
)]
pub struct NotConnected {
    pub trip: Trip,
    pub from: Place,
    pub to: Place,
}

/// A shortest road. The observer sees the search spread from its first state.
pub fn shortest(
    map: &RoadMap,
    trip: Trip,
    observer: &mut impl Observer<State>,
) -> Result<Road, NotConnected> {
    let (from, to) = (map.cell(trip.from), map.cell(trip.to));
    let sums = Sums::until(map, from, to, observer);
    if sums.get(to).is_none() {
        return Err(not_connected(map, trip));
    }
    let mut cells: Vec<Cell> = walk(map, &sums, to).collect();
    cells.reverse();
    let road = Road::over(map, cells);
    let nodes = road.states.clone();
    tell!(observer, Event::Path { nodes });
    Ok(road)
}

/// A shortest and a second shortest road, from two searches.
pub fn solve(map: &RoadMap, trip: Trip) -> Result<Answer, NotConnected> {
    let (from, to) = (map.cell(trip.from), map.cell(trip.to));
    let from_start = Sums::from(map, from);
    if from_start.get(to).is_none() {
        return Err(not_connected(map, trip));
    }
    let both = Both {
        map,
        from_start: &from_start,
        from_end: &Sums::from(map, to),
        start: from,
        end: to,
    };
    Ok(Answer {
        shortest: Road::over(map, walk(map, both.from_end, from)),
        second: second_from_sums(&both),
    })
}

/// The cells of a cheapest road from a cell to the end the sums were counted from.
pub(super) fn walk<'a>(
    map: &'a RoadMap,
    sums: &'a Sums,
    cell: Cell,
) -> impl Iterator<Item = Cell> + 'a {
    std::iter::successors(Some(cell), |&cell| sums.towards_end(map, cell))
}

pub(super) fn not_connected(map: &RoadMap, trip: Trip) -> NotConnected {
    NotConnected {
        trip,
        from: map.place(trip.from),
        to: map.place(trip.to),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::observer::{Change, Recorder};

    #[test]
    fn a_road_over_one_state_costs_nothing() {
        let map = RoadMap::from_values(1, &[vec![5]]).expect("has a state");
        let answer = solve(&map, map.whole_trip()).expect("connected with itself");
        assert_eq!((answer.shortest.cost, answer.second), (0, None));
        assert_eq!(answer.shortest.states.len(), 1);
    }

    #[test]
    fn states_apart_are_an_error_that_says_where() {
        let map = RoadMap::from_values(3, &[vec![5, 0, 5]]).expect("has states");
        let error = solve(&map, map.whole_trip()).expect_err("a hole lies between");
        assert_eq!(
            error.to_string(),
            "no road from state 1 (pixel 4, 6) to state 2 (pixel 20, 6): holes lie between them"
        );
        assert_eq!(shortest(&map, map.whole_trip(), &mut ()), Err(error));
    }

    #[test]
    fn sums_do_not_overflow_32_bits() {
        let row = vec![u32::MAX; 9];
        let map = RoadMap::from_values(9, &[row]).expect("has states");
        let road = shortest(&map, map.whole_trip(), &mut ()).expect("connected");
        assert_eq!(road.cost, 8 * u64::from(u32::MAX));
    }

    #[test]
    fn an_observer_sees_costs_without_the_first_state_and_then_the_road() {
        let map = RoadMap::from_values(2, &[vec![5, 7]]).expect("has states");
        let trip = map.whole_trip();
        let mut recorder = Recorder::with_cap(100);
        shortest(&map, trip, &mut recorder).expect("connected");
        let node = |change, node, g| {
            let h = 0;
            Event::Node { change, node, g, h }
        };
        let (first, last) = (trip.from, trip.to);
        let nodes = vec![first, last];
        let expected = [
            node(Change::Opened, first, 0),
            node(Change::Expanded, first, 0),
            node(Change::Opened, last, 7),
            node(Change::Expanded, last, 7),
            Event::Path { nodes },
        ];
        assert_eq!(recorder.events(), expected);
    }
}
