//! Runs untrusted programs behind layers that do not rely on each other.
//!
//! A program is started through a *keeper*: this very program, started anew, which drops its rights,
//! starts the bot, watches what the bot and all its children use, and ends every one of them when the
//! game is over, when they use too much, or when whoever started the keeper is gone for whatever
//! reason. Between keeper and bot stands one more stage, which locks itself in (limits, Landlock,
//! seccomp, inside bubblewrap where there is one) and then becomes the bot.
//!
//! The executable therefore has to call [`serve`] first thing in its `main`.

mod allowance;
mod layer;
mod program;
mod system_paths;
mod message;
mod launch;
mod keeper;
mod family;
mod group;
mod scratch;
mod bubblewrap;
mod confine;
mod files;
mod calls;
mod limits;
mod running;
mod staging;
mod whole_run;
mod probe;
mod survey;

use std::ffi::OsString;
use std::path::PathBuf;
use std::process::ExitCode;

pub use allowance::Allowance;
pub use layer::Layer;
pub use message::{Ended, How, Overrun};
pub use program::{Program, ProgramError};
pub use running::{Running, StartError};
pub use survey::{Attempt, LayerReport, Survey, survey};
pub use whole_run::WholeRun;

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
            // By this name it is found even after it was replaced on disk by a newer one.
            keeper: PathBuf::from("/proc/self/exe"),
        }
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
        launch::KEEP => keeper::keep,
        launch::CONFINE => confine::confine,
        launch::PROBE => probe::probe,
        _ => return None,
    };
    Some(play(arguments.next()?.to_str()?))
}
