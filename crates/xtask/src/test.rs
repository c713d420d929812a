//! `cargo xtask test`: every check there is, one after the other.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Context, Result, ensure};

use crate::stamps::{Stamps, package};
use crate::suite::{self, Suite, cargo};
use crate::{
    arrows, bench_signature, instructions, packages, page, platforms, readme, root, tools, wasm,
    wheel,
};

pub(crate) fn run(run_all: bool) -> Result<()> {
    let mut suite = Suite::default();
    tools::install(&mut suite);
    let stamps = Stamps::open(run_all)?;
    // Cargo itself knows what has changed for the steps without a stamp.
    suite.check("format", || suite::run(cargo("fmt --all --check")));
    suite.check("lints", || {
        suite::run(cargo(
            "clippy --quiet --workspace --all-targets -- --deny warnings",
        ))
    });
    suite.check("arrows between crates", arrows::check);
    // The fuzz targets are a workspace of their own, which nothing else would hold to the crates.
    let fuzz = ["arena", "course", "paths", "shell", "fuzz/"];
    stamps.step(&mut suite, "fuzz targets", &fuzz, |suite| {
        let check = "check --quiet --bins --manifest-path fuzz/Cargo.toml";
        if tools::is_there("c++") {
            suite.check("fuzz targets compile", || suite::run(cargo(check)));
        } else {
            suite.skip("fuzz targets (no C++ compiler, which libFuzzer needs)");
        }
    });
    let platforms = ["boyi"];
    stamps.step(
        &mut suite,
        "other platforms",
        &platforms,
        platforms::check_quickly,
    );
    tests(&mut suite, &stamps)?;
    doc_tests(&mut suite, &stamps)?;
    let crates = packages::PACKAGES.map(|name| name.trim_start_matches("boyi-"));
    stamps.step(&mut suite, "packages", &crates, |suite| {
        suite.check("crates that stand alone can be published", packages::check);
    });
    // Before the program, which carries it.
    if tools::has_target(wasm::TARGET) {
        suite.check("engines for the browser", || wasm::build().map(drop));
        suite.check("lints of the engines for the browser", || {
            let lint = "clippy --quiet --package boyi-wasm --target";
            suite::run(cargo(&format!(
                "{lint} {} -- --deny warnings",
                wasm::TARGET
            )))
        });
    }
    suite.check("release build", || {
        suite::run(cargo("build --quiet --release"))
    });
    let commands = "crates/boyi/src/commands/";
    let perft = ["engine", &format!("{commands}perft.rs")];
    stamps.step(&mut suite, "perft", &perft, |suite| {
        suite.check("perft of Othello to depth 11, every move played", perft_11);
    });
    let page = ["web", "crates/boyi/src/", "ui/"];
    stamps.step(&mut suite, "the page", &page, page::check);
    let python = ["python", "ui/"];
    stamps.step(&mut suite, "the Python package", &python, wheel::check);
    stamps.step(&mut suite, "READMEs", &["boyi", "README"], readme::check);
    let said = bench_signature::said();
    let bench = ["engine", &format!("{commands}bench.rs")];
    let name = format!("bench signature {}", said.unwrap_or_default());
    stamps.step(&mut suite, &name, &bench, |suite| {
        bench_signature::check(suite, said);
    });
    let searches = ["search", "paths"];
    stamps.step(&mut suite, "instructions", &searches, instructions::check);
    suite.finish()
}

