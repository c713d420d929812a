//! Games in the terminal: they can be played, left and gone on with, whatever is typed.

mod started;

use std::io::Write;
use std::process::{Command, Stdio};

use started::{boyi, stdout, typing};

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
        .find_map(|line| line.strip_prefix("To go on: "))
        .and_then(|line| line.split_once("boyi "))
        .map(|(_, resume)| resume)
        .expect("how to go on");
    assert!(
        resume.starts_with("play reversi --search pvs --depth 2 --moves 'f5 "),
        "{resume}"
    );

    let moves = resume.split('\'').nth(1).expect("the moves");
    let (shown, _) = typing(&[&game[..], &["--moves", moves]].concat(), "board\n");
    assert!(shown.starts_with("Black: human\nWhite: "), "{shown}");
}

/// Sides have the names that people know them by, and help offers what the game has.
#[test]
fn sides_and_help_fit_the_game() {
    for (game, names, names_zh, example, passes) in [
        ("reversi", ["Black", "White"], ["黑方", "白方"], "d3", true),
        ("gomoku", ["Black", "White"], ["黑方", "白方"], "", false),
        ("xiangqi", ["Red", "Black"], ["红方", "黑方"], "", false),
    ] {
        for (language, [first, second]) in [("en", names), ("zh", names_zh)] {
            let args = ["play", game, "--lang", language, "--depth", "1"];
            let (shown, _) = typing(&args, "help\nresign\n");
            let header: Vec<&str> = shown.lines().take(2).collect();
            assert!(header[0].starts_with(&format!("{first}: ")), "{shown}");
            assert!(header[1].starts_with(&format!("{second}: ")), "{shown}");
            assert!(!shown.contains("X ") && !shown.contains(" O "), "{shown}");
            assert_eq!(shown.contains("pass"), passes, "{shown}");
            assert!(shown.contains(example), "{shown}");
            let end = match language {
                "en" => format!("{first} resigns, {second} wins"),
                _ => format!("{first}认输，{second}胜"),
            };
            assert!(shown.contains(&end), "{shown}");
        }
    }
}

#[test]
fn a_board_of_xiangqi_is_drawn_with_its_pieces_in_chinese() {
    let board = stdout(&["show", "xiangqi", "--moves", "h2e2", "--lang", "zh"]);
    assert!(
        board.contains(" 車  馬  象  士  将  士  象  馬  車"),
        "{board}"
    );
    assert!(board.contains("[炮]"), "{board}");
    assert!(stdout(&["show", "xiangqi"]).contains(" r  n  b  a  k  a  b  n  r"));
}

#[test]
fn the_computer_thinks_in_a_persons_time() {
    for game in ["gomoku", "reversi", "xiangqi"] {
        let first = match game {
            "gomoku" => "h8",
            "reversi" => "f5",
            _ => "h2e2",
        };
        let typed = format!("{first}\nmoves\nundo\n{first}\nresign\n");
        let args = ["play", game, "--ponder", "--depth", "3", "--json"];
        let (shown, said) = typing(&args, &typed);
        let moves = shown.matches("\"event\":\"move\"").count();
        assert_eq!(moves, 4, "{game}: {shown}{said}");
        assert!(shown.contains("\"outcome\":\"second\""), "{game}: {shown}");
    }
}

#[test]
fn two_searches_play_a_game_to_its_end() {
    let end = || -> serde_json::Value {
        let game = stdout(&[
            "play",
            "reversi",
            "--first",
            "alpha-beta:eval=lab,depth=2,seed=3",
            "--second",
            "random:seed=5",
            "--json",
        ]);
        serde_json::from_str(game.lines().last().expect("an end")).expect("JSON")
    };
    let last = end();
    assert_eq!(last["event"], "end");
    assert_eq!(last["outcome"], "first", "alpha-beta beats random play");
    assert_eq!(last, end(), "the same seeds play the same game");
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
        said.contains("boyi play reversi --depth 1 --moves 'f5 d6'"),
        "{said}"
    );
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
        said.contains("boyi play reversi --size 4x4 --depth 1 --moves 'b1"),
        "{said}"
    );
}
