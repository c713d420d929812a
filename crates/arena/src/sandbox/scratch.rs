//! The folder in memory that a program may write to, seen from outside: how full it is.

use std::fs;
use std::os::unix::fs::MetadataExt;

use nix::sys::statvfs::statvfs;
use nix::unistd::Pid;

use super::bubblewrap::SCRATCH;

/// What lies in a folder in memory.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(super) struct Scratch {
    pub(super) bytes: u64,
    pub(super) files: u64,
}

/// What the family has in its folder; `None` while none of them is inside yet.
pub(super) fn of_family(family: &[Pid]) -> Option<Scratch> {
    let device = |path: &str| fs::metadata(path).ok().map(|found| found.dev());
    let outside = device(SCRATCH);
    // The latest are those inside.
    let inside = family.iter().rev().find_map(|pid| {
        let place = format!("/proc/{pid}/root{SCRATCH}");
        let found = device(&place);
        (found.is_some() && found != outside).then_some(place)
    })?;
    let found = statvfs(inside.as_str()).ok()?;
    let used = found.blocks().saturating_sub(found.blocks_free());
    Some(Scratch {
        bytes: used * found.fragment_size(),
        files: found.files().saturating_sub(found.files_free()),
    })
}
