//! When a search stops: nodes of all threads, the clock, the stop signal.

use crate::Instant;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::Duration;

use super::{Go, Pondering};
use crate::{Allotment, Ended, Limits, Stop};

/// The search was stopped; what it was doing is void.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Stopped;

/// Nodes between two looks at the clock. The interval adapts, so that fast and slow nodes alike are
/// interrupted in time: some engines search a node in 50 ns, one that judges a long repetition takes
/// 100 us.
const FIRST_INTERVAL: u32 = 64;
const MIN_INTERVAL: u32 = 16;
const MAX_INTERVAL: u32 = 4096;

/// The interval doubles where looks come sooner than the first of these after each other, and is
/// halved where they come later than the second.
const POLL_OFTEN: Duration = Duration::from_micros(200);
const POLL_RARELY: Duration = Duration::from_millis(1);

/// The limits of one search and what was spent so far, shared by its threads.
#[derive(Debug)]
pub struct Budget {
    limits: Limits,
    stop: Stop,
    pondering: Pondering,
    started: Instant,
    /// Raised by the thread that finds something used up, for all others.
    halted: AtomicBool,
    /// Nodes of all threads, as far as they have reported.
    nodes: AtomicU64,
}

impl Budget {
    /// The clock starts now. `expected_moves` as in [`Go::limits`].
    pub fn new<M>(go: &Go<M>, expected_moves: u32) -> Self {
        Self::within(go.limits(expected_moves), &go.stop, &go.pondering)
    }

    fn within(limits: Limits, stop: &Stop, pondering: &Pondering) -> Self {
        Self {
            limits,
            stop: stop.clone(),
            pondering: pondering.clone(),
            started: Instant::now(),
            halted: AtomicBool::new(false),
            nodes: AtomicU64::new(0),
        }
    }

    pub fn limits(&self) -> &Limits {
        &self.limits
    }

    pub fn elapsed(&self) -> Duration {
        self.started.elapsed()
    }

    pub fn is_pondering(&self) -> bool {
        self.pondering.lasts()
    }

    /// Nodes of all threads, as far as they have reported: each does so every time it looks at the
    /// clock, and when its meter is dropped.
    pub fn nodes(&self) -> u64 {
        self.nodes.load(Ordering::Relaxed)
    }

    /// Whether the time is one fixed amount rather than a plan.
    pub fn is_fixed_time(&self) -> bool {
        self.limits.time.is_some_and(|time| time.soft >= time.hard)
    }

    /// Whether a clock limits the search at all.
    pub fn has_time(&self) -> bool {
        self.limits.time.is_some()
    }

    /// Time left before the search has to be done; `None` without a clock.
    pub fn time_left(&self) -> Option<Duration> {
        let time = self.limits.time?;
        Some(time.hard.saturating_sub(self.elapsed()))
    }

    /// Ends the search for all threads.
    pub fn halt(&self) {
        self.halted.store(true, Ordering::Relaxed);
    }

    pub fn is_halted(&self) -> bool {
        self.halted.load(Ordering::Relaxed)
    }

    /// Whether another depth is not worth beginning: the planned time, stretched by `factor`, is used
    /// up.
    pub fn is_late(&self, factor: f64) -> bool {
        !self.pondering.lasts()
            && self.limits.time.is_some_and(|time| {
                self.elapsed() >= time.soft.mul_f64(factor.max(0.0)).min(time.hard)
            })
    }

    /// Whether the stop signal was given.
    pub fn is_stopped(&self) -> bool {
        self.stop.is_stopped()
    }

    /// A budget for a search within this one, after `nodes` nodes of it: one of `parts` of what is left.
    #[must_use]
    pub fn part(&self, nodes: u64, parts: u32) -> Self {
        let left = |most: u64| most.saturating_sub(nodes) / u64::from(parts);
        let limits = Limits {
            depth: None,
            nodes: self.limits.nodes.map(left),
            time: self.time_left().map(|left| Allotment::fixed(left / parts)),
        };
        Self::within(limits, &self.stop, &self.pondering)
    }

    /// Why the search was stopped.
    pub fn ended(&self) -> Ended {
        if self.stop.is_stopped() {
            Ended::Stopped
        } else if self.limits.nodes.is_some_and(|most| self.nodes() >= most) {
            Ended::Nodes
        } else {
            Ended::Time
        }
    }

    fn is_out_of_time(&self) -> bool {
        !self.pondering.lasts()
            && self
                .limits
                .time
                .is_some_and(|time| self.elapsed() >= time.hard)
    }
}

