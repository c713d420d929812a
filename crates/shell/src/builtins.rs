//! Built-in commands: one table, which help and completion read too.

mod directories;
mod listing;
mod variables;
mod jobs;
mod words;
mod control;
mod evaluate;
mod read;
mod test;

use std::ffi::OsString;

use crate::shell::Shell;

pub(crate) struct Builtin {
    pub(crate) name: &'static str,
    pub(crate) arguments: &'static str,
    pub(crate) help: &'static str,
    /// Whether it runs these words; if not, a program of that name does.
    pub(crate) takes: fn(&[OsString]) -> bool,
    /// Runs it; the first word is its name.
    pub(crate) run: fn(&mut Shell, &[OsString]) -> i32,
}

/// Rows of name, arguments, function and help; `if` names the test of the words it takes.
macro_rules! builtins {
    (@takes) => { |_| true };
    (@takes $takes:expr) => { $takes };
    ($($name:literal $arguments:literal => $run:expr $(, if $takes:expr)?; $help:literal)*) => {
        &[$(Builtin {
            name: $name,
            arguments: $arguments,
            help: $help,
            takes: builtins!(@takes $($takes)?),
            run: $run,
        }),*]
    };
}

/// All built-ins, in the order in which help shows them.
pub(crate) const ALL: &[Builtin] = builtins! {
    "cd" "[DIR | -]" => directories::cd; "Change the directory; alone: to $HOME"
    "pwd" "" => directories::pwd; "Print the directory"
    "ls" "[OPTION | FILE]..." => listing::ls, if listing::takes; "List files"
    "echo" "[-n] [-e] [WORD]..." => words::echo; "Print words"
    "export" "[NAME[=VALUE]]..." => variables::export; "Let programs see variables"
    "unset" "NAME..." => variables::unset; "Forget variables"
    "local" "NAME[=VALUE]..." => variables::local; "Make variables that end with the function"
    "read" "[-r] [NAME]..." => read::read; "Read a line into variables"
    "shift" "[COUNT]" => control::shift; "Drop the first arguments"
    "set" "[-eufxC] [-o NAME] [--] [ARGUMENT]..." => control::set; "Switch options, or set the arguments"
    "test" "EXPRESSION" => test::test; "Compare texts, numbers and files"
    "[" "EXPRESSION ]" => test::bracket; "The same"
    "let" "EXPRESSION..." => evaluate::calculate; "Calculate"
    "break" "[LOOPS]" => control::leave_loop; "Leave loops"
    "continue" "[LOOPS]" => control::next_round; "Go on with the next round of a loop"
    "return" "[STATUS]" => control::give_back; "Leave a function"
    "eval" "[WORD]..." => evaluate::eval; "Run words as commands"
    "." "FILE [ARGUMENT]..." => evaluate::source; "Run the commands of a file here"
    "source" "FILE [ARGUMENT]..." => evaluate::source; "The same"
    "command" "[-v] NAME [WORD]..." => evaluate::command; "Run a command that is no function, or show it"
    "exec" "[PROGRAM [WORD]...]" => evaluate::exec; "Replace the shell by a program, or redirect it"
    "trap" "[COMMANDS | -] [EVENT]..." => control::trap; "Run commands when a signal comes or at the end"
    "umask" "[MODE]" => control::umask; "Show or set which permissions new files do not get"
    "true" "" => |_, _| 0; "Succeed"
    "false" "" => |_, _| 1; "Fail"
    "history" "" => words::history; "List the commands of this and earlier runs"
    "jobs" "" => jobs::jobs; "List jobs"
    "fg" "[JOB]" => jobs::fg; "Continue a job in the foreground"
    "bg" "[JOB]..." => jobs::bg; "Continue jobs in the background"
    "wait" "[JOB | PID]..." => jobs::wait; "Wait for background jobs"
    "kill" "[-SIGNAL] (JOB | PID)..." => jobs::kill, if jobs::takes_kill; "Send a signal to jobs or processes"
    "type" "NAME..." => words::kind; "Say what a command is"
    "help" "[NAME]" => words::help; "Show this list, or one command"
    ":" "" => |_, _| 0; "Do nothing, successfully"
    "exit" "[STATUS]" => words::exit; "Leave the shell"
};

pub(crate) fn named(name: &str) -> Option<&'static Builtin> {
    ALL.iter().find(|builtin| builtin.name == name)
}
