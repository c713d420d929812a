//! When to stop: nodes, time, a switch from outside, the clock that starts when pondering ends.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use boyi_search::{Ended, Limits, Stop};

/// The search was ended; what it was doing is void.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Stopped;

/// Thinking in the opponent's time: while it lasts the clock does not count. Clones share it.
#[derive(Clone, Debug, Default)]
pub struct Pondering(Arc<AtomicBool>);

impl Pondering {
    /// The opponent's move is awaited.
    pub fn begin(&self) {
        self.0.store(true, Ordering::Relaxed);
    }

    /// The expected move was played: the clock counts now.
    pub fn end(&self) {
        self.0.store(false, Ordering::Relaxed);
    }

    /// Whether the opponent's move is awaited.
    pub fn lasts(&self) -> bool {
        self.0.load(Ordering::Relaxed)
    }
}

/// Nodes between two looks at clock and switch. Most nodes take a microsecond or two, but one at which a long
/// repetition is judged takes a hundred, and such nodes come in swarms.
const INTERVAL: u64 = 32;

/// What all threads of a search watch.
#[derive(Clone, Debug)]
pub(crate) struct Budget {
    limits: Limits,
    stop: Stop,
    /// Raised by the thread that finds the time used up, for all others.
    halt: Arc<AtomicBool>,
    pondering: Pondering,
    started: Instant,
}

impl Budget {
    pub(crate) fn new(limits: Limits, stop: Stop, pondering: Pondering) -> Self {
        Self {
            limits,
            stop,
            halt: Arc::default(),
            pondering,
            started: Instant::now(),
        }
    }

    pub(crate) fn elapsed(&self) -> Duration {
        self.started.elapsed()
    }

    pub(crate) fn deepest(&self) -> Option<u32> {
        self.limits.depth
    }

    pub(crate) fn is_pondering(&self) -> bool {
        self.pondering.lasts()
    }

    /// Ends the search for all threads.
    pub(crate) fn halt(&self) {
        self.halt.store(true, Ordering::Relaxed);
    }

    /// Called with the nodes of this thread at every node.
    #[inline]
    pub(crate) fn check(&self, nodes: u64) -> Result<(), Stopped> {
        if self.limits.nodes.is_some_and(|most| nodes >= most) {
            return Err(Stopped);
        }
        if nodes.is_multiple_of(INTERVAL) && self.is_over() {
            return Err(Stopped);
        }
        Ok(())
    }

    #[cold]
    fn is_over(&self) -> bool {
        let late = !self.pondering.lasts()
            && self
                .limits
                .time
                .is_some_and(|time| self.elapsed() >= time.hard);
        late || self.stop.is_stopped() || self.halt.load(Ordering::Relaxed)
    }

    /// Whether another depth is not worth beginning. `urgency` scales the time that was planned: more
    /// for a best move that keeps changing or a score that falls, less for an obvious move. Where the
    /// time for the move is fixed all of it is used.
    pub(crate) fn is_enough(&self, urgency: f64) -> bool {
        if self.pondering.lasts() {
            return false;
        }
        self.limits.time.is_some_and(|time| {
            let planned = if time.soft < time.hard {
                time.soft.mul_f64(urgency).min(time.hard)
            } else {
                time.hard
            };
            self.elapsed() >= planned
        })
    }

    /// Whether the time is a plan rather than a fixed amount.
    pub(crate) fn is_planned(&self) -> bool {
        self.limits.time.is_some_and(|time| time.soft < time.hard)
    }

    /// Why it ended, if something ended it.
    pub(crate) fn ended(&self, nodes: u64) -> Ended {
        if self.stop.is_stopped() {
            Ended::Stopped
        } else if self.limits.nodes.is_some_and(|most| nodes >= most) {
            Ended::Nodes
        } else {
            Ended::Time
        }
    }
}
