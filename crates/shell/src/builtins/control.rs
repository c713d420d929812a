//! `break`, `continue`, `return`, `shift`, `set`, `umask` and `trap`.

use std::ffi::OsString;

use nix::sys::stat::{Mode, umask as umask_of_process};

use crate::control::Flow;
use crate::process::{complain, say};
use crate::shell::Shell;
use crate::traps::Event;

/// The number after a command's name; 1 where there is none. `None`, and a message, where it is no number.
fn count(argv: &[OsString]) -> Option<usize> {
    let Some(word) = argv.get(1) else {
        return Some(1);
    };
    let count = word.to_str().and_then(|word| word.parse().ok());
    if count.is_none() {
        let (name, word) = (argv[0].display(), word.display());
        complain(format_args!("{name}: {word}: not a number"));
    }
    count
}

fn in_loop(shell: &mut Shell, argv: &[OsString], flow: fn(usize) -> Flow) -> i32 {
    if shell.calls.loops == 0 {
        complain(format_args!("{}: only in a loop", argv[0].display()));
        return 0;
    }
    match count(argv) {
        Some(0) => {
            complain(format_args!(
                "{}: 0: not a count of loops",
                argv[0].display()
            ));
            1
        }
        Some(count) => {
            shell.calls.flow = Some(flow(count.min(shell.calls.loops)));
            0
        }
        None => 1,
    }
}

pub(super) fn leave_loop(shell: &mut Shell, argv: &[OsString]) -> i32 {
    in_loop(shell, argv, Flow::Break)
}

pub(super) fn next_round(shell: &mut Shell, argv: &[OsString]) -> i32 {
    in_loop(shell, argv, Flow::Continue)
}

pub(super) fn give_back(shell: &mut Shell, argv: &[OsString]) -> i32 {
    if shell.calls.locals.is_empty() && shell.calls.sourced == 0 {
        complain("return: only in a function or a file that `.` reads");
        return 2;
    }
    let status = match argv.get(1) {
        None => shell.status,
        Some(word) => match word.to_str().and_then(|word| word.parse::<i64>().ok()) {
            Some(status) => (status & 0xFF) as i32,
            None => {
                complain(format_args!("return: {}: not a number", word.display()));
                2
            }
        },
    };
    shell.status = status;
    shell.calls.flow = Some(Flow::Return);
    status
}

pub(super) fn shift(shell: &mut Shell, argv: &[OsString]) -> i32 {
    match count(argv) {
        Some(count) if count <= shell.arguments.len() => {
            shell.arguments.drain(..count);
            0
        }
        _ => 1,
    }
}

/// Switches options with `-` and `+`; what follows them becomes `$1` and so on.
pub(super) fn set(shell: &mut Shell, argv: &[OsString]) -> i32 {
    if argv.len() == 1 {
        let line = |(name, value): (&std::ffi::OsStr, &std::ffi::OsStr)| {
            let value = value.to_string_lossy().replace('\'', "'\\''");
            format!("{}='{value}'\n", name.display())
        };
        let all = shell.variables.iter();
        let lines: String = all
            .map(|(name, variable)| line((name, &variable.value)))
            .collect();
        return i32::from(!say(lines));
    }
    let mut words = argv[1..].iter();
    while let Some(word) = words.clone().next() {
        let text = word.to_string_lossy();
        let on = match text.chars().next() {
            Some('-') => true,
            Some('+') => false,
            _ => break,
        };
        words.next();
        if text == "--" {
            shell.arguments = words.cloned().collect();
            return 0;
        }
        if text == "-" {
            break;
        }
        if &text[1..] == "o" {
            let Some(name) = words.next() else {
                let names = shell.options.names().into_iter();
                let show = |on| if on { "on" } else { "off" };
                let lines: String = names
                    .map(|(name, on)| format!("{name:<15}\t{}\n", show(on)))
                    .collect();
                return i32::from(!say(lines));
            };
            if !shell.options.set_name(&name.to_string_lossy(), on) {
                complain(format_args!("set: {}: no such option", name.display()));
                return 2;
            }
            continue;
        }
        for letter in text[1..].chars() {
            if !shell.options.set_letter(letter, on) {
                complain(format_args!("set: {text}: no such option"));
                return 2;
            }
        }
    }
    if words.clone().next().is_some() {
        shell.arguments = words.cloned().collect();
    }
    0
}

/// The permissions that new files do not get.
pub(super) fn umask(_: &mut Shell, argv: &[OsString]) -> i32 {
    let Some(word) = argv.get(1) else {
        // There is no way to look at it without setting it.
        let now = umask_of_process(Mode::empty());
        umask_of_process(now);
        return i32::from(!say(format!("{:04o}\n", now.bits())));
    };
    // How wide the number is differs from system to system.
    let mode = word
        .to_str()
        .and_then(|word| nix::libc::mode_t::from_str_radix(word, 8).ok())
        .filter(|mode| *mode <= 0o777);
    match mode.and_then(Mode::from_bits) {
        Some(mode) => {
            umask_of_process(mode);
            0
        }
        None => {
            complain(format_args!(
                "umask: {}: not an octal number",
                word.display()
            ));
            1
        }
    }
}

pub(super) fn trap(shell: &mut Shell, argv: &[OsString]) -> i32 {
    let words: Vec<String> = argv[1..]
        .iter()
        .map(|word| word.to_string_lossy().into_owned())
        .filter(|word| word != "--")
        .collect();
    let (commands, names) = match &words[..] {
        [] => return i32::from(!say(shell.traps.listed())),
        [one] if one == "-p" => return i32::from(!say(shell.traps.listed())),
        // `trap INT` is `trap - INT`.
        [name] => (None, std::slice::from_ref(name)),
        [dash, names @ ..] if dash == "-" => (None, names),
        [commands, names @ ..] => (Some(commands.as_str()), names),
    };
    let mut status = 0;
    for name in names {
        match Event::named(name) {
            Some(event) => shell.traps.set(event, commands),
            None => {
                complain(format_args!("trap: {name}: no such signal"));
                status = 1;
            }
        }
    }
    status
}
