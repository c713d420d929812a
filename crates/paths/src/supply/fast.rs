//! The fast search, which a program would call.
//!
//! The same labels as the textbook's, but nothing general is left. The heuristic is the exact
//! distance to the goal, from a breadth-first search that goes no farther than asked for. It does not
//! depend on food, so the labels of a cell are taken up in the order of their days, and dominance is
//! a comparison with the most food so far: one number a cell instead of a list. A step changes days
//! plus distance by 0 or 2, so two stacks serve as the queue, and the first label that reaches the
//! goal is best. A neighbour is looked at without a branch, walls included.
//!
//! We tried a first attempt by rows plus columns, which wins in open land with few walls and loses
//! elsewhere, and bounds that know the supplies, which save a third of the labels where food is
//! scarce but cost two more searches of the whole maze.

use super::maze::{SupplyMaze, Tile};
use super::rings::Rings;
use super::stack::Stack;
use super::trek::Trek;

/// A walk of the fewest days, `None` where the goal cannot be reached.
pub fn solve(maze: &SupplyMaze) -> Option<Trek> {
    Solver::default().solve(maze)
}

/// Solves one maze after another in the same memory.
#[derive(Default)]
pub struct Solver {
    rings: Rings,
    /// The most food a label was taken up with on each cell; 0 for none, as no label without food is
    /// taken up. On a wall there is always more than anybody carries.
    most: Vec<u32>,
    /// The labels taken up.
    labels: Vec<Label>,
    now: Stack<Waiting>,
    later: Stack<Waiting>,
}

impl Solver {
    /// A walk of the fewest days, `None` where the goal cannot be reached.
    pub fn solve(&mut self, maze: &SupplyMaze) -> Option<Trek> {
        let label = self.search(maze)?;
        Some(self.trek(maze, label))
    }

    /// The label beside the goal from which a best walk takes its last step.
    fn search(&mut self, maze: &SupplyMaze) -> Option<u32> {
        let tiles = maze.walled();
        let steps = maze.steps();
        // More food than there are cells is of no use.
        let full = maze.food().min(tiles.len() as u32);
        self.start(maze, full);
        while self.now.len() > 0 {
            while let Some(Waiting { spot, food, parent }) = self.now.pop() {
                let most = &mut self.most[spot as usize];
                if *most >= food {
                    continue;
                }
                *most = food;
                let label = self.labels.len() as u32;
                self.labels.push(Label { spot, parent });
                let view = self.rings.view(spot)?;
                if view.distance == 1 {
                    // Every step since the stacks were swapped led towards the goal, as the last
                    // one will.
                    return Some(label);
                }
                self.now.make_room(4);
                self.later.make_room(4);
                for (step, nearer) in steps.into_iter().zip(view.nearer) {
                    let next = spot.wrapping_add(step);
                    let fills_up = tiles[next as usize] == Tile::Supply;
                    let food = if fills_up { full } else { food - 1 };
                    let counts = food > self.most[next as usize];
                    let farther = !nearer;
                    let waiting = Waiting {
                        spot: next,
                        food,
                        parent: label,
                    };
                    self.now.push_if(waiting, counts & nearer);
                    self.later.push_if(waiting, counts & farther);
                }
            }
            std::mem::swap(&mut self.now, &mut self.later);
        }
        None
    }

    /// Forgets everything but the walls and puts the first label on the start.
    fn start(&mut self, maze: &SupplyMaze, food: u32) {
        self.rings.reset(maze);
        let most = |&tile: &Tile| if tile == Tile::Wall { u32::MAX } else { 0 };
        self.most.clear();
        self.most.extend(maze.walled().iter().map(most));
        self.labels.clear();
        self.now.clear();
        self.later.clear();
        self.now.push(Waiting {
            spot: maze.index(maze.start()) as Spot,
            food,
            parent: 0,
        });
    }

    /// The walk to a label's cell and from there onto the goal.
    fn trek(&self, maze: &SupplyMaze, label: u32) -> Trek {
        let parent = |&label: &u32| (label > 0).then(|| self.labels[label as usize].parent);
        let labels = std::iter::successors(Some(label), parent);
        let spots = labels.map(|label| self.labels[label as usize].spot);
        let mut cells = vec![maze.goal()];
        cells.extend(spots.map(|spot| maze.cell(spot as usize)));
        cells.reverse();
        Trek { cells }
    }
}

