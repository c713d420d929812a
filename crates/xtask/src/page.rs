//! The page: its sources are checked, then the release program is started and scripts do in a browser
//! what a person does.

use std::cmp::Reverse;
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::Mutex;
use std::time::{Duration, Instant};
use std::{fs, iter, thread};

use anyhow::{Context, Result, ensure};

use crate::suite::{self, Suite};
use crate::{root, test, tools};

const NEEDED: [&str; 2] = ["node", "npm"];

/// Files of browser tests that run at the same time: a browser and a server each.
const MOST_PLACES: usize = 4;

/// Files that measure time: nothing else runs beside them.
const ALONE: [&str; 1] = ["pace.test.mjs"];

/// Scripts of `ui/package.json` that check the sources, and what to call them.
const CHECKS: [(&str, &str); 4] = [
    ("check", "types of the page's sources"),
    ("format:check", "format of the page's sources"),
    ("lint", "lints of the page's sources"),
    ("unit", "unit tests of the page"),
];

/// Whether there is all that the page's tests need.
pub(crate) fn can_be_tested() -> bool {
    NEEDED.into_iter().all(tools::is_there) && tools::has_browser()
}

/// The checks and browser tests of the page alone.
pub(crate) fn test() -> Result<()> {
    let mut suite = Suite::default();
    ensure!(can_be_tested(), "node, npm or chromium is not there");
    check(&mut suite);
    suite.finish()
}

