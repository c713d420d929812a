//! Landlock: which files a program can reach.

use landlock::{
    ABI, Access, AccessFs, AccessNet, CompatLevel, Compatible, PathBeneath, PathFd, Ruleset,
    RulesetAttr, RulesetCreated, RulesetCreatedAttr, RulesetError, RulesetStatus, Scope,
};

use super::Layer;
use super::bubblewrap::SCRATCH;
use super::launch::LaunchPlan;
use super::system_paths::{DEVICES, SYSTEM, ZERO};

/// The newest version of Landlock whose rules we have tried. Older kernels give what they have.
const VERSION: ABI = ABI::V6;

/// Locks this process, and what it becomes, out of everything it is not granted. `false` where the
/// kernel has no Landlock.
pub(super) fn apply(plan: &LaunchPlan) -> Result<bool, RulesetError> {
    let mut rules = Ruleset::default()
        .set_compatibility(CompatLevel::BestEffort)
        .handle_access(AccessFs::from_all(VERSION))?
        .handle_access(AccessNet::from_all(VERSION))?
        .scope(Scope::from_all(VERSION))?
        .create()?;
    let read = AccessFs::from_read(VERSION);
    for path in SYSTEM {
        rules = grant(rules, path, read)?;
    }
    for path in &plan.readable {
        rules = grant(rules, path, read)?;
    }
    for path in DEVICES {
        rules = grant(rules, path, AccessFs::ReadFile | AccessFs::WriteFile)?;
    }
    rules = grant(rules, ZERO, AccessFs::ReadFile)?;
    if plan.wants(Layer::Bubblewrap) {
        rules = grant(
            rules,
            SCRATCH,
            AccessFs::from_all(VERSION) & !AccessFs::Execute,
        )?;
    }
    let status = rules.restrict_self()?;
    Ok(status.ruleset != RulesetStatus::NotEnforced)
}

/// Whether signals cannot leave the sandbox by Landlock alone.
pub(super) fn keeps_signals_in() -> bool {
    landlock_version() >= 6
}

/// The version of Landlock the kernel has; 0 for none.
pub(super) fn landlock_version() -> i64 {
    const CREATE_RULESET: nix::libc::c_long = nix::libc::SYS_landlock_create_ruleset;
    const TELL_VERSION: nix::libc::c_uint = 1;
    // SAFETY: with this flag the call takes no pointer and makes nothing.
    let version = unsafe {
        nix::libc::syscall(
            CREATE_RULESET,
            std::ptr::null::<u8>(),
            0_usize,
            TELL_VERSION,
        )
    };
    version.max(0)
}

/// Grants a path, with as much of the access as makes sense for what it is. What does not exist here
/// needs no rule.
fn grant(
    rules: RulesetCreated,
    path: impl AsRef<std::path::Path>,
    access: impl Into<landlock::BitFlags<AccessFs>>,
) -> Result<RulesetCreated, RulesetError> {
    let path = path.as_ref();
    let mut access = access.into();
    if !path.is_dir() {
        access &= AccessFs::from_file(VERSION);
    }
    match PathFd::new(path) {
        Ok(opened) => rules.add_rule(PathBeneath::new(opened, access)),
        Err(_) => Ok(rules),
    }
}
