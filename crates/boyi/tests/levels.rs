//! Levels by name: what they were measured at, as opponents, as players of a match.

mod started;

use serde_json::Value;
use started::{failure, stdout, typing};

fn lines(args: &[&str]) -> Vec<Value> {
    let read = |line| serde_json::from_str(line).expect("JSON");
    stdout(args).lines().map(read).collect()
}

#[test]
fn the_measured_levels_of_all_games_come_at_once() {
    let rows = lines(&["lab", "levels", "--json"]);
    let games: Vec<Value> = lines(&["games", "--json"]);
    let levels: usize = games
        .iter()
        .map(|game| game["levels"].as_array().map_or(0, Vec::len))
        .sum();
    assert_eq!(rows.len(), levels);
    for row in &rows {
        assert!(row["rating"].as_f64() >= Some(800.0), "{row}");
        assert!(row["error"].as_f64() > Some(0.0), "{row}");
        let game = games.iter().find(|game| game["name"] == row["game"]);
        let levels = game.and_then(|game| game["levels"].as_array());
        let named = |level: &&Value| level["name"] == row["level"];
        let level = levels.and_then(|levels| levels.iter().find(named));
        let level = level.unwrap_or_else(|| panic!("{row}"));
        assert_eq!(level["rating"].as_f64(), row["rating"].as_f64());
    }
}

#[test]
fn levels_are_measured_anew_on_several_threads() {
    let measured = |threads| {
        let args = ["lab", "levels", "reversi", "--size", "4", "--games", "2"];
        let more = ["--control", "nodes=50", "--threads", threads, "--json"];
        lines(&[&args[..], &more].concat())
    };
    let alone = measured("1");
    assert_eq!(alone.len(), 6);
    assert_eq!(alone, measured("3"));
}

#[test]
fn a_level_is_an_opponent_and_a_player_of_matches() {
    let args = ["play", "gomoku", "--level", "beginner"];
    let (shown, _) = typing(&args, "h8\nresign\n");
    assert!(shown.contains("resigns"), "{shown}");
    let nobody = ["play", "gomoku", "--level", "grandmaster"];
    let (_, said) = failure(&nobody);
    assert!(said.contains("beginner, novice, casual"), "{said}");
    let folder = tempfile::tempdir().expect("a folder");
    let store = folder.path().join("games.sqlite");
    let store = store.to_str().expect("a path");
    let control = ["--control", "nodes=300", "--games", "4", "--json"];
    let args = ["match", "reversi", "beginner", "skilled", "--store", store];
    let rows = lines(&[&args[..], &control].concat());
    let last = rows.last().expect("a result");
    let players = last["players"].as_array().expect("players");
    assert_eq!(players[0]["name"], "skilled", "{last}");
    assert!(players.iter().all(|player| player["faults"] == 0), "{last}");
}
