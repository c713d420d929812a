//! Steps whose inputs have not changed since they last succeeded are not run again.
//!
//! A stamp is a file below `target/` with a hash over everything a step depends on: the files of the
//! repository it names, the manifests, this program, the compiler and the tools that are installed.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::path::PathBuf;
use std::process::Command;
use std::time::Instant;

use anyhow::Result;

use crate::arrows::{self, Uses};
use crate::suite::{self, Suite};
use crate::{root, tools};

/// What every step depends on.
const COMMON: [&str; 4] = ["Cargo.toml", "Cargo.lock", ".cargo/", "crates/xtask/"];

/// Files outside their own folder that the tests of a crate read.
const ELSEWHERE: [(&str, &str); 4] = [
    ("arena", "docs/"),
    ("lab", "ui/"),
    ("web", "ui/"),
    ("xtask", "ARCHITECTURE.md"),
];

pub(crate) struct Stamps {
    folder: PathBuf,
    /// Every file of the repository and the hash of its contents.
    files: Vec<(String, u64)>,
    /// For each crate the folders and files it is built and tested from, those of the crates it uses
    /// included.
    crates: BTreeMap<String, BTreeSet<String>>,
    /// The hash of the compiler and the tools.
    environment: u64,
    run_all: bool,
}

impl Stamps {
    pub(crate) fn open(run_all: bool) -> Result<Self> {
        let mut list = Command::new("git");
        list.args("ls-files -z --cached --others --exclude-standard".split(' '));
        list.current_dir(root());
        // Without git nobody knows what has changed: everything runs.
        let list = suite::output(list).ok();
        let file = |path: &str| Some((path.to_owned(), hash(&fs::read(root().join(path)).ok()?)));
        let mut compiler = Command::new("rustc");
        compiler.arg("--version");
        let flags = std::env::var_os("RUSTFLAGS");
        let shared = (
            std::env::var_os("BOYI_SHARED"),
            root().join("../shared").is_dir(),
        );
        let is_ci = std::env::var_os("CI").is_some_and(|value| value == "true");
        Ok(Self {
            folder: suite::target()?.join("stamps"),
            run_all: run_all || list.is_none() || is_ci,
            files: list
                .unwrap_or_default()
                .split('\0')
                .filter_map(file)
                .collect(),
            crates: inputs(&arrows::used(&suite::metadata()?, true)?),
            environment: hash(&(
                suite::output(compiler).ok(),
                flags,
                shared,
                tools::installed(),
            )),
        })
    }

    /// Runs a step unless it succeeded with the same inputs before. An input is a crate with all it
    /// uses, or the beginning of a path.
    pub(crate) fn step(
        &self,
        suite: &mut Suite,
        name: &str,
        inputs: &[&str],
        run: impl FnOnce(&mut Suite),
    ) {
        if self.is_unchanged(suite, name, inputs) {
            return;
        }
        let (unsettled, skipped) = (suite.failed + suite.postponed, suite.skipped.len());
        let began = Instant::now();
        run(suite);
        println!("   {name}: {:.0} s", began.elapsed().as_secs_f64());
        if suite.failed + suite.postponed == unsettled {
            self.keep(name, inputs, &suite.skipped[skipped..]);
        }
    }

    /// The crates whose step of this kind has to run: one stamp for each crate.
    pub(crate) fn changed_crates(&self, suite: &mut Suite, kind: &str) -> Vec<&str> {
        let mut changed: Vec<&str> = self.crates.keys().map(String::as_str).collect();
        changed.retain(|name| !self.is_unchanged(suite, &format!("{kind} of {name}"), &[name]));
        changed
    }

    /// Notes that the steps of these crates succeeded. A line of `skipped` begins with the name of its
    /// package.
    pub(crate) fn keep_crates(&self, kind: &str, crates: &[&str], skipped: &[String]) {
        for name in crates {
            let own = |line: &&String| line.split(' ').next() == Some(&package(name));
            let own: Vec<String> = skipped.iter().filter(own).cloned().collect();
            self.keep(&format!("{kind} of {name}"), &[name], &own);
        }
    }

    /// Says so where a step need not run, with what it skipped when it did.
    fn is_unchanged(&self, suite: &mut Suite, name: &str, inputs: &[&str]) -> bool {
        let stamp = fs::read_to_string(self.file(name)).unwrap_or_default();
        let mut lines = stamp.lines();
        let same = lines.next() == Some(&self.fingerprint(inputs));
        if self.run_all || !same {
            return false;
        }
        println!("== {name}\n   unchanged since the last success");
        suite.unchanged += 1;
        for skipped in lines {
            suite.skip(skipped);
        }
        true
    }

