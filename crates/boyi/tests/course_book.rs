//! `docs/course.md` from nothing to a graded class, as it stands there; and a grader that is killed in the middle.

use std::path::Path;
use std::process::{Command, Output, Stdio};
use std::time::{Duration, Instant};

use serde_json::Value;

fn shell(script: &str, here: &Path) -> Output {
    let program = Path::new(env!("CARGO_BIN_EXE_boyi"));
    let folder = program.parent().expect("a program lies in a folder");
    let path = std::env::var("PATH").unwrap_or_default();
    Command::new("bash")
        .args(["-euo", "pipefail", "-c", script])
        .env("PATH", format!("{}:{path}", folder.display()))
        .env_remove("BOYI_STORE")
        .env("BOYI_LANG", "en")
        .current_dir(here)
        .stdin(Stdio::null())
        .output()
        .expect("a shell starts")
}

fn there_is_python() -> bool {
    let there = Path::new("/usr/bin/python3").exists();
    if !there {
        eprintln!("skipped: there is no python3");
    }
    there
}

/// What stands between ```sh and ``` on the page.
fn commands() -> String {
    let mut inside = false;
    let mut script = String::new();
    for line in include_str!("../../../docs/course.md").lines() {
        match line {
            "```sh" => inside = true,
            "```" => inside = false,
            _ if inside => script += &format!("{line}\n"),
            _ => {}
        }
    }
    script
}

#[test]
fn a_class_of_thirty_is_graded_from_nothing() {
    if !there_is_python() {
        return;
    }
    let folder = tempfile::tempdir().expect("a folder");
    let output = shell(&commands(), folder.path());
    let said = String::from_utf8_lossy(&output.stdout);
    let wrong = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{said}\n{wrong}");
    assert!(
        said.contains("not yet"),
        "the starter is no solution: {said}"
    );
    assert!(said.contains("30 graded in"), "{said}");
    let grades = std::fs::read_to_string(folder.path().join("grades.csv")).expect("written");
    assert_eq!(
        grades.lines().count(),
        31,
        "a head and thirty students: {grades}"
    );
    // Minimax earns everything but the cuts, the starter nothing.
    let row = |student: &str| {
        let begin = format!("{student},");
        let row = grades
            .lines()
            .find(|line| line.starts_with(&begin))
            .expect("on the roster");
        row.rsplit(',').next().expect("a total").to_owned()
    };
    assert_eq!(
        (row("s1"), row("s27"), row("s30")),
        ("75".into(), "75".into(), "0".into())
    );
    let canvas = std::fs::read_to_string(folder.path().join("canvas.csv")).expect("written");
    assert!(
        canvas.starts_with("Student,ID,SIS User ID,SIS Login ID,Section,alpha-beta"),
        "{canvas}"
    );
    let graded = std::fs::read_to_string(folder.path().join("grades.jsonl")).expect("written");
    let points: Vec<f64> = graded
        .lines()
        .map(|line| {
            serde_json::from_str::<Value>(line).expect("JSON")["points"]
                .as_f64()
                .expect("points")
        })
        .collect();
    assert_eq!(points, [75.0, 0.0]);
    // The codes are on paper and nowhere else.
    let codes = std::fs::read_to_string(folder.path().join("codes.csv")).expect("written");
    let code = codes
        .lines()
        .nth(1)
        .and_then(|line| line.rsplit(',').next())
        .expect("a code");
    let kept = std::fs::read(folder.path().join("course.sqlite")).expect("there");
    assert!(code.len() == 14 && !kept.windows(14).any(|bytes| bytes == code.as_bytes()));
}

#[test]
fn a_killed_grader_loses_nothing_and_nothing_is_graded_twice() {
    if !there_is_python() {
        return;
    }
    let folder = tempfile::tempdir().expect("a folder");
    let prepare = "export BOYI_STORE=$PWD/course.sqlite
        boyi course new ai
        { echo id; for n in $(seq 12); do echo s$n; done; } > roster.csv
        boyi course people roster.csv --course ai > codes.csv
        boyi course hand-out alpha-beta --course ai
        boyi assignment new alpha-beta --folder work
        for n in $(seq 12); do
          echo \"# s$n\" >> work/bot.py
          boyi submit work --course ai --student s$n
        done";
    let output = shell(prepare, folder.path());
    assert!(
        output.status.success(),
        "{}",
        String::from_utf8_lossy(&output.stderr)
    );
    let queue = || -> Value {
        let script = "boyi course queue --course ai --store course.sqlite --json";
        let output = shell(script, folder.path());
        serde_json::from_slice(&output.stdout).expect("JSON")
    };
    let mut grader = Command::new(env!("CARGO_BIN_EXE_boyi"))
        .args("course grade --course ai --lease 2 -j 2 --store course.sqlite".split(' '))
        .current_dir(folder.path())
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn()
        .expect("starts");
    let until = Instant::now() + Duration::from_secs(120);
    while queue()["done"].as_u64() < Some(3) && Instant::now() < until {
        std::thread::sleep(Duration::from_millis(20));
    }
    grader.kill().expect("it runs");
    grader.wait().expect("it was ours");
    let before = queue();
    assert!(before["done"].as_u64() >= Some(3), "{before}");
    let script =
        "boyi course grade --course ai --until-done --lease 2 --store course.sqlite --json";
    let output = shell(script, folder.path());
    assert!(
        output.status.success(),
        "{}",
        String::from_utf8_lossy(&output.stderr)
    );
    // What the first one finished, the second one did not touch.
    let again = String::from_utf8_lossy(&output.stdout).lines().count() as u64;
    assert_eq!(
        before["done"].as_u64().map(|done| done + again),
        Some(12),
        "{before}"
    );
    let after = queue();
    let counts = ["open", "taken", "done"].map(|state| after[state].as_u64().expect("a count"));
    assert_eq!(counts, [0, 0, 12]);
}
