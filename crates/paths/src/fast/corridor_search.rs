//! Queries on a narrow maze: dead ends climbed, corridors leapt, A* only where paths truly branch.

use super::buckets::Buckets;
use super::corridors::Corridors;
use super::junctions::{Junctions, Spot};
use super::solver::{Engine, GridQuery};
use super::trees::{Climb, TreePath};
use crate::maze::Cell;
use crate::search::Cost;

/// What the search keeps between queries.
pub(super) struct CorridorSearch {
    labels: Vec<Label>,
    query: u32,
    open: Buckets<u32>,
    way: Vec<u32>,
    expanded: u64,
    unit: Cost,
}

/// A junction that was reached. Labels of other queries count as never reached.
#[derive(Clone, Copy)]
struct Label {
    query: u32,
    g: u32,
    /// How it was reached; `None` for a junction next to the start.
    from: Option<Via>,
    settled: bool,
}

#[derive(Clone, Copy)]
struct Via {
    junction: u32,
    corridor: u32,
}

/// A junction at one end of where a query starts or ends, and the steps to it.
#[derive(Clone, Copy)]
struct Door {
    junction: u32,
    steps: u32,
}

impl Engine for (Corridors, CorridorSearch) {
    fn search(&mut self, query: GridQuery, path: &mut Vec<Cell>) -> Option<Cost> {
        let GridQuery { grid, start, goal } = query;
        let (corridors, search) = self;
        path.clear();
        search.expanded = 0;
        let mut tree_path = TreePath::default();
        let (from, to) = (grid.node(start), grid.node(goal));
        match corridors.trees.climb(from, to, &mut tree_path) {
            Climb::Met => {
                tree_path.write_up(path);
                // Where a piece of the path down begins at the bend, that cell is written already.
                let bend = path.last().copied();
                let first = tree_path
                    .down
                    .last()
                    .and_then(|piece| piece.first().copied());
                if bend.is_some() && bend == first {
                    path.pop();
                }
            }
            Climb::Apart { from, to } => {
                let graph = &corridors.graph;
                let here = graph.spot(grid.node(from))?;
                let there = graph.spot(grid.node(to))?;
                tree_path.write_up(path);
                let crossing = Crossing {
                    from,
                    here,
                    to,
                    there,
                };
                if !search.cross(graph, crossing, path) {
                    return None;
                }
                path.pop();
            }
        }
        tree_path.write_down(path);
        Some((path.len() as Cost - 1) * search.unit)
    }

    fn expanded(&self) -> u64 {
        self.1.expanded
    }
}

impl CorridorSearch {
    pub(super) fn new(corridors: &Corridors, unit: Cost) -> Self {
        let unreached = Label {
            query: 0,
            g: 0,
            from: None,
            settled: false,
        };
        Self {
            labels: vec![unreached; corridors.graph.nodes.len()],
            query: 0,
            open: Buckets::new(),
            way: Vec::new(),
            expanded: 0,
            unit,
        }
    }

    /// Appends the path through the core, after its first cell.
    fn cross(&mut self, graph: &Junctions, crossing: Crossing, path: &mut Vec<Cell>) -> bool {
        let Crossing {
            from,
            here,
            to,
            there,
        } = crossing;
        let mut best = match (here, there) {
            // Both inside one corridor: the straight path along it is a candidate.
            (
                Spot::Inside { corridor: c, steps },
                Spot::Inside {
                    corridor,
                    steps: end,
                },
            ) if c == corridor => Some((steps.abs_diff(end), None)),
            _ => None,
        };
        self.next_query();
        self.open.clear();
        let goal = Goal {
            cell: to,
            least: from.steps_to(to),
        };
        for door in doors(graph, here) {
            self.reach(graph, door.junction, door.steps, None, goal);
        }
        let ends = doors(graph, there);
        let mut bucket = 0;
        while bucket < self.open.len() {
            let total = goal.least + 2 * bucket as u32;
            if best.is_some_and(|(cost, _)| cost <= total) {
                break;
            }
            let Some(junction) = self.open.pop(bucket) else {
                bucket += 1;
                continue;
            };
            let label = &mut self.labels[junction as usize];
            if std::mem::replace(&mut label.settled, true) {
                continue;
            }
            let g = label.g;
            self.expanded += 1;
            for &door in ends.iter().filter(|door| door.junction == junction) {
                let cost = g + door.steps;
                if best.is_none_or(|(least, _)| cost < least) {
                    best = Some((cost, Some(door)));
                }
            }
            for link in graph.nodes[junction as usize].links.iter().flatten() {
                let corridor = link.corridor;
                let via = Via { junction, corridor };
                self.reach(graph, link.to, g + link.steps, Some(via), goal);
            }
        }
        match best {
            None => return false,
            Some((_, Some(door))) => self.write_through(graph, here, door, there, path),
            Some((_, None)) => {
                if let (Spot::Inside { corridor, steps }, Spot::Inside { steps: end, .. }) =
                    (here, there)
                {
                    graph.write(corridor, steps, end, path);
                }
            }
        }
        true
    }