    fn keep(&self, name: &str, inputs: &[&str], skipped: &[String]) {
        let stamp = [&[self.fingerprint(inputs)], skipped].concat().join("\n");
        // Without a stamp the step runs again, which is only slower.
        let _ = fs::create_dir_all(&self.folder);
        let _ = fs::write(self.file(name), stamp);
    }

    fn file(&self, name: &str) -> PathBuf {
        self.folder.join(name.replace([' ', '/'], "-"))
    }

    fn fingerprint(&self, inputs: &[&str]) -> String {
        let mut prefixes: BTreeSet<&str> = COMMON.into();
        for input in inputs {
            match self.crates.get(*input) {
                Some(paths) => prefixes.extend(paths.iter().map(String::as_str)),
                None => _ = prefixes.insert(input),
            }
        }
        let is_input = |path: &str| prefixes.iter().any(|prefix| path.starts_with(prefix));
        let files = self.files.iter().filter(|(path, _)| is_input(path));
        format!(
            "{:016x}",
            hash(&(self.environment, files.collect::<Vec<_>>()))
        )
    }
}

/// The package of a crate.
pub(crate) fn package(name: &str) -> String {
    match name {
        "boyi" | "xtask" => name.to_owned(),
        _ => format!("boyi-{name}"),
    }
}

/// What each crate depends on, through the crates it uses directly or not.
fn inputs(uses: &Uses) -> BTreeMap<String, BTreeSet<String>> {
    let of = |name: &String| {
        let mut reached = BTreeSet::from([name]);
        let mut open = vec![name];
        while let Some(next) = open.pop() {
            let used = uses.get(next).into_iter().flatten();
            open.extend(used.filter(|used| reached.insert(used)));
        }
        let elsewhere = ELSEWHERE
            .iter()
            .filter(|(reader, _)| reached.contains(&(*reader).to_owned()));
        let elsewhere = elsewhere.map(|(_, path)| (*path).to_owned());
        let folders = reached
            .iter()
            .map(|used| format!("{}/", arrows::folder(used)));
        folders.chain(elsewhere).collect()
    };
    uses.keys().map(|name| (name.clone(), of(name))).collect()
}

fn hash(value: &impl Hash) -> u64 {
    // Its keys are fixed: the same value has the same hash in every run.
    let mut hasher = DefaultHasher::new();
    value.hash(&mut hasher);
    hasher.finish()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn stamps(folder: PathBuf, contents: u64) -> Stamps {
        let inputs = ["crates/a/", "crates/b/"].map(str::to_owned).into();
        Stamps {
            folder,
            files: vec![
                ("crates/a/x".to_owned(), 1),
                ("crates/b/y".to_owned(), contents),
                ("ui/z".to_owned(), 1),
            ],
            crates: BTreeMap::from([("a".to_owned(), inputs)]),
            environment: 0,
            run_all: false,
        }
    }

    #[test]
    fn a_step_runs_again_only_when_an_input_changes_or_it_failed() {
        let folder = std::env::temp_dir().join(format!("boyi-stamps-{}", std::process::id()));
        let mut runs = 0;
        let mut step = |contents, fails: bool, input: &str| {
            let mut suite = Suite::default();
            stamps(folder.clone(), contents).step(&mut suite, "a step", &[input], |suite| {
                runs += 1;
                suite.failed += u64::from(fails);
                suite.skip("boyi-a: half of it");
            });
            assert_eq!(suite.skipped.len(), 1, "what was skipped is said again");
            runs
        };
        assert_eq!(step(1, true, "a"), 1);
        assert_eq!(step(1, false, "a"), 2, "it had failed");
        assert_eq!(step(1, false, "a"), 2, "nothing changed");
        assert_eq!(step(2, false, "a"), 3, "a package it uses changed");
        assert_eq!(step(2, false, "ui/"), 4, "other inputs");
        assert_eq!(step(3, false, "ui/"), 4, "what changed is no input");
        let mut suite = Suite::default();
        let again = stamps(folder.clone(), 3);
        for _ in 0..2 {
            again.step(&mut suite, "no network", &["a"], |suite| {
                suite.postpone("all of it");
            });
        }
        assert_eq!(suite.postponed, 2, "what was postponed is tried again");
        fs::remove_dir_all(folder).expect("cleared away");
    }

    #[test]
    fn a_crate_depends_on_what_it_uses() {
        let metadata = suite::metadata().expect("cargo answers");
        let crates = inputs(&arrows::used(&metadata, true).expect("crates"));
        let paths = &crates["reversi"];
        assert!(paths.contains("crates/reversi/") && paths.contains("crates/game/"));
        assert!(!paths.contains("crates/web/"));
        assert!(crates["boyi"].contains("docs/"), "through arena");
    }
}
