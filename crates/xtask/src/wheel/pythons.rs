//! The same wheel in other versions of Python: the oldest and the newest that are installed here.

use std::collections::BTreeMap;
use std::env;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use anyhow::{Context, Result};

use super::{install, virtual_environment};
use crate::root;
use crate::suite::{self, Suite};

/// Python's minor versions that are looked for.
const MINORS: std::ops::RangeInclusive<u32> = 9..=20;

/// Installs the wheel in other versions than that of the tests and uses every call there.
pub(super) fn check(suite: &mut Suite, tested: &Path, wheel: &Path) {
    let mut others = installed();
    if let Some(own) = version(tested) {
        others.remove(&own);
    }
    let mut chosen: Vec<(&u32, &PathBuf)> = others.first_key_value().into_iter().collect();
    chosen.extend(others.last_key_value().filter(|_| others.len() > 1));
    if chosen.is_empty() {
        suite.skip("the wheel in another version of Python (only one is installed)");
    }
    for (minor, interpreter) in chosen {
        let name = format!("the same wheel in Python 3.{minor}");
        match prepared(*minor, interpreter) {
            Ok(python) => suite.check(&name, || every_call(&python, wheel)),
            Err(error) => suite.postpone(format!("{name} (pip cannot install numpy: {error})")),
        }
    }
}

/// A virtual environment of this version with numpy.
fn prepared(minor: u32, interpreter: &Path) -> Result<PathBuf> {
    let folder = suite::target()?.join(format!("python-3.{minor}"));
    let python = virtual_environment(&folder, interpreter)?;
    install(&python, &["numpy"])?;
    Ok(python)
}

fn every_call(python: &Path, wheel: &Path) -> Result<()> {
    let wheel = wheel.to_string_lossy();
    install(python, &["--force-reinstall", "--no-deps", &wheel]).context("cannot install")?;
    let mut example = Command::new(python);
    example.arg(root().join("python/examples/every_call.py"));
    suite::run(example)
}

/// Every version that is on the path or that pyenv has, and can make virtual environments.
fn installed() -> BTreeMap<u32, PathBuf> {
    let path = env::var_os("PATH").unwrap_or_default();
    let mut folders: Vec<PathBuf> = env::split_paths(&path).collect();
    let pyenv = env::var_os("PYENV_ROOT").map(PathBuf::from);
    let pyenv = pyenv.or_else(|| Some(env::home_dir()?.join(".pyenv")));
    let versions = pyenv.and_then(|folder| folder.join("versions").read_dir().ok());
    let versions = versions.into_iter().flatten().flatten();
    folders.extend(versions.map(|entry| entry.path().join("bin")));
    let mut found = BTreeMap::new();
    for folder in folders {
        for minor in MINORS {
            let python = folder.join(format!("python3.{minor}{}", env::consts::EXE_SUFFIX));
            if !found.contains_key(&minor) && python.is_file() && version(&python) == Some(minor) {
                found.insert(minor, python);
            }
        }
    }
    found
}

/// The minor version of a Python 3 that works and can make virtual environments.
fn version(python: &Path) -> Option<u32> {
    let mut asked = Command::new(python);
    asked.args([
        "-c",
        "import sys, venv, ensurepip; print(sys.version_info[1])",
    ]);
    let answer = asked.stderr(Stdio::null()).output().ok()?;
    let text = String::from_utf8(answer.stdout).ok()?;
    text.trim().parse().ok().filter(|_| answer.status.success())
}
