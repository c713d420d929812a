//! A control group (cgroup v2) for a program: memory that nothing escapes, a freezer, an end at one
//! stroke.
//!
//! Used where groups may be made: in a part of the tree that was handed to us, never in what somebody
//! else manages. A group without controllers still freezes and ends; the keeper then counts memory.

use std::fs::{self, File, OpenOptions};
use std::io;
use std::os::fd::{AsRawFd, BorrowedFd};
use std::os::unix::fs::MetadataExt;
use std::os::unix::process::CommandExt;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::OnceLock;
use std::time::Duration;

use nix::unistd::geteuid;
use serde::{Deserialize, Serialize};

use super::Allowance;

/// Where groups are made, and what the kernel counts in them.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub(super) struct Groups {
    parent: PathBuf,
    /// Shared pages and files in memory included.
    pub(super) memory: bool,
    pub(super) pids: bool,
    pub(super) cpu: bool,
}

/// What our groups are called, before the number of their keeper.
const PREFIX: &str = "boyi-";

/// Looks once; else why there are none.
pub(super) fn available() -> Result<Groups, String> {
    static FOUND: OnceLock<Result<Groups, String>> = OnceLock::new();
    FOUND.get_or_init(find).clone()
}

fn find() -> Result<Groups, String> {
    let read = |file: &str| fs::read_to_string(file).map_err(|error| format!("{file}: {error}"));
    let mount = mount_point(&read("/proc/self/mountinfo")?).ok_or("cgroup v2 is not mounted")?;
    let own = read("/proc/self/cgroup")?;
    let own = own_path(&own).ok_or("this process has no group")?;
    let own = mount.join(own.trim_start_matches('/'));
    let beside = own.parent().filter(|_| own != mount);
    let mut why = "no group here was delegated to us (systemd: Delegate=yes)".to_owned();
    for parent in beside.into_iter().chain([own.as_path()]) {
        if !is_ours(parent, &mount) {
            continue;
        }
        match Groups::under(parent).and_then(Groups::tried) {
            Ok(groups) => return Ok(groups),
            Err(error) => why = format!("{}: {error}", parent.display()),
        }
    }
    Err(why)
}

/// Where cgroup v2 is mounted.
fn mount_point(mountinfo: &str) -> Option<PathBuf> {
    mountinfo.lines().find_map(|line| {
        let (mount, kind) = line.split_once(" - ")?;
        let is_v2 = kind.split(' ').next() == Some("cgroup2");
        let place = mount.split(' ').nth(4).filter(|_| is_v2)?;
        Some(PathBuf::from(place))
    })
}

/// The group of a process in the one tree of v2.
fn own_path(cgroup: &str) -> Option<&str> {
    cgroup.lines().find_map(|line| line.strip_prefix("0::"))
}

/// Whether groups may be made here: the whole tree that we see, where nobody else has put us into a
/// part of it, what belongs to our user, or what its manager has marked as delegated.
fn is_ours(folder: &Path, mount: &Path) -> bool {
    let user = geteuid();
    let owned = fs::metadata(folder).is_ok_and(|found| found.uid() == user.as_raw());
    let mut inside = folder.ancestors().take_while(|above| *above != mount);
    owned && (folder == mount || !user.is_root() || inside.any(is_delegated))
}

fn is_delegated(folder: &Path) -> bool {
    use std::os::unix::ffi::OsStrExt;
    let Ok(path) = std::ffi::CString::new(folder.as_os_str().as_bytes()) else {
        return false;
    };
    [c"trusted.delegate", c"user.delegate"].iter().any(|name| {
        let mut value = [0_u8; 1];
        // SAFETY: both names end with a zero, and the buffer is as long as it is said to be.
        let length = unsafe {
            nix::libc::getxattr(
                path.as_ptr(),
                name.as_ptr(),
                value.as_mut_ptr().cast(),
                value.len(),
            )
        };
        length == 1 && value == *b"1"
    })
}

impl Groups {
    /// Groups in this folder, with the controllers that its children have or can be given. Removes what
    /// keepers that were killed have left.
    fn under(parent: &Path) -> io::Result<Self> {
        let control = parent.join("cgroup.subtree_control");
        let has = |name: &str| -> io::Result<bool> {
            Ok(fs::read_to_string(&control)?
                .split_whitespace()
                .any(|word| word == name))
        };
        let [memory, pids, cpu] = ["memory", "pids", "cpu"].map(|name| {
            // Refused where the kernel has no such controller, or where processes live in the parent.
            let given = has(name)? || fs::write(&control, format!("+{name}")).is_ok() && has(name)?;
            Ok::<bool, io::Error>(given)
        });
        sweep(parent);
        Ok(Self {
            parent: parent.to_owned(),
            memory: memory?,
            pids: pids?,
            cpu: cpu?,
        })
    }

