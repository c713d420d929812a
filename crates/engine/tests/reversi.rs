//! Reversi through the front door: solved boards, several lines, and the course's opponents.

use boyi_engine::{Engine, Game, Go, PlayerSpec, Setup, SetupError, game, reversi};
use boyi_game::{Key, PerSide, Side, Status, Table, ToAct, shared_files};
use boyi_search::Stop;

fn player(text: &str) -> Box<dyn Engine> {
    let spec: PlayerSpec = text.parse().expect("a player");
    reversi::Reversi.player(&spec).expect("a player")
}

fn solved(position: &str, rules: Option<&str>) -> i32 {
    let setup = Setup {
        position: Some(position.into()),
        rules: rules.map(str::to_owned),
        ..Setup::default()
    };
    let solution = reversi::solve(&setup, 1 << 20, &Stop::default(), &mut |_| ()).expect("a board");
    solution.value.expect("solved")
}

/// The values of the specification: first player's points minus second's, best play by both.
#[test]
fn small_boards_have_their_known_values() {
    let four = "4x4 -----OX--XO----- X";
    assert_eq!(solved(four, Some("discs")), -8);
    assert_eq!(solved(four, Some("winner")), -10);
    for (worth, value) in [
        ("9999900990099999", -36),
        ("9119100110019119", 0),
        ("5398700120046753", -13),
        ("3719500460028164", -8),
    ] {
        assert_eq!(solved(&format!("{four} {worth}"), None), value, "{worth}");
    }
    let board = "4 4\n9999\n9oO9\n9Oo9\n9999\n";
    assert_eq!(solved(board, None), -36, "the same from a board file");
}

#[test]
fn a_game_that_is_over_is_solved_already() {
    assert_eq!(
        solved("4x4 XXXXXXXXOOOOXXXX O", None),
        8,
        "always from the first player's view"
    );
}

#[test]
fn several_lines_are_different_moves_in_order() {
    let table = game("reversi")
        .expect("a game")
        .lay(&Setup::default())
        .expect("a board");
    let orders = Go {
        depth: Some(5),
        lines: 3,
        ..Go::default()
    };
    for name in ["pvs", "mtdf", "alpha-beta"] {
        let several = player(name)
            .think(&table.seen(), Side::First, &orders, &mut |_| ())
            .expect("thinks");
        let one = Go {
            lines: 1,
            ..orders.clone()
        };
        let single = player(name)
            .think(&table.seen(), Side::First, &one, &mut |_| ())
            .expect("thinks");
        let first: Vec<&String> = several.lines.iter().map(|line| &line.moves[0]).collect();
        assert_eq!(first.len(), 3, "{name}");
        assert!(
            first[0] != first[1] && first[1] != first[2] && first[0] != first[2],
            "{name}: {first:?}"
        );
        assert!(
            several
                .lines
                .is_sorted_by_key(|line| std::cmp::Reverse(line.score)),
            "{name}"
        );
        assert_eq!(several.lines[0].score, single.lines[0].score, "{name}");
        assert!(several.lines.iter().all(|line| line.depth == 5), "{name}");
    }
}

#[test]
fn a_player_follows_a_game_that_goes_back() {
    let mut table = game("reversi")
        .expect("a game")
        .lay(&Setup::default())
        .expect("a board");
    let mut one = player("pvs:depth=3");
    let mut ask = |table: &dyn Table, side| {
        one.think(&table.seen(), side, &Go::default(), &mut |_| ())
            .expect("thinks")
            .best
    };
    let before = ask(&*table, Side::First);
    table.play(Side::First, "f5").expect("legal");
    table.play(Side::Second, "d6").expect("legal");
    assert!(ask(&*table, Side::First).is_some());
    assert!(table.take_back() && table.take_back() && !table.take_back());
    assert_eq!(ask(&*table, Side::First), before);
}

#[test]
fn a_record_is_enough_to_play_a_game_again() {
    let setup = Setup {
        size: Some((6, 6)),
        rules: Some("winner".into()),
        ..Setup::default()
    };
    let mut table = game("reversi")
        .expect("a game")
        .lay(&setup)
        .expect("a board");
    while let ToAct::One(side) = table.to_act() {
        let again = boyi_engine::replay(table.record()).expect("its own record");
        assert_eq!(
            (again.position(), again.record()),
            (table.position(), table.record())
        );
        let mv = table.legal_moves(side).remove(0);
        table.play(side, &mv.text).expect("legal");
    }
    let mut record = table.record().clone();
    record.moves[3].text = "j9".into();
    let error = boyi_engine::replay(&record)
        .err()
        .expect("cannot be played");
    assert_eq!(
        error.to_string(),
        "move 4: `j9` is not legal: it is not on the board"
    );
}

