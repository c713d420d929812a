//! Programs that tests need and that may have to be installed first.

use std::env;
use std::process::{Command, Stdio};

use crate::suite::Suite;

/// A program some tests need.
struct Tool {
    program: &'static str,
    package: &'static str,
    /// What cannot be tested without it.
    needed_for: &'static str,
}

/// One row for each; the rest of this file need not change.
const TOOLS: &[Tool] = &[
    Tool {
        program: "valgrind",
        package: "valgrind",
        needed_for: "instruction counts",
    },
    Tool {
        program: "bwrap",
        package: "bubblewrap",
        needed_for: "bots inside bubblewrap",
    },
    Tool {
        program: "nats-server",
        package: "nats-server",
        needed_for: "tournaments on several machines",
    },
    Tool {
        program: "node",
        package: "nodejs",
        needed_for: "the page and its browser tests",
    },
    Tool {
        program: "npm",
        package: "npm",
        needed_for: "the page and its browser tests",
    },
    Tool {
        program: "chromium",
        package: "chromium",
        needed_for: "the page in a browser",
    },
];

/// Installs what is missing, where that is allowed, and says what is not there and what will be
/// skipped for it.
pub(crate) fn install(suite: &mut Suite) {
    println!("== tools");
    let missing: Vec<&Tool> = TOOLS
        .iter()
        .filter(|tool| !is_there(tool.program))
        .collect();
    if missing.is_empty() {
        println!("   all there");
        return;
    }
    if may_install() {
        let packages: Vec<&str> = missing.iter().map(|tool| tool.package).collect();
        println!("   apt-get install {}", packages.join(" "));
        apt(&["update", "-qq"]);
        apt(&[
            &["install", "-y", "-qq", "--no-install-recommends"],
            &packages[..],
        ]
        .concat());
    }
    for tool in missing.iter().filter(|tool| !is_there(tool.program)) {
        suite.skip(format!(
            "{} ({} is not installed: apt-get install {})",
            tool.needed_for, tool.program, tool.package
        ));
    }
}

/// The programs of the list that are there.
pub(crate) fn installed() -> Vec<&'static str> {
    let programs = TOOLS.iter().map(|tool| tool.program);
    programs.filter(|program| is_there(program)).collect()
}

/// Whether a program is on the path.
pub(crate) fn is_there(program: &str) -> bool {
    let path = env::var_os("PATH").unwrap_or_default();
    // Debian keeps servers where ordinary users do not look.
    let servers = std::path::PathBuf::from("/usr/sbin");
    env::split_paths(&path)
        .chain([servers])
        .any(|folder| folder.join(program).is_file())
}

/// Root on a Debian may; nobody else is asked for a password.
fn may_install() -> bool {
    let id = Command::new("id").arg("-u").output();
    let is_root = id.is_ok_and(|id| id.stdout.trim_ascii() == b"0");
    is_root && is_there("apt-get")
}

fn apt(arguments: &[&str]) {
    let mut command = Command::new("apt-get");
    command
        .args(arguments)
        .env("DEBIAN_FRONTEND", "noninteractive")
        .stdout(Stdio::null());
    if !command.status().is_ok_and(|status| status.success()) {
        println!("   apt-get {} did not succeed", arguments[0]);
    }
}
