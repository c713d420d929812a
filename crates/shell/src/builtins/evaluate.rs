//! `eval`, `.`, `command`, `exec` and `let`: commands that run others, or expressions.

use std::ffi::OsString;
use std::path::PathBuf;

use crate::arithmetic::evaluate;
use crate::control::Flow;
use crate::launch::Stage;
use crate::lookup::{self, CommandKind};
use crate::parser::parse;
use crate::process::{complain, reason, say};
use crate::shell::Shell;
use crate::{descriptors, signals};

pub(super) fn eval(shell: &mut Shell, argv: &[OsString]) -> i32 {
    let words: Vec<String> = argv[1..]
        .iter()
        .map(|word| word.to_string_lossy().into_owned())
        .collect();
    run_text(shell, &words.join(" "))
}

/// Runs commands in this shell; their status.
fn run_text(shell: &mut Shell, text: &str) -> i32 {
    match parse(text) {
        Ok(list) => {
            shell.status = 0;
            shell.run_list(&list);
            shell.status
        }
        Err(error) => {
            let _ = descriptors::write_all(2, error.pointing_into(text, 0).as_bytes());
            2
        }
    }
}

pub(super) fn source(shell: &mut Shell, argv: &[OsString]) -> i32 {
    let Some(file) = argv.get(1) else {
        complain(format_args!("{}: a file is expected", argv[0].display()));
        return 2;
    };
    let text = match std::fs::read(file) {
        Ok(bytes) => String::from_utf8_lossy(&bytes).into_owned(),
        Err(error) => {
            complain(format_args!("{}: {}", file.display(), reason(&error)));
            return 1;
        }
    };
    let before =
        (argv.len() > 2).then(|| std::mem::replace(&mut shell.arguments, argv[2..].to_vec()));
    shell.calls.sourced += 1;
    let status = run_text(shell, &text);
    shell.calls.sourced -= 1;
    if let Some(before) = before {
        shell.arguments = before;
    }
    if shell.calls.flow == Some(Flow::Return) {
        shell.calls.flow = None;
    }
    status
}

/// Runs a command that is no function; with `-v` only says what it is.
pub(super) fn command(shell: &mut Shell, argv: &[OsString]) -> i32 {
    let shows = argv.get(1).is_some_and(|word| word == "-v" || word == "-V");
    let words = &argv[1 + usize::from(shows)..];
    let Some(name) = words.first() else {
        return 0;
    };
    if shows {
        let found = match lookup::find(shell, std::slice::from_ref(name)) {
            CommandKind::Nothing => None,
            CommandKind::Program => lookup::program(shell, name).filter(|path| path.exists()),
            CommandKind::Function(_) | CommandKind::Builtin(_) | CommandKind::Host(_) => {
                Some(PathBuf::from(name))
            }
        };
        return match found {
            Some(path) => i32::from(!say(format!("{}\n", path.display()))),
            None => 1,
        };
    }
    match lookup::find_but_functions(shell, words) {
        CommandKind::Builtin(builtin) => (builtin.run)(shell, words),
        _ => {
            // The child looks the name up again, and must not find the function.
            let name = name.to_string_lossy().into_owned();
            let hidden = shell.functions.remove(&name);
            let stage = Stage::Expanded {
                argv: words,
                assignments: &[],
                redirections: &[],
            };
            let status = shell.launch(&[stage], &name, false);
            shell.functions.extend(hidden.map(|body| (name, body)));
            status
        }
    }
}

/// Becomes a program; alone it makes the redirections that stand beside it last.
pub(super) fn exec(shell: &mut Shell, argv: &[OsString]) -> i32 {
    if argv.len() == 1 {
        shell.keeps_redirections = true;
        return 0;
    }
    signals::reset_for_child(shell.terminal.is_some());
    let status = lookup::execute(shell, &argv[1..]);
    // Where it comes back, the program could not be started.
    if shell.terminal.is_some() {
        signals::guard_shell();
    } else {
        shell.leaving = Some(status);
    }
    status
}

pub(super) fn calculate(shell: &mut Shell, argv: &[OsString]) -> i32 {
    let mut value = 0;
    for word in &argv[1..] {
        match evaluate(shell, &word.to_string_lossy()) {
            Ok(number) => value = number,
            Err(error) => {
                complain(format_args!("let: {error}"));
                return 1;
            }
        }
    }
    i32::from(value == 0)
}
