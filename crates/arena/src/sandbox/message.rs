//! What the stages tell the one who started them, a JSON object a line.

use std::fmt;

use nix::libc;
use serde::{Deserialize, Serialize};

use super::Layer;

/// A message to the one who started a program.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(super) enum Message {
    /// These layers hold, and the program starts now.
    Sealed { layers: Vec<Layer> },
    /// The program cannot be started.
    Failed { why: String },
    /// The program has ended, and so have all its children.
    Ended(Ended),
}

/// How a program ended.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Ended {
    /// As the kernel says.
    pub how: How,
    /// Set where it was ended for using too much.
    pub overrun: Option<Overrun>,
    /// The most memory that was seen, in bytes.
    pub most_memory: u64,
}

/// How a process ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum How {
    /// By itself, with this status.
    Exit(i32),
    /// By this signal.
    Signal(i32),
}

/// What a program used too much of.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Overrun {
    /// So many bytes of memory.
    Memory {
        /// All its processes together.
        used: u64,
    },
    /// So many processes.
    Processes {
        /// At a time.
        count: u64,
    },
}

impl How {
    /// Whether it was the filter on system calls that ended it.
    pub fn is_forbidden_call(self) -> bool {
        self == Self::Signal(libc::SIGSYS)
    }
}

impl fmt::Display for How {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            Self::Exit(code) => write!(f, "exit status {code}"),
            Self::Signal(number) => match nix::sys::signal::Signal::try_from(number) {
                Ok(signal) => write!(f, "signal {number} ({signal})"),
                Err(_) => write!(f, "signal {number}"),
            },
        }
    }
}
