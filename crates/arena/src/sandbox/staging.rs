//! Copies for a program's own user of what only its owner can reach.
//!
//! Where we are root, bots often lie in root's home, which is closed to everybody else. What was
//! granted to the program is then copied to a folder that its user alone may look into, for this one
//! start.

use std::fs;
use std::io;
use std::os::unix::fs::{DirBuilderExt, MetadataExt, PermissionsExt};
use std::path::{Path, PathBuf};
use std::sync::Once;
use std::sync::atomic::{AtomicU64, Ordering};

use super::keeper::FIRST_USER;
use super::program::{ResolvedProgram, anybody_reaches};

/// Bots are small; what is larger should be put where it can be read.
const MAX_BYTES: u64 = 256 << 20;
const MAX_FILES: u64 = 4096;

/// Replaces what cannot be reached by copies. Returns the folder that holds them, if there had to be
/// any.
pub(super) fn stage(found: &mut ResolvedProgram) -> io::Result<Option<PathBuf>> {
    let closed: Vec<PathBuf> = found
        .readable
        .iter()
        .filter(|path| !anybody_reaches(path))
        .cloned()
        .collect();
    if closed.is_empty() {
        return Ok(None);
    }
    let staging = new_folder()?;
    let result = copy_all(found, &closed, &staging);
    if let Err(error) = result {
        let _ = fs::remove_dir_all(&staging);
        return Err(error);
    }
    Ok(Some(staging))
}

fn copy_all(found: &mut ResolvedProgram, closed: &[PathBuf], staging: &Path) -> io::Result<()> {
    let mut quota = Quota {
        bytes: MAX_BYTES,
        files: MAX_FILES,
    };
    let mut moved: Vec<(PathBuf, PathBuf)> = Vec::new();
    for path in closed {
        if moved.iter().any(|(from, _)| path.starts_with(from)) {
            continue;
        }
        let name = path.file_name().unwrap_or_default();
        let slot = staging.join(moved.len().to_string());
        fs::create_dir(&slot)?;
        let to = slot.join(name);
        copy(path, &to, &mut quota)?;
        moved.push((path.clone(), to));
    }
    let elsewhere = |path: &Path| {
        moved
            .iter()
            .find_map(|(from, to)| Some(joined(to, path.strip_prefix(from).ok()?)))
    };
    let real = found.program.canonicalize()?;
    if let Some(program) = elsewhere(&real) {
        found.program = program;
    }
    if let Some(folder) = elsewhere(&found.folder) {
        found.folder = folder;
    }
    for path in &mut found.readable {
        if let Some(copy) = elsewhere(path) {
            *path = copy;
        }
    }
    for argument in &mut found.arguments {
        if let Some(copy) = elsewhere(Path::new(argument)) {
            *argument = copy.to_string_lossy().into_owned();
        }
    }
    Ok(())
}

/// `to` itself where nothing is left to add, without the slash that joining nothing would leave.
fn joined(to: &Path, rest: &Path) -> PathBuf {
    if rest.as_os_str().is_empty() {
        to.to_owned()
    } else {
        to.join(rest)
    }
}

struct Quota {
    bytes: u64,
    files: u64,
}

fn copy(from: &Path, to: &Path, quota: &mut Quota) -> io::Result<()> {
    let metadata = fs::metadata(from)?;
    let too_much = || {
        io::Error::other(format!(
            "{} is too large to be copied for the bot's own user: put it where everybody can read it",
            from.display()
        ))
    };
    quota.files = quota.files.checked_sub(1).ok_or_else(too_much)?;
    if metadata.is_dir() {
        fs::create_dir(to)?;
        for entry in fs::read_dir(from)? {
            let entry = entry?;
            copy(&entry.path(), &to.join(entry.file_name()), quota)?;
        }
    } else if metadata.is_file() {
        quota.bytes = quota
            .bytes
            .checked_sub(metadata.len())
            .ok_or_else(too_much)?;
        fs::copy(from, to)?;
    }
    let runs = metadata.permissions().mode() & 0o100 != 0;
    let mode = if metadata.is_dir() || runs {
        0o755
    } else {
        0o644
    };
    if to.exists() {
        fs::set_permissions(to, fs::Permissions::from_mode(mode))?;
    }
    Ok(())
}

/// What our folders are called, before the number of the process that made them and a count.
const PREFIX: &str = "boyi-bot-";

/// Removes the folders of processes that were killed before they could.
fn sweep(place: &Path) {
    for entry in fs::read_dir(place).into_iter().flatten().flatten() {
        let name = entry.file_name();
        let rest = name.to_str().and_then(|name| name.strip_prefix(PREFIX));
        let Some((pid, _)) = rest.and_then(|rest| rest.split_once('-')) else {
            continue;
        };
        // Anybody can make a folder of such a name here; only ours are removed.
        let ours = entry.metadata().is_ok_and(|found| {
            let owner = found.uid();
            found.is_dir() && (owner == nix::unistd::geteuid().as_raw() || owner >= FIRST_USER)
        });
        if ours && pid.parse::<u32>().is_ok() && !Path::new("/proc").join(pid).exists() {
            let _ = fs::remove_dir_all(entry.path());
        }
    }
}

fn new_folder() -> io::Result<PathBuf> {
    static NUMBER: AtomicU64 = AtomicU64::new(0);
    static SWEPT: Once = Once::new();
    SWEPT.call_once(|| sweep(&std::env::temp_dir()));
    loop {
        let number = NUMBER.fetch_add(1, Ordering::Relaxed);
        let name = format!("{PREFIX}{}-{number}", std::process::id());
        let folder = std::env::temp_dir().join(name);
        match fs::DirBuilder::new().mode(0o700).create(&folder) {
            Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {}
            made => return made.map(|()| folder),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_a_killed_process_left_is_removed_and_nothing_else() {
        let place = tempfile::tempdir().expect("a folder of ours");
        let make = |name: String| {
            let folder = place.path().join(name);
            fs::create_dir(&folder).expect("ours");
            fs::write(folder.join("secret"), "x").expect("ours");
            folder
        };
        let left = make(format!("{PREFIX}4294967295-0"));
        let alive = make(format!("{PREFIX}{}-0", std::process::id()));
        let others = make("boyi-botany-4294967295-0".to_owned());
        sweep(place.path());
        assert!(!left.exists() && alive.exists() && others.exists());
    }
}
