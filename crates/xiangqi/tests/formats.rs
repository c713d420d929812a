//! Positions and moves as text, and what is refused and why.

use boyi_game::{MoveError, Position, Shown, Side, shared_files};
use boyi_xiangqi::notation::{chinese, coordinates, course, wxf};
use boyi_xiangqi::{Rules, Xiangqi, board_text, fen, read_position};
use proptest::collection::vec;
use proptest::prelude::*;

fn game(text: &str) -> Xiangqi {
    let setup = read_position(text).expect("a position");
    Xiangqi::new(&setup, Rules::default()).expect("a possible one")
}

#[test]
fn dialects_are_read() {
    let usual = fen::read(fen::START).expect("a FEN");
    let ranks = "rheakaehr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RHEAKAEHR";
    for side in ["w - - 0 1", "r - - 0 1", "r", "w", "", "w 0 1"] {
        assert_eq!(
            fen::read(&format!("{ranks} {side}")),
            Ok(usual.clone()),
            "{side}"
        );
    }
    assert_eq!(fen::write(&usual), fen::START);
    assert_eq!(board_text::read(&board_text::write(&usual)), Ok(usual));
}

#[test]
fn what_cannot_be_is_refused_with_the_reason() {
    for (text, reason) in [
        ("4k4/9/9/9/9/9/9/9/9/4K4 w", "face each other"),
        ("9/9/9/9/9/9/9/9/9/4K4 w", "black has no general"),
        (
            "3k5/9/9/9/9/9/9/9/9/RRR1K4 w",
            "red has more than 2 of the kind rook",
        ),
        (
            "3k5/9/9/9/9/9/9/9/P8/4K4 w",
            "a red pawn can never stand on a1",
        ),
        (
            "3k5/9/9/9/9/9/1P7/9/9/4K4 w",
            "a red pawn can never stand on b3",
        ),
        (
            "3k5/9/9/9/9/P8/P8/9/9/4K4 w",
            "two red pawns stand on file a",
        ),
        (
            "3k5/9/9/9/9/9/9/9/9/B3K4 w",
            "a red elephant can never stand on a0",
        ),
        (
            "3k5/9/9/9/9/9/9/9/3A5/4K4 w",
            "a red advisor can never stand on d1",
        ),
        (
            "2k6/9/9/9/9/9/9/9/9/4K4 w",
            "a black general can never stand on c9",
        ),
        (
            "3k5/9/9/9/9/9/9/9/9/3RK4 w",
            "the black general is in check",
        ),
    ] {
        let setup = fen::read(text).expect("can be read");
        let error = setup.board().expect_err(text).to_string();
        assert!(error.contains(reason), "{text}: {error}");
    }
    for (text, place) in [
        ("", "line 1, column 1: the text ends"),
        (
            "rnbakabnr/9/1x5c1/9/9/9/9/9/9/4K4 w",
            "line 1, column 14: found `x`",
        ),
        (
            "rnbakabnrr/9/9/9/9/9/9/9/9/9 w",
            "line 1, column 10: found `r`",
        ),
        (
            "rnbakabn1/8/9/9/9/9/9/9/9/9 w",
            "line 1, column 12: found `/`",
        ),
        ("4k4/9/9/9/9/9/9/9/9/3K5 x", "line 1, column 25: found `x`"),
        ("4k4/9/9 w", "line 1, column 8: found ` `"),
        ("4k4/9/9/9/9/9/9/9/9/3K5 w - - x", "line 1, column 31"),
    ] {
        let error = fen::read(text).expect_err(text).to_string();
        assert!(error.starts_with(place), "{text}: {error}");
    }
    let error = board_text::read(".........\n....k.?..").expect_err("rubbish");
    assert!(
        error.to_string().starts_with("line 2, column 7: found `?`"),
        "{error}"
    );
}

#[test]
fn known_moves_in_every_notation() {
    let start = game(fen::START);
    for (text, expected) in [
        ("炮二平五", "h2e2"),
        ("砲２平５", "h2e2"),
        ("C2=5", "h2e2"),
        ("c2.5", "h2e2"),
        ("馬八進七", "b0c2"),
        ("H8+7", "b0c2"),
        ("兵三进一", "g3g4"),
        ("H2-E2", "h2e2"),
        ("C(7,7) (7,4)", "h2e2"),
        ("(7,2) (4,2)", "h2e2"),
    ] {
        let mv = start.parse_move(Side::First, text).expect(text);
        assert_eq!(mv.to_string(), expected, "{text}");
    }
    let reply = game("rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C2C4/9/RNBAKABNR b - - 1 1");
    for text in ["马8进7", "馬８進７", "h8+7", "H8+7", "h9g7"] {
        let mv = reply.parse_move(Side::Second, text).expect(text);
        assert_eq!(mv.to_string(), "h9g7", "{text}");
    }
    let mv = coordinates::read("h3e3", coordinates::Ranks::FromOne).expect("a move");
    assert_eq!(mv.to_string(), "h2e2");
    assert_eq!(coordinates::write(mv, coordinates::Ranks::FromOne), "h3e3");
    let ten = coordinates::read("a10a9", coordinates::Ranks::FromOne).expect("a move");
    assert_eq!(ten.to_string(), "a9a8");
    assert_eq!(
        course::write('C', mv, course::Style::RowCol),
        "C(7,7) (7,4)"
    );
    assert_eq!(
        course::write('C', mv, course::Style::FileRank),
        "C(7,2) (4,2)"
    );
}

