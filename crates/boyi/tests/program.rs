//! The program as a user meets it: what it prints, how it fails, that it does not lose a game.

use std::io::Write;
use std::process::{Command, Output, Stdio};

fn boyi(arguments: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_boyi"));
    command
        .args(arguments)
        .env("BOYI_LANG", "en")
        .env("NO_COLOR", "1");
    command
}

fn run(arguments: &[&str]) -> Output {
    boyi(arguments)
        .stdin(Stdio::null())
        .output()
        .expect("starts")
}

fn stdout(arguments: &[&str]) -> String {
    let output = run(arguments);
    assert!(
        output.status.success(),
        "{arguments:?}: {}",
        String::from_utf8_lossy(&output.stderr)
    );
    String::from_utf8(output.stdout).expect("text")
}

/// Runs with `typed` on standard input; returns both streams.
fn typing(arguments: &[&str], typed: &str) -> (String, String) {
    let mut command = boyi(arguments);
    command
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped());
    let mut child = command.spawn().expect("starts");
    child
        .stdin
        .take()
        .expect("piped")
        .write_all(typed.as_bytes())
        .expect("reads");
    let output = child.wait_with_output().expect("ends");
    assert!(output.status.success(), "{output:?}");
    let text = |bytes| String::from_utf8(bytes).expect("text");
    (text(output.stdout), text(output.stderr))
}

/// The status and the message of a command that must fail.
fn failure(arguments: &[&str]) -> (Option<i32>, String) {
    let output = run(arguments);
    assert!(
        output.stdout.is_empty(),
        "a failure prints nothing on standard output: {arguments:?}"
    );
    (
        output.status.code(),
        String::from_utf8(output.stderr)
            .expect("text")
            .trim()
            .to_owned(),
    )
}

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
        text.ends_with("Over: neither side can move; the first player wins 12 to 4\n"),
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
            "boyi: there is no game called `chess`: choose from reversi, xiangqi, garlic",
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
            "boyi: moves: line 1, column 3: a1 cannot be played here",
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
            "boyi: there is no player called `magic`: choose from minimax, alpha-beta, ordered, table, pvs, aspiration, mtdf, random, scan, priority, course",
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
fn a_person_plays_and_can_go_on_later() {
    let game = ["play", "reversi", "--search", "pvs", "--depth", "2"];
    let (shown, said) = typing(&game, "moves\nz9\na1\nf5\nundo\nf5\nquit\n");
    assert!(shown.contains("d3 c4 f5 e6"), "the legal moves: {shown}");
    assert!(
        said.contains("`a1` is not legal: it flips nothing"),
        "{said}"
    );
    let resume = said
        .lines()
        .find_map(|line| line.strip_prefix("To go on: boyi "))
        .expect("how to go on");
    assert!(
        resume.starts_with("play reversi --search pvs --depth 2 --moves 'f5 "),
        "{resume}"
    );

    let moves = resume.split('\'').nth(1).expect("the moves");
    let (shown, _) = typing(&[&game[..], &["--moves", moves]].concat(), "board\n");
    assert!(shown.contains("X human"), "{shown}");
}

#[test]
fn two_searches_play_a_game_to_its_end() {
    let game = stdout(&[
        "play",
        "reversi",
        "--first",
        "alpha-beta:eval=lab,depth=2,seed=3",
        "--second",
        "random:seed=5",
        "--json",
    ]);
    let last: serde_json::Value =
        serde_json::from_str(game.lines().last().expect("an end")).expect("JSON");
    assert_eq!(last["event"], "end");
    assert_eq!(last["outcome"], "first", "alpha-beta beats random play");
    let again = stdout(&[
        "play",
        "reversi",
        "--first",
        "alpha-beta:eval=lab,depth=2,seed=3",
        "--second",
        "random:seed=5",
        "--json",
    ]);
    let last_again: serde_json::Value =
        serde_json::from_str(again.lines().last().expect("an end")).expect("JSON");
    assert_eq!(last, last_again, "the same seeds play the same game");
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

/// The same at a person's turn leaves the game and says how to go on.
#[test]
#[cfg(unix)]
fn an_interrupted_game_says_how_to_go_on() {
    use std::io::{BufRead, BufReader};
    let mut command = boyi(&["play", "reversi", "--moves", "f5d6", "--depth", "1"]);
    command
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped());
    let mut child = command.spawn().expect("starts");
    // Kept open, so that the end of input cannot be what ends the game.
    let keyboard = child.stdin.take();
    let mut shown = BufReader::new(child.stdout.take().expect("piped"));
    let mut prompt = Vec::new();
    shown.read_until(b'>', &mut prompt).expect("a prompt");
    let interrupt = Command::new("kill")
        .args(["-INT", &child.id().to_string()])
        .status()
        .expect("kill");
    assert!(interrupt.success());
    let output = child.wait_with_output().expect("ends");
    drop(keyboard);
    assert_eq!(output.status.code(), Some(130));
    let said = String::from_utf8(output.stderr).expect("text");
    assert!(
        said.contains("To go on: boyi play reversi --depth 1 --moves 'f5 d6'"),
        "{said}"
    );
}

