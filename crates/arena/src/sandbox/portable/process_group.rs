//! A program and what it starts as a group of processes with the limits of POSIX.
//!
//! Whoever leaves the group gets away, and nobody ends the group when this program is killed itself: on
//! Linux the keeper sees to both.

use std::io;
use std::os::unix::process::CommandExt;
use std::process::{Child, Command};

use nix::sys::resource::{Resource, getrlimit, setrlimit};
use nix::sys::signal::{Signal, killpg};
use nix::unistd::Pid;

use crate::sandbox::Allowance;
use crate::sandbox::used::Used;

pub(super) struct Family {
    group: Pid,
}

impl Family {
    #[cfg(not(target_os = "linux"))]
    pub(super) const LIMITS: &str = "limits of POSIX on data, files and cores";
    #[cfg(not(target_os = "linux"))]
    pub(super) const FREEZER: (&str, &str) =
        ("signals to its group of processes", "发给进程组的信号");

    pub(super) fn start(
        mut program: Command,
        limits: Option<&Allowance>,
    ) -> io::Result<(Child, Self)> {
        // Ctrl-C is for us, not for the players: the referee decides what becomes of them.
        program.process_group(0);
        if let Some(allowance) = limits {
            let limits = [
                (Resource::RLIMIT_CORE, 0),
                (Resource::RLIMIT_DATA, allowance.data()),
                (Resource::RLIMIT_NOFILE, 512),
                (Resource::RLIMIT_FSIZE, allowance.scratch),
            ];
            let apply = move || {
                for (resource, most) in limits {
                    let (_, hard) = getrlimit(resource)?;
                    let most = most.min(hard);
                    // What a system does not limit in this way, the keeper looks at.
                    let _ = setrlimit(resource, most, most);
                }
                Ok(())
            };
            // SAFETY: only calls of the system, allowed between fork and exec; nothing is allocated.
            unsafe { program.pre_exec(apply) };
        }
        let child = program.spawn()?;
        let group = Pid::from_raw(child.id() as i32);
        Ok((child, Self { group }))
    }

    pub(super) fn used(&self) -> Used {
        let members = members(self.group);
        Used {
            memory: members.iter().map(|&pid| memory(pid)).sum(),
            processes: members.len() as u64,
            files: 0,
        }
    }

    pub(super) fn freeze(&self) {
        let _ = killpg(self.group, Signal::SIGSTOP);
    }

    pub(super) fn thaw(&self) {
        let _ = killpg(self.group, Signal::SIGCONT);
    }

    pub(super) fn end(&self) {
        let _ = killpg(self.group, Signal::SIGKILL);
    }
}

/// All processes of a group.
#[cfg(target_os = "macos")]
fn members(group: Pid) -> Vec<Pid> {
    let mut found = [0_i32; 4096];
    // SAFETY: the list is as long as it is said to be.
    let count = unsafe {
        libc::proc_listpgrppids(
            group.as_raw(),
            found.as_mut_ptr().cast(),
            size_of_val(&found) as libc::c_int,
        )
    };
    let count = usize::try_from(count).unwrap_or(0).min(found.len());
    let found = found[..count].iter().copied();
    found.filter(|&pid| pid > 0).map(Pid::from_raw).collect()
}

/// Memory that counts against a process, by the system's own account.
#[cfg(target_os = "macos")]
fn memory(pid: Pid) -> u64 {
    let mut found = std::mem::MaybeUninit::<libc::rusage_info_v0>::uninit();
    // SAFETY: this flavour writes this record, which is read only where that has succeeded.
    unsafe {
        let failed = libc::proc_pid_rusage(
            pid.as_raw(),
            libc::RUSAGE_INFO_V0,
            found.as_mut_ptr().cast(),
        );
        if failed == 0 {
            found.assume_init().ri_phys_footprint
        } else {
            0
        }
    }
}

/// Linux is here for tests alone: what descends from the leader stands for its group.
#[cfg(target_os = "linux")]
fn members(group: Pid) -> Vec<Pid> {
    let mut found = crate::sandbox::family::descendants(group);
    found.push(group);
    found
}

#[cfg(target_os = "linux")]
fn memory(pid: Pid) -> u64 {
    crate::sandbox::family::memory(pid, true)
}

#[cfg(not(any(target_os = "linux", target_os = "macos")))]
fn members(group: Pid) -> Vec<Pid> {
    vec![group]
}

#[cfg(not(any(target_os = "linux", target_os = "macos")))]
fn memory(_: Pid) -> u64 {
    0
}
