//! The page: its sources are checked, then the release program is started and scripts do in a browser
//! what a person does.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Context, Result, ensure};

use crate::suite::{self, Suite};
use crate::{root, test, tools};

const NEEDED: [&str; 3] = ["node", "npm", "chromium"];

/// Scripts of `ui/package.json` that check the sources, and what to call them.
const CHECKS: [(&str, &str); 4] = [
    ("check", "types of the page's sources"),
    ("format:check", "format of the page's sources"),
    ("lint", "lints of the page's sources"),
    ("unit", "unit tests of the page"),
];

/// Runs the checks of the page's sources, then its browser tests.
pub(crate) fn check(suite: &mut Suite) {
    if NEEDED.iter().any(|program| !tools::is_there(program)) {
        return; // said when the tools were looked for
    }
    let folder = match prepared() {
        Ok(folder) => folder,
        Err(error) => {
            suite.fail("the page's tools", &error);
            return;
        }
    };
    for (script, what) in CHECKS {
        suite.check(what, || {
            let mut check = Command::new("npm");
            check.args(["run", "--silent", script]);
            check.current_dir(&folder);
            suite::run(check)
        });
    }
    if let Err(error) = browser_tests(suite, &folder) {
        suite.fail("the page in a browser", &error);
    }
}

/// A copy of the page's sources with everything they need installed beside them.
pub(crate) fn prepared() -> Result<PathBuf> {
    let folder = suite::target()?.join("page-tests");
    for part in ["src", "tests"] {
        let old = folder.join(part);
        if old.exists() {
            fs::remove_dir_all(old)?;
        }
    }
    copy(&root().join("ui"), &folder)?;
    let mut install = Command::new("npm");
    install.args(["install", "--no-audit", "--no-fund", "--prefer-offline"]);
    install.arg("--loglevel=error").current_dir(&folder);
    suite::output(install).context("cannot install what the page's tests need")?;
    Ok(folder)
}

/// Makes the pictures of the READMEs anew.
pub(crate) fn pictures() -> Result<PathBuf> {
    let folder = prepared()?;
    let pictures = root().join("docs/pictures");
    let mut command = Command::new("node");
    command.arg("tests/pictures.mjs").arg(&pictures);
    command.current_dir(&folder).env("BOYI", test::boyi()?);
    suite::output(command)?;
    Ok(pictures)
}

fn browser_tests(suite: &mut Suite, folder: &Path) -> Result<()> {
    println!("== the page in a browser");
    let mut tests: Vec<PathBuf> = fs::read_dir(folder.join("tests"))?
        .map(|entry| Ok(entry?.path()))
        .collect::<Result<_>>()?;
    tests.retain(|path| path.to_string_lossy().ends_with(".test.mjs"));
    tests.sort();
    let (text, succeeded) = suite::watched(node(folder, &tests)?)?;
    let (passed, mut failed) = (count(&text, "# pass"), count(&text, "# fail"));
    suite.passed += passed;
    ensure!(passed + failed > 0, "no test was run");
    ensure!(succeeded || failed > 0, "the command failed");
    if failed > 0 {
        // As other tests are: what fails once on a busy machine is tried again.
        println!("== what failed in a browser, once more");
        let (text, succeeded) = suite::watched(node(folder, &failing(&text))?)?;
        let again = count(&text, "# fail");
        if succeeded && again == 0 {
            println!("   flaky: {failed} passed at the second try");
            suite.passed += failed;
            return Ok(());
        }
        failed = again.max(1);
    }
    // The error below counts as one of them.
    suite.failed += failed.saturating_sub(1);
    ensure!(failed == 0, "{failed} browser tests failed");
    Ok(())
}

/// Runs tests one file after the other.
fn node(folder: &Path, tests: &[PathBuf]) -> Result<Command> {
    let mut command = Command::new("node");
    command.args(["--test", "--test-concurrency=1", "--test-reporter=tap"]);
    command.args(tests).current_dir(folder);
    command.env("BOYI", test::boyi()?);
    command.env("BOYI_LESSONS", root().join("docs/lessons"));
    command.env("BOYI_SOLUTIONS", root().join("crates/course/solutions"));
    Ok(command)
}

/// A number from the summary of a run.
fn count(text: &str, name: &str) -> u64 {
    let line = text.lines().rev().find_map(|line| line.strip_prefix(name));
    line.and_then(|count| count.trim().parse().ok())
        .unwrap_or(0)
}

/// The files in which a test failed: only failed tests are said to be somewhere.
fn failing(text: &str) -> Vec<PathBuf> {
    let places = text
        .lines()
        .filter_map(|line| line.trim().strip_prefix("location: '"));
    let files = places.filter_map(|place| place.split_once(".test.mjs:"));
    let files: BTreeSet<PathBuf> = files
        .map(|(file, _)| PathBuf::from(format!("{file}.test.mjs")))
        .collect();
    files.into_iter().collect()
}

/// Everything but what npm and vite make.
fn copy(from: &Path, to: &Path) -> Result<()> {
    fs::create_dir_all(to)?;
    for entry in fs::read_dir(from)? {
        let entry = entry?;
        let name = entry.file_name();
        if name == "node_modules" || name == "dist" {
            continue;
        }
        if entry.file_type()?.is_dir() {
            copy(&entry.path(), &to.join(name))?;
        } else {
            fs::copy(entry.path(), to.join(name))?;
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn files_of_failed_tests_are_found() {
        let text = "ok 1 - plays\n  ---\n  duration_ms: 1\n  ...\nnot ok 2 - wins\n  ---\n  \
            location: '/a/tests/play.test.mjs:48:1'\n  ...\n# pass 1\n# fail 1\n";
        assert_eq!(failing(text), [PathBuf::from("/a/tests/play.test.mjs")]);
        assert_eq!((count(text, "# pass"), count(text, "# fail")), (1, 1));
    }
}
