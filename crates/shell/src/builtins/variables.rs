//! `export` and `unset`.

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
        let bytes = word.as_bytes();
        let (name, value) = match bytes.iter().position(|byte| *byte == b'=') {
            Some(at) => (&bytes[..at], Some(OsStr::from_bytes(&bytes[at + 1..]))),
            None => (bytes, None),
        };
        let Some(name) = std::str::from_utf8(name).ok().filter(|name| is_name(name)) else {
            complain(format_args!("export: {}: not a name", word.display()));
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

pub(super) fn unset(shell: &mut Shell, argv: &[OsString]) -> i32 {
    let mut status = 0;
    for word in argv[1..].iter().filter(|word| *word != "-v") {
        match word.to_str().filter(|name| is_name(name)) {
            Some(name) => shell.variables.unset(name),
            None => {
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
