//! Hundreds of scripts that were written for it, and as many generated command lines, in this shell and
//! in bash: the same output, the same status, and errors where the other has some.

mod room;

use std::path::Path;
use std::process::Command;

use boyi_game::{Random, shared_files};

use room::{Folder, clean, shell};

/// Command lines within what this shell and others have in common.
struct Lines(Random);

impl Lines {
    fn pick<'a>(&mut self, choices: &[&'a str]) -> &'a str {
        choices[self.0.below(choices.len() as u64) as usize]
    }

    fn word(&mut self) -> String {
        match self.0.below(16) {
            0 => "'a b'".to_owned(),
            1 => format!(
                "\"x $A {}\"",
                self.pick(&["$?", "${B}", "${NONE}", "\\$A", "$(echo q r)"])
            ),
            2 => self
                .pick(&[
                    "*.txt", "?.txt", "[ab]*", "d/*", "*/[!x]*", "nomatch*", "'*.txt'", "\"*\"",
                    "a\\*",
                ])
                .to_owned(),
            3 => self
                .pick(&[
                    "$A",
                    "$B",
                    "${A}z",
                    "$NONE",
                    "${NONE:-d e}",
                    "${A:+alt}",
                    "${#B}",
                    "${B%.*}",
                    "${B##*/}",
                    "${C#* }",
                ])
                .to_owned(),
            4 => format!(
                "$({})",
                self.pick(&[
                    "echo one two",
                    "printf 'a\\nb\\n\\n'",
                    "cat a.txt",
                    "false",
                    "echo $A"
                ])
            ),
            5 => self
                .pick(&[
                    "a\\ b",
                    "\\\"",
                    "''",
                    "\"\"",
                    "x\"y\"'z'",
                    "~",
                    "~/x",
                    "\\~",
                ])
                .to_owned(),
            6 => self
                .pick(&["$C", "\"$C\"", "pre$C.post", "$C$C"])
                .to_owned(),
            _ => self
                .pick(&[
                    "a", "bc", "1", "-x", "foo.txt", "a.txt", "d", "=", "x=y", "{}", "a#b",
                ])
                .to_owned(),
        }
    }

    fn words(&mut self) -> String {
        let count = self.0.below(4);
        (0..count).map(|_| format!(" {}", self.word())).collect()
    }

    fn simple(&mut self) -> String {
        match self.0.below(14) {
            0 => "true".to_owned(),
            1 => "false".to_owned(),
            2 => format!("A={}", self.word()),
            3 => format!("B={}; echo \"$B\"", self.word()),
            4 => format!("printf '[%s]'{}", self.words()),
            5 => format!("sh -c 'exit {}'", self.0.below(4)),
            6 => "cat a.txt".to_owned(),
            7 => format!("E={} sh -c 'echo $E'", self.word()),
            8 => format!(
                "export F={}; sh -c 'echo \"$F\"'; unset F; echo $F",
                self.pick(&["1", "'a b'", "$A"])
            ),
            9 => "nosuchprogram".to_owned(),
            10 => format!("{{ echo g{}; }}", self.words()),
            11 => format!("(cd d && ls; A=inner; echo $A{})", self.words()),
            _ => format!("echo{}", self.words()),
        }
    }

    fn redirected(&mut self) -> String {
        let command = self.simple();
        let group = |command: String| format!("{{ {command}; }}");
        match self.0.below(10) {
            0 => format!("{} > out; cat out", group(command)),
            1 => format!("{} >> out; cat out", group(command)),
            2 => "cat < a.txt".to_owned(),
            3 => format!("{} 2> err", group(command)),
            4 => format!("{} 2>&1", group(command)).replace("nosuchprogram", "true"),
            5 => format!("{} > /dev/null", group(command)),
            6 => "cat < nosuchfile".to_owned(),
            _ => command,
        }
    }

    fn pipeline(&mut self) -> String {
        let mut line = self.redirected();
        if self.0.below(3) == 0 {
            line = format!("{{ {line}; }}");
            for _ in 0..=self.0.below(3) {
                line.push_str(self.pick(&[
                    " | cat",
                    " | wc -l",
                    " | sort",
                    " | head -1",
                    " | tr a-z A-Z",
                    " | (cat; echo end)",
                    " | false",
                ]));
            }
        }
        line
    }

    fn line(&mut self) -> String {
        let mut line = self.pipeline();
        for _ in 0..self.0.below(3) {
            line.push_str(self.pick(&[" && ", " || ", "; "]));
            line.push_str(&self.pipeline());
        }
        line.push_str("; echo \"<$?> $A\"");
        match self.0.below(6) {
            0 => line.push_str(&format!("; exit {}", self.0.below(300))),
            1 => line.push_str(" & wait"),
            _ => {}
        }
        line
    }
}

