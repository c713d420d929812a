//! `test` and `[`: comparing texts, numbers and files.

use std::ffi::{OsStr, OsString};
use std::fs::{self, Metadata};
use std::io::IsTerminal;
use std::os::unix::ffi::OsStrExt;
use std::os::unix::fs::{FileTypeExt, MetadataExt, PermissionsExt};

use nix::unistd::{AccessFlags, access, getegid, geteuid};

use crate::descriptors;
use crate::process::complain;
use crate::shell::Shell;

/// How deep parentheses and `!` may stand inside each other.
const MAX_DEPTH: usize = 200;

pub(super) fn bracket(shell: &mut Shell, argv: &[OsString]) -> i32 {
    match argv.split_last() {
        Some((last, words)) if last == "]" && !words.is_empty() => test(shell, words),
        _ => {
            complain("[: `]` is missing");
            2
        }
    }
}

pub(super) fn test(_: &mut Shell, argv: &[OsString]) -> i32 {
    let words: Vec<&OsStr> = argv[1..].iter().map(OsString::as_os_str).collect();
    match truth(&words) {
        Ok(holds) => i32::from(!holds),
        Err(why) => {
            complain(format_args!("{}: {why}", argv[0].display()));
            2
        }
    }
}

/// Up to four words mean what POSIX says; more of them are an expression with `-a` and `-o`.
fn truth(words: &[&OsStr]) -> Result<bool, String> {
    match words {
        [] => Ok(false),
        [one] => Ok(!one.is_empty()),
        [not, one] if *not == "!" => Ok(one.is_empty()),
        [operator, operand] if is_unary(operator) => unary(operator, operand),
        [operator, _] => Err(format!("{}: no such operator", operator.display())),
        [left, operator, right] if is_binary(operator) => binary(left, operator, right),
        [not, rest @ ..] if *not == "!" && words.len() <= 4 => truth(rest).map(|holds| !holds),
        [open, one, close] if *open == "(" && *close == ")" => Ok(!one.is_empty()),
        [open, one, two, close] if *open == "(" && *close == ")" => truth(&[one, two]),
        _ => {
            let mut reader = Reader { words, depth: 0 };
            let holds = reader.any()?;
            match reader.words {
                [] => Ok(holds),
                [word, ..] => Err(format!("{}: an operator is expected", word.display())),
            }
        }
    }
}

struct Reader<'w> {
    words: &'w [&'w OsStr],
    depth: usize,
}

impl Reader<'_> {
    fn eat(&mut self, wanted: &str) -> bool {
        match self.words {
            [word, rest @ ..] if *word == wanted => {
                self.words = rest;
                true
            }
            _ => false,
        }
    }

    fn any(&mut self) -> Result<bool, String> {
        let mut holds = self.all()?;
        while self.eat("-o") {
            holds |= self.all()?;
        }
        Ok(holds)
    }

    fn all(&mut self) -> Result<bool, String> {
        let mut holds = self.one()?;
        while self.eat("-a") {
            holds &= self.one()?;
        }
        Ok(holds)
    }

    fn one(&mut self) -> Result<bool, String> {
        self.depth += 1;
        if self.depth > MAX_DEPTH {
            return Err(format!("nested more than {MAX_DEPTH} deep"));
        }
        let holds = match *self.words {
            [left, operator, right, ref rest @ ..] if is_binary(operator) => {
                self.words = rest;
                binary(left, operator, right)
            }
            [word, ref rest @ ..] if word == "!" => {
                self.words = rest;
                self.one().map(|holds| !holds)
            }
            [word, ref rest @ ..] if word == "(" => {
                self.words = rest;
                let holds = self.any()?;
                if self.eat(")") {
                    Ok(holds)
                } else {
                    Err("`)` is missing".to_owned())
                }
            }
            [operator, operand, ref rest @ ..] if is_unary(operator) => {
                self.words = rest;
                unary(operator, operand)
            }
            [word, ref rest @ ..] => {
                self.words = rest;
                Ok(!word.is_empty())
            }
            [] => Err("an operand is expected at the end".to_owned()),
        };
        self.depth -= 1;
        holds
    }
}

fn is_unary(word: &OsStr) -> bool {
    matches!(word.as_bytes(), [b'-', letter] if b"znefdrwxsLhpSbctugkOG".contains(letter))
}

