//! Games in the field's formats, read back by readers that know nothing of ours: each is written here
//! straight from the definition of its format, and the moves must be those of the record.

mod locked;
mod played;

use std::io::Write;
use std::path::Path;
use std::process::{Command, Stdio};

use boyi_arena::export::export;
use boyi_arena::{Contestants, GameRecord, Opening, Referee, contestant};
use boyi_engine::game;
use boyi_game::PerSide;

use played::{options, terms};

/// Names with everything that means something in one of the formats.
const NAMES: [&str; 2] = ["one [1] \\ (x)", "two \"2\"; 3,0"];

fn record(name: &str, players: [&str; 2], opening: &Opening, plies: Option<u32>) -> GameRecord {
    let game = game(name).expect("built in");
    let [first, second] = players.map(|text| contestant(game, text, &options()).expect("ours"));
    let mut players: Contestants = PerSide::new(first, second);
    let mut terms = terms("none");
    terms.adjudication.plies = plies;
    let mut events = Vec::new();
    Referee::new(game, &terms)
        .named(PerSide::new(NAMES[0].into(), NAMES[1].into()))
        .play(opening, 1, &mut players, &mut |event| {
            events.push(event.clone());
        })
        .expect("the table can be laid");
    GameRecord::new(events).expect("a header")
}

fn written(record: &GameRecord, format: &str) -> String {
    let game = game(&record.header.game).expect("built in");
    let listed = game.formats().iter().any(|choice| choice.name == format);
    assert!(listed, "`boyi games` lists {format}");
    export(game, record, format).expect("it can be written")
}

fn moves(record: &GameRecord) -> Vec<String> {
    record.moves().map(|mv| mv.text.clone()).collect()
}

/// The properties of one node after the other: a name in capitals, values in brackets, a backslash
/// before a character that means nothing there. SGF and GGF share this.
fn properties(text: &str) -> Vec<(String, String)> {
    let mut found = Vec::new();
    let (mut name, mut letters) = (String::new(), text.trim().chars());
    assert_eq!(letters.next(), Some('('), "a tree begins");
    let mut closed = false;
    while let Some(letter) = letters.next() {
        match letter {
            ';' => {}
            ')' => {
                closed = true;
                assert_eq!(letters.next(), None, "one game");
            }
            '[' => {
                let mut value = String::new();
                loop {
                    match letters.next().expect("a value ends") {
                        ']' => break,
                        '\\' => value.push(letters.next().expect("a character follows")),
                        other => value.push(other),
                    }
                }
                assert!(!name.is_empty(), "{value} belongs to nobody");
                found.push((std::mem::take(&mut name), value));
            }
            capital if capital.is_ascii_uppercase() => name.push(capital),
            other => panic!("`{other}` does not belong there"),
        }
    }
    assert!(closed, "the tree ends");
    found
}

fn value<'a>(properties: &'a [(String, String)], name: &str) -> &'a str {
    let found: Vec<&str> = properties
        .iter()
        .filter(|(known, _)| known == name)
        .map(|(_, value)| value.as_str())
        .collect();
    assert_eq!(found.len(), 1, "{name} once: {properties:?}");
    found[0]
}

