//! The fast search, which a program would call.
//!
//! The same labels as the textbook's, but nothing general is left. One breadth-first search from the
//! goal gives the exact distance of every cell, the heuristic. It does not depend on food, so the
//! labels of a cell are taken up in the order of their days, and dominance is a comparison with the
//! most food so far: one number a cell instead of a list. A step changes days plus distance by 0 or
//! 2, so two stacks serve as the queue, and the first label that reaches the goal is best. Cells lie
//! in one array with a wall around them; distance, kind and food of a cell share a word of 8 bytes.

use super::maze::{Cell, SupplyMaze, Tile};
use super::trek::Trek;

/// A walk of the fewest days, `None` where the goal cannot be reached.
pub fn solve(maze: &SupplyMaze) -> Option<Trek> {
    let mut search = Search::new(maze);
    search.measure_distances().then(|| search.run())?
}

/// A cell's place in the array.
type Spot = u32;

#[derive(Clone, Copy)]
struct Entry {
    /// The distance to the goal, with [`SUPPLY`]; [`WALL`] and above where nobody can be.
    distance: u32,
    /// The most food a label was taken up with here; 0 for none, as a label without food is not
    /// taken up.
    food: u32,
}

/// The top bit tells that a cell holds a supply.
const SUPPLY: u32 = 1 << 31;
const WALL: u32 = SUPPLY - 1;
/// A cell that no distance is known of yet.
const UNKNOWN: u32 = WALL - 1;

struct Label {
    spot: Spot,
    /// The label before; the first label is its own.
    parent: u32,
}

#[derive(Clone, Copy)]
struct Waiting {
    label: u32,
    food: u32,
}

struct Search<'a> {
    maze: &'a SupplyMaze,
    stride: Spot,
    entries: Vec<Entry>,
    start: Spot,
    goal: Spot,
    /// More food than there are cells is no use, and would need more bits.
    food: u32,
    labels: Vec<Label>,
}

impl<'a> Search<'a> {
    fn new(maze: &'a SupplyMaze) -> Self {
        // One column of wall between the rows is wall to the left and to the right.
        let stride = maze.cols() + 1;
        let wall = Entry {
            distance: WALL,
            food: 0,
        };
        let mut entries = Vec::with_capacity(stride as usize * (maze.rows() as usize + 2) + 1);
        entries.resize(stride as usize + 1, wall);
        for row in maze.tiles().chunks(maze.cols() as usize) {
            entries.extend(row.iter().map(|tile| Entry {
                distance: match tile {
                    Tile::Wall => WALL,
                    Tile::Supply => UNKNOWN | SUPPLY,
                    Tile::Free | Tile::Start | Tile::Goal => UNKNOWN,
                },
                food: 0,
            }));
            entries.push(wall);
        }
        entries.resize(entries.len() + stride as usize, wall);
        let spot = |cell: Cell| (cell.row + 1) * stride + 1 + cell.col;
        Self {
            maze,
            stride,
            entries,
            start: spot(maze.start()),
            goal: spot(maze.goal()),
            food: maze.food().min(maze.tiles().len() as u32),
            labels: Vec::new(),
        }
    }

    /// Measures the distance of every cell from the goal; false if the start has none.
    fn measure_distances(&mut self) -> bool {
        let mut ring = vec![self.goal];
        let mut next_ring = Vec::new();
        let mut distance = 0;
        self.entries[self.goal as usize].distance = 0;
        while !ring.is_empty() {
            distance += 1;
            for &spot in &ring {
                for next in self.around(spot) {
                    let entry = &mut self.entries[next as usize];
                    if entry.distance & !SUPPLY == UNKNOWN {
                        entry.distance = distance | entry.distance & SUPPLY;
                        next_ring.push(next);
                    }
                }
            }
            std::mem::swap(&mut ring, &mut next_ring);
            next_ring.clear();
        }
        self.entries[self.start as usize].distance < UNKNOWN
    }

    fn run(&mut self) -> Option<Trek> {
        let (mut now, mut later) = (Vec::new(), Vec::new());
        self.labels.push(Label {
            spot: self.start,
            parent: 0,
        });
        now.push(Waiting {
            label: 0,
            food: self.food,
        });
        loop {
            while let Some(Waiting { label, food }) = now.pop() {
                let spot = self.labels[label as usize].spot;
                let entry = &mut self.entries[spot as usize];
                if entry.food >= food {
                    continue;
                }
                entry.food = food;
                let distance = entry.distance & !SUPPLY;
                for next in self.around(spot) {
                    let Entry {
                        distance: there,
                        food: most,
                    } = self.entries[next as usize];
                    if there == 0 {
                        // Every step on the way to the goal kept to the distances.
                        return Some(self.trek(label));
                    }
                    let left = if there & SUPPLY == 0 {
                        food - 1
                    } else {
                        self.food
                    };
                    let there = there & !SUPPLY;
                    // A wall is as good as dominated.
                    if left <= most || there >= UNKNOWN {
                        continue;
                    }
                    let queue = if there < distance {
                        &mut now
                    } else {
                        &mut later
                    };
                    queue.push(Waiting {
                        label: self.labels.len() as u32,
                        food: left,
                    });
                    self.labels.push(Label {
                        spot: next,
                        parent: label,
                    });
                }
            }
            if later.is_empty() {
                return None;
            }
            std::mem::swap(&mut now, &mut later);
        }
    }

    #[inline]
    fn around(&self, spot: Spot) -> [Spot; 4] {
        [spot - self.stride, spot + self.stride, spot - 1, spot + 1]
    }

    /// The walk to a label's cell and from there onto the goal.
    fn trek(&self, label: u32) -> Trek {
        let parent = |&label: &u32| (label > 0).then(|| self.labels[label as usize].parent);
        let labels = std::iter::successors(Some(label), parent);
        let mut cells = vec![self.maze.goal()];
        cells.extend(labels.map(|label| {
            let place = self.labels[label as usize].spot - self.stride - 1;
            Cell {
                row: place / self.stride,
                col: place % self.stride,
            }
        }));
        cells.reverse();
        Trek { cells }
    }
}

#[cfg(test)]
mod tests {
    use boyi_game::shared_files;
    use proptest::prelude::*;

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