    /// Has a program join a group, and freezes it.
    fn tried(self) -> io::Result<Self> {
        let group = Group::new(&self, &Allowance::default())?;
        let entrance = group.entrance()?;
        let mut program = Command::new("true");
        program.stdin(Stdio::null());
        joining(&mut program, &entrance);
        let status = program.spawn()?.wait()?;
        group.freeze(true)?;
        group.freeze(false)?;
        if status.success() {
            Ok(self)
        } else {
            Err(io::Error::other("no program can join a group"))
        }
    }

    /// Groups that freeze and end, and count nothing.
    pub(super) fn without_limits(self) -> Self {
        Self {
            memory: false,
            pids: false,
            cpu: false,
            ..self
        }
    }

    /// What it is good for here, in a few words.
    pub(super) fn detail(&self) -> String {
        let counted = [
            (self.memory, "memory"),
            (self.pids, "pids"),
            (self.cpu, "cpu"),
        ];
        let counted = counted.iter().filter(|(holds, _)| *holds);
        let words: Vec<&str> = counted.map(|&(_, name)| name).chain(["freezer"]).collect();
        format!("{}: {}", self.parent.display(), words.join(", "))
    }
}

fn sweep(parent: &Path) {
    for entry in fs::read_dir(parent).into_iter().flatten().flatten() {
        let name = entry.file_name();
        let keeper = name.to_str().and_then(|name| name.strip_prefix(PREFIX));
        if keeper.is_some_and(|pid| !Path::new("/proc").join(pid).exists()) {
            // One in which something still lives is refused.
            let _ = fs::remove_dir(entry.path());
        }
    }
}

/// One program's group. Dropping it removes it.
pub(super) struct Group {
    folder: PathBuf,
    memory: bool,
}

impl Group {
    pub(super) fn new(groups: &Groups, allowance: &Allowance) -> io::Result<Self> {
        let folder = groups
            .parent
            .join(format!("{PREFIX}{}", std::process::id()));
        match fs::create_dir(&folder) {
            Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {}
            made => made?,
        }
        let group = Self {
            folder,
            memory: groups.memory,
        };
        if groups.memory {
            group.set("memory.max", &allowance.memory.to_string())?;
            // One process too many ends them all, and what is swapped out is memory, too.
            group.set("memory.oom.group", "1")?;
            let _ = group.set("memory.swap.max", "0");
        }
        if groups.pids {
            group.set("pids.max", &allowance.tasks().to_string())?;
        }
        if groups.cpu {
            // Where processors are short, ours come first.
            group.set("cpu.weight", "50")?;
        }
        Ok(group)
    }

    /// Whether the kernel counts its memory, shared pages and files in memory included.
    pub(super) fn holds_memory(&self) -> bool {
        self.memory
    }

    /// The file by which processes join: opened by us, it also lets in those that have dropped our rights.
    pub(super) fn entrance(&self) -> io::Result<File> {
        OpenOptions::new()
            .write(true)
            .open(self.folder.join("cgroup.procs"))
    }

    pub(super) fn freeze(&self, frozen: bool) -> io::Result<()> {
        self.set("cgroup.freeze", if frozen { "1" } else { "0" })
    }

    /// Ends everything in it, frozen or not, before it can start anything else.
    pub(super) fn kill(&self) {
        let _ = self.set("cgroup.kill", "1");
    }

    /// The most memory it used, once the kernel has ended something for using too much.
    pub(super) fn ran_out_of_memory(&self) -> Option<u64> {
        if !self.memory {
            return None;
        }
        let events = fs::read_to_string(self.folder.join("memory.events")).ok()?;
        let kills = events
            .lines()
            .find_map(|line| line.strip_prefix("oom_kill "))?;
        let ended = kills.trim().parse::<u64>().is_ok_and(|kills| kills > 0);
        let peak = || {
            fs::read_to_string(self.folder.join("memory.peak"))
                .ok()?
                .trim()
                .parse()
                .ok()
        };
        ended.then(|| peak().unwrap_or(0))
    }

    fn set(&self, file: &str, value: &str) -> io::Result<()> {
        fs::write(self.folder.join(file), value)
    }
}