#[test]
fn othello_as_ggf() {
    let record = record("reversi", ["scan", "priority"], &Opening::usual(), None);
    let text = written(&record, "ggf");
    let read = properties(&text);
    assert_eq!(value(&read, "GM"), "Othello");
    assert_eq!([value(&read, "PB"), value(&read, "PW")], NAMES);
    assert_eq!(value(&read, "TY"), "8");
    let points = record.closing().and_then(|closing| closing.points);
    let [first, second] = points.expect("the game is over");
    let result: f64 = value(&read, "RE").parse().expect("a number of discs");
    assert!((result - f64::from(first - second)).abs() < 0.01, "{text}");
    let board: Vec<&str> = value(&read, "BO").split(' ').collect();
    let start = "-".repeat(27) + "O*------*O" + &"-".repeat(27);
    assert_eq!(board, ["8", start.as_str(), "*"]);
    let played = read.iter().filter(|(name, _)| name == "B" || name == "W");
    let mut found = Vec::new();
    for ((name, value), mv) in played.zip(record.moves()) {
        assert_eq!(name == "B", mv.side == boyi_game::Side::First);
        // The move, what its player thought of it, how long it took.
        let parts: Vec<&str> = value.split('/').collect();
        let seconds: f64 = parts[2].parse().expect("seconds");
        assert!((seconds - mv.seconds.expect("timed")).abs() < 0.001);
        found.push(match parts[0] {
            "PA" => "pass".to_owned(),
            place => place.to_lowercase(),
        });
    }
    assert_eq!(found, moves(&record));
}

#[test]
fn gomoku_as_sgf() {
    let record = record(
        "gomoku",
        ["pvs:depth=1", "strong:nodes=100"],
        &Opening::usual(),
        None,
    );
    let read = properties(&written(&record, "sgf"));
    assert_eq!([value(&read, "FF"), value(&read, "GM")], ["4", "4"]);
    assert_eq!([value(&read, "PB"), value(&read, "PW")], NAMES);
    let outcome = record.closing().and_then(|closing| closing.outcome.clone());
    let result = match outcome.as_deref() {
        Some("first") => "B+",
        Some("second") => "W+",
        _ => "0",
    };
    assert_eq!(value(&read, "RE"), result);
    let size: u8 = value(&read, "SZ").parse().expect("a size");
    let played = read.iter().filter(|(name, _)| name == "B" || name == "W");
    let mut found = Vec::new();
    for (index, (name, point)) in played.enumerate() {
        assert_eq!(name, ["B", "W"][index % 2], "black begins, turns alternate");
        // Column and row as letters, from the top left; ours count rows from the bottom.
        let [column, row] = point.as_bytes() else {
            panic!("`{point}` is no point")
        };
        let row = size - (row - b'a');
        found.push(format!("{}{row}", char::from(*column)));
    }
    assert_eq!(found, moves(&record));
}

#[test]
fn gomoku_as_psq() {
    let record = record(
        "gomoku",
        ["pvs:depth=1", "strong:nodes=100"],
        &Opening::usual(),
        None,
    );
    let text = written(&record, "psq");
    let mut lines = text.split_terminator("\r\n");
    let head = lines.next().expect("a head");
    let size: usize = head
        .strip_prefix("Piskvorky ")
        .and_then(|rest| rest.strip_suffix(", 11:11, 0"))
        .and_then(|sizes| sizes.split_once('x'))
        .filter(|(width, height)| width == height)
        .and_then(|(width, _)| width.parse().ok())
        .expect("Piskvorky WxH, level:level, who begins");
    let mut found = Vec::new();
    let mut after = None;
    for line in lines.by_ref() {
        let numbers: Result<Vec<usize>, _> = line.split(',').map(str::parse).collect();
        // Column, row and milliseconds, counted from 1 at the top left.
        let Ok([x, y, time]) = numbers.as_deref() else {
            after = Some(line);
            break;
        };
        let mv = record.moves().nth(found.len()).expect("a move");
        let took = 1000.0 * mv.seconds.expect("timed");
        assert!((*time as f64 - took).abs() <= 0.5, "{line}: {took} ms");
        let column = char::from(b'a' + (x - 1) as u8);
        found.push(format!("{column}{}", size + 1 - y));
    }
    assert_eq!(found, moves(&record));
    assert_eq!([after, lines.next()], NAMES.map(Some));
    lines
        .next()
        .expect("a code")
        .parse::<i32>()
        .expect("a number");
}

