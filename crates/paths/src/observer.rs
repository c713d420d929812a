//! What a search tells whoever is watching, and a recorder for playing it back. One vocabulary for
//! mazes, supply mazes and road maps: `N` is what the search walks on (a node, a cell, a state).

/// Is told everything a search does. `()` is not even called: the compiler removes the calls, so
/// that watching costs only those who watch.
pub trait Observer<N> {
    /// Whether anybody listens. A search asks this before it describes an event.
    const ON: bool = true;

    /// Something happened.
    fn event(&mut self, event: Event<N>);

    /// Whether to give up. Asked once an expansion.
    #[inline]
    fn is_stopped(&mut self) -> bool {
        false
    }
}

/// One thing a search did.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Event<N> {
    /// A node was opened, expanded or reopened; `g` is the cost so far, `h` the heuristic.
    Node {
        change: Change,
        node: N,
        g: u64,
        h: u64,
    },
    /// An iteration of a deepening search begins, counted from 1; `bound` limits g + h.
    Bound { iteration: u32, bound: u64 },
    /// A round begins that trusts the heuristic so much, in thousandths.
    Weight { iteration: u32, weight: u32 },
    /// The map changed: a cell is free now, or a wall.
    Wall { node: N, free: bool },
    /// A walker, counted from 0, is here now.
    Walk { walker: u32, node: N },
    /// The search ended with this path, from start to goal. With several walkers it is the first
    /// one's.
    Path { nodes: Vec<N> },
}

/// What happened to a node.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Change {
    Opened,
    /// It left the open list and its neighbours were generated.
    Expanded,
    /// It is in the open list again, because a cheaper path to it was found (in jump point search
    /// also: an equally cheap one from another side).
    Reopened,
}

/// Tells an observer of an event. A macro, so that a build for measuring can leave the calls out of
/// the source and show that they cost nothing where nobody watches.
macro_rules! tell {
    ($observer:expr, $event:expr) => {{
        #[cfg(not(feature = "without-observer"))]
        $observer.event($event);
    }};
}
pub(crate) use tell;

/// Asks an observer whether to give up; left out of the same build.
macro_rules! is_stopped {
    ($observer:expr) => {
        cfg!(not(feature = "without-observer")) && $observer.is_stopped()
    };
}
pub(crate) use is_stopped;

/// Watches nothing.
impl<N> Observer<N> for () {
    const ON: bool = false;

    #[inline]
    fn event(&mut self, _: Event<N>) {}
}

/// Keeps the first events up to a cap, and the path in any case: a search may have more events than
/// fit in memory.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Recorder<N> {
    events: Vec<Event<N>>,
    cap: usize,
    dropped: u64,
}

impl<N> Recorder<N> {
    /// Keeps at most `cap` events besides the path.
    pub fn with_cap(cap: usize) -> Self {
        Self {
            events: Vec::new(),
            cap,
            dropped: 0,
        }
    }

    /// What was kept, in order.
    pub fn events(&self) -> &[Event<N>] {
        &self.events
    }

    /// How many events came after the cap was reached and were not kept.
    pub fn dropped(&self) -> u64 {
        self.dropped
    }
}

impl<N> Observer<N> for Recorder<N> {
    fn event(&mut self, event: Event<N>) {
        if self.events.len() < self.cap || matches!(event, Event::Path { .. }) {
            self.events.push(event);
        } else {
            self.dropped += 1;
        }
    }
}

/// An observer that can end the search: it records if it has a recorder, and stops when told to.
pub struct Viewer<'a, N> {
    recorder: Option<&'a mut Recorder<N>>,
    stop: &'a dyn Fn() -> bool,
    asked: u32,
    hides_paths: bool,
}

/// Expansions between two calls of [`Viewer`]'s stop function: some microseconds.
const STOP_CHECK_INTERVAL: u32 = 256;

impl<'a, N> Viewer<'a, N> {
    /// Watches with the recorder, until `stop` says so.
    pub fn new(recorder: Option<&'a mut Recorder<N>>, stop: &'a dyn Fn() -> bool) -> Self {
        Self {
            recorder,
            stop,
            asked: 0,
            hides_paths: false,
        }
    }

    /// Leaves paths out of the record: they are parts of a longer one.
    pub(crate) fn hide_paths(&mut self, hides_paths: bool) {
        self.hides_paths = hides_paths;
    }
}

impl<N> Observer<N> for Viewer<'_, N> {
    fn event(&mut self, event: Event<N>) {
        if self.hides_paths && matches!(event, Event::Path { .. }) {
            return;
        }
        if let Some(recorder) = &mut self.recorder {
            recorder.event(event);
        }
    }

    fn is_stopped(&mut self) -> bool {
        self.asked += 1;
        if self.asked < STOP_CHECK_INTERVAL {
            return false;
        }
        self.asked = 0;
        (self.stop)()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_cap_holds_for_all_but_the_path() {
        let mut recorder = Recorder::with_cap(2);
        for iteration in 1..=5 {
            recorder.event(Event::<u8>::Bound {
                iteration,
                bound: 1,
            });
        }
        let path = Event::Path { nodes: vec![0, 4] };
        recorder.event(path.clone());
        assert_eq!(recorder.dropped(), 3);
        assert_eq!(recorder.events().len(), 3);
        assert_eq!(recorder.events()[2], path);
    }
}
