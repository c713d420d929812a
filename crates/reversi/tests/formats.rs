//! Reading and writing boards and games: what is right reads back, what is wrong is named with its
//! place, and nothing panics.

use boyi_game::{Side, shared_files};
use boyi_reversi::formats::{board_text, ggf, obf, position_line, transcript};
use boyi_reversi::{Bitboard, Grid, Layout, Move, Setup, Square, read_position};
use proptest::prelude::*;

const BOARD: &str = "4 6\n123456\n78oO91\n11Oo11\n999999\n";

fn start() -> Bitboard {
    Bitboard::new(&Setup::start(Layout::othello(8, 8).expect("a board"))).expect("fits")
}

#[test]
fn a_board_file_reads_back() {
    let layout = board_text::read(BOARD).expect("a board");
    assert_eq!((layout.rows(), layout.cols()), (4, 6));
    assert_eq!(layout.worth(Square::parse("d1").expect("a square")), 4);
    assert_eq!(
        layout.worth(Square::parse("d2").expect("a square")),
        0,
        "a starting disc's cell"
    );
    assert_eq!(board_text::write(&layout).as_deref(), Some(BOARD));
    let windows = BOARD.replace('\n', " \r\n\r\n");
    assert_eq!(
        board_text::read(&windows),
        Ok(layout),
        "blanks and line ends do not matter"
    );
}

#[test]
fn a_wrong_board_file_is_named_with_its_place() {
    let message = |text: &str| board_text::read(text).expect_err("wrong").to_string();
    for (text, expected) in [
        (
            "",
            "line 1, column 1: the text ends where the size of the board, such as `8 8` should follow",
        ),
        (
            "8",
            "line 1, column 2: the text ends where two numbers, rows and columns should follow",
        ),
        (
            "8 x",
            "line 1, column 3: found `x` where two numbers, rows and columns should stand",
        ),
        (
            "8 8 8",
            "line 1, column 5: found `8` where the end of the line should stand",
        ),
        (
            "5 8",
            "line 1, column 1: a board of 5 x 8 is not possible: both sides must be even, from 4 to 30",
        ),
        (
            "32 8",
            "line 1, column 1: a board of 32 x 8 is not possible: both sides must be even, from 4 to 30",
        ),
        (
            "4 4\n1111\n1oO1\n1Oo1\n",
            "line 5, column 1: the text ends where another row of the board should follow",
        ),
        (
            "4 4\n11111\n",
            "line 2, column 1: the row has 5 cells, the first line says 4",
        ),
        (
            "4 4\n111\n",
            "line 2, column 1: the row has 3 cells, the first line says 4",
        ),
        (
            "4 4\n1101\n",
            "line 2, column 3: found `0` where a digit from 1 to 9, or `O` or `o` in the middle should stand",
        ),
        (
            "4 4\n1111\n1Oo1\n",
            "line 3, column 2: the four cells in the middle must be `oO` above `Oo`, and no other cell a disc",
        ),
        (
            "4 4\n1O11\n",
            "line 2, column 2: the four cells in the middle must be `oO` above `Oo`, and no other cell a disc",
        ),
        (
            "4 4\n1111\n1oO1\n1Oo1\n1111\nx",
            "line 6, column 1: found `x` where the end of the board should stand",
        ),
    ] {
        assert_eq!(message(text), expected, "{text:?}");
    }
}

#[test]
fn the_course_boards_read_and_write_the_same() {
    for name in [
        "task_one_map1",
        "task_one_map2",
        "task_one_map3",
        "task_two_map1",
        "task_two_map2",
        "task_two_map3",
        "task_two_map4",
        "task_three_map1",
        "task_three_map2",
        "task_three_map3",
        "task_three_map4",
        "task_four_like_8x8",
        "task_four_like_12x12",
    ] {
        let Some(text) = shared_files::text(&format!("reversi/{name}.txt")) else {
            return;
        };
        let layout = board_text::read(&text).unwrap_or_else(|error| panic!("{name}: {error}"));
        let written = board_text::write(&layout).expect("a course board");
        assert_eq!(written.trim(), text.replace('\r', "").trim(), "{name}");
    }
}

