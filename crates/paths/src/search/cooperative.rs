//! Cooperative A* (Silver 2005): the walkers are planned for one after the other, each around those
//! before it. Quick, but the order decides: a path need not be the best, and a walker may find none
//! although all of them together could.

use super::log::Log;
use super::timetable::{self, Forbidden, Found};
use super::{GridProblem, Observer, Report, walkers};
use crate::maze::Node;

/// A path for each walker, first come first served.
pub fn search(problem: &GridProblem, observer: &mut impl Observer<Node>) -> Report {
    let mut log = Log::of_rounds(observer);
    let problems = walkers::problems(problem);
    let mut forbidden = Forbidden::default();
    let mut paths = Vec::new();
    let mut cost_so_far = 0;
    for problem in &problems {
        if problems.len() > 1 {
            log.bound(cost_so_far);
        } else {
            log.counts.iterations = 1;
        }
        match timetable::search(problem, &forbidden, u64::MAX, &mut log) {
            Found::Path(path, cost) => {
                reserve(&path, &mut forbidden);
                cost_so_far += cost;
                paths.push((path, cost));
            }
            Found::NoPath => return log.no_path(),
            Found::Stopped => return log.gave_up(),
        }
    }
    walkers::found(log, paths)
}

/// Nobody else may be where this walker is, nor exchange places with it.
fn reserve(path: &[Node], forbidden: &mut Forbidden) {
    for (time, &node) in (0..).zip(path) {
        forbidden.cell(node, time);
    }
    for (time, step) in (1..).zip(path.windows(2)) {
        forbidden.step(step[1], step[0], time);
    }
    if let Some(&goal) = path.last() {
        forbidden.park(goal, path.len() as u32);
    }
}
