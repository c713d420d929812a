//! The program as a user meets it: what it prints, how it fails, what its help promises.

mod started;

use std::io;
use std::process::{Command, Stdio};
use std::sync::mpsc;
use std::thread;
use std::time::Duration;

use started::{boyi, examples, failure, stdout, typing};

#[test]
fn a_board_is_drawn() {
    insta::assert_snapshot!(stdout(&["show", "reversi", "--moves", "f5d6"]));
}

#[test]
fn a_weighted_board_is_drawn() {
    insta::assert_snapshot!(stdout(&[
        "show",
        "reversi",
        "--position",
        "4x4 -----OX--XO----- X 9119100110019119"
    ]));
}

#[test]
fn a_finished_game_says_why() {
    let text = stdout(&["show", "reversi", "--position", "4x4 XXXXXXXXOOOOXXXX X"]);
    assert!(
        text.ends_with("Over: neither side can move; Black wins 12 to 4\n"),
        "{text}"
    );
    let text = stdout(&["analyse", "reversi", "--position", "4x4 XXXXXXXXOOOOXXXX X"]);
    assert!(
        text.contains("The game is over: neither side can move"),
        "{text}"
    );
}

#[test]
fn the_help_shows_examples() {
    insta::assert_snapshot!(stdout(&["--help"]));
    for command in [
        "lab",
        "serve",
        "play",
        "analyse",
        "show",
        "perft",
        "bench",
        "games",
        "completions",
        "man",
    ] {
        assert!(
            stdout(&[command, "--help"]).contains("Examples:"),
            "{command}"
        );
    }
    assert!(stdout(&["solve", "reversi", "--help"]).contains("Examples:"));
}

#[test]
fn what_cannot_be_done_is_explained() {
    for (arguments, message) in [
        (
            &["show", "chess"][..],
            "boyi: there is no game called `chess`: choose from reversi, xiangqi, gomoku, garlic",
        ),
        (
            &["show", "reversi", "--size", "5x8"],
            "boyi: a board of 5 x 8 is not possible: both sides must be even, from 4 to 30",
        ),
        (
            &["show", "reversi", "--position", "XO?"],
            "boyi: position: line 1, column 3: found `?` where one of `X`, `O`, `-` for each of 64 squares should stand",
        ),
        (
            &["show", "reversi", "--moves", "f5a1"],
            "boyi: moves: move 1, White: `a1` is not legal: it flips nothing; legal here: f4, d6, f6",
        ),
        (
            &["show", "reversi", "--rules", "odd"],
            "boyi: there are no rules called `odd`: choose from winner, discs",
        ),
        (
            &["show", "reversi", "--board", "no/such/file"],
            "boyi: cannot open no/such/file: No such file or directory (os error 2)",
        ),
        (
            &["analyse", "reversi", "--search", "magic"],
            "boyi: there is no player called `magic`: choose from random, scan, priority, course, strong, minimax, alpha-beta, ordered, table, pvs, aspiration, mtdf, monte-carlo, uct, rave, puct, mcts-solver, expectiminimax, beam, pn, dfpn",
        ),
        (
            &["analyse", "reversi", "--evaluation", "magic"],
            "boyi: there is no evaluation called `magic`: choose from balanced, points, lab, lab-improved, course",
        ),
        (
            &["play", "reversi", "--first", "pvs:depth=x"],
            "boyi: player `pvs:depth=x`: `x` is not a number of plies from 1 to 1000",
        ),
    ] {
        let (status, said) = failure(arguments);
        assert_eq!(said, message, "{arguments:?}");
        // What names something that does not exist was not understood.
        let understood = !said.contains("choose from") && !said.contains("not possible");
        let understood = understood && !said.contains("player `");
        assert_eq!(
            status,
            Some(if understood { 1 } else { 2 }),
            "{arguments:?}"
        );
    }
}

