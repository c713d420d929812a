//! Programs that tests need and that may have to be installed first.

use std::env;
use std::process::{Command, Stdio};

use crate::suite::{self, Suite};
use crate::wasm;

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
    (BROWSER, BROWSER, "the page in a browser"),
];

/// Chromium without windows opens a page in a quarter of the time.
const BROWSER: &str = "chromium-headless-shell";

/// Whether there is a browser for tests.
pub(crate) fn has_browser() -> bool {
    [BROWSER, "chromium"].into_iter().any(is_there)
}

/// Installs what is missing, where that is allowed, and says what is not there and what will be
/// skipped for it.
pub(crate) fn install(suite: &mut Suite) {
    println!("== tools");
    let mut missing = TOOLS.to_vec();
    missing.retain(|(program, ..)| !is_there(program));
    let has_engines = add_target(wasm::TARGET);
    if !has_engines {
        suite.skip(format!(
            "the engines in the browser (rustup target add {})",
            wasm::TARGET
        ));
    }
    if missing.is_empty() {
        if has_engines {
            println!("   all there");
        }
        return;
    }
    let packages: Vec<&str> = missing.iter().map(|tool| tool.1).collect();
    apt_install(&packages);
    missing.retain(|(program, ..)| !(is_there(program) || *program == BROWSER && has_browser()));
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

/// Has the compiler make programs for a target, where rustup can add it; says whether it can.
pub(crate) fn add_target(target: &str) -> bool {
    if !has_target(target) && is_there("rustup") {
        println!("   rustup target add {target}");
        let mut add = Command::new("rustup");
        add.args(["target", "add", target]);
        add.stdout(Stdio::null()).stderr(Stdio::null());
        if !add.status().is_ok_and(|status| status.success()) {
            println!("   rustup did not succeed");
        }
    }
    has_target(target)
}

/// Whether the compiler has the standard library of a target.
pub(crate) fn has_target(target: &str) -> bool {
    let rustc = env::var_os("RUSTC").unwrap_or_else(|| "rustc".into());
    let mut ask = Command::new(rustc);
    ask.args(["--print", "target-libdir", "--target", target]);
    let folder = suite::output(ask).unwrap_or_default();
    // Empty folders are left where a target was removed.
    std::fs::read_dir(folder.trim()).is_ok_and(|mut files| files.next().is_some())
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
