//! `ls` as the course expects it: one name a line, in dictionary order whatever the locale.
//!
//! With options, or on a terminal, the system's own `ls` does it better: columns, colours, `-l`.

use std::ffi::{OsStr, OsString};
use std::fs;
use std::io::{self, IsTerminal};
use std::os::unix::ffi::OsStrExt;
use std::path::Path;

use crate::process::{complain, reason, say};
use crate::shell::Shell;

pub(super) fn takes(argv: &[OsString]) -> bool {
    let no_options = argv[1..]
        .iter()
        .all(|word| !word.as_bytes().starts_with(b"-"));
    no_options && !io::stdout().is_terminal()
}

pub(super) fn ls(_: &mut Shell, argv: &[OsString]) -> i32 {
    let mut operands: Vec<&OsStr> = argv[1..].iter().map(OsString::as_os_str).collect();
    if operands.is_empty() {
        operands.push(OsStr::new("."));
    }
    operands.sort_by_key(|name| dictionary(name));
    let mut status = 0;
    let mut fail = |name: &OsStr, error: &io::Error| {
        complain(format_args!(
            "ls: cannot access '{}': {}",
            name.display(),
            reason(error)
        ));
        status = 2;
    };
    let (mut output, mut folders) = (Vec::new(), Vec::new());
    for &name in &operands {
        match fs::symlink_metadata(name) {
            Ok(_) if Path::new(name).is_dir() => folders.push(name),
            Ok(_) => output.extend([name.as_bytes(), b"\n"].concat()),
            Err(error) => fail(name, &error),
        }
    }
    for folder in folders {
        let names = match names(folder) {
            Ok(names) => names,
            Err(error) => {
                fail(folder, &error);
                continue;
            }
        };
        if operands.len() > 1 {
            let gap: &[u8] = if output.is_empty() { b"" } else { b"\n" };
            output.extend([gap, folder.as_bytes(), b":\n"].concat());
        }
        for name in names {
            output.extend([name.as_bytes(), b"\n"].concat());
        }
    }
    if !say(&output) {
        status = 2;
    }
    status
}

fn names(folder: &OsStr) -> io::Result<Vec<OsString>> {
    let mut names = Vec::new();
    for entry in fs::read_dir(folder)? {
        let name = entry?.file_name();
        if !name.as_bytes().starts_with(b".") {
            names.push(name);
        }
    }
    names.sort_by_key(|name| dictionary(name));
    Ok(names)
}

/// Capitals stand with their small letters and after them: `main`, `Makefile`, `output`.
fn dictionary(name: &OsStr) -> (Vec<u8>, Vec<u8>) {
    let bytes = name.as_bytes();
    let small_first = bytes.iter().map(|byte| match byte {
        b'a'..=b'z' => byte.to_ascii_uppercase(),
        b'A'..=b'Z' => byte.to_ascii_lowercase(),
        byte => *byte,
    });
    (bytes.to_ascii_lowercase(), small_first.collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_stand_as_in_a_dictionary() {
        let mut names = ["README.md", "main_sol", "b", "Makefile", "a", "B", "main"];
        names.sort_by_key(|name| dictionary(OsStr::new(name)));
        assert_eq!(
            names,
            ["a", "b", "B", "main", "main_sol", "Makefile", "README.md"]
        );
    }
}