#[test]
fn what_is_not_understood_has_status_2() {
    for arguments in [
        &["frobnicate"][..],
        &["perft", "reversi"],
        &["perft", "reversi", "-1"],
        &["perft", "reversi", "9999999999"],
        &["show", "reversi", "--size", "8"],
        &["analyse", "reversi", "--seconds", "0"],
        &["analyse", "reversi", "--seconds", "nan"],
        &["analyse", "reversi", "--depth", "0"],
        &["lab", "--searches", "magic"],
    ] {
        assert_eq!(failure(arguments).0, Some(2), "{arguments:?}");
    }
}

#[test]
fn perft_gives_the_published_count() {
    let reply: serde_json::Value =
        serde_json::from_str(&stdout(&["perft", "reversi", "9", "--json"])).expect("JSON");
    assert_eq!(reply["nodes"], 3_005_288);
    let hashed = stdout(&[
        "perft",
        "reversi",
        "9",
        "--threads",
        "2",
        "--hash",
        "16",
        "--json",
    ]);
    let reply: serde_json::Value = serde_json::from_str(&hashed).expect("JSON");
    assert_eq!(reply["nodes"], 3_005_288);
    assert!(stdout(&["perft", "reversi", "0"]).starts_with("1 "));
}

#[test]
fn small_boards_are_solved() {
    let value = |arguments: &[&str]| -> i64 {
        let all = [&["solve", "reversi", "--json"], arguments].concat();
        let reply: serde_json::Value = serde_json::from_str(&stdout(&all)).expect("JSON");
        reply["value"].as_i64().expect("a value")
    };
    assert_eq!(value(&["--size", "4x4"]), -8);
    assert_eq!(value(&["--size", "4x4", "--rules", "winner"]), -10);
    assert_eq!(value(&["--size", "4x6"]), 16);
    assert_eq!(value(&["--size", "6x4", "--rules", "winner"]), 16);
}

#[test]
fn boards_come_from_standard_input() {
    let (shown, _) = typing(
        &["show", "reversi", "--board", "-"],
        "4 4\n9119\n1oO1\n1Oo1\n9119\n",
    );
    assert!(
        shown.contains("4x4 -----OX--XO----- X 9119100110019119"),
        "{shown}"
    );
}

#[test]
fn a_reader_that_has_seen_enough_is_no_error() {
    let mut child = boyi(&["completions", "bash"])
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("starts");
    drop(child.stdout.take());
    let output = child.wait_with_output().expect("ends");
    assert!(
        output.status.success() && output.stderr.is_empty(),
        "{output:?}"
    );
}

#[test]
fn completions_and_manual_pages_are_printed() {
    for shell in ["bash", "zsh", "fish"] {
        assert!(
            stdout(&["completions", shell]).contains("analyse"),
            "{shell}"
        );
    }
    assert!(stdout(&["man"]).starts_with(".ie"));
}

#[test]
fn chinese_is_spoken() {
    let output = boyi(&["solve", "reversi", "--size", "4x4", "--lang", "zh"])
        .output()
        .expect("starts");
    assert!(
        String::from_utf8(output.stdout)
            .expect("text")
            .contains("后手胜 8 分")
    );
}

/// Ctrl-C ends the thinking, not the program: what was found so far is printed.
#[test]
#[cfg(unix)]
fn an_interrupted_analysis_still_answers() {
    use std::io::{BufRead, BufReader};
    let mut command = boyi(&["analyse", "reversi", "--seconds", "600"]);
    let mut child = command.stdout(Stdio::piped()).spawn().expect("starts");
    let mut lines = BufReader::new(child.stdout.take().expect("piped"))
        .lines()
        .map(|line| line.expect("text"));
    lines
        .find(|line| line.contains(" nodes "))
        .expect("a first depth");
    let interrupt = Command::new("kill")
        .args(["-INT", &child.id().to_string()])
        .status()
        .expect("kill");
    assert!(interrupt.success());
    let last = lines.last().expect("an answer");
    assert!(last.starts_with("Best move: "), "{last}");
    assert!(child.wait().expect("ends").success());
}

