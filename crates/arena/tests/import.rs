//! What people paste: every notation we write, whole games with branches and comments, and texts that
//! are broken somewhere.

use boyi_arena::{fitting_games, import};
use boyi_engine::{AnnotatedGame, AnnotatedMove, Game, ImportError, Setup, game, games};
use boyi_game::{Random, Record};

fn read(name: &str, text: &str) -> Result<Record, String> {
    let game = game(name).expect("built in");
    let read = import(game, text).map_err(|error| error.words(Some(game)).english)?;
    Ok(read.main_line())
}

fn moves(name: &str, text: &str) -> Vec<String> {
    let record = read(name, text).unwrap_or_else(|error| panic!("{text}: {error}"));
    record.moves.into_iter().map(|mv| mv.text).collect()
}

#[test]
fn numbered_lists_in_every_notation_are_read() {
    assert_eq!(moves("reversi", "1. f5 d6 2. C3"), ["f5", "d6", "c3"]);
    assert_eq!(moves("reversi", "f5d6c3"), ["f5", "d6", "c3"]);
    assert_eq!(moves("gomoku", "1. h8 i9\n2. i7"), ["h8", "i9", "i7"]);
    let opening = ["h2e2", "h9g7"];
    for text in [
        "1. 炮二平五 马8进7",
        "1.炮二平五马8进7",
        "１．炮二平五　马８进７",
        "1. C2=5 H8+7",
        "1. C2.5 h8+7 *",
        "h2e2 h9g7",
        "1. H2-E2 H9-G7 1/2-1/2",
        // Ranks from 1, as Fairy-Stockfish counts.
        "1. h3e3 h10g8",
        "position startpos moves h2e2 h9g7",
        "{a comment first} 1. C2=5 H8+7",
        "[Game \"Chinese Chess\"]\n[Red \"a\"]\n\n1. H2-E2 {usual} H9-G7 (1... H7-E7) *",
        "[DhtmlXQ][DhtmlXQ_title]x[/DhtmlXQ_title][DhtmlXQ_movelist]77477062[/DhtmlXQ_movelist][/DhtmlXQ]",
    ] {
        assert_eq!(moves("xiangqi", text), opening, "{text}");
    }
}

#[test]
fn forced_passes_that_are_left_out_are_put_back() {
    // White has no answer to the second move.
    let start = "OX--------------------------------------------------------------";
    let table = game("reversi")
        .expect("built in")
        .lay(&Setup {
            position: Some(format!("{start} O")),
            ..Setup::default()
        })
        .expect("a position");
    let mv = table.legal_moves(boyi_game::Side::Second)[0].text.clone();
    assert_eq!(mv, "c1");
    let text = "[Game \"Othello\"]\n[FEN \"OX-X------------------------------------------------------------ O\"]\n\n1... c1 e1";
    assert_eq!(moves("reversi", text), ["c1", "pass", "e1"]);
}

#[test]
fn a_wrong_move_is_named_with_its_number_and_what_could_be_played() {
    let error = read("reversi", "1. f5 d6 2. a1 c4").expect_err("a1 flips nothing");
    assert!(error.starts_with("move 2, "), "{error}");
    assert!(error.contains("`a1` is not legal"), "{error}");
    assert!(
        error.contains("legal here: c") || error.contains("c3"),
        "{error}"
    );
    let error = read("xiangqi", "1. 炮二平五 马8进6").expect_err("no such move");
    assert!(error.starts_with("move 1, Black: "), "{error}");
    assert!(error.contains("马8进7"), "in the same notation: {error}");
    let error = read("xiangqi", "1. C2=5 H8+6").expect_err("no such move");
    assert!(error.contains("h8+7"), "in the same notation: {error}");
    let error = read("gomoku", "h8 h8").expect_err("taken");
    assert!(error.starts_with("move 1, White: "), "{error}");
    let error = read("gomoku", "h8 j8 (i9 h8) k8").expect_err("taken");
    assert!(error.starts_with("move 2 of a branch, Black: "), "{error}");
}

