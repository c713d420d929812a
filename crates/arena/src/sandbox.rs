//! Runs untrusted programs behind layers that do not rely on each other.
//!
//! A program is started through a *keeper*: this very program, started anew, which drops its rights,
//! starts the bot, watches what the bot and all its children use, and ends every one of them when the
//! game is over, when they use too much, or when whoever started the keeper is gone for whatever
//! reason. Between keeper and bot stands one more stage, which locks itself in (limits, Landlock,
//! seccomp, inside bubblewrap where there is one) and then becomes the bot.
//!
//! The executable therefore has to call [`serve`] first thing in its `main`.

//!
//! All this is Linux's. Elsewhere programs are bounded, frozen and ended by what [`portable`] finds
//! there, and isolated from nothing: [`ISOLATES`] is false, and what needs every layer is refused.

mod allowance;
mod layer;
mod program;
mod message;
mod used;
mod start_error;
#[cfg(target_os = "linux")]
mod system_paths;
#[cfg(target_os = "linux")]
mod launch;
#[cfg(target_os = "linux")]
mod keeper;
#[cfg(target_os = "linux")]
mod family;
#[cfg(target_os = "linux")]
mod group;
#[cfg(target_os = "linux")]
mod scratch;
#[cfg(target_os = "linux")]
mod bubblewrap;
#[cfg(target_os = "linux")]
mod confine;
#[cfg(target_os = "linux")]
mod files;
#[cfg(target_os = "linux")]
mod calls;
#[cfg(target_os = "linux")]
mod limits;
#[cfg(target_os = "linux")]
mod running;
#[cfg(target_os = "linux")]
mod staging;
#[cfg(any(not(target_os = "linux"), test))]
#[cfg_attr(
    target_os = "linux",
    expect(dead_code, reason = "tried here, used elsewhere")
)]
mod portable;
mod whole_run;
mod probe;
mod survey;

use std::ffi::OsString;
#[cfg(unix)]
use std::os::fd::OwnedFd as OwnedEnd;
#[cfg(windows)]
use std::os::windows::io::OwnedHandle as OwnedEnd;
use std::path::PathBuf;
use std::process::ExitCode;

pub use allowance::Allowance;
pub use layer::Layer;
pub use message::{Ended, How, Overrun};
#[cfg(not(target_os = "linux"))]
pub use portable::Running;
pub use program::{Program, ProgramError};
#[cfg(target_os = "linux")]
pub use running::Running;
pub use start_error::StartError;
pub use survey::{Attempt, LayerReport, Survey, survey};
pub use whole_run::WholeRun;

/// Whether programs can be kept from the rest of the machine at all on this system. Where not, running
/// those of others has to be asked for in so many words.
pub const ISOLATES: bool = cfg!(target_os = "linux");

/// How programs are locked in.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Sandbox {
    pub policy: Policy,
    pub allowance: Allowance,
    /// Layers to do without, to try the others alone.
    pub without: Vec<Layer>,
    /// The executable that serves as keeper: this one, unless a test says otherwise.
    pub keeper: PathBuf,
}

impl Default for Sandbox {
    fn default() -> Self {
        Self {
            policy: Policy::Auto,
            allowance: Allowance::default(),
            without: Vec::new(),
            keeper: this_program(),
        }
    }
}

/// This very program, to be started anew.
fn this_program() -> PathBuf {
    if cfg!(target_os = "linux") {
        // By this name it is found even after it was replaced on disk by a newer one.
        PathBuf::from("/proc/self/exe")
    } else {
        std::env::current_exe().unwrap_or_default()
    }
}

/// How much locking in is wanted.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Policy {
    /// None, for programs one trusts: they are only watched, and ended with their game.
    Off,
    #[default]
    Auto,
    /// Every layer there is at all; where one is missing nothing is run.
    Require,
}

impl Policy {
    /// All of them, by name.
    pub const ALL: [(&'static str, Self); 3] = [
        ("off", Self::Off),
        ("auto", Self::Auto),
        ("require", Self::Require),
    ];
}

impl std::str::FromStr for Policy {
    type Err = UnknownPolicy;

    fn from_str(text: &str) -> Result<Self, UnknownPolicy> {
        let found = Self::ALL.iter().find(|(name, _)| *name == text);
        found
            .map(|&(_, policy)| policy)
            .ok_or_else(|| UnknownPolicy(text.to_owned()))
    }
}

/// There is no such policy.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("`{0}` is no way to lock programs in: choose off, auto or require")]
pub struct UnknownPolicy(String);

/// Plays the part that another process of this program has started this one for, if that is so.
/// Returns what to exit with, or `None` for an ordinary start.
pub fn serve(arguments: impl IntoIterator<Item = OsString>) -> Option<ExitCode> {
    let mut arguments = arguments.into_iter().skip(1);
    let part = arguments.next()?;
    let play: fn(&str) -> ExitCode = match part.to_str()? {
        #[cfg(target_os = "linux")]
        launch::KEEP => keeper::keep,
        #[cfg(target_os = "linux")]
        launch::CONFINE => confine::confine,
        probe::PROBE => probe::probe,
        _ => return None,
    };
    Some(play(arguments.next()?.to_str()?))
}
