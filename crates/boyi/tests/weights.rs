//! Evaluation files as a user plays with them.

mod room;
mod started;

use std::fs;
use std::path::{Path, PathBuf};

use boyi_search::kernel::EvaluationFile;
use room::Folder;
use serde_json::Value;
use started::{failure, run, stdout};

/// Game, the file of its evaluation that is built in, and how to get a board on which it is asked.
const EVALUATIONS: [(&str, &str, &[&str]); 4] = [
    ("xiangqi", "xiangqi-network.eval", &[]),
    ("gomoku", "gomoku-freestyle.eval", &[]),
    ("reversi", "reversi-othello.eval", &[]),
    ("reversi", "reversi-weighted.eval", &["--size", "10x10"]),
];

fn built_in(file: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("../engine/weights")
        .join(file)
}

fn with_weights(file: &Path) -> String {
    format!("strong:nodes=200,threads=1,weights={}", file.display())
}

/// The moves of both games of a short match between the strong player and this one.
fn moves(game: &str, other: &str, board: &[&str], folder: &Folder) -> Vec<Vec<String>> {
    let store = folder.0.join("games.sqlite");
    let store = store.to_str().expect("text");
    let _ = fs::remove_file(store);
    let players = ["match", game, "strong:nodes=200", other, "--store", store];
    let length = ["--games", "2", "--max-plies", "24", "--opening-plies", "4"];
    stdout(&[&players, &length[..], board].concat());
    let games = stdout(&["record", "list", "--store", store, "--json"]);
    let events = |game: &str| {
        let game: Value = serde_json::from_str(game).expect("JSON");
        let id = game["id"].as_str().expect("an id").to_owned();
        stdout(&["record", "show", &id, "--store", store, "--json"])
    };
    let moves = |events: String| {
        let events = events.lines().map(serde_json::from_str);
        let events = events.map(|event: Result<Value, _>| event.expect("JSON"));
        let moves = events.filter_map(|event| event["move"].as_str().map(str::to_owned));
        moves.collect()
    };
    games.lines().map(events).map(moves).collect()
}

#[test]
fn a_match_plays_by_the_file_it_is_given() {
    let folder = Folder::new("weights-match");
    for (game, file, board) in EVALUATIONS {
        let bytes = fs::read(built_in(file)).expect("a file of ours");
        let copy = folder.0.join(file);
        fs::write(&copy, &bytes).expect("written");
        let plain = moves(game, "strong:nodes=200,threads=1", board, &folder);
        let copied = moves(game, &with_weights(&copy), board, &folder);
        assert_eq!(copied, plain, "{file}");
        assert!(plain.iter().all(|moves| moves.len() > 10), "{plain:?}");

        // Nothing is worth anything: another game is played.
        let parsed = EvaluationFile::parse(&bytes).expect("whole");
        let mut payload = vec![0; parsed.payload.len()];
        if parsed.kind == "network" {
            // How wide it is.
            payload[..2].copy_from_slice(&parsed.payload[..2]);
        }
        let nothing = EvaluationFile {
            payload: &payload,
            ..parsed
        };
        fs::write(&copy, nothing.to_bytes()).expect("written");
        let other = moves(game, &with_weights(&copy), board, &folder);
        assert_ne!(other, plain, "{file}");
    }
}

#[test]
fn a_file_that_cannot_be_used_ends_the_command_and_is_named() {
    let folder = Folder::new("weights-damaged");
    let damaged = folder.0.join("damaged.eval");
    for (game, file, board) in EVALUATIONS {
        let mut bytes = fs::read(built_in(file)).expect("a file of ours");
        let middle = bytes.len() / 2;
        bytes[middle] ^= 4;
        fs::write(&damaged, bytes).expect("written");
        let said = |file: &Path| {
            let player = with_weights(file);
            let (status, said) = failure(&[&["match", game, "strong", &player], board].concat());
            assert_eq!(status, Some(1), "{said}");
            assert!(said.contains(&format!("{}: ", file.display())), "{said}");
            said
        };
        let message = said(&damaged);
        assert!(message.contains("damaged or incomplete"), "{message}");
        let others = usize::from(game != "gomoku");
        let other = said(&built_in(EVALUATIONS[others].1));
        let expected = format!("an evaluation of {}, not of {game}", EVALUATIONS[others].0);
        assert!(other.contains(&expected), "{other}");
        said(Path::new("nowhere.eval"));
        // One game is played as a match is.
        let player = with_weights(&damaged);
        let (status, said) = failure(&["play", game, "--first", &player, "--second", "strong"]);
        assert_eq!(status, Some(1), "{said}");
    }
}

#[test]
fn a_file_of_the_other_kind_of_board_is_an_error_when_the_game_begins() {
    for (file, size) in [
        ("reversi-weighted.eval", "8x8"),
        ("reversi-othello.eval", "10x10"),
    ] {
        let player = with_weights(&built_in(file));
        let played = run(&[
            "play", "reversi", "--first", &player, "--second", "random", "--size", size,
        ]);
        let said = String::from_utf8_lossy(&played.stderr);
        assert_eq!(played.status.code(), Some(1), "{said}");
        assert!(
            said.contains(file) && said.contains("of the kind"),
            "{said}"
        );
    }
}

#[test]
fn players_without_a_learned_evaluation_take_no_file() {
    for (game, player) in [
        ("xiangqi", "pvs"),
        ("xiangqi", "strong:eval=course"),
        ("gomoku", "pvs:eval=rings"),
        ("reversi", "random"),
        ("garlic", "strong"),
    ] {
        let separator = if player.contains(':') { ',' } else { ':' };
        let player = format!("{player}{separator}weights=some.eval");
        let (status, said) = failure(&["play", game, "--first", &player, "--second", &player]);
        assert_eq!(status, Some(2), "{said}");
        assert!(said.contains("takes no weights="), "{said}");
    }
}

#[test]
fn what_training_writes_is_played_with() {
    let folder = Folder::new("weights-trained");
    let trained = folder.0.join("new.eval");
    let out = trained.to_str().expect("text");
    let games = folder.0.join("new.games");
    let data = games.to_str().expect("text");
    let net = ["net", "GAME", "--data", data, "--passes", "1"];
    for (game, training) in [
        ("xiangqi", &net[..]),
        ("gomoku", &net[..]),
        (
            "reversi",
            &[
                "reversi",
                "--generations",
                "1",
                "--depth",
                "2",
                "--games",
                "3",
            ],
        ),
    ] {
        if training[0] == "net" {
            let few = ["--nodes", "60", "--games", "3", "--out", data];
            stdout(&[&["train", "games", game], &few[..]].concat());
        }
        let mut command = vec!["train"];
        command.extend(
            training
                .iter()
                .map(|&word| if word == "GAME" { game } else { word }),
        );
        command.extend(["--seed", "5", "--out", out]);
        stdout(&command);
        let bytes = fs::read(&trained).expect("was written");
        let file = EvaluationFile::parse(&bytes).expect("an evaluation file");
        assert_eq!(file.game, game);
        let command = file.recipe.lines().next().expect("the command");
        assert!(command.starts_with("boyi train "), "{command}");
        assert!(command.contains("--seed 5"), "{command}");
        let played = moves(game, &with_weights(&trained), &[], &folder);
        assert!(played.iter().all(|moves| moves.len() > 4), "{played:?}");
        if training[0] == "net" {
            fs::remove_file(&games).expect("was written");
        }
    }
}
