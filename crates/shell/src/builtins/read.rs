//! `read`: a line of the input, split into variables.

use std::ffi::{OsStr, OsString};
use std::fs::File;
use std::io::Read;
use std::os::unix::ffi::{OsStrExt, OsStringExt};

use crate::descriptors;
use crate::process::{complain, say};
use crate::shell::Shell;
use crate::words::is_name;

pub(super) fn read(shell: &mut Shell, argv: &[OsString]) -> i32 {
    let mut raw = false;
    let mut names: Vec<&str> = Vec::new();
    let mut words = argv[1..].iter();
    while let Some(word) = words.next() {
        match word.to_str() {
            Some("-r") => raw = true,
            Some("-p") => {
                let prompt = words.next().map(|word| word.as_bytes()).unwrap_or_default();
                if shell.terminal.is_some() {
                    say(prompt);
                }
            }
            Some(name) if is_name(name) => names.push(name),
            _ => {
                complain(format_args!("read: {}: not a name", word.display()));
                return 2;
            }
        }
    }
    let Some((line, complete)) = line(raw) else {
        complain("read: the input cannot be read");
        return 1;
    };
    let separators = shell.variables.get("IFS").unwrap_or(OsStr::new(" \t\n"));
    let separators = separators.as_bytes().to_vec();
    if names.is_empty() {
        let text = line.into_iter().map(|(byte, _)| byte).collect();
        shell.variables.set("REPLY", OsString::from_vec(text));
    } else {
        let fields = split(&line, &separators, names.len());
        for (index, name) in names.into_iter().enumerate() {
            let value = fields.get(index).cloned().unwrap_or_default();
            shell.variables.set(name, OsString::from_vec(value));
        }
    }
    i32::from(!complete)
}

/// A line without its end, each byte with whether a backslash stood before it, and whether it has an end.
/// Not a byte more is read: what follows is for others.
fn line(raw: bool) -> Option<(Vec<(u8, bool)>, bool)> {
    let mut input = File::from(descriptors::user_descriptor(0).ok()?);
    let mut line = Vec::new();
    let mut quoted = false;
    let mut byte = [0];
    loop {
        match input.read(&mut byte) {
            Ok(0) => return Some((line, false)),
            Ok(_) => {}
            Err(error) if error.kind() == std::io::ErrorKind::Interrupted => continue,
            Err(_) => return None,
        }
        match byte[0] {
            b'\n' if quoted => quoted = false,
            b'\n' => return Some((line, true)),
            b'\\' if !raw && !quoted => quoted = true,
            byte => line.push((byte, std::mem::take(&mut quoted))),
        }
    }
}

/// At most so many fields; the last takes what is left.
fn split(line: &[(u8, bool)], separators: &[u8], most: usize) -> Vec<Vec<u8>> {
    let is_separator = |(byte, quoted): &(u8, bool)| !quoted && separators.contains(byte);
    let is_blank = |one: &(u8, bool)| is_separator(one) && b" \t\n".contains(&one.0);
    let bytes = |part: &[(u8, bool)]| part.iter().map(|(byte, _)| *byte).collect::<Vec<u8>>();
    let blanks = |rest: &[(u8, bool)]| rest.iter().take_while(|one| is_blank(one)).count();
    let mut rest = &line[blanks(line)..];
    let mut fields = Vec::new();
    while !rest.is_empty() && fields.len() + 1 < most {
        let end = rest.iter().position(is_separator).unwrap_or(rest.len());
        fields.push(bytes(&rest[..end]));
        rest = &rest[end..];
        rest = &rest[blanks(rest)..];
        if rest
            .first()
            .is_some_and(|one| is_separator(one) && !is_blank(one))
        {
            rest = &rest[1..];
            rest = &rest[blanks(rest)..];
        }
    }
    let mut end = rest.len();
    while end > 0 && is_blank(&rest[end - 1]) {
        end -= 1;
    }
    rest = &rest[..end];
    // One separator at the very end of the only field that is left ends it.
    if let [field @ .., last] = rest
        && is_separator(last)
        && !field.iter().any(is_separator)
    {
        rest = field;
    }
    fields.push(bytes(rest));
    fields
}

#[cfg(test)]
mod tests {
    use super::*;

    fn fields(line: &str, separators: &str, most: usize) -> Vec<String> {
        let line: Vec<(u8, bool)> = line.bytes().map(|byte| (byte, false)).collect();
        let fields = split(&line, separators.as_bytes(), most);
        let text = |field| String::from_utf8(field).expect("text");
        fields.into_iter().map(text).collect()
    }

    #[test]
    fn the_last_variable_takes_the_rest() {
        assert_eq!(fields("  a  b c ", " \t\n", 2), ["a", "b c"]);
        assert_eq!(fields("a:b:c", ":", 2), ["a", "b:c"]);
        assert_eq!(fields("a", " ", 3), ["a", ""]);
        assert_eq!(fields(":a", ":", 2), ["", "a"]);
        assert_eq!(fields("a:", ":", 1), ["a"]);
    }
}
