//! Gomoku openings: a proof for every answer, and what the proofs come to together.

mod started;

use std::fs;
use std::path::{Path, PathBuf};

use started::{failure, stdout};

/// Black has an open four: whatever white plays, black wins at once.
const FOUR: [&str; 4] = ["--size", "6x6", "--moves", "b2a1b3a2b4a3b5"];

fn solve(more: &[&str]) -> Vec<String> {
    let words = ["solve", "gomoku"].iter().chain(&FOUR).chain(more);
    words.map(|word| (*word).to_owned()).collect()
}

/// The command for another position.
fn after<'a>(moves: &'a str, more: &[&'a str]) -> Vec<&'a str> {
    let first = ["solve", "gomoku", FOUR[0], FOUR[1], FOUR[2], moves];
    [&first, more].concat()
}

fn text(path: &Path) -> &str {
    path.to_str().expect("text")
}

fn words(all: &[String]) -> Vec<&str> {
    all.iter().map(String::as_str).collect()
}

fn new_folder(name: &str) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    let _ = fs::remove_dir_all(&folder);
    folder
}

fn proofs(folder: &Path) -> Vec<String> {
    let entries = fs::read_dir(folder).expect("a folder");
    let paths = entries.map(|entry| entry.expect("an entry").path());
    let mut proofs: Vec<String> = paths
        .filter(|path| path.extension().is_some_and(|end| end == "proof"))
        .map(|path| text(&path).to_owned())
        .collect();
    proofs.sort();
    proofs
}

#[test]
fn every_answer_gets_a_proof_and_together_they_prove_the_position() {
    let folder = new_folder("every-answer");
    let name = text(&folder);
    let answers = solve(&["--answers", name]);
    let said = stdout(&words(&answers));
    assert!(said.contains("c3: b1 wins in 1 plies at most"), "{said}");
    assert!(said.ends_with("29 of 29 answers refuted\n"), "{said}");
    let mut check = solve(&["--check"]);
    check.extend(proofs(&folder));
    let said = stdout(&words(&check));
    assert!(
        said.starts_with("Black wins, whichever of 29 answers is played"),
        "{said}"
    );

    // Without a position each proof is checked for itself.
    let each = ["solve", "gomoku", "--check"].map(str::to_owned);
    let each: Vec<String> = each.into_iter().chain(proofs(&folder)).collect();
    let said = stdout(&words(&each));
    assert_eq!(said.lines().count(), 29, "{said}");
    assert!(said.contains("c3.proof: the proof holds"), "{said}");

    // What is missing is named, and found when the command is given again.
    fs::remove_file(folder.join("c3.proof")).expect("it was there");
    let mut check = solve(&["--check"]);
    check.extend(proofs(&folder));
    let (_, said) = failure(&words(&check));
    assert!(
        said.contains("1 of 29 answers are not refuted: c3"),
        "{said}"
    );
    let said = stdout(&words(&answers));
    let lines: Vec<&str> = said.lines().collect();
    assert_eq!(lines.len(), 2, "{said}");
    assert!(lines[0].starts_with("c3: "), "{said}");
}

#[test]
fn what_is_too_much_for_one_proof_is_proven_in_pieces() {
    let (answers, farther) = (new_folder("pieces"), new_folder("pieces-farther"));
    stdout(&words(&solve(&["--answers", text(&answers)])));
    // The answer f6 again: a move after it, and every answer to that.
    fs::remove_file(answers.join("f6.proof")).expect("it was there");
    let moves = format!("{}f6f5", FOUR[3]);
    stdout(&after(&moves, &["--answers", text(&farther)]));
    let mut check = solve(&["--check"]);
    check.extend(proofs(&answers));
    let (_, said) = failure(&words(&check));
    assert!(
        said.contains("1 of 29 answers are not refuted: f6"),
        "{said}"
    );
    check.extend(proofs(&farther));
    let said = stdout(&words(&check));
    assert!(said.starts_with("Black wins, whichever"), "{said}");

    // A position needs no more than the proof of it.
    let proof = answers.join("c3.proof");
    let moves = format!("{}c3", FOUR[3]);
    let said = stdout(&after(&moves, &["--check", text(&proof)]));
    assert!(said.starts_with("Black wins: "), "{said}");
    let moves = format!("{}c4", FOUR[3]);
    let (_, said) = failure(&after(&moves, &["--check", text(&proof)]));
    assert!(said.contains("do not show that Black wins here"), "{said}");
}

#[test]
fn proofs_and_states_of_something_else_are_refused() {
    let folder = new_folder("something-else");
    let name = text(&folder);
    stdout(&words(&solve(&["--answers", name])));
    fs::copy(folder.join("c3.proof"), folder.join("c4.proof")).expect("both are there");
    let (_, said) = failure(&words(&solve(&["--answers", name])));
    assert!(
        said.contains("c4.proof: a proof of something else"),
        "{said}"
    );
    let state = folder.join("search.state");
    let state = state.to_str().expect("text");
    let (_, said) = failure(&["solve", "gomoku", "--moves", "h8h9", "--state", state]);
    assert!(said.contains("not the state of such a search"), "{said}");
    let (_, said) = failure(&words(&solve(&["--answers", name, "--attacker", "white"])));
    assert!(said.contains("white is to move"), "{said}");
}