/// Every line under `Examples:` in every help text runs.
#[test]
fn the_examples_in_the_help_run() {
    use std::fs;
    use std::path::Path;
    let here = Path::new(env!("CARGO_TARGET_TMPDIR")).join("examples");
    fs::create_dir_all(&here).expect("a folder");
    let write = |name: &str, text: &[u8]| fs::write(here.join(name), text).expect("written");
    write("map.txt", b"4 4\n9119\n1oO1\n1Oo1\n9119\n");
    write("maze.txt", b"11111\n00000\n11111\n");
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

    let program = Path::new(env!("CARGO_BIN_EXE_boyi"));
    let folder = program
        .parent()
        .expect("a program lies in a folder")
        .display();
    let path = format!("{folder}:{}", std::env::var("PATH").unwrap_or_default());
    let mut tried = 0;
    for command in [
        "lab",
        "play",
        "analyse",
        "solve",
        "solve reversi",
        "maze",
        "maze new",
        "roads",
        "roads new",
        "garlic",
        "garlic map",
        "garlic bound",
        "garlic play",
        "garlic report",
        "show",
        "perft",
        "bench",
        "games",
    ] {
        let mut words: Vec<&str> = command.split(' ').collect();
        words.push("--help");
        let help = stdout(&words);
        let examples = help.split("Examples:\n").nth(1).expect("examples");
        for example in examples
            .lines()
            .map(str::trim)
            .take_while(|line| line.starts_with("boyi "))
        {
            // These take minutes; the same options are tried elsewhere.
            if [
                "perft reversi 12",
                "lab --searches",
                "boyi lab",
                "boyi bench",
            ]
            .iter()
            .any(|slow| example.contains(slow))
            {
                continue;
            }
            let quick = example
                .replace("--seconds 3", "--seconds 0.1")
                .replace("time=1s", "time=10ms");
            let output = Command::new("sh")
                .args(["-c", &quick])
                .env("PATH", &path)
                .env("HOME", &here)
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
fn strange_input_at_the_prompt_is_no_move_and_no_harm() {
    let mut command = boyi(&["play", "reversi", "--size", "4x4", "--depth", "1"]);
    command
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped());
    let mut child = command.spawn().expect("starts");
    let mut typed = b"\xff\xfe\n".to_vec();
    typed.extend(std::iter::repeat_n(b'x', 100_000));
    typed.extend(b"\nb1\nquit\n");
    child
        .stdin
        .take()
        .expect("piped")
        .write_all(&typed)
        .expect("reads");
    let output = child.wait_with_output().expect("ends");
    assert!(output.status.success());
    let said = String::from_utf8_lossy(&output.stderr).into_owned();
    assert_eq!(said.matches("is not a move").count(), 2, "{said}");
    assert!(
        said.contains("To go on: boyi play reversi --size 4x4 --depth 1 --moves 'b1"),
        "{said}"
    );
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

#[test]
fn courses_answer_files_are_written() {
    let folder = std::path::Path::new(env!("CARGO_TARGET_TMPDIR")).join("answers");
    let (_, said) = typing(
        &[
            "maze",
            "-",
            "--course-output",
            folder.to_str().expect("text"),
        ],
        "1111\n0011\n1000\n1111\n",
    );
    assert!(said.is_empty(), "{said}");
    for file in ["output_A.txt", "output_IDA.txt"] {
        let answer = std::fs::read_to_string(folder.join(file)).expect("written");
        let lines: Vec<&str> = answer.lines().collect();
        assert!(lines[0].parse::<f64>().is_ok(), "{answer}");
        assert_eq!(&lines[1..], ["RDRR", "4"], "{file}");
    }
}

/// The course's files, where they are: the values of the specification.
#[test]
fn the_course_files_have_their_known_answers() {
    use boyi_game::shared_files::path;
    let reply = |name: &str| -> Option<serde_json::Value> {
        let file = path(name)?;
        let reply = stdout(&["solve", file.to_str().expect("text"), "--json"]);
        Some(serde_json::from_str(&reply).expect("JSON"))
    };
    for (name, steps) in [("maze/input.txt", 39), ("maze/input2.txt", 116)] {
        let Some(reply) = reply(name) else { return };
        assert_eq!(reply["steps"], steps, "{name}");
    }
    for (index, days) in [5, -1, 10, 9, 14, 15, 22, 21, 29, 252, 198]
        .into_iter()
        .enumerate()
    {
        let Some(reply) = reply(&format!("supply/input_{index}.txt")) else {
            return;
        };
        assert_eq!(reply["days"], days, "input_{index}");
    }
    let Some(reply) = reply("roads/test1.png") else {
        return;
    };
    assert_eq!(
        (&reply["shortest"], &reply["second"]),
        (&430_054.into(), &477_746.into())
    );
}

#[test]
fn preparation_is_kept_and_a_damaged_file_is_refused() {
    use std::fs;
    let here = std::path::Path::new(env!("CARGO_TARGET_TMPDIR")).join("prepared");
    let _ = fs::remove_dir_all(&here);
    fs::create_dir_all(&here).expect("a folder");
    let map = stdout(&[
        "maze", "new", "--kind", "rooms", "--size", "40x40", "--format", "map",
    ]);
    fs::write(here.join("rooms.map"), map).expect("written");
    fs::write(
        here.join("rooms.scen"),
        "version 1\n0\trooms.map\t40\t40\t0\t0\t1\t0\t1\n",
    )
    .expect("written");
    let solve = || {
        boyi(&["solve", "rooms.scen", "--prepared", "rooms.jump", "--json"])
            .current_dir(&here)
            .output()
            .expect("starts")
    };
    assert!(solve().status.success());
    let kept = fs::read(here.join("rooms.jump")).expect("kept");
    assert!(solve().status.success(), "and used");
    fs::write(here.join("rooms.jump"), &kept[..kept.len() - 1]).expect("written");
    let refused = solve();
    assert_eq!(refused.status.code(), Some(1));
    assert!(
        String::from_utf8_lossy(&refused.stderr).contains("rooms.jump"),
        "{refused:?}"
    );
}
