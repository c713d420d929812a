//! `echo`, `history`, `type`, `help` and `exit`.

use std::ffi::OsString;
use std::os::unix::ffi::OsStrExt;

use crate::builtins;
use crate::escapes::unescaped;
use crate::lookup::{self, CommandKind};
use crate::process::{complain, say};
use crate::shell::Shell;

pub(super) fn echo(_: &mut Shell, argv: &[OsString]) -> i32 {
    let mut words = &argv[1..];
    let (mut newline, mut escapes) = (true, false);
    while let Some(option) = words.first().and_then(|word| word.to_str()) {
        let Some(letters) = option.strip_prefix('-').filter(|letters| {
            !letters.is_empty() && letters.chars().all(|letter| "neE".contains(letter))
        }) else {
            break;
        };
        for letter in letters.chars() {
            match letter {
                'n' => newline = false,
                letter => escapes = letter == 'e',
            }
        }
        words = &words[1..];
    }
    let mut output = words
        .iter()
        .map(|word| word.as_bytes())
        .collect::<Vec<_>>()
        .join(&b' ');
    if escapes {
        let (text, stopped) = unescaped(&output);
        output = text;
        newline &= !stopped;
    }
    if newline {
        output.push(b'\n');
    }
    i32::from(!say(&output))
}

pub(super) fn history(shell: &mut Shell, _: &[OsString]) -> i32 {
    let commands = shell
        .earlier
        .iter()
        .map(String::as_str)
        .chain(shell.log.iter());
    let lines: String = commands
        .enumerate()
        .map(|(index, command)| format!("{:>5}  {command}\n", index + 1))
        .collect();
    i32::from(!say(lines.as_bytes()))
}

pub(super) fn kind(shell: &mut Shell, argv: &[OsString]) -> i32 {
    let mut status = 0;
    for name in &argv[1..] {
        let shown = name.display();
        let is_builtin = name.to_str().and_then(builtins::named).is_some();
        let line = match lookup::find(shell, std::slice::from_ref(name)) {
            CommandKind::Function(_) => format!("{shown} is a function\n"),
            _ if is_builtin => format!("{shown} is a shell builtin\n"),
            CommandKind::Host(_) => format!("{shown} is a boyi command\n"),
            _ => match lookup::program(shell, name).filter(|path| path.exists()) {
                Some(path) => format!("{shown} is {}\n", path.display()),
                None => {
                    complain(format_args!("{shown}: no such command"));
                    status = 1;
                    continue;
                }
            },
        };
        say(line.as_bytes());
    }
    status
}

pub(super) fn help(shell: &mut Shell, argv: &[OsString]) -> i32 {
    let row = |usage: &str, help: &str| format!("  {usage:<32} {help}\n");
    let mut text = String::new();
    let wanted = argv.get(1);
    let is_wanted = |name: &str| wanted.is_none_or(|wanted| wanted == name);
    for builtin in builtins::ALL
        .iter()
        .filter(|builtin| is_wanted(builtin.name))
    {
        let usage = format!("{} {}", builtin.name, builtin.arguments);
        text.push_str(&row(usage.trim_end(), builtin.help));
    }
    if wanted.is_none() {
        text.push_str(&row(
            "!PREFIX",
            "Run the newest command that starts with PREFIX again",
        ));
        text.push_str(&row("!#", "List the commands of this run"));
    }
    let mut hosts = shell
        .host_commands
        .iter()
        .filter(|command| is_wanted(&command.name))
        .peekable();
    if hosts.peek().is_some() && wanted.is_none() {
        text.push_str("\nboyi's own commands; each has --help:\n");
    }
    text.extend(hosts.map(|command| row(&command.name, &command.help)));
    if text.is_empty() {
        let name = wanted
            .map(|name| name.display().to_string())
            .unwrap_or_default();
        complain(format_args!("help: {name}: no such built-in command"));
        return 1;
    }
    i32::from(!say(text.as_bytes()))
}

pub(super) fn exit(shell: &mut Shell, argv: &[OsString]) -> i32 {
    let status = match argv.get(1) {
        None => shell.status,
        Some(word) => match word.to_str().and_then(|word| word.parse::<i64>().ok()) {
            // As the system keeps it: one byte.
            Some(status) => (status & 0xFF) as i32,
            None => {
                complain(format_args!("exit: {}: not a number", word.display()));
                2
            }
        },
    };
    shell.leaving = Some(status);
    status
}