#[test]
fn obf_reads_positions_with_scores() {
    let line = "---------------------------OX------XO--------------------------- X; F5:+0; d3:-2;";
    let read = obf::read(line).expect("a position");
    assert_eq!(
        read.setup,
        Setup::start(Layout::othello(8, 8).expect("a board"))
    );
    let square = |text| Move::Place(Square::parse(text).expect("a square"));
    assert_eq!(read.scores, [(square("f5"), 0), (square("d3"), -2)]);
    assert_eq!(obf::write(&read.setup).as_deref(), Some(&line[..66]));
}

#[test]
fn obf_files_are_read_as_they_are_published() {
    let start = "---------------------------OX------XO---------------------------";
    let square = |text| Move::Place(Square::parse(text).expect("a square"));
    for (rest, expected) in [
        (" X;--:-127;", vec![]),
        (" X; --:-127;", vec![]),
        (" X", vec![]),
        (" X;", vec![]),
        (" X; f5; d3:-2;", vec![(square("d3"), -2)]),
        (" X; f5:; d3:-2; % by hand", vec![(square("d3"), -2)]),
        (
            " X; f5:-127; d3:+64 # by hand: 12;",
            vec![(square("d3"), 64)],
        ),
        (" X; PS:+4;", vec![(Move::Pass, 4)]),
    ] {
        let read = obf::read(&format!("{start}{rest}"));
        let read = read.unwrap_or_else(|error| panic!("{rest}: {error}"));
        assert_eq!(read.scores, expected, "{rest}");
    }
    let file = format!("% made by hand\n\n{start} X;--:-127;\n# more\n{start} X; f5:+0;\n");
    assert_eq!(obf::read_all(&file).map(|all| all.len()), Ok(2));
}

#[test]
fn a_score_beyond_every_board_is_refused() {
    let start = "---------------------------OX------XO---------------------------";
    for score in ["65", "-65", "-2147483648"] {
        let line = format!("{start} X; F5:{score};");
        assert!(obf::read(&line).is_err(), "{score}");
    }
}

#[test]
fn a_wrong_position_is_named_with_its_place() {
    let message = |text: &str| read_position(text).expect_err("wrong").to_string();
    let cells = "-".repeat(64);
    assert_eq!(
        message("XO"),
        "line 1, column 3: the text ends where one of `X`, `O`, `-` for each of 64 squares should follow"
    );
    assert_eq!(
        message("XO?"),
        "line 1, column 3: found `?` where one of `X`, `O`, `-` for each of 64 squares should stand"
    );
    assert_eq!(
        message(&cells),
        "line 1, column 65: the text ends where the side to move, `X` or `O` should follow"
    );
    assert_eq!(
        message(&format!("{cells} Z")),
        "line 1, column 66: found `Z` where the side to move, `X` or `O` should stand"
    );
    assert_eq!(
        message(&format!("{cells} X; J9:+1")),
        "line 1, column 69: found `J` where a move and its score, such as `F5:+2` should stand"
    );
    assert_eq!(
        message("6x7 -"),
        "line 1, column 1: a board of 6 x 7 is not possible: both sides must be even, from 4 to 30"
    );
    assert_eq!(
        message("4x4 ---- X"),
        "line 1, column 9: the text ends where `X`, `O` or `-` for each cell should follow"
    );
    assert_eq!(
        message("4x4 ---------------- X 12g"),
        "line 1, column 26: found `g` where a hexadecimal digit for each cell should stand"
    );
}

#[test]
fn the_shared_endgames_read() {
    for (name, count) in [("1-19", 19), ("20-39", 20), ("40-59", 20), ("60-79", 20)] {
        let Some(text) = shared_files::text(&format!("othello/fforum-{name}.obf")) else {
            return;
        };
        let all = obf::read_all(&text).unwrap_or_else(|error| panic!("{name}: {error}"));
        assert_eq!(all.len(), count, "{name}");
        assert!(
            all.iter().all(|entry| !entry.scores.is_empty()),
            "every one has scores"
        );
    }
}

#[test]
fn transcripts_read_back() {
    let moves = transcript::read(&start(), "F5 d6, c3D3c4f4").expect("a game");
    assert_eq!(transcript::write(&moves), "f5d6c3d3c4f4");
    let error = transcript::read(&start(), "f5d6a1").expect_err("illegal");
    assert_eq!(
        error.to_string(),
        "line 1, column 5: a1 cannot be played here"
    );
    let error = transcript::read(&start(), "f5\nd6 ?").expect_err("rubbish");
    assert_eq!(
        error.to_string(),
        "line 2, column 4: found `?` where a move such as `f5` should stand"
    );
}