fn is_binary(word: &OsStr) -> bool {
    let operators = [
        "=", "==", "!=", "<", ">", "-eq", "-ne", "-lt", "-le", "-gt", "-ge", "-nt", "-ot", "-ef",
    ];
    operators.iter().any(|operator| word == *operator)
}

fn unary(operator: &OsStr, operand: &OsStr) -> Result<bool, String> {
    let about = |check: fn(&Metadata) -> bool| fs::metadata(operand).is_ok_and(|file| check(&file));
    let may = |flags| access(operand, flags).is_ok();
    Ok(match operator.as_bytes()[1] {
        b'z' => operand.is_empty(),
        b'n' => !operand.is_empty(),
        b'e' => about(|_| true),
        b'f' => about(Metadata::is_file),
        b'd' => about(Metadata::is_dir),
        b's' => about(|file| file.len() > 0),
        b'p' => about(|file| file.file_type().is_fifo()),
        b'S' => about(|file| file.file_type().is_socket()),
        b'b' => about(|file| file.file_type().is_block_device()),
        b'c' => about(|file| file.file_type().is_char_device()),
        b'u' => about(|file| file.permissions().mode() & 0o4000 != 0),
        b'g' => about(|file| file.permissions().mode() & 0o2000 != 0),
        b'k' => about(|file| file.permissions().mode() & 0o1000 != 0),
        b'O' => about(|file| file.uid() == geteuid().as_raw()),
        b'G' => about(|file| file.gid() == getegid().as_raw()),
        b'L' | b'h' => fs::symlink_metadata(operand).is_ok_and(|file| file.is_symlink()),
        b'r' => may(AccessFlags::R_OK),
        b'w' => may(AccessFlags::W_OK),
        b'x' => may(AccessFlags::X_OK),
        _ => {
            let number = i32::try_from(number(operand)?).ok();
            let descriptor = number.and_then(|number| descriptors::user_descriptor(number).ok());
            descriptor.is_some_and(|descriptor| descriptor.is_terminal())
        }
    })
}

fn binary(left: &OsStr, operator: &OsStr, right: &OsStr) -> Result<bool, String> {
    let operator = operator.to_string_lossy();
    let modified = |name: &OsStr| fs::metadata(name).and_then(|file| file.modified()).ok();
    Ok(match &*operator {
        "=" | "==" => left == right,
        "!=" => left != right,
        "<" => left < right,
        ">" => left > right,
        "-nt" => modified(left) > modified(right),
        "-ot" => modified(left) < modified(right),
        "-ef" => match (fs::metadata(left), fs::metadata(right)) {
            (Ok(left), Ok(right)) => (left.dev(), left.ino()) == (right.dev(), right.ino()),
            _ => false,
        },
        operator => {
            let order = number(left)?.cmp(&number(right)?);
            match operator {
                "-eq" => order.is_eq(),
                "-ne" => order.is_ne(),
                "-lt" => order.is_lt(),
                "-le" => order.is_le(),
                "-gt" => order.is_gt(),
                _ => order.is_ge(),
            }
        }
    })
}

fn number(word: &OsStr) -> Result<i64, String> {
    let text = word.to_string_lossy();
    let number = text.trim().parse::<i64>();
    number.map_err(|_| format!("{text}: a number is expected"))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn holds(text: &str) -> Result<bool, String> {
        let words: Vec<&OsStr> = text.split(' ').map(OsStr::new).collect();
        truth(&words)
    }

    #[test]
    fn words_are_read_as_posix_says() {
        for text in [
            "a",
            "-n a",
            "! -z a",
            "a = a",
            "a != b",
            "-n = -n",
            "! = !",
            "1 -lt 2",
            "( a )",
            "a = a -a b = b",
            "a = b -o b = b",
            "! ( a = b )",
            "-d /",
            "! -e /no/such",
            "-x",
        ] {
            assert_eq!(holds(text), Ok(true), "{text}");
        }
        for text in ["-q a", "a -eq 1", "a b c", "( a = a", "1 -lt 2 3"] {
            assert!(holds(text).is_err(), "{text}");
        }
        assert!(holds(&"! ".repeat(1000)).is_err());
    }
}