/// The workspace's tests, with nextest where it is installed.
fn tests(suite: &mut Suite, stamps: &Stamps) -> Result<()> {
    let mut crates = stamps.changed_crates(suite, "tests");
    // The Python package has no tests in Rust.
    crates.retain(|name| root().join("crates").join(name).exists());
    if crates.is_empty() {
        return Ok(());
    }
    println!("== tests of {}", crates.join(", "));
    let packages: Vec<String> = crates.iter().map(|name| package(name)).collect();
    let skipped = suite::target()?.join("skipped-tests.txt");
    fs::create_dir_all(suite::target()?)?;
    fs::write(&skipped, "").context("cannot keep a list of skipped tests")?;
    let mut command = if tools::is_there("cargo-nextest") {
        // A filter rather than `--package`: features are the same as for the whole workspace.
        let filter: Vec<String> = packages
            .iter()
            .map(|name| format!("package(={name})"))
            .collect();
        let mut command = cargo("nextest run --workspace --cargo-profile checked --no-fail-fast");
        command.args([
            "--color=never",
            "--status-level=slow",
            "--hide-progress-bar",
        ]);
        command.args(["--filterset", &filter.join(" | ")]);
        command
    } else {
        let mut command = cargo("test --profile checked --no-fail-fast");
        command.args(["--lib", "--bins", "--tests", "--quiet"]);
        command.args(packages.iter().flat_map(|name| ["--package", name]));
        command
    };
    command.env("BOYI_SKIPPED", &skipped);
    let failed = suite.failed;
    add_results(suite, "tests", command)?;
    let left_out = fs::read_to_string(&skipped).unwrap_or_default();
    let left_out: Vec<String> = left_out.lines().map(str::to_owned).collect();
    for line in &left_out {
        // A test that skips itself has passed as far as its runner knows.
        suite.passed = suite.passed.saturating_sub(1);
        suite.skip(line);
    }
    if suite.failed == failed {
        stamps.keep_crates("tests", &crates, &left_out);
    }
    Ok(())
}

fn doc_tests(suite: &mut Suite, stamps: &Stamps) -> Result<()> {
    let mut crates = stamps.changed_crates(suite, "examples");
    crates.retain(|name| root().join("crates").join(name).join("src/lib.rs").exists());
    if crates.is_empty() {
        return Ok(());
    }
    println!("== examples in the documentation of {}", crates.join(", "));
    // The profile of the tests: what they built is not built once more.
    let mut command = cargo("test --doc --quiet --no-fail-fast --profile checked");
    command.args(
        crates
            .iter()
            .flat_map(|name| ["--package".to_owned(), package(name)]),
    );
    let failed = suite.failed;
    add_results(suite, "examples in the documentation", command)?;
    if suite.failed == failed {
        stamps.keep_crates("examples", &crates, &[]);
    }
    Ok(())
}

/// Runs a test command and adds its counts, which both runners print in lines of their own form.
fn add_results(suite: &mut Suite, name: &str, command: Command) -> Result<()> {
    let (text, succeeded) = suite::watched(command)?;
    let (mut passed, mut failed) = (0, 0);
    for line in text.lines() {
        // What a failed try said stands indented above the summary, which knows how its second try went.
        if line.starts_with("test result:") || line.trim_start().starts_with("Summary [") {
            passed += count_before(line, "passed");
            failed += count_before(line, "failed");
        }
    }
    suite.passed += passed;
    suite.failed += failed;
    if !succeeded && failed == 0 {
        suite.fail(name, &anyhow::anyhow!("the command failed"));
    } else if succeeded && passed == 0 {
        suite.fail(name, &anyhow::anyhow!("no test was run"));
    }
    Ok(())
}

/// The number before a word: 12 for `passed` in `12 passed; 0 failed`.
pub(crate) fn count_before(line: &str, word: &str) -> u64 {
    let words: Vec<&str> = line
        .split([' ', ';', ','])
        .filter(|word| !word.is_empty())
        .collect();
    let found = words.windows(2).find(|pair| pair[1] == word);
    found.and_then(|pair| pair[0].parse().ok()).unwrap_or(0)
}

/// The release program counts what the field has published.
fn perft_11() -> Result<()> {
    let mut command = Command::new(boyi()?);
    command.args(["perft", "reversi", "11", "--json"]);
    let reply: serde_json::Value = serde_json::from_str(&suite::output(command)?)?;
    let nodes = reply["nodes"].as_u64().context("no count in the reply")?;
    ensure!(
        nodes == 212_258_800,
        "counted {nodes}, published are 212258800"
    );
    Ok(())
}

/// The release program.
pub(crate) fn boyi() -> Result<PathBuf> {
    let program = Path::new("boyi").with_extension(std::env::consts::EXE_EXTENSION);
    Ok(suite::target()?.join("release").join(program))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn both_runners_are_understood() {
        let nextest =
            "     Summary [   4.716s] 55 tests run: 54 passed (2 slow), 1 failed, 3 skipped";
        let cargo =
            "test result: FAILED. 12 passed; 1 failed; 0 ignored; 0 measured; 0 filtered out";
        let counts = |line| ["passed", "failed"].map(|word| count_before(line, word));
        assert_eq!([nextest, cargo].map(counts), [[54, 1], [12, 1]]);
    }
}
