//! The templates, each in its own language, played for real where the language is installed.

mod locked;
mod played;

use std::fs;
use std::process::Command;

use boyi_arena::bot::{languages, template};
use boyi_game::shared_files::skip;

use played::{Folder, options, plain_options, play, play_both, terms};

/// Writes a template to a folder and builds it; `None` where its language is not installed.
fn made(game: &str, language: &str) -> Option<Folder> {
    let template = template("trial", game, language).expect("a template");
    let files: Vec<(&str, &str)> = template
        .files
        .iter()
        .map(|(name, text)| (name.as_str(), text.as_str()))
        .collect();
    let folder = Folder::with(&files);
    let needed = match (&template.build, language) {
        (Some(build), _) => build.split(' ').next().expect("a command").to_owned(),
        (None, "javascript") => "node".to_owned(),
        (None, _) => "python3".to_owned(),
    };
    if !locked::is_installed(&needed) {
        skip(&format!("{needed} is not installed"));
        return None;
    }
    if let Some(build) = &template.build {
        let built = Command::new("sh")
            .args(["-c", build])
            .current_dir(folder.path())
            .output();
        let built = built.expect("every system has sh");
        assert!(
            built.status.success(),
            "{}",
            String::from_utf8_lossy(&built.stderr)
        );
        assert!(
            built.stderr.is_empty(),
            "{}",
            String::from_utf8_lossy(&built.stderr)
        );
    }
    Some(folder)
}

fn plays_every_game(language: &str) {
    let Some(bot) = made("reversi", language) else {
        return;
    };
    let played = play_both(
        "reversi",
        [bot.text(), bot.text()],
        &options(),
        &terms("move=20s"),
    );
    played.was_ended_by_the_rules();
    let played = play("reversi", bot.text(), &plain_options(), &terms("1m"));
    played.was_ended_by_the_rules();
    assert_eq!(played.log(), "");
    // The same program is a bot for any other game.
    let manifest = bot.path().join("bot.json");
    let text = fs::read_to_string(&manifest).expect("ours");
    fs::write(
        &manifest,
        text.replace("\"reversi\"", "\"garlic\", \"xiangqi\""),
    )
    .expect("ours");
    for game in ["garlic", "xiangqi"] {
        let played = play(game, bot.text(), &options(), &terms("move=20s"));
        played.was_ended_without_a_fault();
    }
    assert!(locked::nobody_in(bot.path()));
}

#[test]
fn python_plays() {
    plays_every_game("python");
}

#[test]
fn cpp_plays() {
    plays_every_game("cpp");
}

#[test]
fn java_plays() {
    plays_every_game("java");
}

#[test]
fn javascript_plays() {
    plays_every_game("javascript");
}

#[test]
fn rust_plays() {
    plays_every_game("rust");
}

#[test]
fn every_language_has_its_test() {
    let tested = ["python", "cpp", "java", "javascript", "rust"];
    assert_eq!(languages().collect::<Vec<_>>(), tested);
    assert!(
        template("x", "reversi", "cobol")
            .expect_err("none")
            .to_string()
            .contains("python, cpp, java")
    );
    assert_eq!(
        template("x", "reversi", "C++").expect("an alias").source,
        "bot.cpp"
    );
}

#[test]
fn ten_lines_of_python_are_a_bot() {
    // As docs/bots.md shows it.
    let text = include_str!("../../../docs/bots.md");
    let (_, rest) = text.split_once("```python\n").expect("an example");
    let (script, _) = rest.split_once("```").expect("its end");
    assert!(script.lines().count() <= 10, "{script}");
    let bot = played::script_in("python3", script);
    let played = play("reversi", bot.text(), &options(), &terms("move=20s"));
    played.was_ended_by_the_rules();
}
