//! What does the observer cost where nobody watches? Count instructions of both:
//!
//!     cargo build --release -p boyi-paths --example observer_cost
//!     valgrind --tool=callgrind target/release/examples/observer_cost watched
//!     valgrind --tool=callgrind target/release/examples/observer_cost bare
//!     valgrind --tool=callgrind target/release/examples/observer_cost nothing
//!
//! `watched` is the crate's A* with the observer `()`. `bare` is the same search written out here
//! without any observer. `nothing` only makes the mazes, and is to be taken off both.

use std::cmp::Reverse;
use std::collections::BinaryHeap;

use boyi_paths::generate::{Kind, generate};
use boyi_paths::maze::{Connectivity, Maze, Node};
use boyi_paths::search::{Cost, Counts, GridProblem, Outcome, Problem, Report, Route, astar};

fn main() {
    let search: fn(&GridProblem) -> Report = match std::env::args().nth(1).as_deref() {
        Some("watched") => |problem| astar::search(problem, &mut ()),
        Some("bare") => bare_search,
        Some("nothing") => |_| Report {
            outcome: Outcome::NoPath,
            counts: Counts::default(),
        },
        _ => return println!("watched, bare or nothing?"),
    };
    let mut sum = 0;
    for seed in 0..20 {
        let kind = Kind::Braided { share: 0.5 };
        let grid = generate(kind, 121, 121, seed).expect("a legal size");
        let maze = Maze::new(grid, None, None).expect("generated mazes have ends");
        let answer = search(&GridProblem::of(&maze, Connectivity::Four));
        sum += answer.cost().unwrap_or(0) + answer.counts.expanded;
    }
    println!("{sum}");
}

#[derive(Clone, Copy)]
struct Label {
    g: Cost,
    parent: Option<Node>,
    expanded: bool,
}

#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
struct Waiting {
    rank: Cost,
    h: Cost,
    node: Node,
    g: Cost,
}

/// `best_first::search` with the order of A*, less the observer.
fn bare_search(problem: &GridProblem) -> Report {
    let (start, goal) = (problem.start(), problem.goal());
    let mut counts = Counts {
        iterations: 1,
        ..Counts::default()
    };
    let mut labels: Vec<Option<Label>> = vec![None; problem.nodes()];
    let mut frontier = BinaryHeap::new();

    let h = problem.estimate(start);
    labels[start.index()] = Some(Label {
        g: 0,
        parent: None,
        expanded: false,
    });
    frontier.push(Reverse(Waiting {
        rank: h,
        h,
        node: start,
        g: 0,
    }));
    counts.generated += 1;
    counts.peak_frontier = 1;

    while let Some(Reverse(Waiting { node, g, .. })) = frontier.pop() {
        let label = labels[node.index()];
        if label.is_none_or(|label| label.expanded || label.g != g) {
            continue;
        }
        if node == goal {
            let mut path = vec![goal];
            let mut here = goal;
            while let Some(parent) = labels[here.index()].and_then(|label| label.parent) {
                path.push(parent);
                here = parent;
            }
            path.reverse();
            let outcome = Outcome::Found(Route { path, cost: g });
            return Report { outcome, counts };
        }
        if let Some(label) = &mut labels[node.index()] {
            label.expanded = true;
        }
        counts.expanded += 1;
        problem.each_neighbour(node, |next, step| {
            let next_g = g + step;
            let known = labels[next.index()];
            if known.is_some_and(|label| label.g <= next_g) {
                return;
            }
            labels[next.index()] = Some(Label {
                g: next_g,
                parent: Some(node),
                expanded: false,
            });
            let h = problem.estimate(next);
            frontier.push(Reverse(Waiting {
                rank: next_g + h,
                h,
                node: next,
                g: next_g,
            }));
            counts.generated += 1;
            if let Some(label) = known {
                counts.reexpanded += u64::from(label.expanded);
            }
        });
        counts.peak_frontier = counts.peak_frontier.max(frontier.len());
    }
    Report {
        outcome: Outcome::NoPath,
        counts,
    }
}
