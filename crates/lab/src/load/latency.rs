//! Times of many things at once, to the millisecond.

use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

/// What takes longer counts as this long, in milliseconds.
const LONGEST: usize = 60_000;

pub(super) struct Latencies(Vec<AtomicU64>);

impl Default for Latencies {
    fn default() -> Self {
        Self((0..=LONGEST).map(|_| AtomicU64::new(0)).collect())
    }
}

impl Latencies {
    pub(super) fn add(&self, time: Duration) {
        // Rounded up: a time is never told shorter than it was.
        let milliseconds = time.as_micros().div_ceil(1000) as usize;
        self.0[milliseconds.min(LONGEST)].fetch_add(1, Ordering::Relaxed);
    }

    pub(super) fn count(&self) -> u64 {
        self.0
            .iter()
            .map(|count| count.load(Ordering::Relaxed))
            .sum()
    }

    /// The time in milliseconds within which this share of all came; `None` where nothing came.
    pub(super) fn quantile(&self, share: f64) -> Option<f64> {
        let wanted = (self.count() as f64 * share).ceil().max(1.0) as u64;
        let mut below = 0;
        self.0.iter().enumerate().find_map(|(milliseconds, count)| {
            below += count.load(Ordering::Relaxed);
            (below >= wanted).then_some(milliseconds as f64)
        })
    }

    pub(super) fn clear(&self) {
        self.0
            .iter()
            .for_each(|count| count.store(0, Ordering::Relaxed));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn quantiles_are_those_of_the_sorted_times() {
        let latencies = Latencies::default();
        assert_eq!(latencies.quantile(0.5), None);
        for milliseconds in 1..=100 {
            latencies.add(Duration::from_millis(milliseconds));
        }
        let found = [0.01, 0.5, 0.99, 1.0].map(|share| latencies.quantile(share));
        assert_eq!(found, [1.0, 50.0, 99.0, 100.0].map(Some));
        latencies.clear();
        latencies.add(Duration::from_micros(1));
        assert_eq!((latencies.quantile(0.5), latencies.count()), (Some(1.0), 1));
    }
}
