//! Keeps what a search did, for a viewer to play.

use super::{Cost, Observer};
use crate::maze::Node;

/// One thing a search did.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Event {
    /// A node entered the frontier.
    Opened {
        /// Which.
        node: Node,
        /// Cost so far.
        g: Cost,
        /// Estimate of the rest.
        h: Cost,
    },
    /// A node was expanded.
    Expanded {
        /// Which.
        node: Node,
        /// Cost so far.
        g: Cost,
        /// Estimate of the rest.
        h: Cost,
    },
    /// A node entered the frontier again with a lower cost.
    Reopened {
        /// Which.
        node: Node,
        /// Cost so far.
        g: Cost,
        /// Estimate of the rest.
        h: Cost,
    },
    /// A new iteration began.
    Bound {
        /// Counted from 1.
        iteration: u32,
        /// The bound on g + h.
        bound: Cost,
    },
    /// The search ended with this path.
    Path {
        /// From start to goal.
        nodes: Vec<Node>,
    },
}

/// An [`Observer`] that keeps the first events up to a cap, and the path in any case.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Recorder {
    events: Vec<Event>,
    cap: usize,
    dropped: u64,
}

impl Recorder {
    /// Keeps at most `cap` events besides the path.
    pub fn with_cap(cap: usize) -> Self {
        Self {
            events: Vec::new(),
            cap,
            dropped: 0,
        }
    }

    /// What was kept, in order.
    pub fn events(&self) -> &[Event] {
        &self.events
    }

    /// How many events came after the cap was reached and were not kept.
    pub fn dropped(&self) -> u64 {
        self.dropped
    }

    fn keep(&mut self, event: Event) {
        if self.events.len() < self.cap {
            self.events.push(event);
        } else {
            self.dropped += 1;
        }
    }
}

impl Observer for Recorder {
    fn opened(&mut self, node: Node, g: Cost, h: Cost) {
        self.keep(Event::Opened { node, g, h });
    }

    fn expanded(&mut self, node: Node, g: Cost, h: Cost) {
        self.keep(Event::Expanded { node, g, h });
    }

    fn reopened(&mut self, node: Node, g: Cost, h: Cost) {
        self.keep(Event::Reopened { node, g, h });
    }

    fn bound(&mut self, iteration: u32, bound: Cost) {
        self.keep(Event::Bound { iteration, bound });
    }

    fn path(&mut self, path: &[Node]) {
        self.events.push(Event::Path {
            nodes: path.to_vec(),
        });
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_cap_holds_for_all_but_the_path() {
        let mut recorder = Recorder::with_cap(2);
        for number in 0..5 {
            recorder.opened(Node(number), 1, 2);
        }
        recorder.path(&[Node(0), Node(4)]);
        assert_eq!(recorder.dropped(), 3);
        assert_eq!(recorder.events().len(), 3);
        let nodes = vec![Node(0), Node(4)];
        assert_eq!(recorder.events()[2], Event::Path { nodes });
    }
}