/// A cell's place in the walled tiles.
type Spot = u32;

struct Label {
    spot: Spot,
    /// The label before; the first label is its own.
    parent: u32,
}

/// What becomes a label if it is taken up.
#[derive(Clone, Copy, Default)]
struct Waiting {
    spot: Spot,
    food: u32,
    parent: u32,
}

#[cfg(test)]
mod tests {
    use boyi_game::shared_files;
    use proptest::prelude::*;

    use super::super::Cell;
    use super::super::slow::fewest_days;
    use super::super::{Ground, Heuristic, Order, search_labels};
    use super::*;
    use crate::observer::{Event, Recorder};

    /// What both searches say, after checking that their walks are walks.
    fn days_by_all(maze: &SupplyMaze) -> Vec<Option<usize>> {
        let labels = Heuristic::ALL.map(|heuristic| search_labels(maze, heuristic, &mut ()).trek);
        let treks = labels.into_iter().chain([solve(maze)]);
        treks
            .map(|trek| {
                trek.map(|trek| {
                    assert_eq!(trek.verify(maze), Ok(()));
                    trek.days()
                })
            })
            .collect()
    }

    #[test]
    fn the_course_inputs_take_the_course_days() {
        let expected = [
            Some(5),
            None,
            Some(10),
            Some(9),
            Some(14),
            Some(15),
            Some(22),
            Some(21),
            Some(29),
            Some(252),
            Some(198),
        ];
        for (index, days) in expected.into_iter().enumerate() {
            let Some(text) = shared_files::text(&format!("supply/input_{index}.txt")) else {
                return;
            };
            let maze = SupplyMaze::read(&text).expect("a maze");
            assert_eq!(days_by_all(&maze), [days; 5], "input {index}");
        }
    }

    /// The way to the supply and back passes three cells twice.
    #[test]
    fn a_walk_may_pass_a_cell_twice() {
        let maze = SupplyMaze::read("2 7 6\n3 0 0 0 0 0 4\n1 1 2 1 1 1 1\n").expect("a maze");
        assert_eq!(solve(&maze).expect("enough food").moves(), "RRRRRR");
        let hungry = maze.with_food(5);
        assert_eq!(days_by_all(&hungry), [Some(8); 5]);
        assert_eq!(solve(&hungry).expect("a supply").moves(), "RRDURRRR");
        assert_eq!(days_by_all(&maze.with_food(4)), [None; 5]);
    }

    #[test]
    fn an_observer_sees_labels_and_the_walk() {
        let maze = SupplyMaze::read("1 3 2\n3 0 4\n").expect("a maze");
        let mut recorder = Recorder::new(100);
        let report = search_labels(&maze, Heuristic::Distance, &mut recorder);
        let cells = report.trek.expect("enough food").cells;
        let told = recorder.events().iter().filter_map(|event| match event {
            Event::OnPath { node } => Some(*node),
            _ => None,
        });
        assert!(told.eq(cells));
        let closed = |event: &&Event<Cell>| matches!(event, Event::Closed { .. });
        let closed = recorder.events().iter().filter(closed).count();
        assert_eq!(closed as u64, report.counts.expanded);
    }

    fn orders() -> impl Strategy<Value = Order> {
        let ground = prop_oneof![
            (0..60u8).prop_map(|walls| Ground::Open { walls }),
            (0..40u8).prop_map(|loops| Ground::Maze { loops }),
        ];
        (1..14u32, 2..14u32, 0..12u32, 0..14u32, ground, any::<u64>()).prop_map(
            |(rows, cols, food, supplies, ground, seed)| Order {
                rows,
                cols,
                food,
                supplies,
                ground,
                seed,
            },
        )
    }

    proptest! {
        #![proptest_config(ProptestConfig { cases: 10_000, failure_persistence: None, ..ProptestConfig::default() })]

        #[test]
        fn all_searches_agree_with_breadth_first_on_cell_and_food(order in orders()) {
            let maze = order.make().expect("a possible size");
            prop_assert_eq!(days_by_all(&maze), [fewest_days(&maze); 5]);
        }
    }
}