/// One thread's account of a [`Budget`].
#[derive(Debug)]
pub struct Meter<'b> {
    budget: &'b Budget,
    /// Nodes that may be spent before the next look at clock and stop signal.
    countdown: u32,
    granted: u32,
    /// Nodes of this thread that the budget knows of.
    reported: u64,
    interval: u32,
    last_poll: Duration,
}

impl<'b> Meter<'b> {
    pub fn new(budget: &'b Budget) -> Self {
        Self {
            budget,
            countdown: 0,
            granted: 0,
            reported: 0,
            interval: FIRST_INTERVAL,
            last_poll: Duration::ZERO,
        }
    }

    pub fn budget(&self) -> &'b Budget {
        self.budget
    }

    /// Nodes that this thread has spent.
    #[inline]
    pub fn nodes(&self) -> u64 {
        self.reported + u64::from(self.granted - self.countdown)
    }

    /// Pays for one node. Looks at clock and stop signal every so many of them.
    #[inline]
    pub fn spend(&mut self) -> Result<(), Stopped> {
        if self.countdown == 0 {
            self.poll()?;
        }
        self.countdown -= 1;
        Ok(())
    }

    /// For searches that count their nodes themselves: takes the count so far and says how many more may
    /// be searched before asking again.
    pub fn poll_at(&mut self, total: u64) -> Result<u64, Stopped> {
        let spent = total - self.reported;
        self.reported = total;
        self.budget.nodes.fetch_add(spent, Ordering::Relaxed);
        self.poll()?;
        let granted = u64::from(std::mem::take(&mut self.granted));
        self.countdown = 0;
        Ok(granted)
    }

    /// Tells the budget of all nodes so far.
    fn report(&mut self) {
        let spent = u64::from(self.granted - self.countdown);
        self.granted = self.countdown;
        self.reported += spent;
        self.budget.nodes.fetch_add(spent, Ordering::Relaxed);
    }

    #[cold]
    fn poll(&mut self) -> Result<(), Stopped> {
        self.report();
        let budget = self.budget;
        let left = budget
            .limits
            .nodes
            .map_or(u64::MAX, |most| most.saturating_sub(budget.nodes()));
        if budget.halted.load(Ordering::Relaxed) || budget.stop.is_stopped() {
            return Err(Stopped);
        }
        if left == 0 || budget.is_out_of_time() {
            budget.halt();
            return Err(Stopped);
        }
        self.adapt();
        self.granted = left.min(u64::from(self.interval)) as u32;
        self.countdown = self.granted;
        Ok(())
    }

    /// Looks at the clock about every half millisecond.
    fn adapt(&mut self) {
        let now = self.budget.elapsed();
        let since = now.saturating_sub(self.last_poll);
        self.last_poll = now;
        if since < POLL_OFTEN {
            self.interval = (self.interval * 2).min(MAX_INTERVAL);
        } else if since > POLL_RARELY {
            self.interval = (self.interval / 2).max(MIN_INTERVAL);
        }
    }
}

impl Drop for Meter<'_> {
    fn drop(&mut self) {
        self.report();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn spent(go: &Go, threads: usize) -> u64 {
        let budget = Budget::new(go, 30);
        std::thread::scope(|scope| {
            for _ in 0..threads {
                scope.spawn(|| {
                    let mut meter = Meter::new(&budget);
                    while meter.spend().is_ok() {}
                });
            }
        });
        budget.nodes()
    }

    #[test]
    fn one_thread_spends_exactly_the_nodes_it_may() {
        for nodes in [1, 63, 64, 65, 1000, 12_345] {
            assert_eq!(spent(&Go::nodes(nodes), 1), nodes);
        }
    }

    #[test]
    fn nodes_are_counted_over_all_threads() {
        let nodes = spent(&Go::nodes(100_000), 3);
        assert!(
            (100_000..100_000 + 3 * u64::from(MAX_INTERVAL)).contains(&nodes),
            "{nodes}"
        );
    }

    #[test]
    fn a_search_may_count_for_itself() {
        let budget = Budget::new(&Go::<String>::nodes(1000), 30);
        let mut meter = Meter::new(&budget);
        let mut nodes = 0;
        while let Ok(more) = meter.poll_at(nodes) {
            nodes += more;
        }
        assert_eq!((nodes, meter.nodes(), budget.nodes()), (1000, 1000, 1000));
    }

    #[test]
    fn the_clock_does_not_count_while_pondering() {
        let go: Go = Go::time(Duration::ZERO);
        go.pondering.begin();
        let budget = Budget::new(&go, 30);
        let mut meter = Meter::new(&budget);
        assert_eq!(meter.spend(), Ok(()));
        assert!(!budget.is_late(1.0));
        go.pondering.end();
        assert!(budget.is_late(1.0));
        while meter.spend().is_ok() {}
        assert_eq!(budget.ended(), Ended::Time);
    }
}
