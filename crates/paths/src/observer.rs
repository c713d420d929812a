//! What a search tells a viewer while it runs, at no cost when nobody looks.

/// Something that happened in a search; `N` is what the search walks on (a cell, a state).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Event<N> {
    /// A node was reached, for the first time or more cheaply than before.
    Opened {
        /// Which.
        node: N,
        /// At which cost from where the search started.
        cost: u64,
    },
    /// A node was taken up and its neighbours looked at.
    Closed {
        /// Which.
        node: N,
        /// At which cost from where the search started.
        cost: u64,
    },
    /// The next node of the path that was found, told from its start to its end.
    OnPath {
        /// Which.
        node: N,
    },
}

/// Somebody who watches a search. `()` is nobody: every call to it vanishes in compilation.
pub trait Observer<N> {
    /// Whether anybody looks. A search asks this before it goes to any length to describe an event.
    const ON: bool = true;

    /// Takes note of an event.
    fn see(&mut self, event: Event<N>);
}

impl<N> Observer<N> for () {
    const ON: bool = false;

    #[inline(always)]
    fn see(&mut self, _: Event<N>) {}
}

/// Keeps the events of a search for replay, up to a cap: a search may have more than fit in memory.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Recorder<N> {
    events: Vec<Event<N>>,
    cap: usize,
    dropped: u64,
}

impl<N> Recorder<N> {
    /// A recorder for at most `cap` events of opening and closing. The path is always kept.
    pub const fn new(cap: usize) -> Self {
        Self {
            events: Vec::new(),
            cap,
            dropped: 0,
        }
    }

    /// The first events, in order.
    pub fn events(&self) -> &[Event<N>] {
        &self.events
    }

    /// How many events did not fit.
    pub const fn dropped(&self) -> u64 {
        self.dropped
    }
}

impl<N> Observer<N> for Recorder<N> {
    fn see(&mut self, event: Event<N>) {
        if self.events.len() < self.cap || matches!(event, Event::OnPath { .. }) {
            self.events.push(event);
        } else {
            self.dropped += 1;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_full_recorder_counts_what_it_drops_and_keeps_the_path() {
        let mut recorder = Recorder::new(2);
        for node in 0..5 {
            recorder.see(Event::Opened { node, cost: 1 });
        }
        recorder.see(Event::OnPath { node: 9 });
        assert_eq!(recorder.dropped(), 3);
        assert_eq!(
            recorder.events(),
            [
                Event::Opened { node: 0, cost: 1 },
                Event::Opened { node: 1, cost: 1 },
                Event::OnPath { node: 9 }
            ]
        );
    }
}
