//! A program that tries what no bot should be able to do, and says what came of it.

use std::fs;
use std::io::Write;
use std::net::{Ipv4Addr, TcpStream};
use std::path::PathBuf;
use std::process::ExitCode;

use serde::{Deserialize, Serialize};

/// The command line of this program in that part.
pub(super) const PROBE: &str = "__probe";

#[derive(Serialize, Deserialize)]
pub(super) struct Targets {
    pub(super) home: PathBuf,
    pub(super) port: u16,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(super) enum EscapeAttempt {
    BeRoot,
    ReadAccounts,
    ReadHome,
    WriteFiles,
    HoldMemory,
    UseNetwork,
}

impl EscapeAttempt {
    /// Those that mean something on this system.
    pub(super) const ALL: &[Self] = if cfg!(target_os = "linux") {
        &[
            Self::BeRoot,
            Self::ReadAccounts,
            Self::ReadHome,
            Self::WriteFiles,
            Self::HoldMemory,
            Self::UseNetwork,
        ]
    } else {
        &[Self::ReadHome, Self::WriteFiles, Self::UseNetwork]
    };
}

/// Tries everything, and prints what succeeded. What ends the process does not get printed.
pub(super) fn probe(targets: &str) -> ExitCode {
    let Ok(targets) = serde_json::from_str::<Targets>(targets) else {
        return ExitCode::FAILURE;
    };
    for &trial in EscapeAttempt::ALL {
        if succeeds(trial, &targets) {
            let line = serde_json::to_string(&trial).unwrap_or_default();
            let _ = writeln!(std::io::stdout(), "{line}");
        }
    }
    ExitCode::SUCCESS
}

fn succeeds(trial: EscapeAttempt, targets: &Targets) -> bool {
    match trial {
        EscapeAttempt::BeRoot => is_root(),
        EscapeAttempt::ReadAccounts => fs::read("/etc/passwd").is_ok(),
        EscapeAttempt::ReadHome => fs::read_dir(&targets.home).is_ok(),
        EscapeAttempt::WriteFiles => {
            let folder = if cfg!(unix) {
                PathBuf::from("/var/tmp")
            } else {
                std::env::temp_dir()
            };
            let file = folder.join(format!("boyi-probe-{}", std::process::id()));
            let written = fs::write(&file, "x").is_ok();
            let _ = fs::remove_file(&file);
            written
        }
        EscapeAttempt::HoldMemory => holds_memory(),
        EscapeAttempt::UseNetwork => {
            TcpStream::connect((Ipv4Addr::LOCALHOST, targets.port)).is_ok()
        }
    }
}

#[cfg(unix)]
fn is_root() -> bool {
    nix::unistd::geteuid().is_root()
}

#[cfg(not(unix))]
fn is_root() -> bool {
    false
}

#[cfg(not(target_os = "linux"))]
fn holds_memory() -> bool {
    false
}

/// Memory that stays although no process maps it: shared and of no file, or of the device of zeros.
#[cfg(target_os = "linux")]
fn holds_memory() -> bool {
    use nix::sys::memfd::{MFdFlags, memfd_create};
    use nix::sys::mman::{MapFlags, ProtFlags, mmap, mmap_anonymous, munmap};
    let size = std::num::NonZeroUsize::MIN;
    let access = ProtFlags::PROT_READ | ProtFlags::PROT_WRITE;
    let zeros = fs::OpenOptions::new()
        .read(true)
        .write(true)
        .open("/dev/zero");
    // SAFETY: new memory of our own, given back at once.
    unsafe {
        let mapped = [
            mmap_anonymous(None, size, access, MapFlags::MAP_SHARED).ok(),
            zeros
                .ok()
                .and_then(|zeros| mmap(None, size, access, MapFlags::MAP_SHARED, zeros, 0).ok()),
        ];
        for place in mapped.into_iter().flatten() {
            let _ = munmap(place, size.get());
        }
        mapped.iter().any(Option::is_some) || memfd_create(c"boyi", MFdFlags::empty()).is_ok()
    }
}
