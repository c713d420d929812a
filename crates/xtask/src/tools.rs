//! Programs that tests need and that may have to be installed first.

use std::env;
use std::process::{Command, Stdio};

use crate::suite::Suite;

/// Programs that some tests need, the packages they are in, and what cannot be tested without them.
const TOOLS: [(&str, &str, &str); 7] = [
    ("valgrind", "valgrind", "instruction counts"),
    ("bwrap", "bubblewrap", "bots inside bubblewrap"),
    (
        "nats-server",
        "nats-server",
        "tournaments on several machines",
    ),
    ("postgres", "postgresql", "the store in PostgreSQL"),
    ("node", "nodejs", "the page and its browser tests"),
    ("npm", "npm", "the page and its browser tests"),
    ("chromium", "chromium", "the page in a browser"),
];

/// Installs what is missing, where that is allowed, and says what is not there and what will be
/// skipped for it.
pub(crate) fn install(suite: &mut Suite) {
    println!("== tools");
    let mut missing = TOOLS.to_vec();
    missing.retain(|(program, ..)| !is_there(program));
    if missing.is_empty() {
        println!("   all there");
        return;
    }
    let packages: Vec<&str> = missing.iter().map(|tool| tool.1).collect();
    apt_install(&packages);
    missing.retain(|(program, ..)| !is_there(program));
    for (program, package, needed_for) in missing {
        suite.skip(format!(
            "{needed_for} ({program} is not installed: apt-get install {package})"
        ));
    }
}

/// Installs packages of Debian, where that is allowed.
pub(crate) fn apt_install(packages: &[&str]) {
    if packages.is_empty() || !may_install() {
        return;
    }
    println!("   apt-get install {}", packages.join(" "));
    apt(&["update", "-qq"]);
    apt(&[
        &["install", "-y", "-qq", "--no-install-recommends"],
        packages,
    ]
    .concat());
}

/// The programs of the list that are there.
pub(crate) fn installed() -> Vec<&'static str> {
    let programs = TOOLS.iter().map(|tool| tool.0);
    programs.filter(|program| is_there(program)).collect()
}

/// Whether a program is on the path.
pub(crate) fn is_there(program: &str) -> bool {
    let path = env::var_os("PATH").unwrap_or_default();
    // Debian keeps servers where ordinary users do not look, those of databases by their version.
    let servers = std::path::PathBuf::from("/usr/sbin");
    let versions = std::fs::read_dir("/usr/lib/postgresql")
        .into_iter()
        .flatten();
    let databases = versions.flatten().map(|entry| entry.path().join("bin"));
    env::split_paths(&path)
        .chain([servers])
        .chain(databases)
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
