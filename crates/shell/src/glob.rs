//! The files that a pattern names.

use std::ffi::OsStr;
use std::fs;
use std::os::unix::ffi::OsStrExt;
use std::path::Path;

use crate::pattern::{Mark, Pattern};

/// All paths that match, sorted; empty where nothing matches or nothing in `marks` is a pattern.
pub(crate) fn glob(marks: &[Mark]) -> Vec<Vec<u8>> {
    if !marks
        .iter()
        .any(|mark| !mark.quoted && b"*?[".contains(&mark.byte))
    {
        return Vec::new();
    }
    let components: Vec<&[Mark]> = marks.split(|mark| mark.byte == b'/').collect();
    let mut found = vec![Vec::new()];
    let last = components.len() - 1;
    for (index, component) in components.into_iter().enumerate() {
        let pattern = Pattern::new(component);
        let mut next = Vec::new();
        for path in found {
            if pattern.is_plain() {
                let literal = component.iter().map(|mark| mark.byte);
                next.push(path.into_iter().chain(literal).collect());
            } else {
                entries(&path, &pattern, &mut next);
            }
        }
        if index < last {
            next.retain(|path: &Vec<u8>| path.is_empty() || as_path(path).is_dir());
            for path in &mut next {
                path.push(b'/');
            }
        }
        found = next;
    }
    found.retain(|path| as_path(path).symlink_metadata().is_ok());
    found.sort();
    found
}

fn entries(folder: &[u8], pattern: &Pattern, found: &mut Vec<Vec<u8>>) {
    let place = if folder.is_empty() {
        Path::new(".")
    } else {
        as_path(folder)
    };
    let Ok(entries) = fs::read_dir(place) else {
        return;
    };
    let mut names: Vec<Vec<u8>> = entries
        .flatten()
        .map(|entry| entry.file_name().as_bytes().to_owned())
        .collect();
    if pattern.wants_hidden() {
        // The system leaves these two out of its list.
        names.extend([b".".to_vec(), b"..".to_vec()]);
    }
    for name in names {
        if (pattern.wants_hidden() || !name.starts_with(b".")) && pattern.matches(&name) {
            found.push([folder, &name].concat());
        }
    }
}

fn as_path(bytes: &[u8]) -> &Path {
    Path::new(OsStr::from_bytes(bytes))
}
