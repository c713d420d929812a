//! The program, started the way each test wants it.

#![allow(dead_code, reason = "each test file uses some of these")]

use std::io::Write;
use std::process::{Command, Output, Stdio};

pub(crate) fn boyi(arguments: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_boyi"));
    command
        .args(arguments)
        .env("BOYI_LANG", "en")
        .env("NO_COLOR", "1");
    command
}

pub(crate) fn run(arguments: &[&str]) -> Output {
    boyi(arguments)
        .stdin(Stdio::null())
        .output()
        .expect("starts")
}

pub(crate) fn stdout(arguments: &[&str]) -> String {
    let output = run(arguments);
    assert!(
        output.status.success(),
        "{arguments:?}: {}",
        String::from_utf8_lossy(&output.stderr)
    );
    String::from_utf8(output.stdout).expect("text")
}

/// Runs with `typed` on standard input; returns both streams.
pub(crate) fn typing(arguments: &[&str], typed: &str) -> (String, String) {
    let mut command = boyi(arguments);
    command
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped());
    let mut child = command.spawn().expect("starts");
    child
        .stdin
        .take()
        .expect("piped")
        .write_all(typed.as_bytes())
        .expect("reads");
    let output = child.wait_with_output().expect("ends");
    assert!(output.status.success(), "{output:?}");
    let text = |bytes| String::from_utf8(bytes).expect("text");
    (text(output.stdout), text(output.stderr))
}

/// The commands that the help of a command shows.
pub(crate) fn examples(command: &str) -> Vec<String> {
    let mut words: Vec<&str> = command.split(' ').collect();
    words.push("--help");
    let help = stdout(&words);
    let examples = help.split("Examples:\n").nth(1).expect("examples");
    let lines = examples.lines().map(str::trim);
    lines
        .take_while(|line| line.starts_with("boyi "))
        .map(str::to_owned)
        .collect()
}

/// The status and the message of a command that must fail.
pub(crate) fn failure(arguments: &[&str]) -> (Option<i32>, String) {
    let output = run(arguments);
    assert!(
        output.stdout.is_empty(),
        "a failure prints nothing on standard output: {arguments:?}"
    );
    (
        output.status.code(),
        String::from_utf8(output.stderr)
            .expect("text")
            .trim()
            .to_owned(),
    )
}
