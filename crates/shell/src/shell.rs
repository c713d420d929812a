//! The shell: its state, and the values that commands see of it.

use std::collections::HashMap;
use std::ffi::{OsStr, OsString};
use std::os::unix::ffi::{OsStrExt, OsStringExt};
use std::os::unix::fs::MetadataExt;
use std::path::{Path, PathBuf};
use std::rc::Rc;

use nix::unistd::{Pid, User, getpid};

use crate::control::Calls;
use crate::host::HostCommand;
use crate::jobs::Jobs;
use crate::log::CommandLog;
use crate::options::Options;
use crate::terminal::Terminal;
use crate::traps::Traps;
use crate::tree::Command;
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
    /// `$1` and so on.
    pub(crate) arguments: Vec<OsString>,
    /// `$0`
    name: OsString,
    pub(crate) functions: HashMap<String, Rc<Command>>,
    pub(crate) options: Options,
    pub(crate) calls: Calls,
    pub(crate) traps: Traps,
    pub(crate) manners: Manners,
    /// Set by `exec > file`: the shell itself goes on so.
    pub(crate) keeps_redirections: bool,
    /// A mistake ends the shell, since nobody is there to type it again.
    pub(crate) ends_on_errors: bool,
}

/// Where a name without `/` is looked for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Manners {
    /// Along `PATH`, as in every shell: a file of the current folder runs as `./name` only.
    #[default]
    Modern,
    /// As the course has it: `./name` first.
    Course,
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
            arguments: Vec::new(),
            name: "boyi".into(),
            functions: HashMap::new(),
            options: Options::default(),
            calls: Calls::default(),
            traps: Traps::default(),
            manners: Manners::default(),
            keeps_redirections: false,
            ends_on_errors: false,
        }
    }

    /// The same shell with other manners.
    #[must_use]
    pub fn with_manners(self, manners: Manners) -> Self {
        Self { manners, ..self }
    }

    /// The same shell with `$1` and so on; a name replaces `$0`.
    #[must_use]
    pub fn with_arguments(self, name: Option<OsString>, arguments: Vec<OsString>) -> Self {
        Self {
            name: name.unwrap_or(self.name),
            arguments,
            ..self
        }
    }

    /// The prompt: the current directory, `$` and a space.
    pub(crate) fn prompt(&self) -> String {
        format!("{}$ ", self.place.display())
    }

    /// The value of `$name`.
    pub(crate) fn parameter(&self, name: &str) -> Option<OsString> {
        match name {
            "?" => Some(self.status.to_string().into()),
            "$" => Some(self.pid.to_string().into()),
            "!" => self.last_background.map(|pid| pid.to_string().into()),
            "0" => Some(self.name.clone()),
            "#" => Some(self.arguments.len().to_string().into()),
            "@" | "*" if self.arguments.is_empty() => None,
            "@" | "*" => Some(self.joined_arguments(name == "@")),
            "-" => {
                let mut letters = self.options.letters();
                if self.terminal.is_some() {
                    letters.push('i');
                }
                Some(letters.into())
            }
            number if number.starts_with(|c: char| c.is_ascii_digit()) => {
                let index = number.parse::<usize>().ok()?.checked_sub(1)?;
                self.arguments.get(index).cloned()
            }
            name => self.variables.get(name).map(OsStr::to_owned),
        }
    }

    /// All arguments as one text: with blanks between them, or with what `$IFS` begins with.
    pub(crate) fn joined_arguments(&self, blanks: bool) -> OsString {
        let separators = self.variables.get("IFS").map(OsStr::as_bytes);
        let separator = match separators {
            _ if blanks => &b" "[..],
            None => b" ",
            Some(separators) => &separators[..separators.len().min(1)],
        };
        let arguments: Vec<&[u8]> = self.arguments.iter().map(|word| word.as_bytes()).collect();
        OsString::from_vec(arguments.join(separator))
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
