//! Instruction counts under callgrind: the same for the same program, whatever else the machine does.
//!
//! Counted here rather than with a benchmark harness because the questions are ratios of two
//! functions in one run, and because nothing but valgrind has to be installed for it.

use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Context, Result, bail, ensure};
use serde_json::Value;

use crate::suite::{Suite, cargo, output};
use crate::tools;

/// Two counts, and how much more the first may be.
struct Comparison {
    claim: String,
    measured: u64,
    reference: u64,
    tolerance: f64,
}

impl Comparison {
    fn ratio(&self) -> f64 {
        self.measured as f64 / self.reference as f64
    }
}

/// Prints the table.
pub(crate) fn print() -> Result<()> {
    ensure!(tools::is_there("valgrind"), "valgrind is not installed");
    for comparison in measure()? {
        println!(
            "{}: {} against {}, ratio {:.4}",
            comparison.claim,
            comparison.measured,
            comparison.reference,
            comparison.ratio()
        );
    }
    Ok(())
}

/// Checks that what should cost nothing costs nothing.
pub(crate) fn check(suite: &mut Suite) {
    if !tools::is_there("valgrind") {
        return; // said when the tools were looked for
    }
    match measure() {
        Err(error) => suite.fail("instruction counts", &error),
        Ok(comparisons) => {
            for comparison in comparisons {
                suite.check(&format!("instructions: {}", comparison.claim), || {
                    let ratio = comparison.ratio();
                    println!("   ratio {ratio:.4}");
                    ensure!(ratio <= 1.0 + comparison.tolerance, "ratio {ratio:.4}");
                    Ok(())
                });
            }
        }
    }
}

fn measure() -> Result<Vec<Comparison>> {
    let [plain, bare] = builds("boyi-search", "instructions")?;
    let [paths_plain, paths_bare] = builds("boyi-paths", "path_instructions")?;
    let inside = |program, workload: &str| {
        let function = format!("instructions::{workload}");
        count(program, workload, Some(&function))
    };
    let mut comparisons = vec![Comparison {
        claim: "perft through the trait costs no more than by hand".to_owned(),
        measured: inside(&plain, "perft_by_trait")?,
        reference: inside(&plain, "perft_by_hand")?,
        tolerance: 0.01,
    }];
    for search in SEARCHES.split(' ') {
        let workload = format!("{search}_unobserved");
        comparisons.push(Comparison {
            claim: format!("an observer of {search} that is not there costs nothing"),
            measured: inside(&plain, &workload)?,
            reference: inside(&bare, &workload)?,
            tolerance: 0.005,
        });
    }
    // What making the mazes costs is the same in both and taken off.
    let idle = [&paths_plain, &paths_bare].map(|program| count(program, "nothing", None));
    let [idle_plain, idle_bare] = idle;
    let (idle_plain, idle_bare) = (idle_plain?, idle_bare?);
    for search in PATH_SEARCHES.split(' ') {
        comparisons.push(Comparison {
            claim: format!(
                "an observer of the path search {search} that is not there costs nothing"
            ),
            measured: count(&paths_plain, search, None)? - idle_plain,
            reference: count(&paths_bare, search, None)? - idle_bare,
            tolerance: 0.005,
        });
    }
    Ok(comparisons)
}

/// The path searches that can be watched, by their workloads.
const PATH_SEARCHES: &str =
    "astar ida-table breadth-first uniform-cost greedy bidirectional fringe jps supply roads";

/// The families of game searches, by their workloads.
const SEARCHES: &str = "minimax alpha_beta ordered table pvs aspiration mtdf quiescence";

/// A program of workloads, built as it is and without anything that observes searches.
fn builds(package: &str, bench: &str) -> Result<[PathBuf; 2]> {
    Ok([
        build(package, bench, &[])?,
        build(package, bench, &["--features", "without-observer"])?,
    ])
}

/// Builds a program of workloads and returns where it lies.
fn build(package: &str, target: &str, features: &[&str]) -> Result<PathBuf> {
    let mut command = cargo(&format!(
        "bench --package {package} --bench {target} --no-run"
    ));
    command
        .args(features)
        .args(["--message-format", "json", "--quiet"]);
    let messages = output(command)?;
    let mut programs = messages.lines().filter_map(|line| {
        let message: Value = serde_json::from_str(line).ok()?;
        let is_it = message["target"]["name"] == target;
        is_it.then(|| message["executable"].as_str().map(PathBuf::from))?
    });
    programs
        .next_back()
        .with_context(|| format!("cargo built no {target}"))
}

/// Instructions executed by a program given a workload, inside one function or in all.
fn count(program: &Path, workload: &str, function: Option<&str>) -> Result<u64> {
    let mut valgrind = Command::new("valgrind");
    valgrind.args(["--tool=callgrind", "--callgrind-out-file=/dev/null"]);
    valgrind.args(function.map(|name| format!("--toggle-collect={name}")));
    valgrind.arg(program).arg(workload);
    let run = valgrind.output().context("cannot start valgrind")?;
    let report = String::from_utf8_lossy(&run.stderr).into_owned();
    let collected = report
        .lines()
        .find_map(|line| line.split("Collected :").nth(1));
    match collected.and_then(|count| count.trim().parse().ok()) {
        Some(count) if count > 0 && run.status.success() => Ok(count),
        _ => bail!("callgrind counted nothing in {workload}: {}", report.trim()),
    }
}
