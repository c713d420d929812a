//! A folder to run the shell in, and ways to run it there.

#![allow(dead_code, reason = "every test program uses some of it")]

use std::fs;
use std::io::Write;
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

/// A folder of its own for a test, gone afterwards.
pub(crate) struct Folder(pub(crate) PathBuf);

impl Folder {
    pub(crate) fn new(name: &str) -> Self {
        let path = std::env::temp_dir().join(format!("boyi-shell-{}-{name}", std::process::id()));
        fs::create_dir_all(&path).expect("a folder for the test");
        Self(path.canonicalize().expect("exists"))
    }

    pub(crate) fn file(&self, name: &str, text: &str) -> PathBuf {
        let path = self.0.join(name);
        fs::create_dir_all(path.parent().expect("inside")).expect("a folder");
        fs::write(&path, text).expect("written");
        path
    }

    pub(crate) fn program(&self, name: &str, text: &str) {
        let path = self.file(name, text);
        fs::set_permissions(path, fs::Permissions::from_mode(0o755)).expect("changed");
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}

pub(crate) fn shell(folder: &Path, arguments: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_boyi"));
    command.arg("shell").args(arguments).current_dir(folder);
    clean(&mut command);
    command
}

pub(crate) fn clean(command: &mut Command) {
    command
        .env_clear()
        .env("PATH", "/usr/local/bin:/usr/bin:/bin")
        .env("LC_ALL", "C");
    command.env("HOME", "/").stdin(Stdio::null());
}

pub(crate) fn text(bytes: Vec<u8>) -> String {
    String::from_utf8(bytes).expect("text")
}

/// What the shell prints for lines typed into a pipe: output, errors, status.
pub(crate) fn typed(folder: &Path, lines: &str) -> (String, String, Option<i32>) {
    typed_into(shell(folder, &[]), lines)
}

/// The same where the course's order holds.
pub(crate) fn typed_in_course(folder: &Path, lines: &str) -> (String, String, Option<i32>) {
    typed_into(shell(folder, &["--course"]), lines)
}

fn typed_into(mut command: Command, lines: &str) -> (String, String, Option<i32>) {
    command
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped());
    let mut child = command.spawn().expect("starts");
    let mut stdin = child.stdin.take().expect("piped");
    let lines = lines.as_bytes().to_owned();
    let writer = std::thread::spawn(move || {
        // A shell that has left does not read the rest.
        let _ = stdin.write_all(&lines);
    });
    let output = child.wait_with_output().expect("ends");
    writer.join().expect("writes");
    (
        text(output.stdout),
        text(output.stderr),
        output.status.code(),
    )
}

pub(crate) fn run(folder: &Path, line: &str) -> Output {
    shell(folder, &["-c", line]).output().expect("starts")
}
