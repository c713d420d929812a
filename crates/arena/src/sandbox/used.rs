//! What a program uses, held against what it may.

use std::time::Duration;

use super::{Allowance, Overrun};

/// What the program and its children use.
pub(super) struct Used {
    pub(super) memory: u64,
    pub(super) processes: u64,
    pub(super) files: u64,
}

impl Used {
    pub(super) fn overrun(&self, allowance: &Allowance) -> Option<Overrun> {
        // Too many processes first: what they share is counted for each of them, so that a fork bomb is
        // always too much memory, too.
        let count = self.processes;
        if count > allowance.processes {
            return Some(Overrun::Processes { count });
        }
        let count = self.files;
        if count > allowance.files {
            return Some(Overrun::Files { count });
        }
        let used = self.memory;
        (used > allowance.memory).then_some(Overrun::Memory { used })
    }

    /// The less is left, the sooner: no program fills memory faster than this.
    pub(super) fn look_again_after(&self, allowance: &Allowance) -> Duration {
        const BYTES_A_MILLISECOND: u64 = 4 << 20;
        let left = allowance.memory.saturating_sub(self.memory);
        Duration::from_millis((left / BYTES_A_MILLISECOND).clamp(5, 100))
    }
}