/// What a run printed, how it ended, and what it complained of.
#[derive(Debug)]
struct Ran {
    output: String,
    status: Option<i32>,
    errors: String,
}

/// Runs a script in a folder of its own that looks the same every time.
fn ran(mut command: Command, name: &str, script: &str) -> Ran {
    let folder = Folder::new(name);
    for name in ["a.txt", "b.txt", "d/in.txt", "d/x.txt"] {
        folder.file(name, &format!("{name}\nsecond\n"));
    }
    clean(&mut command);
    let command = command.args(["-c", script]).current_dir(&folder.0);
    let output = command.output().expect("starts");
    Ran {
        output: String::from_utf8_lossy(&output.stdout).into_owned(),
        status: output.status.code(),
        errors: String::from_utf8_lossy(&output.stderr).into_owned(),
    }
}

/// Both shells run each line in a folder of their own that looks the same.
fn agree_with(other: &str, seed: u64, count: usize) {
    if !Path::new(other).exists() {
        return shared_files::skip(&format!("there is no {other}"));
    }
    let mut lines = Lines(Random::new(seed));
    for number in 0..count {
        let line = format!("A=start; B=/x/y.tar.gz; C=' s  p '; {}", lines.line());
        let ours = ran(shell(Path::new("/"), &[]), &format!("{seed}-ours"), &line);
        let theirs = ran(Command::new(other), &format!("{seed}-theirs"), &line);
        assert_eq!(
            (&ours.output, ours.status),
            (&theirs.output, theirs.status),
            "line {number}: {line}\nours: {}\ntheirs: {}",
            ours.errors,
            theirs.errors
        );
    }
}

#[test]
fn bash_prints_the_same() {
    agree_with("/bin/bash", 8, 600);
}

/// The scripts of `scripts/compared.txt`: one a line, and lines that begin with `|` go on with it.
fn scripts() -> Vec<String> {
    let mut scripts: Vec<String> = Vec::new();
    let file = include_str!("scripts/compared.txt");
    for line in file.lines().filter(|line| !line.is_empty()) {
        match (line.strip_prefix('|'), scripts.last_mut()) {
            (Some(more), Some(script)) => {
                script.push('\n');
                script.push_str(more.strip_prefix(' ').unwrap_or(more));
            }
            _ if line.starts_with("##") => {}
            _ => scripts.push(line.to_owned()),
        }
    }
    scripts
}

#[test]
fn what_people_type_does_what_bash_does() {
    let bash = "/bin/bash";
    if !Path::new(bash).exists() {
        return shared_files::skip(&format!("there is no {bash}"));
    }
    let scripts = scripts();
    assert!(scripts.len() >= 400, "{}", scripts.len());
    let mut differing = String::new();
    for script in &scripts {
        let ours = ran(shell(Path::new("/"), &[]), "typed-ours", script);
        let theirs = ran(Command::new(bash), "typed-theirs", script);
        let same = (&ours.output, ours.status, ours.errors.is_empty())
            == (&theirs.output, theirs.status, theirs.errors.is_empty());
        if !same {
            differing.push_str(&format!(
                "{script}\n  ours: {ours:?}\n  theirs: {theirs:?}\n"
            ));
        }
    }
    assert!(differing.is_empty(), "{differing}");
}