    #[inline]
    fn reach(&mut self, graph: &Junctions, junction: u32, g: u32, from: Option<Via>, goal: Goal) {
        let label = &mut self.labels[junction as usize];
        if label.query == self.query && label.g <= g {
            return;
        }
        *label = Label {
            query: self.query,
            g,
            from,
            settled: false,
        };
        let cell = graph.nodes[junction as usize].cell;
        let bucket = (g + cell.steps_to(goal.cell) - goal.least) / 2;
        self.open.push(bucket, junction);
    }

    fn next_query(&mut self) {
        if let Some(next) = self.query.checked_add(1) {
            self.query = next;
        } else {
            self.labels.iter_mut().for_each(|label| label.query = 0);
            self.query = 1;
        }
    }

    /// Out to the first junction, from junction to junction, and in from the last one.
    fn write_through(
        &mut self,
        graph: &Junctions,
        here: Spot,
        last: Door,
        there: Spot,
        path: &mut Vec<Cell>,
    ) {
        self.way.clear();
        let mut junction = last.junction;
        while let Some(via) = self.labels[junction as usize].from {
            self.way.push(via.corridor);
            junction = via.junction;
        }
        let first = Door {
            junction,
            steps: self.labels[junction as usize].g,
        };
        if let Spot::Inside { corridor, steps } = here {
            graph.write(corridor, steps, end_of(graph, corridor, first, steps), path);
        }
        for &corridor in self.way.iter().rev() {
            let line = graph.corridors[corridor as usize];
            if line.a == junction {
                graph.write(corridor, 0, line.steps, path);
                junction = line.b;
            } else {
                graph.write(corridor, line.steps, 0, path);
                junction = line.a;
            }
        }
        if let Spot::Inside { corridor, steps } = there {
            graph.write(corridor, end_of(graph, corridor, last, steps), steps, path);
        }
    }
}

/// Where a query ends, and the least total it can have.
#[derive(Clone, Copy)]
struct Goal {
    cell: Cell,
    least: u32,
}

/// From one root to another.
#[derive(Clone, Copy)]
struct Crossing {
    from: Cell,
    here: Spot,
    to: Cell,
    there: Spot,
}

/// The doors of a spot. A junction is its own only door.
fn doors(graph: &Junctions, spot: Spot) -> Vec<Door> {
    match spot {
        Spot::Junction(junction) => vec![Door { junction, steps: 0 }],
        Spot::Inside { corridor, steps } => {
            let line = graph.corridors[corridor as usize];
            let door = |junction, steps| Door { junction, steps };
            vec![door(line.a, steps), door(line.b, line.steps - steps)]
        }
    }
}

/// Which end of a corridor a door is, as a place in it: a ring has one junction at both ends, and
/// the steps tell them apart.
fn end_of(graph: &Junctions, corridor: u32, door: Door, steps: u32) -> u32 {
    let line = graph.corridors[corridor as usize];
    if line.a == door.junction && door.steps == steps {
        0
    } else {
        line.steps
    }
}
