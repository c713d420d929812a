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
    claim: &'static str,
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
        let Comparison {
            claim,
            measured,
            reference,
            ..
        } = comparison;
        println!(
            "{claim}: {measured} against {reference}, ratio {:.4}",
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
    let plain = build(&[])?;
    let bare = build(&["--features", "without-observer"])?;
    Ok(vec![
        Comparison {
            claim: "perft through the trait costs no more than by hand",
            measured: count(&plain, "perft_by_trait")?,
            reference: count(&plain, "perft_by_hand")?,
            tolerance: 0.01,
        },
        Comparison {
            claim: "an observer that is not there costs nothing",
            measured: count(&plain, "alpha_beta_unobserved")?,
            reference: count(&bare, "alpha_beta_unobserved")?,
            tolerance: 0.005,
        },
    ])
}

/// Builds the workloads and returns the program.
fn build(options: &[&str]) -> Result<PathBuf> {
    let fixed = [
        "bench",
        "--package",
        "boyi-search",
        "--bench",
        "instructions",
        "--no-run",
        "--message-format",
        "json",
        "--quiet",
    ];
    let messages = output(cargo(&[&fixed, options].concat()))?;
    let mut programs = messages.lines().filter_map(|line| {
        let message: Value = serde_json::from_str(line).ok()?;
        (message["target"]["name"] == "instructions")
            .then(|| message["executable"].as_str().map(PathBuf::from))?
    });
    programs
        .next_back()
        .context("cargo built no program of workloads")
}

/// Instructions executed inside one workload.
fn count(program: &Path, workload: &str) -> Result<u64> {
    let mut valgrind = Command::new("valgrind");
    valgrind
        .args(["--tool=callgrind", "--callgrind-out-file=/dev/null"])
        .arg(format!("--toggle-collect=instructions::{workload}"))
        .arg(program)
        .arg(workload);
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
