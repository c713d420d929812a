//! `docs/json.md` is true: every command in it is run, and its reply has the fields of its table, all
//! of them and no others.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

use serde_json::Value;

struct Section {
    title: String,
    command: String,
    required: BTreeSet<String>,
    optional: BTreeSet<String>,
}

fn sections() -> Vec<Section> {
    let text = include_str!("../../../docs/json.md");
    let mut sections: Vec<Section> = Vec::new();
    let mut is_command = false;
    for line in text.lines() {
        if let Some(title) = line.strip_prefix("## ") {
            let title = title.to_owned();
            let (command, required, optional) = Default::default();
            sections.push(Section {
                title,
                command,
                required,
                optional,
            });
        }
        let Some(section) = sections.last_mut() else {
            continue;
        };
        match line {
            "```sh" => is_command = true,
            "```" => is_command = false,
            _ if is_command => section.command += &format!("{line}\n"),
            _ => {}
        }
        let cells: Vec<&str> = line.split('|').map(str::trim).collect();
        if let [_, field, kind, ..] = cells[..]
            && let Some(field) = field
                .strip_prefix('`')
                .and_then(|field| field.strip_suffix('`'))
        {
            let list = if kind.contains("optional") {
                &mut section.optional
            } else {
                &mut section.required
            };
            list.insert(field.to_owned());
        }
    }
    sections
}

/// The paths of all fields: `moves[].nodes` for the field `nodes` of the objects in a list.
fn paths(value: &Value, prefix: &str, found: &mut BTreeSet<String>) {
    match value {
        Value::Object(fields) => {
            for (name, value) in fields {
                let path = if prefix.is_empty() {
                    name.clone()
                } else {
                    format!("{prefix}.{name}")
                };
                found.insert(path.clone());
                paths(value, &path, found);
            }
        }
        Value::Array(items) => items
            .iter()
            .for_each(|item| paths(item, &format!("{prefix}[]"), found)),
        _ => {}
    }
}

/// An empty folder: what an earlier run left there would change what the commands say.
fn new_folder() -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("json-docs");
    let _ = fs::remove_dir_all(&folder);
    fs::create_dir_all(folder.join("target")).expect("a folder for files of examples");
    folder
}

/// Runs a command line with this program on the path.
fn shell(command: &str, here: &Path) -> Output {
    let program = Path::new(env!("CARGO_BIN_EXE_boyi"));
    let folder = program.parent().expect("a program lies in a folder");
    let path = format!(
        "{}:{}",
        folder.display(),
        std::env::var("PATH").unwrap_or_default()
    );
    Command::new("sh")
        .args(["-c", command])
        .env("PATH", path)
        .current_dir(here)
        .stdin(Stdio::null())
        .output()
        .expect("a shell starts")
}

#[test]
fn every_reply_has_the_fields_that_are_written_down() {
    let (sections, folder) = (sections(), new_folder());
    assert!(sections.len() >= 8, "the document has its sections");
    for Section {
        title,
        command,
        required,
        optional,
    } in sections
        .into_iter()
        // A worker needs a NATS server; its reply is looked at where there is one.
        .filter(|section| !["Traces", "boyi worker"].contains(&section.title.as_str()))
        // A page without a server needs the engines for the browser, which not every build has.
        .filter(|section| section.title != "boyi page" || boyi_web::has_engines())
    {
        assert!(!required.is_empty(), "{title} has a table");
        assert!(command.contains("boyi "), "{title} has a command");
        let output = shell(&command, &folder);
        assert!(
            output.status.success(),
            "{command}: {}",
            String::from_utf8_lossy(&output.stderr)
        );
        let text = String::from_utf8(output.stdout).expect("text");
        let mut anywhere = BTreeSet::new();
        for line in text.lines() {
            let reply: Value =
                serde_json::from_str(line).unwrap_or_else(|error| panic!("{command}: {error}"));
            let mut found = BTreeSet::new();
            paths(&reply, "", &mut found);
            let missing: Vec<_> = required.difference(&found).collect();
            assert!(missing.is_empty(), "{command} lacks {missing:?} in {line}");
            anywhere.extend(found);
        }
        let documented: BTreeSet<String> = required.union(&optional).cloned().collect();
        let unknown: Vec<_> = anywhere.difference(&documented).collect();
        assert!(
            unknown.is_empty(),
            "{command} has fields that are not written down: {unknown:?}"
        );
        let unseen: Vec<_> = documented.difference(&anywhere).collect();
        assert!(unseen.is_empty(), "{command} never has {unseen:?}");
    }
}

#[test]
fn every_command_is_in_the_document() {
    let output = Command::new(env!("CARGO_BIN_EXE_boyi"))
        .arg("--help")
        .output()
        .expect("starts");
    let help = String::from_utf8(output.stdout).expect("text");
    let commands = help
        .lines()
        .skip_while(|line| *line != "Commands:")
        .skip(1)
        .take_while(|line| !line.is_empty());
    let titles: Vec<String> = sections()
        .into_iter()
        .map(|section| section.title)
        .collect();
    for command in commands.filter_map(|line| line.split_whitespace().next()) {
        // These print scripts and pages for other programs, speak a protocol of others, or print what
        // their own commands print.
        let silent = [
            "completions",
            "man",
            "help",
            "shell",
            "uci",
            "ucci",
            "nboard",
            "gtp",
            "gomocup",
        ];
        if !silent.contains(&command) {
            let title = format!("boyi {command}");
            assert!(
                titles.iter().any(|known| known.starts_with(&title)),
                "docs/json.md lacks {title}"
            );
        }
    }
}
