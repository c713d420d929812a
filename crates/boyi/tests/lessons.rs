//! The lessons are true: every command in them is run and prints what stands below it, and no large
//! number stands in the prose that no command printed.

use std::fs;
use std::path::Path;
use std::process::Command;

/// A command of a lesson and the lines that it must print.
struct Shown {
    command: String,
    lines: Vec<String>,
}

/// The blocks `sh` with the blocks `text` after them, and the prose around them.
fn parts(text: &str) -> (Vec<Shown>, String) {
    let (mut shown, mut prose) = (Vec::<Shown>::new(), String::new());
    let mut block = None;
    for line in text.lines() {
        match (line.strip_prefix("```"), block) {
            (Some(language), None) => {
                block = Some(language);
                if language == "sh" {
                    let (command, lines) = Default::default();
                    shown.push(Shown { command, lines });
                }
            }
            (Some(_), Some(_)) => block = None,
            (None, Some("sh")) => {
                let last = shown.last_mut().expect("a block was begun");
                last.command += &format!("{line}\n");
            }
            (None, Some("text")) => {
                let last = shown.last_mut().expect("a text follows its command");
                last.lines.push(words(line));
            }
            (None, Some(_)) => {}
            (None, None) => prose += &format!("{line}\n"),
        }
    }
    (shown, prose)
}

/// Columns are as wide as they must be: only the words count.
fn words(line: &str) -> String {
    line.split_whitespace().collect::<Vec<_>>().join(" ")
}

fn run(command: &str) -> String {
    let program = Path::new(env!("CARGO_BIN_EXE_boyi"));
    let folder = program.parent().expect("a program lies in a folder");
    let path = std::env::var("PATH").unwrap_or_default();
    let output = Command::new("sh")
        .args(["-c", command])
        .env("PATH", format!("{}:{path}", folder.display()))
        .current_dir(env!("CARGO_TARGET_TMPDIR"))
        .output()
        .expect("a shell starts");
    assert!(output.status.success(), "{command}: {output:?}");
    let text = String::from_utf8(output.stdout).expect("text");
    text.lines().map(|line| words(line) + "\n").collect()
}

/// Numbers of three or more digits, years apart.
fn large_numbers(prose: &str) -> Vec<&str> {
    let pieces =
        prose.split(|letter: char| !letter.is_ascii_digit() && letter != ',' && letter != '.');
    let numbers = pieces.map(|piece| piece.trim_matches([',', '.']));
    let digits = |number: &str| number.bytes().filter(u8::is_ascii_digit).count();
    let is_year = |number: &str| matches!(number.parse(), Ok(1900..=2099));
    numbers
        .filter(|number| digits(number) >= 3 && !is_year(number))
        .collect()
}

#[test]
fn commands_of_lessons_print_what_stands_below_them() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/lessons");
    let mut commands: Vec<(String, String)> = Vec::new();
    let files = fs::read_dir(folder).expect("the lessons");
    let mut files: Vec<_> = files.map(|file| file.expect("a file").path()).collect();
    files.sort();
    for file in files.iter().filter(|file| !file.ends_with("README.md")) {
        let text = fs::read_to_string(file).expect("text");
        let (_, body) = text.split_once("\n---\n").expect("a header");
        let (shown, prose) = parts(body);
        for Shown { command, lines } in &shown {
            // Both languages show the same command.
            let known = commands.iter().find(|(known, _)| known == command);
            let printed = match known {
                Some((_, printed)) => printed.clone(),
                None => {
                    let printed = run(command);
                    commands.push((command.clone(), printed.clone()));
                    printed
                }
            };
            assert!(
                !lines.is_empty(),
                "{}: {command} shows nothing",
                file.display()
            );
            for line in lines {
                assert!(
                    printed.contains(line.as_str()),
                    "{}: {command} does not print `{line}` but\n{printed}",
                    file.display()
                );
            }
        }
        for number in large_numbers(&prose) {
            let is_shown = shown
                .iter()
                .flat_map(|shown| &shown.lines)
                .any(|line| line.contains(number));
            assert!(
                is_shown,
                "{}: where does {number} come from?",
                file.display()
            );
        }
    }
    assert!(commands.len() >= 9, "{} commands", commands.len());
}