impl Drop for Group {
    fn drop(&mut self) {
        // A process that has just ended may be in it for another moment.
        for _ in 0..50 {
            match fs::remove_dir(&self.folder) {
                Err(error) if error.kind() == io::ErrorKind::ResourceBusy => {
                    std::thread::sleep(Duration::from_millis(2));
                }
                _ => return,
            }
        }
    }
}

/// Makes a program join a group before it begins.
pub(super) fn joining(program: &mut Command, entrance: &File) {
    let descriptor = entrance.as_raw_fd();
    // SAFETY: one system call, allowed between fork and exec, on a descriptor that is open then: the
    // caller holds it until the program is started.
    unsafe {
        program.pre_exec(move || {
            let entrance = BorrowedFd::borrow_raw(descriptor);
            // A zero is whoever writes it.
            nix::unistd::write(entrance, b"0")?;
            Ok(())
        });
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_tree_of_v2_is_found_among_the_others() {
        let mounts = "\
24 1 0:5 / /dev rw shared:2 - devtmpfs udev rw
33 30 0:29 / /sys/fs/cgroup/memory rw,relatime - cgroup cgroup rw,memory
34 30 0:30 / /sys/fs/cgroup/unified rw,relatime shared:9 - cgroup2 cgroup2 rw";
        let expected = PathBuf::from("/sys/fs/cgroup/unified");
        assert_eq!(mount_point(mounts), Some(expected));
        assert_eq!(mount_point(""), None);
        let own = "4:memory:/jobs/7\n0::/user.slice/user-1000.slice/run.scope\n";
        assert_eq!(own_path(own), Some("/user.slice/user-1000.slice/run.scope"));
    }

    /// A folder of files stands for the kernel's: what is written where.
    #[test]
    fn limits_are_written_where_controllers_are_given() {
        let root = tempfile::tempdir().expect("a folder of ours");
        let control = root.path().join("cgroup.subtree_control");
        fs::write(&control, "cpuset memory pids\n").expect("ours");
        let left = root.path().join(format!("{PREFIX}4294967295"));
        fs::create_dir(&left).expect("ours");
        let groups = Groups::under(root.path()).expect("it can be read");
        assert!(groups.memory && groups.pids, "{groups:?}");
        assert!(!left.exists(), "what a keeper left is removed");
        let allowance = Allowance::default();
        let group = Group::new(&groups, &allowance).expect("plain files");
        let said = |file: &str| fs::read_to_string(group.folder.join(file)).unwrap_or_default();
        assert_eq!(said("memory.max"), allowance.memory.to_string());
        assert_eq!(said("memory.oom.group"), "1");
        assert_eq!(said("pids.max"), allowance.tasks().to_string());
        assert_eq!(group.ran_out_of_memory(), None);
        fs::write(group.folder.join("memory.events"), "oom 3\noom_kill 1\n").expect("ours");
        fs::write(group.folder.join("memory.peak"), "1073741824\n").expect("ours");
        assert_eq!(group.ran_out_of_memory(), Some(1 << 30));
        group.freeze(true).expect("a plain file");
        assert_eq!(said("cgroup.freeze"), "1");
        group.kill();
        assert_eq!(said("cgroup.kill"), "1");
    }

    /// The kernel's own files, where groups can be had: frozen means that no time is used, and whoever
    /// is frozen can be ended.
    #[test]
    fn who_is_frozen_uses_no_time_and_can_be_ended() {
        let Ok(groups) = available() else {
            boyi_game::shared_files::skip("no control groups can be made here");
            return;
        };
        let group = Group::new(&groups, &Allowance::default()).expect("tried before");
        let mut spinning = Command::new("sh");
        spinning.args(["-c", "while :; do :; done"]);
        let entrance = group.entrance().expect("a group");
        joining(&mut spinning, &entrance);
        let mut child = spinning.spawn().expect("every system has sh");
        group.freeze(true).expect("the kernel's");
        let events = group.folder.join("cgroup.events");
        while !fs::read_to_string(&events)
            .expect("the kernel's")
            .contains("frozen 1")
        {
            std::thread::yield_now();
        }
        let used = || {
            let stat = fs::read_to_string(format!("/proc/{}/stat", child.id())).expect("it lives");
            let after_name = stat.rsplit_once(')').expect("a name").1.to_owned();
            let fields: Vec<&str> = after_name.split_whitespace().collect();
            (fields[11].to_owned(), fields[12].to_owned())
        };
        let before = used();
        std::thread::sleep(Duration::from_millis(50));
        assert_eq!(used(), before);
        group.kill();
        assert!(!child.wait().expect("ours").success());
        let folder = group.folder.clone();
        drop(group);
        assert!(!folder.exists(), "nothing is left");
    }
}
