//! What a command's name means, and becoming a program.

use std::ffi::{CString, OsStr, OsString};
use std::os::unix::ffi::OsStrExt;
use std::path::{Path, PathBuf};
use std::rc::Rc;

use nix::errno::Errno;
use nix::unistd::{AccessFlags, access, execve};

use crate::builtins::{self, Builtin};
use crate::host::HostCommand;
use crate::process::{complain, complain_of};
use crate::shell::{Manners, Shell};
use crate::tree::Command;

/// What the first word of a command means.
pub(crate) enum CommandKind {
    Nothing,
    Function(Rc<Command>),
    Builtin(&'static Builtin),
    Host(HostCommand),
    /// A program, or nothing: only `execve` tells.
    Program,
}

/// Looks the first word up: functions, then what is built in, then the host's commands, then programs.
pub(crate) fn find(shell: &Shell, argv: &[OsString]) -> CommandKind {
    let function = argv
        .first()
        .and_then(|name| shell.functions.get(name.to_str()?));
    match function {
        Some(body) => CommandKind::Function(Rc::clone(body)),
        None => find_but_functions(shell, argv),
    }
}

/// The same where functions do not count.
pub(crate) fn find_but_functions(shell: &Shell, argv: &[OsString]) -> CommandKind {
    let Some(name) = argv.first() else {
        return CommandKind::Nothing;
    };
    let Some(name) = name.to_str() else {
        return CommandKind::Program;
    };
    if let Some(builtin) = builtins::named(name)
        && (builtin.takes)(argv)
    {
        return CommandKind::Builtin(builtin);
    }
    let host = shell
        .host_commands
        .iter()
        .find(|command| command.name == name);
    host.map_or(CommandKind::Program, |command| {
        CommandKind::Host(command.clone())
    })
}

/// Runs a command of the host in this process.
pub(crate) fn run_host(shell: &Shell, command: &HostCommand, argv: &[OsString]) -> i32 {
    let mut words = Vec::new();
    for word in argv {
        let Some(word) = word.to_str() else {
            complain(format_args!(
                "{}: {}: not UTF-8",
                command.name,
                word.display()
            ));
            return 2;
        };
        words.push(word.to_owned());
    }
    // The command reads the environment of this process, which is the shell's own copy.
    for (name, _) in std::env::vars_os() {
        // SAFETY: this process was forked for this command and has a single thread.
        unsafe { std::env::remove_var(name) };
    }
    for (name, variable) in shell
        .variables
        .iter()
        .filter(|(_, variable)| variable.exported)
    {
        // SAFETY: as above.
        unsafe { std::env::set_var(name, &variable.value) };
    }
    (command.run)(&words)
}

/// Becomes a program. Returns only where that fails: 127 not found, 126 found but not runnable.
pub(crate) fn execute(shell: &Shell, argv: &[OsString]) -> i32 {
    let name = &argv[0];
    let not_found = || {
        complain(format_args!("{}: no such command", name.display()));
        127
    };
    let Some(path) = program(shell, name) else {
        return not_found();
    };
    let c_string = |text: &OsStr| CString::new(text.as_bytes());
    let arguments: Result<Vec<CString>, _> = argv.iter().map(|word| c_string(word)).collect();
    let (Ok(c_path), Ok(arguments)) = (c_string(path.as_os_str()), arguments) else {
        return not_found();
    };
    let environment = shell.variables.for_programs();
    let Err(mut error) = execve(&c_path, &arguments, &environment);
    if error == Errno::ENOEXEC {
        // A script without a `#!` line.
        let script = [c"sh".to_owned(), c_path].into_iter();
        let arguments: Vec<CString> = script.chain(arguments.into_iter().skip(1)).collect();
        Err(error) = execve(c"/bin/sh", &arguments, &environment);
    }
    match error {
        Errno::ENOENT | Errno::ENOTDIR if !path.exists() => not_found(),
        Errno::EACCES if path.is_dir() => {
            complain(format_args!("{}: Is a directory", name.display()));
            126
        }
        error => {
            complain_of(&name.display().to_string(), error);
            126
        }
    }
}

/// The program that a name means: itself where it holds a `/`, else the first along `PATH`. To the course
/// a program of the current folder comes before those.
pub(crate) fn program(shell: &Shell, name: &OsStr) -> Option<PathBuf> {
    if name.as_bytes().contains(&b'/') {
        return Some(PathBuf::from(name));
    }
    if name.is_empty() || name == "." || name == ".." {
        return None;
    }
    let here = Path::new(".").join(name);
    // `ls` is never a program of the current folder.
    if shell.manners == Manners::Course && name != "ls" && is_runnable(&here) {
        return Some(here);
    }
    let path = shell
        .variables
        .get("PATH")
        .unwrap_or(OsStr::new("/usr/local/bin:/usr/bin:/bin"));
    let mut not_runnable = None;
    for folder in std::env::split_paths(path) {
        let candidate = if folder.as_os_str().is_empty() {
            here.clone()
        } else {
            folder.join(name)
        };
        if is_runnable(&candidate) {
            return Some(candidate);
        }
        if not_runnable.is_none() && candidate.is_file() {
            not_runnable = Some(candidate);
        }
    }
    not_runnable
}

fn is_runnable(path: &Path) -> bool {
    path.is_file() && access(path, AccessFlags::X_OK).is_ok()
}
