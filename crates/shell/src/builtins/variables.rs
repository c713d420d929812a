//! `export`, `unset` and `local`.

use std::ffi::{OsStr, OsString};
use std::os::unix::ffi::OsStrExt;

use crate::process::{complain, say};
use crate::shell::Shell;
use crate::variables::Variable;
use crate::words::is_name;

pub(super) fn export(shell: &mut Shell, argv: &[OsString]) -> i32 {
    let names = argv[1..].iter().filter(|word| *word != "-p");
    if names.clone().next().is_none() {
        return i32::from(!say(listed(shell)));
    }
    let mut status = 0;
    for word in names {
        let Some((name, value)) = named_value("export", word) else {
            status = 1;
            continue;
        };
        if let Some(value) = value {
            shell.variables.set(name, value);
        }
        shell.variables.export(name);
    }
    status
}

/// Variables that have their old values again when the function returns.
pub(super) fn local(shell: &mut Shell, argv: &[OsString]) -> i32 {
    if shell.calls.locals.is_empty() {
        complain("local: only a function has variables of its own");
        return 1;
    }
    let mut status = 0;
    for word in &argv[1..] {
        let Some((name, value)) = named_value("local", word) else {
            status = 1;
            continue;
        };
        let before = shell.variables.snapshot(name);
        if let Some(locals) = shell.calls.locals.last_mut()
            && locals.iter().all(|(known, _)| known != name)
        {
            locals.push((name.to_owned(), before));
        }
        match value {
            Some(value) => shell.variables.set(name, value),
            None => shell.variables.unset(name),
        }
    }
    status
}

/// `NAME=value` or `NAME`, taken apart; says so where the name is none.
fn named_value<'w>(command: &str, word: &'w OsStr) -> Option<(&'w str, Option<&'w OsStr>)> {
    let bytes = word.as_bytes();
    let (name, value) = match bytes.iter().position(|byte| *byte == b'=') {
        Some(at) => (&bytes[..at], Some(OsStr::from_bytes(&bytes[at + 1..]))),
        None => (bytes, None),
    };
    let name = std::str::from_utf8(name).ok().filter(|name| is_name(name));
    if name.is_none() {
        complain(format_args!("{command}: {}: not a name", word.display()));
    }
    Some((name?, value))
}

pub(super) fn unset(shell: &mut Shell, argv: &[OsString]) -> i32 {
    let mut status = 0;
    let mut functions = false;
    for word in &argv[1..] {
        match word.to_str() {
            Some("-v") => functions = false,
            Some("-f") => functions = true,
            Some(name) if functions => drop(shell.functions.remove(name)),
            Some(name) if is_name(name) => shell.variables.unset(name),
            _ => {
                complain(format_args!("unset: {}: not a name", word.display()));
                status = 1;
            }
        }
    }
    status
}

/// As lines that this or any other shell reads back.
fn listed(shell: &Shell) -> String {
    let all = shell.variables.iter();
    let exported = all.filter(|(_, variable)| variable.exported);
    let line = |(name, variable): (&OsStr, &Variable)| {
        let value = variable.value.to_string_lossy().replace('\'', "'\\''");
        format!("export {}='{value}'\n", name.display())
    };
    exported.map(line).collect()
}
