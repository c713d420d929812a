//! What a search counts and whom it tells, side by side.
//!
//! Every event is counted where it is told, so that a film and the counts cannot disagree. And a
//! closure that counts and tells holds one pointer, whether anybody watches or not. With
//! [`Observer::ON`] asked before each call the compiler sees the same program as without observers,
//! down to what it thinks worth inlining: that is how one that is not there costs nothing.

use super::{Cost, Counts, Observer, Outcome, Report, Route};
use crate::maze::Node;
use crate::observer::{is_stopped, tell};

pub(super) struct Log<'a, O> {
    pub(super) counts: Counts,
    observer: &'a mut O,
}

impl<'a, O: Observer<Node>> Log<'a, O> {
    /// For a search that has one round.
    pub(super) fn one_round(observer: &'a mut O) -> Self {
        let counts = Counts {
            iterations: 1,
            ..Counts::default()
        };
        Self { counts, observer }
    }

    /// For a search that deepens.
    pub(super) fn of_rounds(observer: &'a mut O) -> Self {
        let counts = Counts::default();
        Self { counts, observer }
    }

    /// A round with this bound begins.
    pub(super) fn bound(&mut self, bound: Cost) {
        self.counts.iterations += 1;
        if O::ON {
            tell!(self.observer => bound(self.counts.iterations, bound));
        }
    }

    #[inline]
    pub(super) fn opened(&mut self, node: Node, g: Cost, h: Cost) {
        self.counts.generated += 1;
        if O::ON {
            tell!(self.observer => opened(node, g, h));
        }
    }

    #[inline]
    pub(super) fn reopened(&mut self, node: Node, g: Cost, h: Cost) {
        self.counts.generated += 1;
        if O::ON {
            tell!(self.observer => reopened(node, g, h));
        }
    }

    #[inline]
    pub(super) fn expanded(&mut self, node: Node, g: Cost, h: Cost) {
        self.counts.expanded += 1;
        if O::ON {
            tell!(self.observer => expanded(node, g, h));
        }
    }

    /// So many nodes wait now.
    #[inline]
    pub(super) fn waiting(&mut self, frontier: usize) {
        self.counts.peak_frontier = self.counts.peak_frontier.max(frontier);
    }

    /// Whether whoever watches has had enough.
    #[inline]
    pub(super) fn is_stopped(&mut self) -> bool {
        O::ON && is_stopped!(self.observer)
    }

    pub(super) fn found(self, path: Vec<Node>, cost: Cost) -> Report {
        if O::ON {
            tell!(self.observer => path(&path));
        }
        Report {
            outcome: Outcome::Found(Route { path, cost }),
            counts: self.counts,
        }
    }

    pub(super) fn no_path(self) -> Report {
        Report {
            outcome: Outcome::NoPath,
            counts: self.counts,
        }
    }

    pub(super) fn gave_up(self) -> Report {
        Report {
            outcome: Outcome::GaveUp,
            counts: self.counts,
        }
    }
}
