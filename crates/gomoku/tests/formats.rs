//! Formats: what is written reads back, what is wrong is explained, nothing panics.

use boyi_game::{Position, Random, Shown, Side};
use boyi_gomoku::{Gomoku, Rules, Size, board_text, moves, position_line, psq, read_start, sgf};
use proptest::prelude::*;

fn random_game(random: &mut Random, rules: Rules) -> (Gomoku, Vec<boyi_gomoku::Point>) {
    let size = Size::new(5 + random.below(18) as usize).expect("a size");
    let start = Gomoku::start(size, rules);
    let mut game = start.clone();
    let mut played = Vec::new();
    for _ in 0..random.below(40) {
        let mut legal = Vec::new();
        game.legal_moves(&mut legal);
        let Some(&mv) = random.choose(&legal) else {
            break;
        };
        game.make(mv);
        played.push(mv);
    }
    (start, played)
}

#[test]
fn games_read_back_from_every_format() {
    let mut random = Random::new(3);
    for round in 0..200 {
        let rules = Rules::ALL[round % 3];
        let (start, played) = random_game(&mut random, rules);
        let size = start.size();
        let end = {
            let mut game = start.clone();
            for &mv in &played {
                game.make(mv);
            }
            game
        };
        assert_eq!(
            moves::read(&moves::write(&played), size),
            Ok(played.clone())
        );
        for text in [
            psq::write(size, rules, &played, ["a", "b"]),
            sgf::write(&start, &played, Side::First),
        ] {
            let read = read_start(&text, None).expect("what was written");
            assert_eq!((&read.game, &read.moves), (&start, &played), "{text}");
        }
        let line = position_line::write(&end);
        assert_eq!(position_line::read(&line, rules), Ok(end.clone()), "{line}");
        let board = board_text::read(&board_text::write(&end), rules).expect("a board");
        let stones = |game: &Gomoku| size.all().map(|p| game.at(p)).collect::<Vec<_>>();
        assert_eq!(stones(&board), stones(&end));
        // A position in the middle of a game as set-up stones.
        if end.end().is_none() {
            let text = sgf::write(&end, &[], end.turn());
            let read = read_start(&text, None).expect("what was written");
            assert_eq!(stones(&read.game), stones(&end));
            assert_eq!(read.game.turn(), end.turn());
        }
    }
}

#[test]
fn what_is_wrong_is_pointed_at() {
    let message = |text: &str| read_start(text, None).expect_err("wrong").to_string();
    assert_eq!(
        message("h8h9h8"),
        "move 3, h8, cannot be played: the point is taken or the game is over"
    );
    assert_eq!(
        message("h8 z9"),
        "line 1, column 4: found `z` where a point such as `h8` should stand"
    );
    assert_eq!(message("h8p15"), "p15 is not on the board");
    assert_eq!(
        message("5/5/5/5"),
        "a gomoku board is a square of 5 to 22 rows, not 4"
    );
    assert_eq!(
        message("5/5/2q2/5/5"),
        "line 1, column 6: found `q` where `x`, `o` or a number of empty points should stand"
    );
    assert_eq!(
        message("5/5/6/5/5"),
        "line 1, column 5: found `6` where the end of the row should stand"
    );
    assert_eq!(message("5/5/x4/5/5 o b3"), "the last stone cannot be b3");
    assert_eq!(
        message("00000\n00000\n00300\n00000\n00000\n"),
        "line 3, column 3: found `3` where `0`, `1` or `2` (or `.`, `x` or `o`) should stand"
    );
    assert!(message("Piskvorky 15x14, 1:1, 0\n").contains("a square board"));
    assert!(message("Piskvorky 15x15, 1:1, 0\n16,1,0\n").contains("a point of the board"));
    assert!(message("(;SZ[15];B[hh];B[ii])").contains("a move of the other side"));
    assert!(message("(;SZ[15];B[hh]").contains("`)`"));
}

#[test]
fn files_as_others_write_them_are_read() {
    let text = "Piskvorky 20x20, 11:11, 1\r\n10,11,0\r\n11,10,1203\r\npbrain-a.zip\r\npbrain-b.zip\r\n0\r\nRenju\r\n";
    let read = read_start(text, None).expect("a game");
    assert_eq!(
        (read.game.rules(), read.game.size().rows()),
        (Rules::Renju, 20)
    );
    assert_eq!(moves::write(&read.moves), "j10k11");
    let text = "(;GM[4]FF[4]SZ[15]PB[a\\]b]C[x(y;z];B[hh];W[gg](;B[ih];W[ff])(;B[aa]))";
    let read = read_start(text, Some(Rules::Standard)).expect("a game");
    assert_eq!(moves::write(&read.moves), "h8g9i8f10");
    let board = ". . . . .\n. x . . .\n. . o . .\n. . . . .\n. . . . .\n";
    let read = read_start(board, None).expect("a board");
    assert_eq!(read.game.text(), "5/1x3/2o2/5/5 x -");
}

proptest! {
    #[test]
    fn no_text_panics(text in "[a-v0-9xo/\\[\\]();,. \n-]{0,80}") {
        let _ = read_start(&text, None);
        let _ = read_start(&format!("Piskvorky {text}"), None);
        let _ = read_start(&format!("(;{text})"), None);
    }
}