#[test]
fn several_pieces_on_a_file_are_told_apart() {
    let written = |position: &str, mv: &str| {
        let game = game(position);
        let mv = game.parse_move(game.turn(), mv).expect("legal");
        let simple = chinese::write(game.board(), mv, chinese::Script::Simplified);
        let wxf = wxf::write(game.board(), mv);
        (simple.expect("a piece"), wxf.expect("a piece"))
    };
    let rooks = "3k5/9/9/4R4/9/9/4R4/9/9/5K3 w - - 0 1";
    assert_eq!(written(rooks, "e6e7"), ("前车进一".into(), "R++1".into()));
    assert_eq!(written(rooks, "e3d3"), ("后车平六".into(), "R-=6".into()));
    let three = "3k5/9/P8/P8/P8/9/9/9/9/5K3 w - - 0 1";
    assert_eq!(written(three, "a7a8").0, "前兵进一");
    assert_eq!(written(three, "a6b6"), ("中兵平八".into(), "P.=8".into()));
    assert_eq!(written(three, "a5b5").0, "后兵平八");
    let two_files = "3k5/9/P7P/P7P/9/9/9/9/9/5K3 w - - 0 1";
    assert_eq!(
        written(two_files, "i7h7"),
        ("一兵平二".into(), "Pa=2".into())
    );
    assert_eq!(
        written(two_files, "a6b6"),
        ("四兵平八".into(), "Pd=8".into())
    );
    let black = "3k5/9/9/4n4/9/4n4/9/9/9/5K3 b - - 0 1";
    assert_eq!(written(black, "e4g5"), ("前马退7".into(), "h+-7".into()));
    let advisors = "3k5/9/9/9/9/8p/9/5A3/9/4KA3 w - - 0 1";
    assert_eq!(
        written(advisors, "f2e1"),
        ("仕四退五".into(), "A4-5".into())
    );
    let also = game(advisors)
        .parse_move(Side::First, "前仕退五")
        .expect("said so too");
    assert_eq!(also.to_string(), "f2e1");
}

#[test]
fn illegal_moves_are_refused_with_the_reason() {
    let start = game(fen::START);
    for (text, reason) in [
        ("b0d1", "its way is blocked"),
        ("e4e5", "no piece stands on e4"),
        ("a9a8", "other side's"),
        ("a0a3", "an own piece stands there"),
        ("炮二平二", "no legal move is written so"),
    ] {
        let error = start.parse_move(Side::First, text).expect_err(text);
        assert!(error.to_string().contains(reason), "{error}");
    }
    let facing = game("4k4/9/9/9/9/9/9/9/4N4/4K4 w - - 0 1");
    let error = facing
        .parse_move(Side::First, "e1g2")
        .expect_err("uncovers");
    assert!(error.to_string().contains("would face"), "{error}");
    for text in [
        "",
        "h2",
        "h2e",
        "j2e2",
        "h2e2e2",
        "好",
        "炮二平",
        "C2=",
        "(1,2)",
        "h2é2",
    ] {
        let error = start.parse_move(Side::First, text).expect_err(text);
        assert!(matches!(error, MoveError::Malformed { .. }), "{error}");
    }
}

#[test]
fn shared_course_positions_are_read() {
    for number in 1..=10 {
        let name = format!("xiangqi/positions/{number}.txt");
        let Some(text) = shared_files::text(&name) else {
            return;
        };
        let position = game(&text);
        assert_eq!(position.turn(), Side::First, "{name}");
        assert_eq!(position.end(), None, "{name}");
        assert_eq!(
            board_text::write(&position.setup()).trim(),
            text.trim().replace('\r', "")
        );
    }
}

proptest! {
    /// Every legal move of a game reads back from every notation, and no two are written alike.
    #[test]
    fn notations_read_back(choices in vec(any::<u8>(), 0..100)) {
        let mut position = game(fen::START);
        for choice in choices {
            let mut moves = Vec::new();
            position.legal_moves(&mut moves);
            let side = position.turn();
            for &mv in &moves {
                let board = position.board();
                let mut texts = vec![wxf::write(board, mv).expect("a piece")];
                for script in [chinese::Script::Simplified, chinese::Script::Traditional] {
                    texts.push(chinese::write(board, mv, script).expect("a piece"));
                }
                texts.push(coordinates::write(mv, coordinates::Ranks::FromZero));
                texts.push(course::write('R', mv, course::Style::RowCol));
                for text in texts {
                    prop_assert_eq!(position.parse_move(side, &text), Ok(mv), "{}", text);
                }
            }
            if moves.is_empty() {
                break;
            }
            position.make(moves[usize::from(choice) % moves.len()]);
        }
    }

    #[test]
    fn no_text_panics(text in ".{0,40}", fenish in "[rnbakcpRNBAKCP1-9/]{0,60}( [wbr])?") {
        let _ = fen::read(&text);
        let _ = board_text::read(&text);
        if let Ok(setup) = fen::read(&fenish) {
            let _ = setup.board();
        }
        let _ = game(fen::START).parse_move(Side::First, &text);
    }
}
