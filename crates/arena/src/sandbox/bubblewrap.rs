//! Bubblewrap: a file system, process numbers and a network of the program's own.

use std::ffi::OsString;
use std::fs;
use std::os::unix::process::CommandExt;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::OnceLock;

use super::keeper::FIRST_USER;
use super::launch::LaunchPlan;
use super::system_paths::SYSTEM;

/// The one folder a program can write to, in memory, where bubblewrap makes it one.
pub(super) const SCRATCH: &str = "/tmp";

/// Nothing shared with the outside, no rights, no way to get new ones, gone with its parent.
const ALONE: &[&str] = &[
    "--unshare-all",
    "--unshare-user",
    "--cap-drop",
    "ALL",
    "--disable-userns",
    "--die-with-parent",
    "--new-session",
];

/// Bubblewrap, if it is installed and works here; else why not. It is tried once.
pub(super) fn available() -> Result<PathBuf, String> {
    static FOUND: OnceLock<Result<PathBuf, String>> = OnceLock::new();
    FOUND.get_or_init(find).clone()
}

fn find() -> Result<PathBuf, String> {
    let path = std::env::var_os("PATH").unwrap_or_default();
    let program = std::env::split_paths(&path)
        .chain([PathBuf::from("/usr/bin")])
        .map(|folder| folder.join("bwrap"))
        .find(|program| program.is_file())
        .ok_or("bwrap is not installed (Debian: apt-get install bubblewrap)")?;
    let mut trial = Command::new(&program);
    trial
        .args(ALONE)
        .args(system())
        .args(["--", "/usr/bin/true"]);
    trial.stdin(Stdio::null()).current_dir("/");
    if nix::unistd::geteuid().is_root() {
        trial.uid(FIRST_USER).gid(FIRST_USER);
    }
    let tried = trial.output().map_err(|error| error.to_string())?;
    if tried.status.success() {
        return Ok(program);
    }
    let said = String::from_utf8_lossy(&tried.stderr);
    Err(said
        .lines()
        .next()
        .unwrap_or("it does not work here")
        .to_owned())
}

/// The command line that runs `stage` inside, up to and without the stage's own arguments.
pub(super) fn arguments(plan: &LaunchPlan, stage: &str) -> Vec<OsString> {
    let mut all: Vec<OsString> = ALONE.iter().map(OsString::from).collect();
    all.extend(system());
    let size = plan.allowance.scratch.max(4096).to_string();
    all.extend(["--size", &size, "--tmpfs", SCRATCH].map(OsString::from));
    // The processes inside have numbers of their own, and so does `/proc`.
    let outside = plan
        .readable
        .iter()
        .filter(|path| !path.starts_with("/proc"));
    for path in outside {
        all.push("--ro-bind".into());
        all.extend([path.into(), path.into()]);
    }
    // Its folder of devices is in memory, too, and has no limit of its own.
    all.extend(["--remount-ro", "/dev"].map(OsString::from));
    all.extend(["--remount-ro", "/", "--chdir"].map(OsString::from));
    all.push((&plan.folder).into());
    all.extend(["--", stage].map(OsString::from));
    all
}

/// The system's libraries and interpreters, arranged as they are outside.
fn system() -> Vec<OsString> {
    let mut all: Vec<OsString> = ["--proc", "/proc", "--dev", "/dev"]
        .map(OsString::from)
        .into();
    for path in SYSTEM.iter().filter(|path| !path.starts_with("/proc")) {
        // `/bin` is a link to `usr/bin` on most systems, and should be one inside.
        match fs::read_link(path) {
            Ok(target) if Path::new(path).is_dir() => {
                all.push("--symlink".into());
                all.extend([target.into(), OsString::from(path)]);
            }
            _ => {
                all.push("--ro-bind-try".into());
                all.extend([OsString::from(path), OsString::from(path)]);
            }
        }
    }
    all
}