#[test]
fn a_forced_pass_may_be_left_out() {
    // The second player has no move, the first has.
    let text = "4x4 -OXX------------ O";
    let stuck = Grid::new(&read_position(text).expect("a position")).expect("fits");
    let moves = transcript::read(&stuck, "a1").expect("the pass is put in");
    assert_eq!(moves[0], Move::Pass);
    assert_eq!(transcript::read(&stuck, "pass a1").expect("said"), moves);
}

#[test]
fn ggf_reads_and_writes_games() {
    let text = "1 (;GM[Othello]PC[NBoard]PB[a\\]b]PW[c]TY[8]RE[?]\
        BO[8 --------------------------- O*------*O--------------------------- *]\
        B[F5/0.5/3.25]W[d6//2]B[c3];)";
    let game = ggf::read(text).expect("a game");
    assert_eq!(
        game.start,
        Setup::start(Layout::othello(8, 8).expect("a board"))
    );
    let moves: Vec<String> = game.moves.iter().map(Move::to_string).collect();
    assert_eq!(moves, ["f5", "d6", "c3"]);
    let written = ggf::write(&game).expect("a standard board");
    assert_eq!(ggf::read(&format!("{written}\n{written}")), Ok(game));
}

#[test]
fn a_wrong_game_is_named_with_its_place() {
    let message = |text: &str| ggf::read(text).expect_err("wrong").to_string();
    assert_eq!(
        message("nothing"),
        "line 1, column 8: the text ends where a game, beginning with `(;` should follow"
    );
    assert_eq!(
        message("(;GM[Othello"),
        "line 1, column 13: the text ends where `]` should follow"
    );
    assert_eq!(
        message("(;GM(Othello)"),
        "line 1, column 5: found `(` where `[` should stand"
    );
    assert_eq!(
        message("(;B[F5];\n"),
        "line 1, column 8: found `;` where a property such as `PB[name]`, or `;)` should stand"
    );
    assert_eq!(
        message("(;B[a1];)"),
        "line 1, column 5: a1 cannot be played by B here"
    );
    assert_eq!(
        message("(;W[f5];)"),
        "line 1, column 5: f5 cannot be played by W here"
    );
    assert_eq!(
        message("(;BO[9 -];)"),
        "line 1, column 6: a board of 9 x 9 is not possible: both sides must be even, from 4 to 30"
    );
}

#[test]
fn every_side_keeps_its_letter() {
    let setup = read_position("4x4 -----OX--XO----- O").expect("a position");
    assert_eq!(setup.turn, Side::Second);
    assert_eq!(position_line::write(&setup), "4x4 -----OX--XO----- O");
    let weighted = "4x4 -----OX--XO----- X 9999900990099999 winner";
    assert_eq!(
        position_line::write(&read_position(weighted).expect("a position")),
        weighted
    );
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(2000))]

    /// Rubbish, and text that looks almost right.
    #[test]
    fn no_reader_panics(text in prop_oneof![
        any::<String>(),
        "[0-9xOo \\-\n]{0,80}",
        "\\(;[A-Z\\[\\]a-h0-9/;)\\\\ *-]{0,80}",
        "[a-h1-9 pas-]{0,40}",
        "([XO-]{60,68} [XO];? ?){0,2}([A-J][0-9]:[+-][0-9]{1,3}; ?){0,3}",
        "(4x4|6x6|4x6) [XO-]{14,38} [XO]( [0-9a-f]{14,38})?( winner| ignored)?",
    ]) {
        let _ = read_position(&text);
        let _ = obf::read_all(&text);
        let _ = ggf::read(&text);
        let _ = transcript::read(&start(), &text);
    }

    /// One character changed in a good file: an error with a place inside the text, or a good file.
    #[test]
    fn a_slip_of_the_pen_is_found(at in 0..BOARD.len(), c: char) {
        let mut text = BOARD.to_owned();
        text.replace_range(at..=at, &c.to_string());
        if let Err(error) = board_text::read(&text) {
            prop_assert!(error.line <= text.lines().count() + 1);
        }
    }
}
