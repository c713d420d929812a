//! Starts programs behind the layers, for tests: with bubblewrap where it works, and without.

#![allow(dead_code, reason = "each test program uses its own part")]

use std::fs::File;
use std::io::{BufRead, BufReader, Read};
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use boyi_arena::sandbox::{How, Layer, Overrun, Program, Running, Sandbox, survey};
use boyi_game::shared_files::skip;

/// Which layers.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Cage {
    /// All but bubblewrap, as on machines that have none.
    Plain,
    /// All.
    Full,
}

/// Every test holds behind both.
pub(crate) const BOTH: [Cage; 2] = [Cage::Plain, Cage::Full];

pub(crate) fn plain() -> Sandbox {
    Sandbox {
        keeper: PathBuf::from(env!("CARGO_BIN_EXE_boyi-keeper")),
        ..Sandbox::default()
    }
}

/// The sandbox, or `None` where this machine does not have what it takes.
pub(crate) fn sandbox(cage: Cage) -> Option<Sandbox> {
    let mut sandbox = plain();
    match cage {
        Cage::Plain => sandbox.without = vec![Layer::Bubblewrap],
        Cage::Full => {
            let survey = survey(&sandbox).expect("a program of ours starts");
            if !survey.is_complete() {
                skip("not every layer of the sandbox works here");
                return None;
            }
        }
    }
    Some(sandbox)
}

/// A program that runs.
pub(crate) struct Started {
    pub(crate) running: Running,
    stdout: BufReader<File>,
}

/// One that ran.
#[derive(Debug)]
pub(crate) struct Done {
    pub(crate) stdout: String,
    pub(crate) stderr: String,
    pub(crate) how: Option<How>,
    pub(crate) overrun: Option<Overrun>,
}

pub(crate) fn start(sandbox: &Sandbox, words: &[&str]) -> Started {
    Started::new(sandbox, &Program::new(words.iter().copied()))
}

pub(crate) fn run(cage: Cage, words: &[&str]) -> Option<Done> {
    Some(start(&sandbox(cage)?, words).finish())
}

impl Started {
    pub(crate) fn new(sandbox: &Sandbox, program: &Program) -> Self {
        let running = sandbox.start(program).expect("it starts");
        let stdout = running.stdout.try_clone().expect("a pipe");
        Self {
            running,
            stdout: BufReader::new(File::from(stdout)),
        }
    }

    pub(crate) fn line(&mut self) -> String {
        let mut line = String::new();
        self.stdout.read_line(&mut line).expect("text");
        line.trim_end().to_owned()
    }

    pub(crate) fn rest(&mut self) -> String {
        let mut rest = String::new();
        self.stdout.read_to_string(&mut rest).expect("text");
        rest
    }

    /// Reads to the end and says how it ended.
    pub(crate) fn finish(mut self) -> Done {
        let stdout = self.rest();
        let mut stderr = String::new();
        let log = self.running.stderr.try_clone().expect("a pipe");
        File::from(log).read_to_string(&mut stderr).expect("text");
        let ended = self.running.ended(Instant::now() + Duration::from_secs(20));
        let ended = ended.and_then(|ended| ended.as_ref().ok());
        Done {
            stdout,
            stderr,
            how: ended.map(|ended| ended.how),
            overrun: ended.and_then(|ended| ended.overrun),
        }
    }
}

pub(crate) fn is_installed(program: &str) -> bool {
    let path = std::env::var_os("PATH").unwrap_or_default();
    std::env::split_paths(&path).any(|folder| folder.join(program).is_file())
}

pub(crate) fn is_root() -> bool {
    nix::unistd::geteuid().is_root()
}

pub(crate) fn is_alive(pid: u32) -> bool {
    let stat = std::fs::read_to_string(format!("/proc/{pid}/stat")).unwrap_or_default();
    // One that has ended and was not waited for is no longer alive.
    stat.rsplit_once(") ")
        .is_some_and(|(_, rest)| !rest.starts_with('Z'))
}

/// Whether a keeper and everything below it has ended.
pub(crate) fn all_gone(keeper: u32) -> bool {
    !Path::new(&format!("/proc/{keeper}")).exists() && descendants(keeper).is_empty()
}

/// All processes below one.
pub(crate) fn descendants(of: u32) -> Vec<u32> {
    let children = |pid: u32| -> Vec<u32> {
        let text = std::fs::read_to_string(format!("/proc/{pid}/task/{pid}/children"));
        let text = text.unwrap_or_default();
        text.split_whitespace()
            .filter_map(|pid| pid.parse().ok())
            .collect()
    };
    let mut found = children(of);
    let mut next = 0;
    while next < found.len() {
        let more = children(found[next]);
        found.extend(more);
        next += 1;
    }
    found
}

/// Whether no process is about a folder: none was told of it, and none works in it.
pub(crate) fn nobody_in(folder: &Path) -> bool {
    let folder_text = folder.to_str().expect("plain");
    let all = std::fs::read_dir("/proc").expect("Linux");
    !all.flatten().any(|process| {
        let told = std::fs::read(process.path().join("cmdline")).unwrap_or_default();
        let works = std::fs::read_link(process.path().join("cwd")).ok();
        String::from_utf8_lossy(&told).contains(folder_text) || works.as_deref() == Some(folder)
    })
}

pub(crate) fn kill(pid: u32) {
    let pid = nix::unistd::Pid::from_raw(pid as i32);
    nix::sys::signal::kill(pid, nix::sys::signal::Signal::SIGKILL).expect("it runs");
}
