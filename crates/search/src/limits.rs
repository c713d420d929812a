//! How far a search may go, and a way to end it from outside.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use crate::Allotment;

/// Each limit that is set ends the search; at least one should be.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Limits {
    /// Plies.
    pub depth: Option<u32>,
    /// Positions entered, exactly.
    pub nodes: Option<u64>,
    /// Time on the clock.
    pub time: Option<Allotment>,
}

impl Limits {
    /// So many plies.
    pub fn depth(depth: u32) -> Self {
        Self {
            depth: Some(depth),
            ..Self::default()
        }
    }

    /// So many positions.
    pub fn nodes(nodes: u64) -> Self {
        Self {
            nodes: Some(nodes),
            ..Self::default()
        }
    }

    /// So much time for this move.
    pub fn time(time: Duration) -> Self {
        Self {
            time: Some(Allotment {
                soft: time,
                hard: time,
            }),
            ..Self::default()
        }
    }
}

/// A switch that ends a search at once; clones share it.
#[derive(Clone, Debug, Default)]
pub struct Stop(Arc<AtomicBool>);

impl Stop {
    /// Ends the searches that hold a clone of this switch.
    pub fn stop(&self) {
        self.0.store(true, Ordering::Relaxed);
    }

    /// Makes the switch usable again.
    pub fn reset(&self) {
        self.0.store(false, Ordering::Relaxed);
    }

    /// Whether it was pressed.
    #[inline]
    pub fn is_stopped(&self) -> bool {
        self.0.load(Ordering::Relaxed)
    }
}