/// Runs the checks of the page's sources, then its browser tests.
pub(crate) fn check(suite: &mut Suite) {
    if !can_be_tested() {
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
    let durations = Durations::read()?;
    tests.sort_by(|a, b| durations.of(b).total_cmp(&durations.of(a)).then(a.cmp(b)));
    let (alone, together): (Vec<_>, Vec<_>) = tests
        .into_iter()
        .partition(|path| ALONE.contains(&name(path).as_str()));
    let places = thread::available_parallelism().map_or(1, |cores| cores.get().min(MOST_PLACES));
    let began = Instant::now();
    let boyi = test::boyi()?;
    let mut done = in_parallel(together, places, |file| browser_test(folder, &boyi, file))?;
    done.extend(in_parallel(alone, 1, |file| {
        browser_test(folder, &boyi, file)
    })?);
    let wall = began.elapsed();
    for file in &done {
        suite.passed += file.passed;
        ensure!(
            file.succeeded || file.failed > 0,
            "the command failed: {}",
            file.name
        );
    }
    ensure!(
        done.iter().any(|file| file.passed + file.failed > 0),
        "no test was run"
    );
    durations.with(&done).write()?;
    done.sort_by_key(|file| Reverse(file.took));
    println!("== how long each file took in the browser, {places} at a time");
    for file in &done {
        println!("   {:6.1} s  {}", file.took.as_secs_f64(), file.name);
    }
    println!("   {:6.1} s  all of them", wall.as_secs_f64());
    let mut failed: u64 = done.iter().map(|file| file.failed).sum();
    if failed > 0 {
        // As other tests are: what fails once on a busy machine is tried again.
        println!("== what failed in a browser, once more");
        let files = done.iter().filter(|file| file.failed > 0);
        let files: Vec<_> = files.map(|file| file.path.clone()).collect();
        let again = in_parallel(files, 1, |file| browser_test(folder, &boyi, file))?;
        if again.iter().all(|file| file.succeeded) {
            println!("   flaky: {failed} passed at the second try");
            suite.passed += failed;
            return Ok(());
        }
        failed = again.iter().map(|file| file.failed).sum::<u64>().max(1);
    }
    // The error below counts as one of them.
    suite.failed += failed.saturating_sub(1);
    ensure!(failed == 0, "{failed} browser tests failed");
    Ok(())
}

/// What came of a file of browser tests.
struct Done {
    path: PathBuf,
    name: String,
    passed: u64,
    failed: u64,
    succeeded: bool,
    took: Duration,
}

/// Runs a file of tests, with a server and a browser of its own, and shows at its end what it printed: lines of
/// files that run at the same time would be mixed.
fn browser_test(folder: &Path, boyi: &Path, path: PathBuf) -> Result<Done> {
    let mut command = Command::new("node");
    command.args(["--test", "--test-reporter=tap"]);
    command.arg(&path).current_dir(folder);
    command.env("BOYI", boyi);
    command.env("BOYI_LESSONS", root().join("docs/lessons"));
    command.env("BOYI_SOLUTIONS", root().join("crates/course/solutions"));
    let began = Instant::now();
    let mut text = String::new();
    let succeeded = suite::heard(command, |line| {
        text.push_str("   ");
        text.push_str(line);
        text.push('\n');
    })?;
    let (name, took) = (name(&path), began.elapsed());
    println!(
        "== {name}, {:.1} s\n{}",
        took.as_secs_f64(),
        text.trim_end()
    );
    Ok(Done {
        name,
        passed: count(&text, "# pass"),
        failed: count(&text, "# fail"),
        succeeded,
        took,
        path,
    })
}

/// Does something with each item, so many at a time, in their order.
fn in_parallel<T: Send, R: Send>(
    items: Vec<T>,
    places: usize,
    work: impl Fn(T) -> Result<R> + Sync,
) -> Result<Vec<R>> {
    let items = Mutex::new(items.into_iter());
    let next = || items.lock().expect("no worker panics here").next();
    thread::scope(|scope| {
        let workers: Vec<_> = (0..places)
            .map(|_| scope.spawn(|| iter::from_fn(next).map(&work).collect::<Result<Vec<R>>>()))
            .collect();
        let mut all = Vec::new();
        for worker in workers {
            all.extend(worker.join().expect("a worker does not panic")?);
        }
        Ok(all)
    })
}

/// How many seconds each file took the last time: the longest are begun first, so that none is left over at the end.
struct Durations(BTreeMap<String, f64>);

impl Durations {
    fn read() -> Result<Self> {
        let text = fs::read_to_string(Self::file()?).unwrap_or_default();
        Ok(Self(serde_json::from_str(&text).unwrap_or_default()))
    }

    fn file() -> Result<PathBuf> {
        Ok(suite::target()?.join("page-durations.json"))
    }

    /// A file that is not known yet may be long.
    fn of(&self, path: &Path) -> f64 {
        self.0.get(&name(path)).copied().unwrap_or(f64::MAX)
    }

    fn with(mut self, done: &[Done]) -> Self {
        let took = |file: &Done| (file.name.clone(), file.took.as_secs_f64());
        self.0.extend(done.iter().map(took));
        self
    }

    fn write(&self) -> Result<()> {
        let text = serde_json::to_string_pretty(&self.0)?;
        Ok(fs::write(Self::file()?, text)?)
    }
}

fn name(path: &Path) -> String {
    let name = path.file_name().unwrap_or_default();
    name.to_string_lossy().into_owned()
}

/// A number from the summary of a run.
fn count(text: &str, name: &str) -> u64 {
    let mut lines = text.lines().rev();
    let line = lines.find_map(|line| line.trim().strip_prefix(name));
    line.and_then(|count| count.trim().parse().ok())
        .unwrap_or(0)
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
    fn passed_and_failed_tests_are_counted() {
        let text = "   ok 1 - plays\n   not ok 2 - wins\n   # pass 1\n   # fail 12\n";
        assert_eq!((count(text, "# pass"), count(text, "# fail")), (1, 12));
    }

    #[test]
    fn all_items_are_worked_on_by_few() {
        let mut squares = in_parallel((0..20).collect(), 3, |n| Ok(n * n)).unwrap();
        squares.sort_unstable();
        assert_eq!(squares, (0..20).map(|n| n * n).collect::<Vec<_>>());
        let failed = in_parallel(vec![1, 2], 2, |n| {
            ensure!(n < 2, "too large");
            Ok(n)
        });
        assert!(failed.is_err());
    }
}
