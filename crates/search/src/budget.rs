//! Counting down to the next look at the clock.

use std::time::{Duration, Instant};

use crate::report::Ended;
use crate::{Limits, Stop};

/// The search was ended from outside or ran out of something; what it was doing is void.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Stopped;

/// Nodes between two looks at clock and switch: a look costs as much as a few nodes, and even a slow
/// evaluation does that many within milliseconds.
const INTERVAL: u64 = 256;

pub(crate) struct Budget {
    limits: Limits,
    stop: Stop,
    started: Instant,
    /// Nodes until the next look, and nodes paid for by all looks so far.
    countdown: u64,
    granted: u64,
    ended: Option<Ended>,
}

impl Budget {
    pub(crate) fn new(limits: Limits, stop: Stop) -> Self {
        Self {
            limits,
            stop,
            started: Instant::now(),
            countdown: 0,
            granted: 0,
            ended: None,
        }
    }

    /// Pays for one node.
    #[inline]
    pub(crate) fn spend(&mut self) -> Result<(), Stopped> {
        if self.countdown == 0 {
            self.look()?;
        }
        self.countdown -= 1;
        Ok(())
    }

    pub(crate) fn elapsed(&self) -> Duration {
        self.started.elapsed()
    }

    /// Why the search was stopped, if it was.
    pub(crate) fn ended(&self) -> Option<Ended> {
        self.ended
    }

    /// Whether it is too late to begin another depth.
    pub(crate) fn is_late(&self) -> bool {
        self.limits
            .time
            .is_some_and(|time| self.elapsed() >= time.soft)
    }

    #[cold]
    fn look(&mut self) -> Result<(), Stopped> {
        let nodes = self
            .limits
            .nodes
            .map_or(INTERVAL, |nodes| (nodes - self.granted).min(INTERVAL));
        self.ended = if self.stop.is_stopped() {
            Some(Ended::Stopped)
        } else if nodes == 0 {
            Some(Ended::Nodes)
        } else if self
            .limits
            .time
            .is_some_and(|time| self.elapsed() >= time.hard)
        {
            Some(Ended::Time)
        } else {
            None
        };
        if self.ended.is_some() {
            return Err(Stopped);
        }
        self.granted += nodes;
        self.countdown = nodes;
        Ok(())
    }
}
