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

use anyhow::{Context, Result};
use serde_json::Value;

use crate::suite::{self, Suite};
use crate::{root, tools};

/// What every step depends on.
const COMMON: [&str; 4] = ["Cargo.toml", "Cargo.lock", ".cargo/", "crates/xtask/"];

/// Files outside their own folder that the tests of a package read.
const ELSEWHERE: [(&str, &[&str]); 4] = [
    ("boyi-arena", &["docs/"]),
    ("boyi-lab", &["ui/"]),
    ("boyi-web", &["ui/"]),
    ("xtask", &["ARCHITECTURE.md"]),
];

pub(crate) struct Stamps {
    folder: PathBuf,
    /// Every file of the repository and the hash of its contents.
    files: Vec<(String, u64)>,
    packages: BTreeMap<String, Package>,
    /// The hash of the compiler and the tools.
    environment: u64,
    run_all: bool,
}

struct Package {
    has_library: bool,
    /// Folders and files it is built and tested from, those of the packages it uses included.
    inputs: BTreeSet<String>,
}

impl Stamps {
    pub(crate) fn open(run_all: bool) -> Result<Self> {
        let mut list = Command::new("git");
        list.args([
            "ls-files",
            "-z",
            "--cached",
            "--others",
            "--exclude-standard",
        ]);
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
            packages: packages()?,
            environment: hash(&(
                suite::output(compiler).ok(),
                flags,
                shared,
                tools::installed(),
            )),
        })
    }

    /// Runs a step unless it succeeded with the same inputs before. An input is a package with all it
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
        let (failed, skipped) = (suite.failed, suite.skipped.len());
        let began = Instant::now();
        run(suite);
        println!("   {name}: {:.0} s", began.elapsed().as_secs_f64());
        if suite.failed == failed {
            self.keep(name, inputs, &suite.skipped[skipped..]);
        }
    }

    /// The packages whose step of this kind has to run: one stamp for each package.
    pub(crate) fn changed_packages(&self, suite: &mut Suite, kind: &str) -> Vec<&str> {
        let mut changed: Vec<&str> = self.packages.keys().map(String::as_str).collect();
        changed.retain(|name| !self.is_unchanged(suite, &format!("{kind} of {name}"), &[name]));
        changed
    }

    /// Notes that the steps of these packages succeeded. A line of `skipped` begins with the name of
    /// its package.
    pub(crate) fn keep_packages(&self, kind: &str, packages: &[&str], skipped: &[String]) {
        for name in packages {
            let own = |line: &&String| line.split(' ').next() == Some(name);
            let own: Vec<String> = skipped.iter().filter(own).cloned().collect();
            self.keep(&format!("{kind} of {name}"), &[name], &own);
        }
    }

    pub(crate) fn has_library(&self, package: &str) -> bool {
        self.packages
            .get(package)
            .is_some_and(|package| package.has_library)
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
            match self.packages.get(*input) {
                Some(package) => prefixes.extend(package.inputs.iter().map(String::as_str)),
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

/// The packages of the workspace with the packages they use, directly or not.
fn packages() -> Result<BTreeMap<String, Package>> {
    let metadata = suite::metadata()?;
    let all = metadata["packages"]
        .as_array()
        .context("cargo names no packages")?;
    let text = |value: &Value| value.as_str().unwrap_or_default().to_owned();
    let list = |value: &Value| value.as_array().cloned().unwrap_or_default();
    let mut uses: BTreeMap<String, BTreeSet<String>> = BTreeMap::new();
    let mut packages = BTreeMap::new();
    for package in all {
        let name = text(&package["name"]);
        let local = list(&package["dependencies"])
            .into_iter()
            .filter(|used| used["path"].is_string());
        uses.insert(
            name.clone(),
            local.map(|used| text(&used["name"])).collect(),
        );
        let is_library = |target: &Value| list(&target["kind"]).iter().any(|kind| kind == "lib");
        let has_library = list(&package["targets"]).iter().any(is_library);
        packages.insert(
            name,
            Package {
                has_library,
                inputs: BTreeSet::new(),
            },
        );
    }
    for (name, package) in &mut packages {
        let mut reached = BTreeSet::from([name.clone()]);
        let mut open = vec![name.clone()];
        while let Some(next) = open.pop() {
            let used = uses.get(&next).into_iter().flatten().cloned();
            open.extend(used.filter(|used| reached.insert(used.clone())));
        }
        for used in reached {
            let folder = used.strip_prefix("boyi-").unwrap_or(&used);
            package.inputs.insert(format!("crates/{folder}/"));
            let elsewhere = ELSEWHERE.iter().filter(|(reader, _)| *reader == used);
            package
                .inputs
                .extend(elsewhere.flat_map(|(_, paths)| paths.iter().map(|&path| path.to_owned())));
        }
    }
    Ok(packages)
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
        let inputs = BTreeSet::from(["crates/a/".to_owned(), "crates/b/".to_owned()]);
        let package = Package {
            has_library: true,
            inputs,
        };
        Stamps {
            folder,
            files: vec![
                ("crates/a/x".to_owned(), 1),
                ("crates/b/y".to_owned(), contents),
                ("ui/z".to_owned(), 1),
            ],
            packages: BTreeMap::from([("boyi-a".to_owned(), package)]),
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
        assert_eq!(step(1, true, "boyi-a"), 1);
        assert_eq!(step(1, false, "boyi-a"), 2, "it had failed");
        assert_eq!(step(1, false, "boyi-a"), 2, "nothing changed");
        assert_eq!(step(2, false, "boyi-a"), 3, "a package it uses changed");
        assert_eq!(step(2, false, "ui/"), 4, "other inputs");
        assert_eq!(step(3, false, "ui/"), 4, "what changed is no input");
        fs::remove_dir_all(folder).expect("cleared away");
    }

    #[test]
    fn a_package_depends_on_what_it_uses() {
        let packages = packages().expect("cargo answers");
        let inputs = &packages["boyi-reversi"].inputs;
        assert!(inputs.contains("crates/reversi/") && inputs.contains("crates/game/"));
        assert!(!inputs.contains("crates/web/"));
        assert!(packages["boyi"].inputs.contains("docs/"), "through arena");
        assert!(packages["boyi-game"].has_library && !packages["boyi"].has_library);
    }
}
