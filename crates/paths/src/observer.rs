//! What a search tells whoever is watching, and a recorder for playing it back. One vocabulary for
//! mazes, supply mazes and road maps: `N` is what the search walks on (a node, a cell, a state).

/// Hears of everything a search does. Every method does nothing unless overridden, and `()` hears
/// nothing at all: the compiler removes the calls, so that watching costs only those who watch.
pub trait Observer<N> {
    /// Whether anybody listens. A search asks this before it goes to any length to describe an event.
    const ON: bool = true;

    /// A node entered the frontier: `g` is the cost so far, `h` the estimate of the rest.
    #[inline]
    fn opened(&mut self, node: N, g: u64, h: u64) {
        let _ = (node, g, h);
    }

    /// A node left the frontier and its neighbours were looked at.
    #[inline]
    fn expanded(&mut self, node: N, g: u64, h: u64) {
        let _ = (node, g, h);
    }

    /// A node that was seen before is in the frontier again, because a cheaper way to it was found
    /// (or, for a search that looks on in some directions only, one from another side).
    #[inline]
    fn reopened(&mut self, node: N, g: u64, h: u64) {
        let _ = (node, g, h);
    }

    /// An iteration of a deepening search begins; `iteration` counts from 1.
    #[inline]
    fn bound(&mut self, iteration: u32, bound: u64) {
        let _ = (iteration, bound);
    }

    /// The search is over and this is the path.
    #[inline]
    fn path(&mut self, path: &[N]) {
        let _ = path;
    }

    /// Whether to give up. Asked once an expansion.
    #[inline]
    fn is_stopped(&mut self) -> bool {
        false
    }
}

/// Tells an observer of an event. A macro, so that a build for measuring can leave the calls out of
/// the source and show that they cost nothing where nobody watches.
macro_rules! tell {
    ($observer:expr => $event:ident($($what:expr),*)) => {{
        #[cfg(not(feature = "without-observer"))]
        $observer.$event($($what),*);
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
}

/// One thing a search did.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Event<N> {
    /// A node entered the frontier.
    Opened {
        /// Which.
        node: N,
        /// Cost so far.
        g: u64,
        /// Estimate of the rest.
        h: u64,
    },
    /// A node was expanded.
    Expanded {
        /// Which.
        node: N,
        /// Cost so far.
        g: u64,
        /// Estimate of the rest.
        h: u64,
    },
    /// A node entered the frontier again with a lower cost.
    Reopened {
        /// Which.
        node: N,
        /// Cost so far.
        g: u64,
        /// Estimate of the rest.
        h: u64,
    },
    /// A new iteration began.
    Bound {
        /// Counted from 1.
        iteration: u32,
        /// The bound on g + h.
        bound: u64,
    },
    /// The search ended with this path.
    Path {
        /// From start to goal.
        nodes: Vec<N>,
    },
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

    /// How many events there were, kept or not, besides the path.
    pub fn total(&self) -> u64 {
        let kept = self.events.iter();
        kept.filter(|event| !matches!(event, Event::Path { .. }))
            .count() as u64
            + self.dropped
    }

    /// How many events came after the cap was reached and were not kept.
    pub fn dropped(&self) -> u64 {
        self.dropped
    }

    fn keep(&mut self, event: Event<N>) {
        if self.events.len() < self.cap {
            self.events.push(event);
        } else {
            self.dropped += 1;
        }
    }
}

impl<N: Clone> Observer<N> for Recorder<N> {
    fn opened(&mut self, node: N, g: u64, h: u64) {
        self.keep(Event::Opened { node, g, h });
    }

    fn expanded(&mut self, node: N, g: u64, h: u64) {
        self.keep(Event::Expanded { node, g, h });
    }

    fn reopened(&mut self, node: N, g: u64, h: u64) {
        self.keep(Event::Reopened { node, g, h });
    }

    fn bound(&mut self, iteration: u32, bound: u64) {
        self.keep(Event::Bound { iteration, bound });
    }

    fn path(&mut self, path: &[N]) {
        let nodes = path.to_vec();
        self.events.push(Event::Path { nodes });
    }
}

/// Somebody who may leave: keeps a film if there is a recorder, and ends the search when told to.
pub struct Viewer<'a, N> {
    recorder: Option<&'a mut Recorder<N>>,
    stop: &'a dyn Fn() -> bool,
    asked: u32,
}

/// Expansions between two looks at the switch: some microseconds.
const PATIENCE: u32 = 256;

impl<'a, N> Viewer<'a, N> {
    /// Watches with the recorder, until `stop` says so.
    pub fn new(recorder: Option<&'a mut Recorder<N>>, stop: &'a dyn Fn() -> bool) -> Self {
        let asked = 0;
        Self {
            recorder,
            stop,
            asked,
        }
    }

    /// Watches with the recorder to the end.
    pub fn patient(recorder: &'a mut Recorder<N>) -> Self {
        Self::new(Some(recorder), &|| false)
    }
}

impl<N: Clone> Observer<N> for Viewer<'_, N> {
    fn opened(&mut self, node: N, g: u64, h: u64) {
        if let Some(recorder) = &mut self.recorder {
            recorder.opened(node, g, h);
        }
    }

    fn expanded(&mut self, node: N, g: u64, h: u64) {
        if let Some(recorder) = &mut self.recorder {
            recorder.expanded(node, g, h);
        }
    }

    fn reopened(&mut self, node: N, g: u64, h: u64) {
        if let Some(recorder) = &mut self.recorder {
            recorder.reopened(node, g, h);
        }
    }

    fn bound(&mut self, iteration: u32, bound: u64) {
        if let Some(recorder) = &mut self.recorder {
            recorder.bound(iteration, bound);
        }
    }

    fn path(&mut self, path: &[N]) {
        if let Some(recorder) = &mut self.recorder {
            recorder.path(path);
        }
    }

    fn is_stopped(&mut self) -> bool {
        self.asked += 1;
        if self.asked < PATIENCE {
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
        for node in 0..5 {
            recorder.opened(node, 1, 2);
        }
        recorder.path(&[0, 4]);
        assert_eq!(recorder.dropped(), 3);
        assert_eq!(recorder.events().len(), 3);
        assert_eq!(recorder.events()[2], Event::Path { nodes: vec![0, 4] });
    }
}
