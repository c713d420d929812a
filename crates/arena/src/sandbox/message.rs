//! What the stages tell the one who started them, a JSON object a line.

use std::fmt;

use nix::libc;
use serde::{Deserialize, Serialize};

use super::Layer;

/// A message to the one who started a program.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(super) enum Message {
    Sealed {
        layers: Vec<Layer>,
    },
    /// A program that was frozen goes on.
    Thawed,
    Failed {
        why: String,
    },
    Ended(Ended),
}

/// What the keeper is told: a byte on the same line. Closing the line ends the program.
pub(super) const FREEZE: u8 = b'f';
pub(super) const THAW: u8 = b't';

/// How a program ended.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Ended {
    pub how: How,
    pub overrun: Option<Overrun>,
}

/// How a process ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum How {
    Exit(i32),
    Signal(i32),
}

/// What a program used too much of.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Overrun {
    Memory { used: u64 },
    Processes { count: u64 },
    Files { count: u64 },
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
