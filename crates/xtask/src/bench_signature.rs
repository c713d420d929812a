//! The bench signature, against the last commit that mentions it.

use std::process::Command;

use anyhow::{Context, Result, ensure};

use crate::suite::{Suite, output};
use crate::{root, test};

/// The number in the newest commit message with a line `Bench: NUMBER`.
pub(crate) fn said() -> Option<u64> {
    let mut log = Command::new("git");
    log.args(["log", "--format=%B"]).current_dir(root());
    output(log).ok().and_then(|log| newest(&log))
}

/// The number `boyi bench` prints must be the one the commit messages say: whoever changes the behaviour
/// of a search says so.
pub(crate) fn check(suite: &mut Suite, said: Option<u64>) {
    let Some(said) = said else {
        suite.skip("bench signature (no commit message with a line `Bench: NUMBER` here)");
        return;
    };
    suite.check(&format!("bench signature {said}"), || {
        let nodes = measured()?;
        ensure!(
            nodes == said,
            "`boyi bench` gives {nodes}, the commit messages say {said}; if the change is meant, write a line `Bench: {nodes}` into the commit message"
        );
        Ok(())
    });
}

fn measured() -> Result<u64> {
    let mut bench = Command::new(test::boyi()?);
    bench.args(["bench", "--json"]);
    let reply: serde_json::Value = serde_json::from_str(&output(bench)?)?;
    reply["nodes"].as_u64().context("no sum in the reply")
}

fn newest(log: &str) -> Option<u64> {
    log.lines()
        .find_map(|line| line.strip_prefix("Bench: ")?.trim().parse().ok())
}
