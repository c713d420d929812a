//! A process and everything that descends from it: how many, how much memory, and their end.

use std::collections::HashMap;
use std::fs;
use std::path::Path;

use nix::sys::signal::{Signal, kill};
use nix::unistd::Pid;

/// All living descendants of a process, in no order. Those that have ended but were not waited for
/// are among them.
pub(super) fn descendants(of: Pid) -> Vec<Pid> {
    // The kernel keeps a list of each thread's children; where it was built without, everybody's
    // parent is looked up instead.
    if Path::new("/proc/thread-self/children").exists() {
        let mut found = Vec::new();
        let mut waiting = vec![of];
        while let Some(parent) = waiting.pop() {
            let children = children(parent);
            waiting.extend(&children);
            found.extend(children);
        }
        found
    } else {
        let parents = parents();
        let descends = |pid: &Pid| {
            let above = std::iter::successors(parents.get(pid), |parent| parents.get(parent));
            // No family is deeper than this, and a loop of numbers used again must end.
            above.take(10_000).any(|&parent| parent == of)
        };
        parents.keys().copied().filter(descends).collect()
    }
}

fn children(of: Pid) -> Vec<Pid> {
    let Ok(tasks) = fs::read_dir(format!("/proc/{of}/task")) else {
        return Vec::new();
    };
    let lists = tasks
        .flatten()
        .filter_map(|task| fs::read_to_string(task.path().join("children")).ok());
    lists.flat_map(|list| pids(&list)).collect()
}

fn pids(list: &str) -> Vec<Pid> {
    let numbers = list.split_whitespace();
    let numbers = numbers.filter_map(|number| number.parse().ok());
    numbers.map(Pid::from_raw).collect()
}

fn parents() -> HashMap<Pid, Pid> {
    let Ok(all) = fs::read_dir("/proc") else {
        return HashMap::new();
    };
    let parent = |entry: fs::DirEntry| {
        let pid = entry.file_name().to_str()?.parse().ok()?;
        let stat = fs::read_to_string(entry.path().join("stat")).ok()?;
        // The name in brackets may hold anything, brackets too; after the last one come the state
        // and the parent.
        let parent = stat.rsplit_once(')')?.1.split_whitespace().nth(1)?;
        Some((Pid::from_raw(pid), Pid::from_raw(parent.parse().ok()?)))
    };
    all.flatten().filter_map(parent).collect()
}

/// Memory that belongs to a process alone, in bytes: what is its own, what was swapped out, what the
/// kernel needs to find it again, and what it shares with others by intention if that is asked for.
/// Pages of files do not count, they can be read again.
pub(super) fn memory(pid: Pid, with_shared: bool) -> u64 {
    let Ok(status) = fs::read_to_string(format!("/proc/{pid}/status")) else {
        return 0;
    };
    let counted = |line: &str| {
        let (field, value) = line.split_once(':')?;
        let kilobytes = value.trim().strip_suffix(" kB")?;
        let counts = match field {
            "RssAnon" | "VmSwap" | "VmPTE" | "HugetlbPages" => true,
            "RssShmem" => with_shared,
            _ => false,
        };
        counts
            .then(|| kilobytes.trim().parse::<u64>().ok())
            .flatten()
    };
    let kilobytes: u64 = status.lines().filter_map(counted).sum();
    kilobytes * 1024 + sockets(pid) * SOCKET_BYTES
}

/// What lies in a socket nobody reads belongs to nobody's memory; the kernel lets this much lie there.
const SOCKET_BYTES: u64 = 256 << 10;

/// How many sockets a process has open: pairs of them are not refused, because runtimes wake
/// themselves up by one.
fn sockets(pid: Pid) -> u64 {
    let open = fs::read_dir(format!("/proc/{pid}/fd"));
    let targets = open
        .into_iter()
        .flatten()
        .flatten()
        .filter_map(|entry| fs::read_link(entry.path()).ok());
    targets
        .filter(|target| {
            target
                .to_str()
                .is_some_and(|target| target.starts_with("socket:"))
        })
        .count() as u64
}

/// Whether a process runs nothing more: it is stopped or gone, or waits in the kernel with the signal
/// on its way. A parent waits so, and cannot be woken, until the child that borrows its memory
/// (`vfork`) starts its program, which a stopped one does not do.
pub(super) fn is_stopped(pid: Pid) -> bool {
    let stat = fs::read_to_string(format!("/proc/{pid}/stat")).unwrap_or_default();
    let state = stat.rsplit_once(") ").map_or("X", |(_, rest)| rest);
    state.starts_with(['T', 't', 'Z', 'X']) || (state.starts_with('D') && is_to_stop(pid))
}

/// Whether a stop was sent that the process has not taken yet.
fn is_to_stop(pid: Pid) -> bool {
    let status = fs::read_to_string(format!("/proc/{pid}/status")).unwrap_or_default();
    let pending = status
        .lines()
        .find_map(|line| line.strip_prefix("ShdPnd:"))
        .and_then(|mask| u64::from_str_radix(mask.trim(), 16).ok());
    pending.is_some_and(|mask| mask >> (Signal::SIGSTOP as u32 - 1) & 1 == 1)
}

/// How many threads run as this user: what the kernel holds against its limit on processes.
pub(super) fn tasks_of_user(uid: u32) -> u64 {
    use std::os::unix::fs::MetadataExt;
    let Ok(all) = fs::read_dir("/proc") else {
        return 0;
    };
    let is_process = |entry: &fs::DirEntry| {
        let name = entry.file_name();
        name.to_str()
            .is_some_and(|name| name.bytes().all(|byte| byte.is_ascii_digit()))
    };
    let owned = all
        .flatten()
        .filter(is_process)
        .filter(|entry| entry.metadata().is_ok_and(|metadata| metadata.uid() == uid));
    let threads = owned.filter_map(|entry| fs::read_dir(entry.path().join("task")).ok());
    threads.map(|tasks| tasks.count() as u64).sum()
}

/// Sends a signal to each of them; those that are gone by now do not mind.
pub(super) fn signal_all(family: &[Pid], signal: Signal) {
    for &pid in family {
        let _ = kill(pid, signal);
    }
}

#[cfg(test)]
mod tests {
    use std::process::{Command, Stdio};

    use super::*;

    #[test]
    fn children_are_found_by_either_way() {
        let mut child = Command::new("cat")
            .stdin(Stdio::piped())
            .stdout(Stdio::null())
            .spawn()
            .expect("every system has cat");
        let pid = Pid::from_raw(child.id() as i32);
        assert!(descendants(Pid::this()).contains(&pid));
        assert_eq!(parents().get(&pid), Some(&Pid::this()));
        drop(child.stdin.take());
        child.wait().expect("it ends with its input");
        assert!(!descendants(Pid::this()).contains(&pid));
    }

    #[test]
    fn memory_is_what_a_process_keeps_to_itself() {
        const SIZE: usize = 64 << 20;
        let before = memory(Pid::this(), false);
        let much = vec![1_u8; SIZE];
        let after = memory(Pid::this(), false);
        assert!(
            before > 0 && after >= before + SIZE as u64 / 2,
            "{before} {after}"
        );
        drop(much);
    }
}
