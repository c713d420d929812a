//! Xiangqi through the front door: mates found, every position answered, lines judged.

use boyi_engine::xiangqi::{Verdict, judge};
use boyi_engine::{Go, PerftMode, Setup, Thought, game};
use boyi_game::{Side, Status, shared_files};

fn at(position: &str) -> Setup {
    Setup {
        position: Some(position.to_owned()),
        ..Setup::default()
    }
}

fn thought(player: &str, setup: &Setup, depth: u32) -> Thought {
    let xiangqi = game("xiangqi").expect("a game");
    let table = xiangqi.lay(setup).expect("a position");
    let orders = Go::depth(depth);
    let spec = player.parse().expect("a player");
    let mut player = xiangqi.player(&spec).expect("a player");
    let thought = player.think(&table.seen(), Side::First, &orders, &mut |_| ());
    thought.expect("thinks")
}

fn mate(thought: &Thought) -> Option<u32> {
    let score = thought.lines.first()?.score;
    score.plies_to_end().map(|plies| plies.div_ceil(2))
}

/// Mates of our own: two rooks, then a horse with the general's help.
#[test]
fn mates_are_announced_with_their_distance() {
    let two_rooks = at("3k5/9/R8/1R7/9/9/9/9/9/5K3 w - - 0 1");
    for player in ["minimax", "alpha-beta", "pvs", "mtdf", "pvs:quiescence"] {
        let found = thought(player, &two_rooks, 3);
        assert_eq!(mate(&found), Some(2), "{player}: {:?}", found.lines);
    }
}

/// The specification's six, in coordinates.
#[test]
fn the_course_positions_have_their_mates() {
    for (number, mv, moves) in [
        (1, "b8e8", 1),
        (2, "d4d9", 1),
        (3, "f6e6", 2),
        (4, "b1b9", 2),
        (5, "b6d7", 2),
        (6, "c0c8", 3),
    ] {
        let Some(text) = shared_files::text(&format!("xiangqi/positions/{number}.txt")) else {
            return;
        };
        let found = thought("pvs", &at(&text), 2 * moves - 1);
        assert_eq!(found.best.as_deref(), Some(mv), "position {number}");
        assert_eq!(mate(&found), Some(moves), "position {number}");
    }
}

#[test]
fn all_classic_searches_find_the_same_value() {
    let xiangqi = game("xiangqi").expect("a game");
    for position in xiangqi.test_positions() {
        let value = |player: &str| thought(player, &at(position), 3).lines[0].score;
        let minimax = value("minimax");
        for player in [
            "alpha-beta",
            "ordered",
            "table",
            "pvs",
            "aspiration",
            "mtdf",
        ] {
            assert_eq!(value(player), minimax, "{player}: {position}");
        }
    }
}

/// The course player crashed here.
#[test]
fn finished_and_forced_positions_are_answered() {
    let mated = at("R2k5/1R7/9/9/9/9/9/9/9/4K4 b - - 0 1");
    assert_eq!(thought("pvs", &mated, 3).best, None);
    let table = game("xiangqi")
        .expect("a game")
        .lay(&mated)
        .expect("a table");
    let Status::Over { reason, .. } = table.status() else {
        panic!("mated is over");
    };
    assert_eq!(reason.english, "black is mated");
    let forced = at("R2k5/9/9/9/9/9/9/9/9/4K4 b - - 0 1");
    assert_eq!(thought("pvs", &forced, 4).best.as_deref(), Some("d9d8"));
}

#[test]
fn a_line_is_judged_at_its_end() {
    let moves = "i0i9 d9d8 i9i8 d8d9 i8i9 d9d8 i9i8 d8d9 i8i9";
    let line = |moves: &str, rules: &str| Setup {
        moves: Some(moves.to_owned()),
        rules: Some(rules.to_owned()),
        ..at("3k5/9/9/9/9/9/9/9/r8/4K3R w")
    };
    for rules in ["axf", "wxf", "simple", "computer"] {
        let judged = judge(&line(moves, rules), false).expect("a line");
        assert_eq!(judged.verdict, Verdict::Wins, "{rules}");
        let reason = &judged.reason.english;
        assert!(
            reason.contains("red gives check with every move"),
            "{reason}"
        );
        assert!(reason.contains("red must deviate and loses"), "{reason}");
    }
    let short = judge(&line("i0i9 d9d8", "axf"), false).expect("a line");
    assert_eq!(short.verdict, Verdict::GoesOn);
    let from_one = judge(&line("i1i10 d10d9", "axf"), true).expect("a line");
    assert_eq!(from_one.position, short.position);
    let wrong = judge(&line("i0i9 d9d7", "axf"), false).expect_err("not a move");
    assert!(
        wrong.to_string().contains("move 2: `d9d7` is not legal"),
        "{wrong}"
    );
}

#[test]
fn perft_counts_what_pieces_can_do() {
    let xiangqi = game("xiangqi").expect("a game");
    let modes = [
        PerftMode::Plain { bulk: false },
        PerftMode::Plain { bulk: true },
        PerftMode::Hashed {
            threads: 2,
            table_bytes: 1 << 20,
        },
    ];
    for mode in modes {
        let counts = xiangqi.perft(&Setup::default(), 3, mode).expect("counts");
        assert_eq!(counts.len(), 44);
        assert_eq!(counts.iter().map(|(_, leaves)| leaves).sum::<u64>(), 79_666);
    }
}

#[test]
fn games_are_written_in_every_format() {
    let xiangqi = game("xiangqi").expect("a game");
    let setup = Setup {
        moves: Some("炮二平五 马8进7 H2+3".to_owned()),
        ..Setup::default()
    };
    let table = xiangqi.lay(&setup).expect("a game");
    let text = |format| xiangqi.export(table.record(), format).expect(format);
    assert_eq!(text("moves"), "h2e2 h9g7 h0g2");
    assert_eq!(text("chinese"), "炮二平五 马8进7 马二进三");
    assert_eq!(text("traditional"), "炮二平五 馬8進7 馬二進三");
    assert_eq!(text("wxf"), "C2=5 h8+7 H2+3");
    assert!(text("position").starts_with("rnbakab1r/9/1c4nc1/"));
    assert_eq!(text("board").lines().count(), 10);
}