fn points_of_a_game(setup: &Setup, mut players: PerSide<Box<dyn Engine>>) -> PerSide<i32> {
    let mut table = game("reversi")
        .expect("a game")
        .lay(setup)
        .expect("a board");
    while let ToAct::One(side) = table.to_act() {
        let thought = players[side]
            .think(&table.seen(), side, &Go::default(), &mut |_| ())
            .expect("thinks");
        table
            .play(side, &thought.best.expect("a move"))
            .expect("a legal move");
    }
    assert!(matches!(table.status(), Status::Over { .. }));
    table.points().expect("reversi counts points")
}

/// Both games on a board: how many points more than the opponent.
fn both_games(board: &str, ours: &str, theirs: &str) -> i32 {
    let setup = Setup {
        position: Some(board.to_owned()),
        ..Setup::default()
    };
    let first = points_of_a_game(&setup, PerSide::new(player(ours), player(theirs)));
    let second = points_of_a_game(&setup, PerSide::new(player(theirs), player(ours)));
    first[Side::First] - first[Side::Second] + second[Side::Second] - second[Side::First]
}

/// A board file of a course task: all ones; corners, or the whole edge, worth something else; or
/// anything anywhere.
fn board(task: u32, size: usize, seed: u64) -> String {
    let worth = |n: usize| 1 + Key::mixed(seed * 1000 + n as u64).0 % 9;
    let mut text = format!("{size} {size}\n");
    for row in 0..size {
        for col in 0..size {
            let (down, across) = (row.min(size - 1 - row), col.min(size - 1 - col));
            let (middle_row, middle_col) = (down == size / 2 - 1, across == size / 2 - 1);
            let special = match task {
                1 => false,
                2 => down == 0 && across == 0,
                3 => down == 0 || across == 0,
                _ => true,
            };
            text.push_str(&match (middle_row && middle_col, special) {
                (true, _) => if (row < size / 2) == (col < size / 2) {
                    "o"
                } else {
                    "O"
                }
                .to_owned(),
                (false, true) => worth(row * size + col).to_string(),
                (false, false) => "1".to_owned(),
            });
        }
        text.push('\n');
    }
    text
}

#[test]
fn the_course_opponents_lose_on_boards_of_our_own() {
    for (task, opponent) in [
        (1, "random:seed=1"),
        (2, "scan"),
        (3, "priority"),
        (4, "course"),
    ] {
        for size in [8, 10, 12] {
            let margin = both_games(&board(task, size, 7), "pvs:depth=4", opponent);
            assert!(
                margin > 0,
                "task {task}, {size} x {size}, {opponent}: {margin}"
            );
        }
    }
}

#[test]
fn the_course_opponents_lose_on_the_course_boards() {
    let boards = [
        ("one_map1", "random:seed=2"),
        ("one_map2", "random:seed=3"),
        ("one_map3", "random:seed=4"),
        ("two_map1", "scan"),
        ("two_map2", "scan"),
        ("two_map3", "scan"),
        ("two_map4", "scan"),
        ("three_map1", "priority"),
        ("three_map2", "priority"),
        ("three_map3", "priority"),
        ("three_map4", "priority"),
        ("four_like_8x8", "course"),
        ("four_like_12x12", "course"),
    ];
    for (name, opponent) in boards {
        let Some(text) = shared_files::text(&format!("reversi/task_{name}.txt")) else {
            return;
        };
        let margin = both_games(&text, "pvs:depth=4", opponent);
        assert!(margin > 0, "{name}, {opponent}: {margin}");
    }
}

/// A quick version of a player.
fn limited(name: &str) -> String {
    let searches = !["random", "scan", "priority"].contains(&name);
    if searches {
        format!("{name}:depth=2")
    } else {
        name.to_owned()
    }
}

#[test]
fn every_search_and_character_plays_legal_games_on_odd_boards() {
    let reversi: &dyn Game = game("reversi").expect("a game");
    let names = boyi_search::Algorithm::ALL
        .map(boyi_search::Algorithm::name)
        .into_iter();
    for name in names.chain(reversi.characters().iter().map(|character| character.name)) {
        for size in [(4, 10), (10, 4), (6, 6)] {
            let setup = Setup {
                size: Some(size),
                ..Setup::default()
            };
            points_of_a_game(
                &setup,
                PerSide::new(player(&limited(name)), player("random:seed=9")),
            );
        }
    }
}

/// The lab's observation: at depth 2 pruning changes little, at depth 8 nearly everything.
#[test]
fn pruning_saves_little_at_depth_2_and_most_at_depth_8() {
    let table = game("reversi")
        .expect("a game")
        .lay(&Setup::default())
        .expect("a board");
    let leaves = |name: &str, depth| {
        let orders = Go::depth(depth);
        let mut player = player(&format!("{name}:eval=lab"));
        player
            .think(&table.seen(), Side::First, &orders, &mut |_| ())
            .expect("thinks")
            .counts
            .leaves
    };
    assert_eq!(leaves("minimax", 8), 390_216, "as many as perft counts");
    assert!(leaves("alpha-beta", 8) * 10 < 390_216);
    assert!(leaves("alpha-beta", 2) * 2 > leaves("minimax", 2));
}

