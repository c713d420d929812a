//! A trip across a road map as the textbook searches see it, so that they can be watched and compared
//! there as in mazes. The fast search for roads is [`shortest`](super::shortest()).

use super::map::Cell;
use super::{Place, RoadMap, State, Trip};
use crate::maze::Node;
use crate::search::{
    Algorithm, Cost, Problem, Report, Viewer, astar, bidirectional, breadth_first, greedy,
    searches, uniform_cost,
};

/// From a state to a state. A step costs the value of the state stepped on.
#[derive(Clone, Copy, Debug)]
pub struct RoadProblem<'a> {
    map: &'a RoadMap,
    trip: Trip,
    goal: Place,
    /// The least value of the map: no step costs less.
    least: u64,
}

impl<'a> RoadProblem<'a> {
    /// A trip on its map.
    pub fn new(map: &'a RoadMap, trip: Trip) -> Self {
        let values = map.states().map(|state| map.value(state));
        Self {
            map,
            trip,
            goal: map.place(trip.to),
            least: values.min().map_or(0, u64::from),
        }
    }

    /// The state a node stands for.
    pub fn state(&self, node: Node) -> State {
        let state = self.map.state_of(node.0);
        state.expect("searches only meet states")
    }

    fn value(&self, cell: Cell) -> Cost {
        Cost::from(self.map.values()[cell as usize])
    }

    fn around(&self, node: Node) -> impl Iterator<Item = Node> + use<'a> {
        let values = self.map.values();
        let is_state = move |&cell: &Cell| values[cell as usize] > 0;
        self.map.around(node.0).filter(is_state).map(Node)
    }
}

/// A node is the cell of its state.
impl Problem for RoadProblem<'_> {
    fn nodes(&self) -> usize {
        self.map.values().len()
    }

    fn start(&self) -> Node {
        Node(self.map.cell(self.trip.from))
    }

    fn goal(&self) -> Node {
        Node(self.map.cell(self.trip.to))
    }

    /// A straight line of the cheapest states.
    fn heuristic(&self, node: Node) -> Cost {
        let place = self.map.place_of(node.0);
        Cost::from(steps_between(place, self.goal)) * self.least
    }

    fn each_neighbour(&self, node: Node, mut visit: impl FnMut(Node, Cost)) {
        for next in self.around(node) {
            visit(next, self.value(next.0));
        }
    }

    fn each_predecessor(&self, node: Node, mut visit: impl FnMut(Node, Cost)) {
        let cost = self.value(node.0);
        for before in self.around(node) {
            visit(before, cost);
        }
    }
}

/// Steps between two places if there were no holes. A step to the row above or below moves half a
/// state sideways for nothing.
fn steps_between(one: Place, other: Place) -> u32 {
    let rows = one.row.abs_diff(other.row);
    let halves = |place: Place| 2 * place.column + place.row % 2;
    let sideways = halves(one).abs_diff(halves(other));
    rows + sideways.saturating_sub(rows) / 2
}

/// A textbook search on road maps.
pub type RoadSearch = Algorithm<RoadRun>;

/// Runs a search on a road map, with a viewer or without any observer.
pub type RoadRun = fn(&RoadProblem, Option<&mut Viewer<Node>>) -> Report;

/// The searches that can be watched on road maps.
pub const ROAD_SEARCHES: &[RoadSearch] = searches! {
    "uniform-cost" "Dijkstra": Always, uniform_cost, "uniform cost search: least cost so far first";
    "astar" "A*": Always, astar, "least cost so far plus a straight line of the cheapest states first";
    "bidirectional" "Bidirectional Dijkstra": Always, bidirectional::search, "uniform cost search from both ends until they meet";
    "greedy" "Greedy best-first search": Never, greedy, "least heuristic first, road not always cheapest";
    "breadth-first" "Breadth-first search": UnitCosts, breadth_first::search, "fewest states, whatever they cost";
};

impl RoadSearch {
    /// The search of this name.
    pub fn by_name(name: &str) -> Option<&'static Self> {
        ROAD_SEARCHES.iter().find(|search| search.name == name)
    }

    /// Finds a road. A viewer may stop the search: then it gives up.
    pub fn run_for(&self, problem: &RoadProblem, viewer: Option<&mut Viewer<Node>>) -> Report {
        (self.run)(problem, viewer)
    }
}

#[cfg(test)]
mod tests {
    use super::super::exhaustive::{assert_is_road, random_map};
    use super::super::{Road, RoadMap, shortest};
    use super::*;
    use crate::search::Optimal;
    use crate::stream::Stream;

    fn maps() -> impl Iterator<Item = RoadMap> {
        let mut random = Stream::new(17);
        (0..120u32).map(move |round| {
            let size = [2 + round % 13, 1 + round % 17];
            let wide = round % 3 == 0;
            random_map(&mut random, size, |random| {
                let spread = if wide { 200_000u32 } else { 5 };
                4 + random.below(spread)
            })
        })
    }

    #[test]
    fn every_exact_search_finds_a_road_as_cheap_as_the_fast_one() {
        for map in maps() {
            let trip = map.whole_trip();
            let problem = RoadProblem::new(&map, trip);
            let cheapest = shortest(&map, trip, &mut ()).ok().map(|road| road.cost);
            for search in ROAD_SEARCHES {
                let report = search.run_for(&problem, None);
                let cost = report.cost();
                if search.optimal == Optimal::Always {
                    assert_eq!(cost, cheapest, "{}", search.name);
                } else {
                    assert!(cost >= cheapest, "{}", search.name);
                }
                let Some(route) = report.route() else {
                    continue;
                };
                let road = Road {
                    states: route.path.iter().map(|&node| problem.state(node)).collect(),
                    cost: route.cost,
                };
                assert_is_road(&map, trip, &road);
            }
        }
    }

    #[test]
    fn the_estimate_is_the_number_of_steps_without_holes_and_never_falls_too_fast() {
        let map = RoadMap::from_values(9, &[vec![3; 9], vec![3; 8], vec![3; 9], vec![3; 8]]);
        let map = map.expect("has states");
        for to in map.states() {
            for from in map.states() {
                let problem = RoadProblem::new(&map, Trip { from, to });
                let steps = breadth_first::search(&problem, &mut ());
                assert_eq!(
                    steps.cost(),
                    Some(problem.heuristic(problem.start())),
                    "{from} {to}"
                );
            }
        }
        for map in maps() {
            let problem = RoadProblem::new(&map, map.whole_trip());
            for state in map.states() {
                let node = Node(map.cell(state));
                let h = problem.heuristic(node);
                problem.each_neighbour(node, |next, cost| {
                    assert!(h <= cost + problem.heuristic(next));
                });
            }
        }
    }
}