/// Tags and moves of a PGN.
fn read_pgn(text: &str) -> (Vec<(String, String)>, Vec<String>, String) {
    let (head, body) = text.split_once("\n\n").expect("an empty line between");
    let mut tags = Vec::new();
    for line in head.lines() {
        let inside = line
            .strip_prefix('[')
            .and_then(|line| line.strip_suffix("\"]"));
        let (name, value) = inside
            .and_then(|line| line.split_once(" \""))
            .expect("a tag");
        let mut plain = String::new();
        let mut letters = value.chars();
        while let Some(letter) = letters.next() {
            assert_ne!(letter, '"', "{line}");
            let escaped = (letter == '\\').then(|| letters.next().expect("a character"));
            plain.push(escaped.unwrap_or(letter));
        }
        tags.push((name.to_owned(), plain));
    }
    let mut words: Vec<String> = body.split_whitespace().map(str::to_owned).collect();
    let result = words.pop().expect("a result");
    let mut plies = 0;
    let mut moves = Vec::new();
    for word in words {
        if word == "..." {
            plies += 1;
        } else if let Some(number) = word.strip_suffix('.') {
            assert_eq!(number.parse::<usize>(), Ok(plies / 2 + 1), "{text}");
        } else {
            let (from, to) = word.split_once('-').expect("ICCS");
            moves.push(format!("{from}{to}").to_lowercase());
            plies += 1;
        }
    }
    (tags, moves, result)
}

#[test]
fn xiangqi_as_pgn_from_any_start() {
    let black = "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR b - - 0 1";
    let from = |position: Option<&str>| Opening {
        position: position.map(str::to_owned),
        ..Opening::usual()
    };
    for opening in [from(None), from(Some(black))] {
        let players = ["pvs:depth=1", "alpha-beta:depth=1"];
        let record = record("xiangqi", players, &opening, Some(31));
        let (tags, found, result) = read_pgn(&written(&record, "pgn"));
        assert_eq!(value(&tags, "Game"), "Chinese Chess");
        assert_eq!([value(&tags, "Red"), value(&tags, "Black")], NAMES);
        assert_eq!(value(&tags, "Format"), "ICCS");
        assert_eq!(value(&tags, "FEN"), record.header.start);
        // The referee's draw, which the moves alone do not show.
        assert_eq!(
            (value(&tags, "Result"), result.as_str()),
            ("1/2-1/2", "1/2-1/2")
        );
        assert_eq!(found, moves(&record));
        another_program_follows(value(&tags, "FEN"), &found, &record);
    }
}

/// Fairy-Stockfish sets up the FEN, plays the moves and comes to the position we came to.
fn another_program_follows(fen: &str, moves: &[String], record: &GameRecord) {
    const ENGINE: &str = "/usr/games/fairy-stockfish";
    if !Path::new(ENGINE).exists() {
        boyi_game::shared_files::skip("fairy-stockfish is not installed");
        return;
    }
    let mut child = Command::new(ENGINE)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .expect("it starts");
    // It counts ranks from 1.
    let from_one = |mv: &String| -> String {
        let (from, to) = mv.split_at(2);
        let square = |text: &str| {
            let rank: u8 = text[1..].parse().expect("a rank");
            format!("{}{}", &text[..1], rank + 1)
        };
        square(from) + &square(to)
    };
    let moves: Vec<String> = moves.iter().map(from_one).collect();
    let said = format!(
        "setoption name UCI_Variant value xiangqi\nposition fen {fen} moves {}\nd\nquit\n",
        moves.join(" ")
    );
    let mut stdin = child.stdin.take().expect("piped");
    stdin.write_all(said.as_bytes()).expect("it reads");
    let output = child.wait_with_output().expect("it ends");
    let text = String::from_utf8(output.stdout).expect("text");
    let its = text.lines().find_map(|line| line.strip_prefix("Fen: "));
    let ours = record.replay().expect("legal moves").position();
    let board = |fen: &str| -> Vec<String> { fen.split(' ').take(2).map(str::to_owned).collect() };
    assert_eq!(board(its.expect("a position")), board(&ours), "{text}");
}
