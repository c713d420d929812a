//! A walker on a changing map who knows nothing better than to search anew after every change: what
//! LPA* and D* Lite are measured against.

use super::registry::Algorithm;
use super::{Counts, Event, GridProblem, Observer, Outcome, Problem, Report, Route, Trip, Viewer};
use crate::maze::Node;

/// The path that the walker takes. The counts are those of all its searches.
pub(super) fn search(
    algorithm: &Algorithm,
    problem: &GridProblem,
    mut viewer: Option<&mut Viewer<Node>>,
) -> Report {
    let mut grid = problem.grid().clone();
    let goal = problem.goal();
    let mut counts = Counts::default();
    let mut path = vec![problem.start()];
    let mut cost = 0;
    let mut plan: Vec<Node> = Vec::new();
    let mut is_current = false;
    let mut batches = problem.changes().batches().peekable();
    let mut time = 0;
    tell(
        &mut viewer,
        Event::Walk {
            walker: 0,
            node: problem.start(),
        },
    );
    let outcome = loop {
        let here = *path.last().expect("the start at least");
        while let Some(batch) = batches.next_if(|batch| batch[0].after <= time) {
            for change in batch {
                let node = grid.node(change.cell);
                let is_kept = !change.free && (node == here || node == goal);
                if is_kept || grid.is_free(change.cell) == change.free {
                    continue;
                }
                grid.set_free(change.cell, change.free);
                let free = change.free;
                tell(&mut viewer, Event::Wall { node, free });
                is_current = false;
            }
        }
        if here == goal {
            break Outcome::Found(Route { path, cost });
        }
        if !is_current {
            counts.iterations += 1;
            let (iteration, bound) = (counts.iterations, cost);
            tell(&mut viewer, Event::Bound { iteration, bound });
            let ends = [here, goal].map(|node| grid.cell(node));
            let trip = Trip {
                start: ends[0],
                goal: ends[1],
            };
            let again = problem.anew(&grid, trip);
            if let Some(viewer) = &mut viewer {
                viewer.hide_paths(true);
            }
            let report = algorithm.run_for(&again, viewer.as_deref_mut());
            if let Some(viewer) = &mut viewer {
                viewer.hide_paths(false);
            }
            add(&mut counts, &report.counts);
            plan = match report.outcome {
                Outcome::Found(route) => route.path,
                Outcome::NoPath => Vec::new(),
                Outcome::GaveUp => break Outcome::GaveUp,
            };
            plan.reverse();
            plan.pop();
            is_current = true;
        }
        match (plan.pop(), batches.peek()) {
            (Some(next), _) => {
                cost += problem.step_cost(here, next);
                path.push(next);
                time += 1;
                tell(
                    &mut viewer,
                    Event::Walk {
                        walker: 0,
                        node: next,
                    },
                );
            }
            // Without a path the walker waits for the map to change.
            (None, Some(batch)) => time = batch[0].after,
            (None, None) => break Outcome::NoPath,
        }
    };
    if let Outcome::Found(Route { path, .. }) = &outcome {
        let nodes = path.clone();
        tell(&mut viewer, Event::Path { nodes });
    }
    let others = Vec::new();
    Report {
        outcome,
        counts,
        others,
    }
}

fn tell(viewer: &mut Option<&mut Viewer<Node>>, event: Event<Node>) {
    if let Some(viewer) = viewer {
        viewer.event(event);
    }
}

fn add(counts: &mut Counts, more: &Counts) {
    counts.expanded += more.expanded;
    counts.generated += more.generated;
    counts.reexpanded += more.reexpanded;
    counts.peak_frontier = counts.peak_frontier.max(more.peak_frontier);
}
