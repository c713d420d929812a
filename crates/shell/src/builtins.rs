//! Built-in commands: one table, which help and completion read too.

mod directories;
mod listing;
mod variables;
mod jobs;
mod words;

use std::ffi::OsString;

use crate::shell::Shell;

/// A row of the table.
pub(crate) struct Builtin {
    pub(crate) name: &'static str,
    pub(crate) arguments: &'static str,
    pub(crate) help: &'static str,
    /// Whether it runs these words; if not, a program of that name does.
    pub(crate) takes: fn(&[OsString]) -> bool,
    /// Runs; the words begin with its name.
    pub(crate) run: fn(&mut Shell, &[OsString]) -> i32,
}

/// All built-ins, in the order in which help shows them.
pub(crate) const ALL: &[Builtin] = &[
    always(
        "cd",
        "[DIR | -]",
        "Change the directory; alone: to $HOME",
        directories::cd,
    ),
    always("pwd", "", "Print the directory", directories::pwd),
    Builtin {
        name: "ls",
        arguments: "[OPTION | FILE]...",
        help: "List files",
        takes: listing::takes,
        run: listing::ls,
    },
    always("echo", "[-n] [-e] [WORD]...", "Print words", words::echo),
    always(
        "export",
        "[NAME[=VALUE]]...",
        "Let programs see variables",
        variables::export,
    ),
    always("unset", "NAME...", "Forget variables", variables::unset),
    always(
        "history",
        "",
        "List the commands of this and earlier runs",
        words::history,
    ),
    always("jobs", "", "List jobs", jobs::jobs),
    always("fg", "[JOB]", "Continue a job in the foreground", jobs::fg),
    always(
        "bg",
        "[JOB]...",
        "Continue jobs in the background",
        jobs::bg,
    ),
    always(
        "wait",
        "[JOB | PID]...",
        "Wait for background jobs",
        jobs::wait,
    ),
    Builtin {
        name: "kill",
        arguments: "[-SIGNAL] (JOB | PID)...",
        help: "Send a signal to jobs or processes",
        takes: jobs::takes_kill,
        run: jobs::kill,
    },
    always("type", "NAME...", "Say what a command is", words::kind),
    always(
        "help",
        "[NAME]",
        "Show this list, or one command",
        words::help,
    ),
    always(":", "", "Do nothing, successfully", |_, _| 0),
    always("exit", "[STATUS]", "Leave the shell", words::exit),
];

/// The built-in of that name.
pub(crate) fn named(name: &str) -> Option<&'static Builtin> {
    ALL.iter().find(|builtin| builtin.name == name)
}

const fn always(
    name: &'static str,
    arguments: &'static str,
    help: &'static str,
    run: fn(&mut Shell, &[OsString]) -> i32,
) -> Builtin {
    let takes = |_: &[OsString]| true;
    Builtin {
        name,
        arguments,
        help,
        takes,
        run,
    }
}