#[test]
fn a_result_that_could_not_be_written_is_refused_before_the_work() {
    // Each would take hours.
    let folder = env!("CARGO_TARGET_TMPDIR");
    for arguments in [
        &["train", "reversi", "--games", "1000000", "--out"][..],
        &["train", "reversi-boards", "--games", "1000000", "--out"],
        &["solve", "gomoku", "--seconds", "36000", "--proof"],
        &["solve", "gomoku", "--seconds", "36000", "--state"],
        &["solve", "gomoku", "--answers", folder, "--state"],
    ] {
        let mut command = boyi(arguments);
        let started = command.arg("no/such/file").stderr(Stdio::piped()).spawn();
        let mut child = started.expect("starts");
        let stderr = child.stderr.take().expect("piped");
        let (send, heard) = mpsc::channel();
        thread::spawn(move || send.send(io::read_to_string(stderr)));
        let Ok(said) = heard.recv_timeout(Duration::from_secs(60)) else {
            child.kill().expect("ours");
            panic!("{arguments:?}: still at work");
        };
        let said = said.expect("text");
        let status = child.wait().expect("ends");
        assert_eq!(status.code(), Some(1), "{arguments:?}: {said}");
        let reason = "cannot write no/such/file: No such file or directory (os error 2)";
        assert_eq!(said.trim(), format!("boyi: {reason}"), "{arguments:?}");
    }
}

/// A store with a tournament in it, and the record of one of its games in a file.
fn keep_some_games(here: &std::path::Path) -> std::path::PathBuf {
    let store = here.join("games.sqlite");
    let kept = |arguments: &[&str]| {
        let output = boyi(arguments)
            .env("BOYI_STORE", &store)
            .current_dir(here)
            .stdin(Stdio::null())
            .output()
            .expect("starts");
        assert!(output.status.success(), "{output:?}");
        String::from_utf8(output.stdout).expect("text")
    };
    kept(&["tournament", "spring.toml"]);
    let listed = kept(&["record", "list", "--limit", "1"]);
    let id = listed.split_whitespace().next().expect("a game");
    let record = kept(&["record", "show", id, "--json"]);
    std::fs::write(here.join("game.ndjson"), record).expect("written");
    store
}

/// A folder with the files that examples speak of.
fn folder_of_examples() -> std::path::PathBuf {
    use std::fs;
    let here = std::path::Path::new(env!("CARGO_TARGET_TMPDIR")).join("examples");
    // What an earlier run left there is no part of this one.
    let _ = fs::remove_dir_all(&here);
    fs::create_dir_all(&here).expect("a folder");
    let write = |name: &str, text: &[u8]| fs::write(here.join(name), text).expect("written");
    write("map.txt", b"4 4\n9119\n1oO1\n1Oo1\n9119\n");
    write("games.ggf", b"(;GM[Othello]BO[8 ---------------------------O*------*O--------------------------- *]B[f5]W[d6];)");
    write("maze.txt", b"11111\n00000\n11111\n");
    write("swamp.txt", b"11111\n05550\n00000\n11111\n");
    write(
        "rooms.txt",
        b"1111111\n0000000\n1000001\n1000001\n1111111\n",
    );
    write(
        "positions.obf",
        b"OOOOOOOOXOOXXX--XXOOXOO-XOXOOO--XOOOOX--XOOXOO--XOOOOO--XXXX---- O\n",
    );
    write("moves.txt", b"1. f5 d6 2. c3\n");
    write("token.txt", b"a-token-for-this-test\n");
    write("supplies.txt", b"2 7 5\n3 0 0 0 0 0 4\n1 1 2 1 1 1 1\n");
    write(
        "arena.map",
        stdout(&[
            "maze",
            "new",
            "--kind",
            "obstacles",
            "--size",
            "100x130",
            "--seed",
            "1",
            "--format",
            "map",
        ])
        .as_bytes(),
    );
    let made = boyi(&[
        "roads", "new", "--size", "8x9", "--holes", "0", "--out", "map.png",
    ])
    .current_dir(&here)
    .status();
    assert!(made.expect("starts").success());
    write(
        "spring.toml",
        b"game = \"reversi\"\nplayers = [\"pvs:nodes=50\", \"scan\"]\ngames = 2\n",
    );
    here
}

