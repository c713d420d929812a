//! What the stages are told to do, handed over as JSON on their command lines.

use std::path::PathBuf;

use serde::{Deserialize, Serialize};

use super::group::Groups;
use super::{Allowance, Layer};

/// The command line of the keeper, and of the stage that becomes the program.
pub(super) const KEEP: &str = "__keep";
pub(super) const CONFINE: &str = "__confine";

/// How to start one program. Everything in it is absolute and exists.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub(super) struct LaunchPlan {
    pub(super) program: PathBuf,
    pub(super) arguments: Vec<String>,
    pub(super) folder: PathBuf,
    /// What it may read besides the system's own libraries.
    pub(super) readable: Vec<PathBuf>,
    pub(super) allowance: Allowance,
    /// Whether a layer that does not hold ends it all.
    pub(super) strict: bool,
    pub(super) layers: Vec<Layer>,
    /// Where bubblewrap is, if it is one of the layers.
    pub(super) bubblewrap: Option<PathBuf>,
    /// Where its control group is made, if that can be done here.
    pub(super) groups: Option<Groups>,
    /// Whether that group counts its memory. The keeper knows, once it has made it.
    pub(super) memory_in_group: bool,
    /// The descriptor of the line to the one who wants this.
    pub(super) control: i32,
    /// Copies made for this one start, which the keeper removes at the end.
    pub(super) staging: Option<PathBuf>,
}

impl LaunchPlan {
    pub(super) fn wants(&self, layer: Layer) -> bool {
        self.layers.contains(&layer)
    }
}
