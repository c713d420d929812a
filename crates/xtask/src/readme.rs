//! The commands in the READMEs, run as they stand there.

use std::fs;
use std::process::{Command, Stdio};

use anyhow::{Context, Result, bail};

use crate::root;
use crate::suite::Suite;

const FILES: [&str; 2] = ["README.md", "README.zh.md"];

/// Runs each command once, however many READMEs have it.
pub(crate) fn check(suite: &mut Suite) {
    let mut seen = Vec::new();
    for file in FILES {
        let text = match fs::read_to_string(root().join(file)) {
            Ok(text) => text,
            Err(error) => {
                suite.fail(file, &error.into());
                continue;
            }
        };
        for command in commands(&text) {
            // The test command is what is running now.
            if command == "cargo xtask test" || seen.contains(&command) {
                continue;
            }
            suite.check(&format!("{file}: {command}"), || run(&as_tried(&command)));
            seen.push(command);
        }
    }
}

/// The lines of all `sh` blocks, without comments.
fn commands(text: &str) -> Vec<String> {
    let mut inside = false;
    let mut found = Vec::new();
    for line in text.lines() {
        if line.starts_with("```") {
            inside = line == "```sh";
        } else if inside {
            let command = line.split(" #").next().unwrap_or_default().trim();
            if !command.is_empty() {
                found.push(command.to_owned());
            }
        }
    }
    found
}

/// The page runs until somebody ends it: here it is only asked whether it can be reached.
fn as_tried(command: &str) -> String {
    if command.ends_with(" -- serve") {
        return format!("{command} --check --port 0 --data target/page-of-readme");
    }
    command.to_owned()
}

fn run(command: &str) -> Result<()> {
    // Games wait for moves; with nothing to read they end and say how to go on.
    let output = Command::new("sh")
        .args(["-c", command])
        .current_dir(root())
        .stdin(Stdio::null())
        .output()
        .context("cannot start a shell")?;
    if !output.status.success() {
        bail!(
            "ended with {}: {}",
            output.status,
            String::from_utf8_lossy(&output.stderr).trim()
        );
    }
    if output.stdout.is_empty() {
        bail!("printed nothing");
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_shell_blocks_count() {
        let text =
            "```sh\nboyi lab   # numbers\n\n```\n```rust\nlet x = 1;\n```\n```sh\nboyi play\n```\n";
        assert_eq!(commands(text), ["boyi lab", "boyi play"]);
    }
}
