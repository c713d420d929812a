//! Conflict-based search (Sharon, Stern, Felner and Sturtevant 2012): every walker takes its own
//! shortest path; where two collide, one of them must keep out of that place at that time, and the
//! search tries both ways. The cheapest set of paths comes first, so that the first without a
//! collision has the least sum of costs.

use std::cmp::Reverse;
use std::collections::BinaryHeap;
use std::rc::Rc;

use super::log::Log;
use super::timetable::{self, Forbidden, Found, at};
use super::{Cost, GridProblem, Observer, Report, walkers};
use crate::maze::Node;

/// Walkers that cannot get past each other collide again and again, later and later: after this many
/// expansions (about a second) the search gives up.
pub const LIMIT: u64 = 2_000_000;

/// Paths of the least total cost on which no two walkers collide.
pub fn search(problem: &GridProblem, observer: &mut impl Observer<Node>) -> Report {
    let mut log = Log::of_rounds(observer);
    let problems = walkers::problems(problem);
    let mut tree: Vec<Branch> = Vec::new();
    let mut open = BinaryHeap::new();
    if problems.len() > 1 {
        log.bound(0);
    } else {
        log.counts.iterations = 1;
    }
    let mut paths = Vec::new();
    for problem in &problems {
        match timetable::search(problem, &Forbidden::default(), LIMIT, &mut log) {
            Found::Path(path, cost) => paths.push(Rc::new((path, cost))),
            Found::NoPath => return log.no_path(),
            Found::Stopped => return log.gave_up(),
        }
    }
    open.push(Reverse((total(&paths), conflicts(&paths), 0)));
    tree.push(Branch {
        parent: None,
        ban: None,
        paths,
    });

    while let Some(Reverse((_, _, index))) = open.pop() {
        let Some(conflict) = first_conflict(&tree[index].paths) else {
            let paths = tree.swap_remove(index).paths;
            let paths = paths.into_iter().map(Rc::unwrap_or_clone);
            return walkers::found(log, paths.collect());
        };
        for ban in conflict.bans() {
            let forbidden = forbidden(&tree, index, &ban);
            log.bound(total(&tree[index].paths));
            let walker = ban.walker;
            match timetable::search(&problems[walker], &forbidden, LIMIT, &mut log) {
                Found::Stopped => return log.gave_up(),
                Found::NoPath => {}
                Found::Path(path, cost) => {
                    let mut paths = tree[index].paths.clone();
                    paths[walker] = Rc::new((path, cost));
                    open.push(Reverse((total(&paths), conflicts(&paths), tree.len())));
                    tree.push(Branch {
                        parent: Some(index),
                        ban: Some(ban),
                        paths,
                    });
                }
            }
        }
    }
    log.no_path()
}

/// A path for each walker with its cost. Branches share the paths that they do not change.
type Paths = Vec<Rc<(Vec<Node>, Cost)>>;

/// A node of the constraint tree.
struct Branch {
    parent: Option<usize>,
    /// What is forbidden here besides what is forbidden above; the root forbids nothing.
    ban: Option<Ban>,
    paths: Paths,
}

/// A walker may not be at a cell at a time, or not come there from another.
#[derive(Clone, Copy)]
struct Ban {
    walker: usize,
    from: Option<Node>,
    to: Node,
    time: u32,
}

/// Two walkers at one cell, or exchanging places, at a time.
struct Conflict {
    walkers: [usize; 2],
    /// Where each walker is then.
    cells: [Node; 2],
    time: u32,
}

impl Conflict {
    fn bans(&self) -> [Ban; 2] {
        let exchange = self.cells[0] != self.cells[1];
        [0, 1].map(|one| Ban {
            walker: self.walkers[one],
            from: exchange.then_some(self.cells[1 - one]),
            to: self.cells[one],
            time: self.time,
        })
    }
}

fn total(paths: &Paths) -> Cost {
    paths.iter().map(|path| path.1).sum()
}

/// All that the walker of a new ban may not do.
fn forbidden(tree: &[Branch], index: usize, ban: &Ban) -> Forbidden {
    let mut forbidden = Forbidden::default();
    let above = std::iter::successors(Some(index), |&index| tree[index].parent);
    let above = above.filter_map(|index| tree[index].ban.as_ref());
    for ban in above
        .filter(|above| above.walker == ban.walker)
        .chain([ban])
    {
        match ban.from {
            Some(from) => forbidden.step(from, ban.to, ban.time),
            None => forbidden.cell(ban.to, ban.time),
        }
    }
    forbidden
}

fn first_conflict(paths: &Paths) -> Option<Conflict> {
    let ticks = paths.iter().map(|path| path.0.len()).max()?;
    (0..ticks).find_map(|time| conflict_at(paths, time).next())
}

/// How many there are; of equally cheap branches the one with fewest is nearest to an answer.
fn conflicts(paths: &Paths) -> usize {
    let ticks = paths.iter().map(|path| path.0.len()).max().unwrap_or(0);
    (0..ticks)
        .map(|time| conflict_at(paths, time).count())
        .sum()
}

fn conflict_at(paths: &Paths, time: usize) -> impl Iterator<Item = Conflict> {
    let pairs = (0..paths.len()).flat_map(|two| (0..two).map(move |one| [one, two]));
    pairs.filter_map(move |walkers| {
        let now = walkers.map(|walker| at(&paths[walker].0, time));
        let before = walkers.map(|walker| at(&paths[walker].0, time.saturating_sub(1)));
        let exchanged = now[0] != before[0] && now[0] == before[1] && now[1] == before[0];
        (now[0] == now[1] || exchanged).then_some(Conflict {
            walkers,
            cells: now,
            time: time as u32,
        })
    })
}
