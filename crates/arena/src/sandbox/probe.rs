//! A program that tries what no bot should be able to do, and says what came of it.

use std::fs;
use std::io::Write;
use std::net::{Ipv4Addr, TcpStream};
use std::path::PathBuf;
use std::process::ExitCode;

use serde::{Deserialize, Serialize};

/// What to try.
#[derive(Serialize, Deserialize)]
pub(super) struct Targets {
    /// A folder of the person's.
    pub(super) home: PathBuf,
    /// Somebody listens here.
    pub(super) port: u16,
}

/// Something that was tried.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(super) enum Trial {
    BeRoot,
    ReadAccounts,
    ReadHome,
    WriteFiles,
    UseNetwork,
}

impl Trial {
    pub(super) const ALL: [Self; 5] = [
        Self::BeRoot,
        Self::ReadAccounts,
        Self::ReadHome,
        Self::WriteFiles,
        Self::UseNetwork,
    ];
}

/// Tries everything, and prints what succeeded. What ends the process does not get printed.
pub(super) fn probe(targets: &str) -> ExitCode {
    let Ok(targets) = serde_json::from_str::<Targets>(targets) else {
        return ExitCode::FAILURE;
    };
    for trial in Trial::ALL {
        if succeeds(trial, &targets) {
            let line = serde_json::to_string(&trial).unwrap_or_default();
            let _ = writeln!(std::io::stdout(), "{line}");
        }
    }
    ExitCode::SUCCESS
}

fn succeeds(trial: Trial, targets: &Targets) -> bool {
    match trial {
        Trial::BeRoot => nix::unistd::geteuid().is_root(),
        Trial::ReadAccounts => fs::read("/etc/passwd").is_ok(),
        Trial::ReadHome => fs::read_dir(&targets.home).is_ok(),
        Trial::WriteFiles => {
            let file = PathBuf::from(format!("/var/tmp/boyi-probe-{}", std::process::id()));
            let written = fs::write(&file, "x").is_ok();
            let _ = fs::remove_file(&file);
            written
        }
        Trial::UseNetwork => TcpStream::connect((Ipv4Addr::LOCALHOST, targets.port)).is_ok(),
    }
}
