//! The fast search, which a program would call.
//!
//! The same labels as the textbook's, but nothing general is left. The heuristic is the exact
//! distance to the goal, from a breadth-first search that goes no farther than asked for. It does not
//! depend on food, so the labels of a cell are taken up in the order of their days, and dominance is
//! a comparison with the most food so far: one number a cell instead of a list. A step changes days
//! plus distance by 0 or 2, so two stacks serve as the queue, and the first label that reaches the
//! goal is best. A neighbour is looked at without a branch, walls included.
//!
//! A first attempt follows rows plus columns, and in open land is through before any distance could
//! be measured; elsewhere it gives up soon. We also tried bounds that know the supplies, which save a
//! third of the labels where food is scarce but cost two more searches of the whole maze.

use super::guide::{Guide, ManhattanGuide};
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
    labels: Vec<Label>,
    now: Stack<OpenLabel>,
    later: Stack<OpenLabel>,
}

impl Solver {
    /// The first attempt gives up when the path must be this many times two days longer than a
    /// straight one; between walls that crowd the way this shows after a few dozen labels.
    const DETOURS: u32 = 4;
    /// It also gives up after this many labels for each step of a straight path.
    const LABELS_A_STEP: u32 = 20;

    /// A walk of the fewest days, `None` where the goal cannot be reached.
    pub fn solve(&mut self, maze: &SupplyMaze) -> Option<Trek> {
        let (start, goal) = (maze.start(), maze.goal());
        let straight = start.row.abs_diff(goal.row) + start.col.abs_diff(goal.col);
        let limits = AttemptLimits {
            detours: Self::DETOURS,
            labels: (Self::LABELS_A_STEP * straight) as usize,
        };
        let ended = match self.search(maze, &mut ManhattanGuide::new(maze), limits) {
            AttemptResult::GaveUp => {
                let mut rings = std::mem::take(&mut self.rings);
                rings.reset(maze);
                let ended = self.search(maze, &mut rings, AttemptLimits::NONE);
                self.rings = rings;
                ended
            }
            ended => ended,
        };
        match ended {
            AttemptResult::Found(label) => Some(self.trek(maze, label)),
            AttemptResult::NoPath | AttemptResult::GaveUp => None,
        }
    }

    fn search(
        &mut self,
        maze: &SupplyMaze,
        guide: &mut impl Guide,
        limits: AttemptLimits,
    ) -> AttemptResult {
        let tiles = maze.walled();
        let steps = maze.steps();
        // More food than there are cells is of no use.
        let full = maze.food().min(tiles.len() as u32);
        self.start(maze, full);
        let mut detours = 0;
        while self.now.len() > 0 {
            while let Some(OpenLabel { spot, food, parent }) = self.now.pop() {
                let most = &mut self.most[spot as usize];
                if *most >= food {
                    continue;
                }
                *most = food;
                let label = self.labels.len() as u32;
                self.labels.push(Label { spot, parent });
                let Some(view) = guide.view(spot) else {
                    return AttemptResult::NoPath;
                };
                if view.distance == 1 {
                    // Every step since the stacks were swapped led towards the goal, as the last
                    // one will.
                    return AttemptResult::Found(label);
                }
                if self.labels.len() > limits.labels {
                    return AttemptResult::GaveUp;
                }
                self.now.make_room(4);
                self.later.make_room(4);
                // The last pushed is tried first: these are the steps to the sides, unless swapped.
                let swap = if view.is_rather_vertical { 2 } else { 0 };
                for turn in 0..4 {
                    let next = spot.wrapping_add(steps[turn ^ swap]);
                    let nearer = view.nearer[turn ^ swap];
                    let fills_up = tiles[next as usize] == Tile::Supply;
                    let food = if fills_up { full } else { food - 1 };
                    let counts = food > self.most[next as usize];
                    let farther = !nearer;
                    let waiting = OpenLabel {
                        spot: next,
                        food,
                        parent: label,
                    };
                    self.now.push_if(waiting, counts & nearer);
                    self.later.push_if(waiting, counts & farther);
                }
            }
            std::mem::swap(&mut self.now, &mut self.later);
            detours += 1;
            if detours > limits.detours {
                return AttemptResult::GaveUp;
            }
        }
        AttemptResult::NoPath
    }

    /// Forgets everything but the walls and puts the first label on the start.
    fn start(&mut self, maze: &SupplyMaze, food: u32) {
        let most = |&tile: &Tile| if tile == Tile::Wall { u32::MAX } else { 0 };
        self.most.clear();
        self.most.extend(maze.walled().iter().map(most));
        self.labels.clear();
        self.now.clear();
        self.later.clear();
        self.now.push(OpenLabel {
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

/// When an attempt gives up.
#[derive(Clone, Copy)]
struct AttemptLimits {
    detours: u32,
    labels: usize,
}

impl AttemptLimits {
    /// A path takes fewer days than this, and memory ends before so many labels do.
    const NONE: Self = Self {
        detours: u32::MAX,
        labels: usize::MAX,
    };
}

/// How an attempt ended.
enum AttemptResult {
    /// With this label beside the goal, from which a best walk takes its last step.
    Found(u32),
    /// With no label left.
    NoPath,
    GaveUp,
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
struct OpenLabel {
    spot: Spot,
    food: u32,
    parent: u32,
}

/// Walks by each of the two guides alone, for tests.
#[cfg(test)]
pub(super) fn solve_by_each_guide(maze: &SupplyMaze) -> [Option<Trek>; 2] {
    let mut rings = Rings::default();
    rings.reset(maze);
    [
        solve_by(maze, &mut ManhattanGuide::new(maze)),
        solve_by(maze, &mut rings),
    ]
}

#[cfg(test)]
fn solve_by(maze: &SupplyMaze, guide: &mut impl Guide) -> Option<Trek> {
    let mut solver = Solver::default();
    match solver.search(maze, guide, AttemptLimits::NONE) {
        AttemptResult::Found(label) => Some(solver.trek(maze, label)),
        AttemptResult::NoPath => None,
        AttemptResult::GaveUp => panic!("limits was endless"),
    }
}

#[cfg(test)]
mod tests {
    use super::super::slow::fewest_days;
    use super::super::{Ground, Order};
    use super::*;

    /// The first attempt ends in open land, and in a winding maze leaves the rest to the second.
    #[test]
    fn the_first_attempt_ends_or_gives_up_and_memory_is_reused() {
        let mut solver = Solver::default();
        for (ground, measures) in [
            (Ground::Open { walls: 5 }, false),
            (Ground::Maze { loops: 3 }, true),
            (Ground::Open { walls: 5 }, true),
        ] {
            let order = Order {
                rows: 41,
                cols: 61,
                food: 300,
                supplies: 40,
                ground,
                seed: 2,
            };
            let maze = order.make().expect("a possible size");
            let trek = solver.solve(&maze).expect("food is plenty");
            assert_eq!(Some(trek.days()), fewest_days(&maze));
            assert_eq!(solver.rings.was_used(), measures, "once used it stays so");
        }
    }
}
