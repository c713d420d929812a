//! Lines for a shell, and exactly what it prints.
//!
//! The shell starts somewhere: its first prompt says where, and `{start}` stands for it.

use std::path::Path;
use std::process::Command;

use boyi_game::Random;

use super::number;
use crate::judge::Expected;

/// Folders that every system has and that nobody changes while a class is graded.
const FOLDERS: &[&str] = &[
    "/usr",
    "/usr/share",
    "/",
    "/usr/bin/..",
    "/usr/lib/../share",
];
const MISSING: &[&str] = &["/nowhere", "missing", "/usr/nothing"];

/// `LINES WHAT`: WHAT is `prompt` (changing folders), `log` (`!#` and `!prefix`) or `programs`.
pub(super) fn draw(words: &[&str], random: &mut Random) -> Result<String, String> {
    let lines: u64 = number(words, 0, "LINES")?;
    let what = words.get(1).copied().unwrap_or_default();
    let mut text = String::new();
    let mut say = |line: String| text.push_str(&(line + "\n"));
    let pick =
        |random: &mut Random, from: &[&str]| (*random.choose(from).expect("some")).to_owned();
    for _ in 0..lines {
        let line = match (what, random.below(6)) {
            ("prompt", 0..4) | ("log", 0..2) | ("programs", 2) => {
                format!("cd {}", pick(random, FOLDERS))
            }
            ("prompt", 4) => format!("cd {}", pick(random, MISSING)),
            ("prompt", _) => String::new(),
            ("log", 2) => "!#".to_owned(),
            ("log", 3) => pick(random, &["!cd", "!c", "!p", "!x", "!cd /usr/s", "!"]),
            ("log", _) => pick(random, &["pwd", "cd missing", "nosuchprogram", "cd /usr a"]),
            ("programs", 0 | 1) => format!("echo {} {}", random.below(1000), random.below(1000)),
            ("programs", 3) => pick(random, &["pwd", "ls /usr/share/..", "true", "false"]),
            ("programs", 4) => format!("no{}", random.below(100)),
            ("programs", _) => pick(random, &["!e", "!p", "!#"]),
            _ => return Err("lines for a shell are prompt, log or programs".to_owned()),
        };
        say(line);
    }
    if random.below(2) == 0 {
        say("exit".to_owned());
    }
    Ok(text)
}

/// What a shell is in that holds nothing but a folder and a log.
struct Model {
    folder: String,
    log: Vec<String>,
    printed: String,
}

/// What stands for the folder in which the shell starts.
pub(crate) const START: &str = "{start}";

pub(super) fn expected(input: &str) -> Result<Expected, String> {
    let mut model = Model {
        folder: START.to_owned(),
        log: Vec::new(),
        printed: String::new(),
    };
    model.prompt();
    for line in input.lines() {
        if !model.run(line)? {
            return Ok(Expected::Text(model.printed));
        }
        model.prompt();
    }
    Ok(Expected::Text(model.printed))
}

impl Model {
    fn prompt(&mut self) {
        self.printed.push_str(&format!("{}$ ", self.folder));
    }

    fn say(&mut self, line: &str) {
        self.printed.push_str(line);
        self.printed.push('\n');
    }

    /// Runs a line; `false` where the shell quits.
    fn run(&mut self, line: &str) -> Result<bool, String> {
        let line = line.trim();
        if line.is_empty() || line == "!" {
            return Ok(true);
        }
        if line == "!#" {
            for logged in self.log.clone() {
                self.say(&logged);
            }
            return Ok(true);
        }
        if let Some(prefix) = line.strip_prefix('!') {
            let newest = self
                .log
                .iter()
                .rev()
                .find(|logged| logged.starts_with(prefix));
            return match newest.cloned() {
                Some(found) => self.run(&found),
                None => {
                    self.say("No Match");
                    Ok(true)
                }
            };
        }
        self.log.push(line.to_owned());
        let words: Vec<&str> = line.split_whitespace().collect();
        match words[..] {
            ["exit", ..] => return Ok(false),
            ["cd"] => return Err("where `cd` alone leads depends on the machine".to_owned()),
            ["cd", folder] => self.change(folder),
            ["cd", ..] => self.say("cd: too many arguments"),
            ["pwd"] => self.say(&self.folder.clone()),
            ["true" | "false"] | [] => {}
            ["echo", ..] => self.say(&words[1..].join(" ")),
            ["ls", ..] => {
                let listed = Command::new("ls")
                    .args(&words[1..])
                    .env("LC_ALL", "C")
                    .output()
                    .map_err(|error| format!("ls: {error}"))?;
                self.printed
                    .push_str(&String::from_utf8_lossy(&listed.stdout));
            }
            [name, ..] => self.say(&format!("{name}: no such command")),
        }
        Ok(true)
    }

    fn change(&mut self, folder: &str) {
        let missing = format!("{folder}: No such file or directory");
        if !folder.starts_with('/') {
            // Where the shell starts there is nothing but the submission; no case names a file of it.
            self.say(&missing);
            return;
        }
        match Path::new(folder).canonicalize() {
            Ok(real) => self.folder = real.display().to_string(),
            Err(_) => self.say(&missing),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_log_behaves_as_the_lab_says() {
        let lines = "cd /usr\ncd /nowhere\n!c\n!x\n!#\n!\n\nexit\n";
        let said = "{start}$ /usr$ /nowhere: No such file or directory\n\
             /usr$ /nowhere: No such file or directory\n/usr$ No Match\n\
             /usr$ cd /usr\ncd /nowhere\ncd /nowhere\n/usr$ /usr$ /usr$ ";
        assert_eq!(expected(lines), Ok(Expected::Text(said.to_owned())));
    }
}