#[test]
fn a_text_that_names_its_game_is_no_other() {
    let texts = [
        ("gomoku", "(;GM[4]SZ[15];B[hh];W[ii])"),
        (
            "reversi",
            "(;GM[Othello]PB[a]PW[b]TY[8]B[F5/0.5/3.2]W[d6];)",
        ),
        ("gomoku", "[Game \"Gomoku\"]\n\n1. h8 i9"),
        ("xiangqi", "[DhtmlXQ_movelist]7747[/DhtmlXQ_movelist]"),
        (
            "gomoku",
            "Piskvorky 15x15, 11:11, 0\n8,8,0\n9,9,0\na\nb\n-1\n",
        ),
    ];
    for (name, text) in texts {
        let fits: Vec<&str> = fitting_games(text).iter().map(|game| game.name()).collect();
        assert_eq!(fits, [name], "{text}");
    }
    let refused = import(game("reversi").expect("built in"), texts[0].1);
    assert_eq!(refused, Err(ImportError::OtherGame("gomoku".into())));
}

#[test]
fn forum_games_have_boards_branches_and_comments() {
    let text = "[DhtmlXQ][DhtmlXQ_binit]8979695949392919097717866646260600102030405060708012720323436383[/DhtmlXQ_binit]\
        [DhtmlXQ_movelist]77477062[/DhtmlXQ_movelist][DhtmlXQ_comment0]the start[/DhtmlXQ_comment0]\
        [DhtmlXQ_comment1]central cannon[/DhtmlXQ_comment1][DhtmlXQ_move_0_2_1]1022[/DhtmlXQ_move_0_2_1]\
        [DhtmlXQ_comment1_2]the other horse[/DhtmlXQ_comment1_2][/DhtmlXQ]";
    let read = import(game("xiangqi").expect("built in"), text).expect("a game");
    let found: Vec<(Option<usize>, &str, &str)> = read
        .moves
        .iter()
        .map(|mv| (mv.parent, mv.text.as_str(), mv.comment.as_str()))
        .collect();
    assert_eq!(
        found,
        [
            (None, "h2e2", "central cannon"),
            (Some(0), "h9g7", ""),
            (Some(0), "b9c7", "the other horse"),
        ]
    );
    assert_eq!(read.comment, "the start");
    assert!(
        read.start.starts_with("rnbakabnr/9/1c5c1/"),
        "{}",
        read.start
    );
}

/// A game with branches and comments at random.
fn random_tree(game: &dyn Game, random: &mut Random) -> AnnotatedGame {
    let table = game.lay(&Setup::default()).expect("the usual start");
    let mut tree = AnnotatedGame::from(table.record());
    let comments = [
        "",
        "",
        "好棋",
        "a ] bracket } and \\ more",
        "two\nlines (x)",
    ];
    comments[random.below(5) as usize].clone_into(&mut tree.comment);
    for _ in 0..random.below(40) {
        let parent = (random.below(4) > 0 && !tree.moves.is_empty())
            .then(|| tree.moves.len() - 1 - random.below(tree.moves.len().min(3) as u64) as usize);
        let mut path = Vec::new();
        let mut at = parent;
        while let Some(index) = at {
            path.push(index);
            at = tree.moves[index].parent;
        }
        let mut table = game.lay(&Setup::default()).expect("the usual start");
        for &index in path.iter().rev() {
            let mv = &tree.moves[index];
            table.play(mv.side, &mv.text).expect("legal");
        }
        let Some(side) = table.to_act().first() else {
            continue;
        };
        let legal = table.legal_moves(side);
        let text = &legal[random.below(legal.len() as u64) as usize].text;
        let known = |mv: &AnnotatedMove| mv.parent == parent && mv.text == *text;
        if !tree.moves.iter().any(known) {
            tree.moves.push(AnnotatedMove {
                parent,
                side,
                text: text.clone(),
                comment: comments[random.below(5) as usize].to_owned(),
            });
        }
    }
    tree
}

