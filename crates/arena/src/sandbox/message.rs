//! What the stages tell the one who started them, a JSON object a line.

use std::fmt;

use serde::{Deserialize, Serialize};

use super::Allowance;
#[cfg(target_os = "linux")]
use super::Layer;
use crate::Fault;

/// A message to the one who started a program.
#[cfg(target_os = "linux")]
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
#[cfg(target_os = "linux")]
pub(super) const FREEZE: u8 = b'f';
#[cfg(target_os = "linux")]
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
        #[cfg(unix)]
        return self == Self::Signal(nix::libc::SIGSYS);
        #[cfg(not(unix))]
        false
    }

    /// Whether it was the limit on the size of files that ended it.
    pub fn is_large_file(self) -> bool {
        #[cfg(unix)]
        return self == Self::Signal(nix::libc::SIGXFSZ);
        #[cfg(not(unix))]
        false
    }
}

impl fmt::Display for How {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            // Windows ends whoever touches memory that is not there with 0xc0000005.
            Self::Exit(code) if cfg!(windows) && code < 0 => write!(f, "exit status {code:#x}"),
            Self::Exit(code) => write!(f, "exit status {code}"),
            Self::Signal(number) => match signal_name(number) {
                Some(name) => write!(f, "signal {number} ({name})"),
                None => write!(f, "signal {number}"),
            },
        }
    }
}

#[cfg(unix)]
fn signal_name(number: i32) -> Option<&'static str> {
    let signal = nix::sys::signal::Signal::try_from(number).ok()?;
    Some(signal.as_str())
}

#[cfg(not(unix))]
fn signal_name(_: i32) -> Option<&'static str> {
    None
}

impl Fault {
    /// What it means that a program ended like this; `None` where it ended by itself, without an error.
    pub fn of_end(ended: &Ended, allowance: &Allowance) -> Option<Self> {
        let sandbox = |what: &str| Self::Sandbox {
            what: what.to_owned(),
        };
        Some(match (ended.overrun, ended.how) {
            (Some(Overrun::Memory { used }), _) => Self::Memory {
                used,
                allowed: allowance.memory,
            },
            (Some(Overrun::Processes { .. }), _) => Self::Processes {
                allowed: allowance.processes,
            },
            (Some(Overrun::Files { count }), _) => sandbox(&format!("it made {count} files")),
            (None, how) if how.is_forbidden_call() => sandbox("it tried to use the network"),
            (None, how) if how.is_large_file() => sandbox("it tried to write a large file"),
            (None, How::Exit(0)) => return None,
            (None, how) => Self::Crashed {
                how: how.to_string(),
            },
        })
    }
}
