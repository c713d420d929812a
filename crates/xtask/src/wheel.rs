//! The Python package: its wheel, and its tests in a virtual environment.

mod pythons;

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Context, Result, ensure};

use crate::suite::{self, Suite};
use crate::test::count_before;
use crate::{page, root, tools};

/// Builds the wheel; everything it takes is installed in a virtual environment of its own.
pub(crate) fn build() -> Result<PathBuf> {
    let python = environment(&["maturin>=1.9,<2"])?;
    draw_boards()?;
    let wheels = suite::target()?.join("wheels");
    // One wheel lies there, not one of every version that ever was.
    if wheels.exists() {
        fs::remove_dir_all(&wheels)?;
    }
    let mut maturin = Command::new(&python);
    maturin.args(["-m", "maturin", "build", "--release", "--quiet"]);
    maturin.arg("--interpreter").arg(&python);
    maturin.arg("--out").arg(&wheels);
    maturin.current_dir(root().join("python"));
    suite::run(maturin)?;
    let mut made = fs::read_dir(&wheels).context("maturin made no wheel")?;
    let wheel = made.next().context("maturin made no wheel")??.path();
    Ok(wheel)
}

/// The tests of the package alone.
pub(crate) fn test() -> Result<()> {
    let mut suite = Suite::default();
    check(&mut suite);
    suite.finish()
}

/// Installs the wheel and runs its tests.
pub(crate) fn check(suite: &mut Suite) {
    let Some(_) = interpreter() else {
        suite.skip("the Python package (no Python 3.9 or later with venv)");
        return;
    };
    let tests = root().join("python/tests");
    let python = match environment(&["-r", &tests.join("requirements.txt").to_string_lossy()]) {
        Ok(python) => python,
        Err(error) => {
            suite.postpone(format!(
                "the Python package (pip cannot install what its tests need: {error})"
            ));
            return;
        }
    };
    // Where these cannot be had, the tests that compare with them skip themselves.
    let _ = environment(&["-r", &tests.join("others.txt").to_string_lossy()]);
    let wheel = match build() {
        Ok(wheel) => wheel,
        Err(error) => return suite.fail("the wheel", &error),
    };
    if let Err(error) = run_tests(suite, &python, &wheel) {
        suite.fail("the Python package", &error);
    }
    pythons::check(suite, &python, &wheel);
}

fn run_tests(suite: &mut Suite, python: &Path, wheel: &Path) -> Result<()> {
    println!("== the Python package");
    install(
        python,
        &["--force-reinstall", "--no-deps", &wheel.to_string_lossy()],
    )?;
    let mut pytest = Command::new(python);
    pytest
        .args(["-m", "pytest", "--color=no", "-rs"])
        .current_dir(root().join("python"));
    if page::can_be_tested() {
        pytest.env("BOYI_PAGE", page::prepared()?);
    }
    let (text, succeeded) = suite::watched(pytest)?;
    let last = text
        .lines()
        .rev()
        .find(|line| line.contains(" passed") || line.contains(" failed"));
    let last = last.context("no test was run")?;
    let (passed, failed) = (count_before(last, "passed"), count_before(last, "failed"));
    suite.passed += passed;
    suite.failed += failed;
    for _ in 0..count_before(last, "skipped") {
        suite.skip("a test of the Python package (see above)");
    }
    ensure!(
        succeeded && failed == 0,
        "{failed} tests of the Python package failed"
    );
    Ok(())
}

/// The virtual environment of the tests, with these packages; its Python.
fn environment(packages: &[&str]) -> Result<PathBuf> {
    let folder = suite::target()?.join("python");
    let interpreter = interpreter().context("there is no Python 3.9 or later with venv")?;
    let python = virtual_environment(&folder, interpreter.as_ref())?;
    install(&python, packages)?;
    Ok(python)
}

/// The Python of a virtual environment in this folder, which is made unless it is there.
fn virtual_environment(folder: &Path, interpreter: &Path) -> Result<PathBuf> {
    let programs = folder.join(if cfg!(windows) { "Scripts" } else { "bin" });
    let python = programs
        .join("python")
        .with_extension(std::env::consts::EXE_EXTENSION);
    if !python.exists() {
        let mut venv = Command::new(interpreter);
        venv.args(["-m", "venv"]).arg(folder);
        suite::output(venv).context("cannot make a virtual environment")?;
    }
    Ok(python)
}

fn install(python: &Path, packages: &[&str]) -> Result<()> {
    let mut pip = Command::new(python);
    pip.args("-m pip install --quiet --disable-pip-version-check".split(' '))
        .args(packages);
    suite::output(pip).map(|_| ())
}

/// A Python that is new enough: `$PYTHON`, else `python3`.
fn interpreter() -> Option<String> {
    let named = std::env::var("PYTHON").unwrap_or_else(|_| "python3".to_owned());
    let mut asked = Command::new(&named);
    asked.args([
        "-c",
        "import sys, venv, ensurepip; sys.exit(sys.version_info < (3, 9))",
    ]);
    asked.stderr(std::process::Stdio::null());
    asked
        .status()
        .is_ok_and(|status| status.success())
        .then_some(named)
}

/// The widget's script: the page's own boards, packed into one file that the wheel takes along. Without npm the
/// wheel has no widget, and says so when it is asked for.
fn draw_boards() -> Result<()> {
    if !tools::is_there("npm") {
        println!("   no npm: the wheel has no widget");
        return Ok(());
    }
    let script = root().join("python/lib/boyi/static");
    let mut pack = Command::new("npm");
    pack.args("run --silent widget -- --emptyOutDir --outDir".split(' '));
    pack.arg(&script).current_dir(page::prepared()?);
    suite::output(pack)?;
    ensure!(
        script.join("board.js").exists(),
        "`npm run widget` made no board.js"
    );
    Ok(())
}