/// Every line of a game from the start, with its comments, in an order that does not depend on how it
/// was written.
fn lines(game: &AnnotatedGame) -> Vec<Vec<(String, String)>> {
    let mut found: Vec<Vec<(String, String)>> = (0..game.moves.len())
        .map(|end| {
            let mut line = Vec::new();
            let mut at = Some(end);
            while let Some(index) = at {
                let mv = &game.moves[index];
                line.insert(0, (mv.text.clone(), mv.comment.clone()));
                at = mv.parent;
            }
            line
        })
        .collect();
    found.sort();
    found
}

#[test]
fn branches_and_comments_survive_writing_and_reading() {
    let mut random = Random::new(23);
    for (name, formats) in [
        ("reversi", &["pgn"][..]),
        ("gomoku", &["pgn", "sgf"]),
        ("xiangqi", &["pgn"]),
    ] {
        let game = game(name).expect("built in");
        for _ in 0..60 {
            let tree = random_tree(game, &mut random);
            for format in formats {
                let text = tree.write(game, format).expect("it can be written");
                let again = import(game, &text).unwrap_or_else(|error| panic!("{error}\n{text}"));
                assert_eq!(lines(&again), lines(&tree), "{text}");
                assert_eq!(again.comment, tree.comment, "{text}");
                assert_eq!(again.main_line(), tree.main_line(), "{text}");
                assert_eq!(again.write(game, format).expect("again"), text);
            }
        }
    }
}

#[test]
fn every_format_we_write_is_read_back() {
    let mut random = Random::new(5);
    for name in ["reversi", "gomoku", "xiangqi"] {
        let game = game(name).expect("built in");
        for _ in 0..10 {
            let tree = random_tree(game, &mut random);
            let line = tree.main_line();
            if line.moves.is_empty() {
                continue;
            }
            let end = boyi_engine::replay(&line).expect("legal").position();
            for format in game.formats() {
                // A format may be for other boards than the usual one.
                let Ok(text) = tree.write(game, format.name) else {
                    continue;
                };
                let read = import(game, &text).map(|read| read.main_line());
                let read = read.unwrap_or_else(|error| panic!("{}: {error}\n{text}", format.name));
                match format.name {
                    // The course's boards say neither whose move it is nor, in reversi, what stands there.
                    "board" => {}
                    "position" => assert_eq!(read.start, end, "{text}"),
                    _ => assert_eq!(read.moves, line.moves, "{text}"),
                }
            }
        }
    }
}

#[test]
fn broken_texts_never_panic_and_never_become_another_game() {
    let mut random = Random::new(1000);
    let mut texts = Vec::new();
    for index in 0..250 {
        let game = games()[index % 3];
        let tree = random_tree(game, &mut random);
        let format = game.formats()[index % game.formats().len()].name;
        let text = tree.write(game, format).unwrap_or_default();
        texts.extend((0..4).map(|_| mutated(&text, &mut random)));
    }
    assert_eq!(texts.len(), 1000);
    for text in &texts {
        for &game in games() {
            match import(game, text) {
                Ok(read) => {
                    assert_eq!(read.game, game.name(), "{text}");
                    boyi_engine::replay(&read.main_line()).expect("what was read can be played");
                }
                Err(error) => {
                    let words = error.words(Some(game));
                    assert!(!words.english.is_empty() && !words.chinese.is_empty());
                }
            }
        }
    }
}

/// A few characters removed, doubled, swapped or replaced.
fn mutated(text: &str, random: &mut Random) -> String {
    let mut letters: Vec<char> = text.chars().collect();
    for _ in 0..random.below(4) {
        if letters.is_empty() {
            break;
        }
        let at = random.below(letters.len() as u64) as usize;
        match random.below(5) {
            0 => drop(letters.remove(at)),
            1 => letters.insert(at, letters[at]),
            2 => letters.truncate(at),
            3 => letters.insert(
                at,
                ['(', ')', '{', '[', ';', '炮', ' ', '9'][random.below(8) as usize],
            ),
            _ => letters[at] = ['a', 'h', '0', '/', '(', ']', '五', '\n'][random.below(8) as usize],
        }
    }
    letters.into_iter().collect()
}