/// The commands whose examples are run.
const WITH_EXAMPLES: [&str; 47] = [
    "lab",
    "lab ordering",
    "lab estimates",
    "lab evaluation",
    "lab depth",
    "lab boards",
    "lab ladder",
    "lab sampling",
    "play",
    "analyse",
    "solve",
    "solve reversi",
    "solve gomoku",
    "maze",
    "maze new",
    "roads",
    "roads new",
    "uci",
    "ucci",
    "xiangqi tables",
    "garlic",
    "garlic map",
    "garlic bound",
    "garlic play",
    "garlic report",
    "show",
    "perft",
    "bench",
    "train reversi",
    "train reversi-margins",
    "train reversi-solved",
    "train reversi-check",
    "train reversi-boards",
    "book",
    "nboard",
    "gtp",
    "games",
    "match",
    "sprt",
    "tournament",
    "openings",
    "record list",
    "record contests",
    "record show",
    "record export",
    "puzzles list",
    "puzzles check",
];

/// Every line under `Examples:` in every help text runs.
#[test]
fn the_examples_in_the_help_run() {
    use std::path::Path;
    let here = folder_of_examples();
    let store = keep_some_games(&here);
    let program = Path::new(env!("CARGO_BIN_EXE_boyi"));
    let folder = program
        .parent()
        .expect("a program lies in a folder")
        .display();
    let path = format!("{folder}:{}", std::env::var("PATH").unwrap_or_default());
    let mut tried = 0;
    for command in WITH_EXAMPLES {
        for example in examples(command) {
            // These take minutes, or a NATS server; the same options are tried elsewhere.
            if [
                "serve --nats",
                "perft reversi 12",
                "lab --searches",
                "boyi bench",
                "train reversi --games 20000",
                "train reversi --games 50000",
                "train reversi-margins --positions 1000",
                "train reversi-solved --tries 300",
                "train reversi-boards --games 20000",
            ]
            .iter()
            .any(|slow| example.contains(slow))
                || command == "lab"
            {
                continue;
            }
            let quick = example
                .replace("--seconds 3", "--seconds 0.1")
                .replace("time=1s", "time=10ms")
                // Any port that is free, and no waiting for visitors.
                .replace("8080", "0")
                .replace("boyi serve", "boyi serve --check");
            let output = Command::new("sh")
                .args(["-c", &quick])
                .env("PATH", &path)
                .env("HOME", &here)
                .env("BOYI_STORE", &store)
                .current_dir(&here)
                .stdin(Stdio::null())
                .output()
                .expect("a shell starts");
            assert!(
                output.status.success(),
                "{example}: {}",
                String::from_utf8_lossy(&output.stderr)
            );
            tried += 1;
        }
    }
    assert!(tried > 25, "only {tried} examples were found");
}

#[test]
fn players_cannot_ask_for_the_impossible() {
    for player in [
        "pvs:hash=99999999999999",
        "pvs:hash=0",
        "alpha-beta:depth=4000000000",
        "pvs:depth=1001",
    ] {
        assert_eq!(
            failure(&["analyse", "reversi", "--search", player]).0,
            Some(2),
            "{player}"
        );
    }
}

#[test]
fn a_player_with_a_depth_of_its_own_is_not_cut_short() {
    let reply = stdout(&[
        "analyse",
        "reversi",
        "--search",
        "minimax:depth=7",
        "--json",
    ]);
    let reply: serde_json::Value = serde_json::from_str(&reply).expect("JSON");
    assert_eq!(
        (reply["depth"].as_u64(), reply["ended"].as_str()),
        (Some(7), Some("depth"))
    );
    // With a clock it deepens, so that it always has an answer.
    let reply = stdout(&[
        "analyse",
        "reversi",
        "--search",
        "minimax",
        "--depth",
        "30",
        "--seconds",
        "0.05",
        "--json",
    ]);
    let reply: serde_json::Value = serde_json::from_str(&reply).expect("JSON");
    assert!(reply["depth"].as_u64() >= Some(3), "{reply}");
}
