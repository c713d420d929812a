//! The shell: its state, and what happens to a line.

use std::ffi::{OsStr, OsString};
use std::os::unix::fs::MetadataExt;
use std::path::{Path, PathBuf};

use nix::unistd::{Pid, User, getpid};

use crate::descriptors;
use crate::host::HostCommand;
use crate::input::{Input, Source};
use crate::jobs::Jobs;
use crate::log::CommandLog;
use crate::parser::parse;
use crate::process::{complain, say};
use crate::terminal::Terminal;
use crate::variables::Variables;

pub struct Shell {
    pub(crate) log: CommandLog,
    /// Commands of earlier runs, oldest first, where there is line editing.
    pub(crate) earlier: Vec<String>,
    pub(crate) variables: Variables,
    pub(crate) jobs: Jobs,
    pub(crate) host_commands: Vec<HostCommand>,
    /// The current directory as the user got there, symbolic links and all.
    pub(crate) place: PathBuf,
    /// `$?`
    pub(crate) status: i32,
    /// `$!`
    pub(crate) last_background: Option<Pid>,
    /// `$$`: the same in subshells.
    pid: Pid,
    /// Only in an interactive shell: job control.
    pub(crate) terminal: Option<Terminal>,
    /// Set by `exit`: the rest of the line does not run.
    pub(crate) leaving: Option<i32>,
    /// Set by Ctrl-C: the rest of the line does not run.
    pub(crate) interrupted: bool,
    /// How the last `$(…)` of a command ended: the status of a line that has only assignments.
    pub(crate) output_status: Option<i32>,
}

impl Shell {
    /// A shell with the environment of this process and with `host_commands` beside its own.
    pub fn new(host_commands: Vec<HostCommand>) -> Self {
        let mut variables = Variables::of_environment();
        let place = logical_place(&variables);
        variables.set("PWD", place.clone());
        variables.export("PWD");
        Self {
            log: CommandLog::new(),
            earlier: Vec::new(),
            variables,
            jobs: Jobs::default(),
            host_commands,
            place,
            status: 0,
            last_background: None,
            pid: getpid(),
            terminal: None,
            leaving: None,
            interrupted: false,
            output_status: None,
        }
    }

    /// Reads and runs commands until `exit` or the end; returns the exit status.
    pub fn run(&mut self, input: Input) -> std::io::Result<i32> {
        let mut source = Source::open(input, self)?;
        while self.leaving.is_none() {
            self.reap();
            let Some(line) = source.next_line(self)? else {
                break;
            };
            let logged = self.log.len();
            match std::str::from_utf8(&line) {
                Ok(line) => self.run_line(line),
                Err(error) => {
                    let before = String::from_utf8_lossy(&line[..error.valid_up_to()]);
                    let column = before.chars().count() + 1;
                    complain(format_args!("column {column}: the line is not UTF-8"));
                    self.status = 2;
                }
            }
            source.remember(self.log.iter().skip(logged));
        }
        self.hang_up();
        Ok(self.leaving.unwrap_or(self.status))
    }

    /// Runs one line: logs it, or looks it up in the log if it begins with `!`.
    fn run_line(&mut self, line: &str) {
        if line.trim().is_empty() {
            return;
        }
        let line = match line.strip_prefix('!') {
            None => line.to_owned(),
            Some(prefix) if prefix.trim().is_empty() => return,
            Some("#") => return self.print_log(),
            // What is found was logged and so does not begin with `!`: references cannot go round.
            Some(prefix) => match self.log.newest(prefix) {
                Some(found) => found.to_owned(),
                None => {
                    say(b"No Match\n");
                    self.status = 1;
                    return;
                }
            },
        };
        self.log.push(line.clone());
        self.interrupted = false;
        match parse(&line) {
            Ok(list) => self.run_list(&list),
            Err(error) => {
                let _ = descriptors::write_all(2, error.pointing_into(&line).as_bytes());
                self.status = 2;
            }
        }
    }

    /// The prompt: the current directory, `$` and a space.
    pub(crate) fn prompt(&self) -> String {
        format!("{}$ ", self.place.display())
    }

    fn print_log(&mut self) {
        let lines: String = self
            .log
            .iter()
            .map(|command| format!("{command}\n"))
            .collect();
        say(lines.as_bytes());
        self.status = 0;
    }

    /// The value of `$name`.
    pub(crate) fn parameter(&self, name: &str) -> Option<OsString> {
        match name {
            "?" => Some(self.status.to_string().into()),
            "$" => Some(self.pid.to_string().into()),
            "!" => self.last_background.map(|pid| pid.to_string().into()),
            "0" => Some("boyi".into()),
            "#" => Some("0".into()),
            "-" => Some(if self.terminal.is_some() {
                "i".into()
            } else {
                OsString::new()
            }),
            name => self.variables.get(name).map(OsStr::to_owned),
        }
    }

    /// The home directory of a user, or of whoever runs the shell.
    pub(crate) fn home_of(&self, user: &str) -> Option<OsString> {
        if user.is_empty() {
            let home = self.variables.get("HOME").map(OsStr::to_owned);
            return home.or_else(|| {
                let user = User::from_uid(nix::unistd::getuid()).ok()??;
                Some(user.dir.into())
            });
        }
        let user = User::from_name(user).ok()??;
        Some(user.dir.into())
    }
}

/// `$PWD` where it is true, for it knows the symbolic links; else what the system says.
fn logical_place(variables: &Variables) -> PathBuf {
    let same = |a: &Path, b: &Path| match (a.metadata(), b.metadata()) {
        (Ok(a), Ok(b)) => a.dev() == b.dev() && a.ino() == b.ino(),
        _ => false,
    };
    let claimed = variables.get("PWD").map(PathBuf::from);
    claimed
        .filter(|claimed| claimed.is_absolute() && same(claimed, Path::new(".")))
        .or_else(|| std::env::current_dir().ok())
        .unwrap_or_else(|| PathBuf::from("."))
}
