//! How far a search may go, and a way to end it from outside.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use crate::Allotment;

/// Each limit that is set ends the search; at least one should be.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Limits {
    /// Plies.
    pub depth: Option<u32>,
    pub nodes: Option<u64>,
    pub time: Option<Allotment>,
}

/// A switch that ends a search at once; clones share it.
#[derive(Clone, Debug, Default)]
pub struct Stop {
    pressed: Arc<AtomicBool>,
    /// The switch that this one is a part of.
    whole: Option<Arc<Self>>,
}

impl Stop {
    /// A switch of its own for some of the searches: whoever presses this one ends them too, but not the
    /// other way round.
    pub fn part(&self) -> Self {
        Self {
            pressed: Arc::default(),
            whole: Some(Arc::new(self.clone())),
        }
    }

    /// Ends the searches that hold a clone of this switch.
    pub fn stop(&self) {
        self.pressed.store(true, Ordering::Relaxed);
    }

    /// Makes the switch usable again.
    pub fn reset(&self) {
        self.pressed.store(false, Ordering::Relaxed);
    }

    /// Whether it was pressed.
    #[inline]
    pub fn is_stopped(&self) -> bool {
        self.pressed.load(Ordering::Relaxed) || self.whole.as_deref().is_some_and(Self::is_stopped)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_part_is_stopped_with_the_whole_and_not_the_other_way_round() {
        let whole = Stop::default();
        let (one, other) = (whole.part(), whole.part());
        one.stop();
        let stopped = |stops: [&Stop; 3]| stops.map(Stop::is_stopped);
        assert_eq!(stopped([&whole, &one, &other]), [false, true, false]);
        whole.stop();
        assert_eq!(stopped([&whole, &one, &other]), [true; 3]);
    }
}
