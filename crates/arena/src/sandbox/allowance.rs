//! What a program may use.

use serde::{Deserialize, Serialize};

/// What a program may use, all its processes together.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Allowance {
    /// What it keeps in memory, its files there included.
    pub memory: u64,
    pub processes: u64,
    /// Room for files in bytes. It is a folder in memory that vanishes with the game, and there only
    /// where bubblewrap can make one; elsewhere nothing can be written at all.
    pub scratch: u64,
    /// Files and folders in that folder: each takes memory of the kernel's.
    pub files: u64,
}

impl Default for Allowance {
    fn default() -> Self {
        Self {
            memory: 1 << 30,
            processes: 32,
            scratch: 64 << 20,
            files: 4096,
        }
    }
}

impl Allowance {
    /// Threads and processes the kernel lets exist at a time. A Java machine starts a few dozen
    /// threads before it does anything, so this is only the wall behind [`Allowance::processes`].
    #[cfg(not(target_os = "macos"))]
    pub(super) fn tasks(&self) -> u64 {
        self.processes * 4 + 128
    }

    /// Private memory a single process may map. It is the wall behind [`Allowance::memory`], for
    /// programs that fill memory faster than anybody can watch.
    pub(super) fn data(&self) -> u64 {
        self.memory.saturating_mul(2)
    }
}
