//! What a search brings back.

use super::Cost;
use crate::maze::Node;

/// A search's answer and what it took.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Report {
    pub outcome: Outcome,
    pub counts: Counts,
    /// The paths of the other walkers, where there are several.
    pub others: Vec<Route>,
}

/// A search's answer.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Outcome {
    Found(Route),
    NoPath,
    /// The search reached the limit it was given, or was told to stop, and does not know.
    GaveUp,
}

/// A path and its cost.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Route {
    pub path: Vec<Node>,
    pub cost: Cost,
}

/// How much a search did.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Counts {
    pub expanded: u64,
    pub generated: u64,
    /// Expansions of nodes that had been expanded before.
    pub reexpanded: u64,
    pub peak_frontier: usize,
    /// Rounds of a deepening search; 1 for the others.
    pub iterations: u32,
}

impl Report {
    /// The path, if there is one.
    pub fn route(&self) -> Option<&Route> {
        match &self.outcome {
            Outcome::Found(route) => Some(route),
            Outcome::NoPath | Outcome::GaveUp => None,
        }
    }

    /// What the paths of all walkers cost together.
    pub fn total_cost(&self) -> Option<Cost> {
        let others = self.others.iter().map(|route| route.cost);
        self.cost().map(|own| own + others.sum::<Cost>())
    }

    /// The cost of the path, if there is one.
    pub fn cost(&self) -> Option<Cost> {
        self.route().map(|route| route.cost)
    }
}