#[test]
fn players_keep_their_names() {
    for name in [
        "course",
        "random:seed=3",
        "pvs:eval=lab,depth=4",
        "mtdf:time=400us",
    ] {
        assert_eq!(player(name).name(), name);
    }
    let spec: PlayerSpec = "random:depth=3".parse().expect("readable");
    let error = game("reversi")
        .expect("a game")
        .player(&spec)
        .err()
        .expect("refused");
    assert_eq!(
        error.to_string(),
        "player `random:depth=3`: `random` does not search, it takes no option but seed="
    );
}

#[test]
fn a_prepared_player_plays_as_if_it_were_new() {
    let table = game("reversi")
        .expect("a game")
        .lay(&Setup::default())
        .expect("a board");
    let orders = Go::depth(6);
    for name in ["pvs:seed=5", "mtdf:seed=5", "random:seed=5"] {
        let mut one = player(name);
        let mut ask = || {
            one.prepare(&table.seen()).expect("prepares");
            let thought = one
                .think(&table.seen(), Side::First, &orders, &mut |_| ())
                .expect("thinks");
            (thought.best, thought.counts.nodes)
        };
        assert_eq!(ask(), ask(), "{name}");
    }
}

#[test]
fn games_are_written_in_the_fields_formats() {
    let reversi = game("reversi").expect("a game");
    let setup = Setup {
        moves: Some("f5d6c3".into()),
        ..Setup::default()
    };
    let table = reversi.lay(&setup).expect("a board");
    let export = |format| reversi.export(table.record(), format);
    assert_eq!(export("transcript").as_deref(), Ok("f5d6c3"));
    assert_eq!(export("position").as_deref(), Ok(table.position().as_str()));
    let ggf = export("ggf").expect("a standard board");
    assert!(
        ggf.starts_with("(;GM[Othello]TY[8]BO[8 ") && ggf.ends_with("B[F5]W[D6]B[C3];)"),
        "{ggf}"
    );
    assert!(export("board").is_err(), "its middle is worth something");
    assert!(
        export("nothing")
            .expect_err("unknown")
            .to_string()
            .contains("choose from position, transcript, ggf")
    );
    let read = Setup {
        position: Some(ggf),
        ..Setup::default()
    };
    assert_eq!(
        reversi.lay(&read).expect("reads back").record(),
        table.record()
    );
}

#[test]
fn static_evaluations_are_discs_of_the_side_to_move_on_standard_boards() {
    let reversi = game("reversi").expect("a game");
    let of = |setup: &Setup| reversi.static_evaluations(setup);
    let start = of(&Setup::default()).expect("a standard board");
    assert_eq!(start.hand, 0);
    // Number 40 of the FFO test suite, worth 38 discs to the side to move.
    let won = "O--OOOOX-OOOOOOXOOXXOOOXOOXOOOXXOOOOOOXX---OOOOX----O--X-------- X";
    let setup = |position: &str| Setup {
        position: Some(position.to_owned()),
        ..Setup::default()
    };
    let ahead = of(&setup(won)).expect("a standard board");
    let behind = of(&setup(&won.replace(" X", " O"))).expect("a standard board");
    assert!(ahead.learned > 5, "{ahead:?}");
    assert_eq!(behind.hand, -ahead.hand);
    let small = of(&setup("4x4 -----OX--XO----- X"));
    assert_eq!(small, Err(SetupError::NoEvaluation("reversi")));
}

#[test]
fn the_evaluation_by_hand_plays_standard_boards_and_refuses_weights_beside_it() {
    let table = |size: usize| {
        let setup = Setup {
            size: Some((size, size)),
            ..Setup::default()
        };
        game("reversi")
            .expect("a game")
            .lay(&setup)
            .expect("a board")
    };
    let thinks = |size: usize| {
        let table = table(size);
        player("strong:eval=hand,depth=3").think(
            &table.seen(),
            Side::First,
            &Go::default(),
            &mut |_| (),
        )
    };
    assert!(thinks(8).is_ok());
    let error = thinks(10).expect_err("no such evaluation").to_string();
    assert!(error.contains("standard boards only"), "{error}");
    let refused = |text: &str| {
        let spec: PlayerSpec = text.parse().expect("a player");
        game("reversi").expect("a game").player(&spec).err()
    };
    assert!(refused("strong:eval=hand,weights=a.eval").is_some());
    assert!(refused("strong:eval=balanced").is_some());
}
