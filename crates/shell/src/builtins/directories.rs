//! `cd` and `pwd`.

use std::ffi::{OsStr, OsString};
use std::os::unix::ffi::OsStrExt;
use std::path::{Component, Path, PathBuf};

use crate::process::{complain, reason, say};
use crate::shell::Shell;

pub(super) fn cd(shell: &mut Shell, argv: &[OsString]) -> i32 {
    let variable = match argv {
        [_] => Some("HOME"),
        [_, back] if back == "-" => Some("OLDPWD"),
        [_, _] => None,
        _ => {
            complain("cd: too many arguments");
            return 1;
        }
    };
    let target = match variable {
        Some(name) => match shell.variables.get(name) {
            Some(value) => value.to_owned(),
            None => {
                complain(format_args!("{name} not set"));
                return 1;
            }
        },
        None => argv[1].clone(),
    };
    if target.is_empty() {
        return 0;
    }
    if let Err(error) = go(shell, &target) {
        complain(format_args!("{}: {}", target.display(), reason(&error)));
        return 1;
    }
    if variable == Some("OLDPWD") {
        pwd(shell, argv);
    }
    0
}

pub(super) fn pwd(shell: &mut Shell, _: &[OsString]) -> i32 {
    let printed = say([shell.place.as_os_str().as_bytes(), b"\n"].concat());
    i32::from(!printed)
}

fn go(shell: &mut Shell, target: &OsStr) -> std::io::Result<()> {
    // `nowhere/..` is here by its letters, but there is no such place.
    std::fs::metadata(target)?;
    let place = resolved(&shell.place, Path::new(target));
    std::env::set_current_dir(&place)?;
    let before = std::mem::replace(&mut shell.place, place);
    for (name, value) in [("OLDPWD", before), ("PWD", shell.place.clone())] {
        shell.variables.set(name, value);
        shell.variables.export(name);
    }
    Ok(())
}

/// Where `target` leads from `place` by its letters: `..` undoes a symbolic link that was followed.
fn resolved(place: &Path, target: &Path) -> PathBuf {
    let mut resolved = PathBuf::from("/");
    for component in place.join(target).components() {
        match component {
            Component::Normal(name) => resolved.push(name),
            Component::ParentDir => {
                resolved.pop();
            }
            _ => {}
        }
    }
    resolved
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn paths_are_resolved_by_their_letters() {
        let from = |target: &str| {
            resolved(Path::new("/a/b"), Path::new(target))
                .display()
                .to_string()
        };
        assert_eq!(from(".."), "/a");
        assert_eq!(from("../../../.."), "/");
        assert_eq!(from("./c//d/."), "/a/b/c/d");
        assert_eq!(from("/x/../y"), "/y");
    }
}
