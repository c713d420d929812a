//! Repetition: the cases of the shared files, and some of our own.

use boyi_game::{Outcome, Position, shared_files};
use boyi_xiangqi::{End, Move, Rules, Square, Xiangqi, fen};

fn square(text: &str) -> Square {
    let bytes = text.as_bytes();
    Square::new(usize::from(bytes[0] - b'a'), usize::from(bytes[1] - b'0')).expect("on the board")
}

/// Plays the moves; those after the end of the game are left out.
fn played(position: &str, moves: &str, rules: Rules) -> Xiangqi {
    let setup = fen::read(position).expect("a FEN");
    let mut game = Xiangqi::new(&setup, rules).expect("a position");
    for word in moves.split_whitespace() {
        let mv = Move {
            from: square(&word[..2]),
            to: square(&word[2..]),
        };
        assert!(game.board().is_legal(mv), "{position}: {word}");
        game.make(mv);
    }
    game
}

fn verdict(game: &Xiangqi) -> &'static str {
    match game.repetition(3).map(|repetition| repetition.loser) {
        None => "goes_on",
        Some(None) => "draw",
        Some(Some(loser)) if loser == game.turn() => "stm_loses",
        Some(Some(_)) => "stm_wins",
    }
}

fn field<'a>(line: &'a str, name: &str) -> Option<&'a str> {
    let (_, rest) = line.split_once(&format!("\"{name}\": "))?;
    rest.strip_prefix('"')?.split('"').next()
}

fn check_file(name: &str, rules: Rules) {
    let Some(text) = shared_files::text(name) else {
        return;
    };
    let mut wrong = Vec::new();
    for (number, line) in (1..).zip(text.lines()) {
        let fen = field(line, "fen").expect("a FEN");
        let moves = field(line, "moves").expect("moves");
        let Some(expected) = field(line, "verdict") else {
            continue; // nobody has decided it
        };
        let game = played(fen, moves, rules);
        let found = verdict(&game);
        if found != expected {
            let deeds = game.repetition(3).map(|repetition| repetition.deeds);
            wrong.push(format!(
                "line {number}: {expected} expected, {found}: {deeds:?}\n{line}"
            ));
        }
    }
    assert!(wrong.is_empty(), "{}\n{}", wrong.len(), wrong.join("\n"));
}

#[test]
fn shared_cases_of_the_world_federation() {
    check_file("xiangqi/repetition-wxf.jsonl", Rules::Wxf);
}

#[test]
fn shared_cases_of_the_asian_federation() {
    check_file("xiangqi/repetition-axf.jsonl", Rules::Axf);
}

#[test]
fn perpetual_check_loses_at_the_third_occurrence_by_every_rule_set() {
    let start = "4k4/9/9/9/9/9/9/9/4r4/R2K5 w - - 0 1";
    let cycle = "a0a9 e9e8 a9a8 e8e9";
    for rules in Rules::ALL {
        let once = played(start, cycle, rules);
        assert_eq!(once.repetition(3), None);
        let twice = played(
            start,
            &format!("{cycle} a8a9 e9e8 a9a8 e8e9 a8a9 e9e8"),
            rules,
        );
        assert!(matches!(twice.end(), Some(End::Repeated(_))), "{rules}");
        let black_wins = Outcome::Win(boyi_game::Side::Second);
        assert_eq!(twice.outcome(), Some(black_wins), "{rules}");
    }
}

/// A rook follows a cannon from file to file.
const ROOK_CHASES: &str = "a1c1 c5e5 c1e1 e5c5 e1c1 c5e5 c1e1 e5c5 e1c1";

#[test]
fn chasing_an_unprotected_piece_loses() {
    let start = "3k5/9/9/9/2c6/9/9/9/R8/5K3 w - - 0 1";
    for rules in [Rules::Axf, Rules::Wxf, Rules::Computer] {
        let game = played(start, ROOK_CHASES, rules);
        assert_eq!(verdict(&game), "stm_wins", "{rules}");
        let reason = game.repetition(3).expect("repeated").reason();
        assert_eq!(
            reason.english,
            "the position has occurred 3 times: red chases the cannon with every move, black does \
             nothing forbidden: red must deviate and loses"
        );
        assert_eq!(
            reason.chinese,
            "同一局面出现 3 次：红方步步捉炮，黑方未犯禁；红方应变着而不变，判负"
        );
    }
    let game = played(start, ROOK_CHASES, Rules::Simple);
    assert_eq!(
        verdict(&game),
        "draw",
        "by the simple rules only checks lose"
    );
}

#[test]
fn attacking_a_protected_piece_is_no_chase() {
    let start = "3k5/9/9/2p1p4/2c6/9/9/9/R8/5K3 w - - 0 1";
    let game = played(start, ROOK_CHASES, Rules::Axf);
    assert_eq!(verdict(&game), "draw");
}

#[test]
fn a_pawn_may_chase() {
    let start = "3k5/9/3c5/4P4/9/9/9/9/9/5K3 w - - 0 1";
    let cycle = "e6d6 d7e7 d6e6 e7d7";
    let game = played(start, &format!("{cycle} {cycle}"), Rules::Axf);
    assert_eq!(verdict(&game), "draw");
}

#[test]
fn the_computer_rules_judge_at_the_second_occurrence() {
    let start = "3k5/9/9/9/2c6/9/9/9/R8/5K3 w - - 0 1";
    let once = "a1c1 c5e5 c1e1 e5c5 e1c1";
    assert_eq!(played(start, once, Rules::Axf).end(), None);
    let end = played(start, once, Rules::Computer).end();
    assert!(matches!(end, Some(End::Repeated(_))), "{end:?}");
}
