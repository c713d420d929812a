//! The counts of a search and its observer, side by side.
//!
//! Every event is counted where it is told, so that a trace and the counts cannot disagree. And a
//! closure that counts and tells holds one pointer, whether anybody watches or not. With
//! [`Observer::ON`] asked before each call the compiler sees the same program as without observers,
//! down to what it thinks worth inlining: that is how one that is not there costs nothing.

use super::{Cost, Counts, Observer, Outcome, Report, Route, Weight};
use crate::maze::Node;
use crate::observer::{Change, Event, is_stopped, tell};

pub(super) struct Log<'a, O> {
    pub(super) counts: Counts,
    observer: &'a mut O,
}

impl<'a, O: Observer<Node>> Log<'a, O> {
    /// For a search that has one round.
    pub(super) fn one_round(observer: &'a mut O) -> Self {
        let mut log = Self::of_rounds(observer);
        log.counts.iterations = 1;
        log
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
            let iteration = self.counts.iterations;
            tell!(self.observer, Event::Bound { iteration, bound });
        }
    }

    /// A round with this weight begins.
    pub(super) fn weight(&mut self, weight: Weight) {
        self.counts.iterations += 1;
        if O::ON {
            let iteration = self.counts.iterations;
            let weight = weight.thousandths();
            tell!(self.observer, Event::Weight { iteration, weight });
        }
    }

    /// A cell of the map has changed.
    pub(super) fn wall(&mut self, node: Node, free: bool) {
        if O::ON {
            tell!(self.observer, Event::Wall { node, free });
        }
    }

    /// A walker has moved.
    pub(super) fn walk(&mut self, walker: u32, node: Node) {
        if O::ON {
            tell!(self.observer, Event::Walk { walker, node });
        }
    }

    #[inline]
    pub(super) fn opened(&mut self, node: Node, g: Cost, h: Cost) {
        self.counts.generated += 1;
        self.tell(Change::Opened, node, g, h);
    }

    /// Opens a node that was open or closed before if `again`.
    #[inline]
    pub(super) fn opened_again(&mut self, again: bool, node: Node, g: Cost, h: Cost) {
        self.counts.generated += 1;
        let change = if again {
            Change::Reopened
        } else {
            Change::Opened
        };
        self.tell(change, node, g, h);
    }

    #[inline]
    pub(super) fn expanded(&mut self, node: Node, g: Cost, h: Cost) {
        self.counts.expanded += 1;
        self.tell(Change::Expanded, node, g, h);
    }

    #[inline]
    fn tell(&mut self, change: Change, node: Node, g: Cost, h: Cost) {
        if O::ON {
            tell!(self.observer, Event::Node { change, node, g, h });
        }
    }

    /// So many nodes are open now.
    #[inline]
    pub(super) fn open(&mut self, nodes: usize) {
        self.counts.peak_frontier = self.counts.peak_frontier.max(nodes);
    }

    #[inline]
    pub(super) fn is_stopped(&mut self) -> bool {
        O::ON && is_stopped!(self.observer)
    }

    pub(super) fn found(self, path: Vec<Node>, cost: Cost) -> Report {
        if O::ON {
            let nodes = path.clone();
            tell!(self.observer, Event::Path { nodes });
        }
        self.report(Outcome::Found(Route { path, cost }))
    }

    pub(super) fn no_path(self) -> Report {
        self.report(Outcome::NoPath)
    }

    pub(super) fn gave_up(self) -> Report {
        self.report(Outcome::GaveUp)
    }

    pub(super) fn report(self, outcome: Outcome) -> Report {
        Report {
            outcome,
            counts: self.counts,
            others: Vec::new(),
        }
    }
}
