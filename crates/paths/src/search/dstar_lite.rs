//! D* Lite (Koenig and Likhachev 2002): LPA* from the goal, for a walker on the way. Distances are
//! counted from the goal, which stays where it is, so that they remain right while the walker moves;
//! a change of the map mends those between the change and the walker.

use super::log::Log;
use super::repair::Repair;
use super::{Cost, GridProblem, Observer, Problem, Report};
use crate::maze::{Cell, Node};

/// The path that a walker takes while the problem's changes happen.
pub fn search(problem: &GridProblem, observer: &mut impl Observer<Node>) -> Report {
    let mut log = Log::of_rounds(observer);
    let mut plan = DStarLite::new(problem);
    log.counts.iterations = 1;
    plan.repair.begin(&mut log);
    let Ok(mut expected) = plan.repair.plan(&mut log) else {
        return log.gave_up();
    };
    let mut path = vec![problem.start()];
    let mut cost: Cost = 0;
    let mut batches = problem.changes().batches().peekable();
    let mut time = 0;
    let is_walked = !problem.changes().is_empty();
    if is_walked {
        log.walk(0, problem.start());
    }
    loop {
        let mut changed = false;
        while let Some(batch) = batches.next_if(|batch| batch[0].after <= time) {
            for change in batch {
                // Nobody builds a wall on the walker or on the goal.
                let node = problem.grid().node(change.cell);
                if change.free || ![plan.walker, problem.goal()].contains(&node) {
                    changed |= plan.repair.change(change.cell, change.free, &mut log);
                }
            }
        }
        if changed {
            log.counts.iterations += 1;
            let Ok(mended) = plan.repair.plan(&mut log) else {
                return log.gave_up();
            };
            expected = mended;
        }
        if plan.walker == problem.goal() {
            return log.found(path, cost);
        }
        match expected.and_then(|_| plan.repair.towards_root(plan.walker)) {
            Some(next) => {
                cost += problem.step_cost(plan.walker, next);
                plan.walk_to(next);
                path.push(next);
                time += 1;
                if is_walked {
                    log.walk(0, next);
                }
            }
            // Without a path the walker waits for the map to change.
            None => match batches.peek() {
                Some(batch) => time = batch[0].after,
                None => return log.no_path(),
            },
        }
    }
}

/// A plan that is mended while its walker moves.
pub struct DStarLite {
    repair: Repair,
    walker: Node,
}

impl DStarLite {
    /// Nothing planned yet, the walker at the start.
    pub fn new(problem: &GridProblem) -> Self {
        let (walker, goal) = (problem.start(), problem.goal());
        Self {
            repair: Repair::new(problem, goal, walker),
            walker,
        }
    }

    /// What the rest of the way costs now; `None` where there is none. The first call plans, later
    /// ones mend.
    pub fn cost(&mut self) -> Option<Cost> {
        let mut nobody = ();
        let mut log = Log::one_round(&mut nobody);
        self.repair.begin(&mut log);
        self.repair.plan(&mut log).ok().flatten()
    }

    /// Opens or walls a cell.
    pub fn change(&mut self, cell: Cell, free: bool) {
        let mut nobody = ();
        self.repair
            .change(cell, free, &mut Log::one_round(&mut nobody));
    }

    /// One step along a shortest path; where the walker is then.
    pub fn step(&mut self) -> Cell {
        if let Some(next) = self.repair.towards_root(self.walker) {
            self.walk_to(next);
        }
        self.repair.grid().cell(self.walker)
    }

    fn walk_to(&mut self, node: Node) {
        self.repair.move_target(node);
        self.walker = node;
    }
}
