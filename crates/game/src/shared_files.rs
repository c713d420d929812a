//! Test files made by others, which are not part of this repository.
//!
//! A test that wants one asks here. Where the folder is missing the test says that it was skipped,
//! in its output and in the file that the test command counts, and passes.

use std::io::Write;
use std::path::PathBuf;
use std::{env, fs};

/// The path of a shared file (`reversi/task_one_map1.txt`), or `None` after noting that the
/// running test is skipped for want of it.
pub fn path(name: &str) -> Option<PathBuf> {
    let root = env::var_os("BOYI_SHARED").map_or_else(beside_the_repository, PathBuf::from);
    let path = root.join("data").join(name);
    if path.exists() {
        return Some(path);
    }
    skip(&format!("{} is missing", path.display()));
    None
}

/// The text of a shared file, or `None` after noting that the running test is skipped for want
/// of it.
pub fn text(name: &str) -> Option<String> {
    let path = path(name)?;
    Some(fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display())))
}

/// Notes that the running test is skipped and why: on stderr, and in the file `$BOYI_SKIPPED` if
/// set.
pub fn skip(why: &str) {
    let thread = std::thread::current();
    // The test harness names the thread after the test it runs.
    let test = thread.name().unwrap_or("a test");
    eprintln!("skipped {test}: {why}");
    if let Some(list) = env::var_os("BOYI_SKIPPED").map(PathBuf::from) {
        // Cargo tells a test which package it belongs to; the test command sorts the lines by it.
        let package = env::var("CARGO_PKG_NAME").unwrap_or_default();
        let line = format!("{package} {test}: {why}\n");
        // One write, so that lines of tests running side by side do not mix.
        let file = fs::OpenOptions::new().append(true).create(true).open(&list);
        let written = file.and_then(|mut file| file.write_all(line.as_bytes()));
        written.unwrap_or_else(|error| panic!("{}: {error}", list.display()));
    }
}

fn beside_the_repository() -> PathBuf {
    PathBuf::from(concat!(env!("CARGO_MANIFEST_DIR"), "/../../../shared"))
}
