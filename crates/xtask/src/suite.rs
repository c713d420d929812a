//! Running checks one after the other and adding up.

use std::env;
use std::io::Write;
use std::path::PathBuf;
use std::process::{Command, Stdio};
use std::time::Instant;

use anyhow::{Context, Result, bail};

use crate::root;

/// What has happened so far.
#[derive(Default)]
pub(crate) struct Suite {
    pub(crate) passed: u64,
    pub(crate) failed: u64,
    /// Steps that did not run because nothing they depend on has changed.
    pub(crate) unchanged: u64,
    /// What was left out and why.
    pub(crate) skipped: Vec<String>,
    /// Left out for a reason that may be gone the next time, such as a network that is down.
    pub(crate) postponed: u64,
    failures: Vec<String>,
}

impl Suite {
    /// Runs one check that passes or fails as a whole.
    pub(crate) fn check(&mut self, name: &str, check: impl FnOnce() -> Result<()>) {
        println!("== {name}");
        let began = Instant::now();
        match check() {
            Ok(()) => {
                self.passed += 1;
                println!("   ok, {:.1} s", began.elapsed().as_secs_f64());
            }
            Err(error) => self.fail(name, &error),
        }
    }

    /// Notes a failure and goes on.
    pub(crate) fn fail(&mut self, name: &str, error: &anyhow::Error) {
        self.failed += 1;
        self.failures.push(name.to_owned());
        println!("   FAILED: {error:#}");
    }

    /// Notes that something was left out.
    pub(crate) fn skip(&mut self, what: impl Into<String>) {
        let what = what.into();
        println!("   skipped: {what}");
        self.skipped.push(what);
    }

    /// The same for a reason that may be gone the next time: then the step is tried again.
    pub(crate) fn postpone(&mut self, what: impl Into<String>) {
        self.postponed += 1;
        self.skip(what);
    }

    /// The closing lines.
    pub(crate) fn finish(self) -> Result<()> {
        println!();
        for skipped in &self.skipped {
            println!("skipped: {skipped}");
        }
        for failure in &self.failures {
            println!("failed: {failure}");
        }
        if self.unchanged > 0 {
            println!(
                "{} steps unchanged since their last success; --all runs them",
                self.unchanged
            );
        }
        println!(
            "{} passed, {} failed, {} skipped",
            self.passed,
            self.failed,
            self.skipped.len()
        );
        if self.failed > 0 {
            bail!("{} failed", self.failed);
        }
        Ok(())
    }
}

/// The folder cargo builds into, wherever that is.
pub(crate) fn target() -> Result<PathBuf> {
    let metadata = metadata()?;
    let folder = metadata["target_directory"]
        .as_str()
        .context("cargo names no target folder")?;
    Ok(PathBuf::from(folder))
}

/// What cargo says of the packages of the workspace.
pub(crate) fn metadata() -> Result<serde_json::Value> {
    let metadata = output(cargo("metadata --no-deps --format-version 1"))?;
    Ok(serde_json::from_str(&metadata)?)
}

/// Flags of the compiler by which no path of this machine stays in a program.
pub(crate) fn remapped_paths() -> Result<Vec<String>> {
    let folders = renamed_folders()?.into_iter();
    Ok(folders
        .map(|(from, to)| format!("--remap-path-prefix={}={to}", from.display()))
        .collect())
}

/// The folders that sources lie in, and what they are called in a program.
pub(crate) fn renamed_folders() -> Result<[(PathBuf, &'static str); 2]> {
    let home = env::var_os("CARGO_HOME").map(PathBuf::from);
    let home = home.or_else(|| Some(env::home_dir()?.join(".cargo")));
    let home = home.context("no home folder")?;
    Ok([(root().canonicalize()?, "/boyi"), (home, "/cargo")])
}

/// A cargo command in the root of the workspace; its arguments stand between blanks.
pub(crate) fn cargo(arguments: &str) -> Command {
    // Cargo tells its children which cargo it is.
    let mut command = Command::new(env::var_os("CARGO").unwrap_or_else(|| "cargo".into()));
    command.args(arguments.split(' ')).current_dir(root());
    command
}

/// Runs a command, showing what it prints; an error if it fails.
pub(crate) fn run(mut command: Command) -> Result<()> {
    println!("   {}", shown(&command));
    let status = command
        .status()
        .with_context(|| format!("cannot start {}", shown(&command)))?;
    if !status.success() {
        bail!("{} ended with {status}", shown(&command));
    }
    Ok(())
}

/// Runs a command and returns what it printed on standard output, without showing it.
pub(crate) fn output(mut command: Command) -> Result<String> {
    let output = command
        .stderr(Stdio::piped())
        .output()
        .with_context(|| format!("cannot start {}", shown(&command)))?;
    if !output.status.success() {
        let errors = String::from_utf8_lossy(&output.stderr);
        bail!(
            "{} ended with {}: {}",
            shown(&command),
            output.status,
            errors.trim()
        );
    }
    Ok(String::from_utf8_lossy(&output.stdout).into_owned())
}

/// Runs a command, shows both of its streams as they come, and returns them and whether it succeeded.
pub(crate) fn watched(command: Command) -> Result<(String, bool)> {
    println!("   {}", shown(&command));
    let mut text = String::new();
    let succeeded = heard(command, |line| {
        println!("   {line}");
        text.push_str(line);
        text.push('\n');
    })?;
    Ok((text, succeeded))
}

/// Runs a command, tells each line of both of its streams as it comes, and returns whether it succeeded.
pub(crate) fn heard(mut command: Command, mut tell: impl FnMut(&str)) -> Result<bool> {
    use std::io::{BufRead, BufReader};
    let (reader, writer) = std::io::pipe()?;
    command.stdout(writer.try_clone()?).stderr(writer);
    let mut child = command
        .spawn()
        .with_context(|| format!("cannot start {}", shown(&command)))?;
    // The command holds the writing ends; they must go for the reading end to see the end.
    drop(command);
    for line in BufReader::new(reader).split(b'\n') {
        tell(&String::from_utf8_lossy(&line?));
        std::io::stdout().flush()?;
    }
    Ok(child.wait()?.success())
}

fn shown(command: &Command) -> String {
    let program = std::path::Path::new(command.get_program());
    let name = program
        .file_name()
        .unwrap_or(program.as_os_str())
        .to_string_lossy();
    let arguments = command
        .get_args()
        .map(|argument| format!(" {}", argument.to_string_lossy()));
    format!("{name}{}", arguments.collect::<String>())
}
