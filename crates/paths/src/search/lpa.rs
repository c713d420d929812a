//! LPA*, lifelong planning A* (Koenig, Likhachev and Furcy 2004): A* that keeps its distances. After
//! a change of the map it expands only the cells whose distance from the start has changed, as far
//! as they matter for the goal.
//!
//! The walker stays at the start until the last change has been made.

use super::log::Log;
use super::repair::{Repair, Stopped};
use super::{Cost, GridProblem, Observer, Outcome, Problem, Report, Route};
use crate::maze::{Cell, Node};

/// A shortest path on the map as it is after the last of the problem's changes, mended after each.
pub fn search(problem: &GridProblem, observer: &mut impl Observer<Node>) -> Report {
    let mut log = Log::of_rounds(observer);
    let mut plan = Lpa::new(problem);
    match plan.follow(problem, &mut log) {
        Err(Stopped) => log.gave_up(),
        Ok(None) => log.no_path(),
        Ok(Some(cost)) => log.found(plan.path(), cost),
    }
}

/// A plan that can be mended.
pub struct Lpa {
    repair: Repair,
    start: Node,
    goal: Node,
}

impl Lpa {
    /// Nothing planned yet.
    pub fn new(problem: &GridProblem) -> Self {
        let (start, goal) = (problem.start(), problem.goal());
        Self {
            repair: Repair::new(problem, start, goal),
            start,
            goal,
        }
    }

    /// Opens or walls a cell and mends the plan: the path from start to goal now, or `NoPath`.
    pub fn change(&mut self, cell: Cell, free: bool) -> Report {
        self.unwatched(|plan, log| {
            plan.repair.change(cell, free, log);
            plan.repair.plan(log)
        })
    }

    /// The path as long as nothing has changed.
    pub fn plan(&mut self) -> Report {
        self.unwatched(|plan, log| {
            plan.repair.begin(log);
            plan.repair.plan(log)
        })
    }

    fn unwatched(
        &mut self,
        work: impl FnOnce(&mut Self, &mut Log<()>) -> Result<Option<Cost>, Stopped>,
    ) -> Report {
        let mut nobody = ();
        let mut log = Log::one_round(&mut nobody);
        match work(self, &mut log) {
            Ok(Some(cost)) => {
                let path = self.path();
                log.report(Outcome::Found(Route { path, cost }))
            }
            _ => log.no_path(),
        }
    }

    fn follow(
        &mut self,
        problem: &GridProblem,
        log: &mut Log<impl Observer<Node>>,
    ) -> Result<Option<Cost>, Stopped> {
        log.counts.iterations = 1;
        self.repair.begin(log);
        let mut cost = self.repair.plan(log)?;
        let kept = [self.start, self.goal];
        for batch in problem.changes().batches() {
            let mut changed = false;
            for change in batch {
                // Nobody builds a wall on the start or on the goal.
                let node = problem.grid().node(change.cell);
                if change.free || !kept.contains(&node) {
                    changed |= self.repair.change(change.cell, change.free, log);
                }
            }
            if changed {
                log.counts.iterations += 1;
                cost = self.repair.plan(log)?;
            }
        }
        Ok(cost)
    }

    /// From the goal back to the start, turned round.
    fn path(&mut self) -> Vec<Node> {
        let mut path = vec![self.goal];
        while let Some(&node) = path.last()
            && node != self.start
            && let Some(before) = self.repair.towards_root(node)
        {
            path.push(before);
        }
        path.reverse();
        path
    }
}
