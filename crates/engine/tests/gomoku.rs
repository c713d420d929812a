//! Gomoku's players as everybody sees them.

use boyi_engine::{Engine, Go, Setup, Thought, game};
use boyi_game::{Side, Status, Table, ToAct};

fn table(rules: &str, moves: &str) -> Box<dyn Table> {
    let setup = Setup {
        rules: Some(rules.to_owned()),
        moves: Some(moves.to_owned()),
        ..Setup::default()
    };
    let game = game("gomoku").expect("gomoku is a game");
    game.lay(&setup).expect("a position")
}

fn empty(rows: usize, rules: &str) -> Box<dyn Table> {
    let setup = Setup {
        size: Some((rows, rows)),
        rules: Some(rules.to_owned()),
        ..Setup::default()
    };
    game("gomoku")
        .expect("a game")
        .lay(&setup)
        .expect("a board")
}

fn player(spec: &str) -> Box<dyn Engine> {
    let game = game("gomoku").expect("gomoku is a game");
    game.player(&spec.parse().expect("a player"))
        .expect("known")
}

fn think(engine: &mut dyn Engine, table: &dyn Table, nodes: u64) -> Thought {
    let ToAct::One(side) = table.to_act() else {
        panic!("the game is over")
    };
    let orders = Go::nodes(nodes);
    engine
        .think(&table.seen(), side, &orders, &mut |_| ())
        .expect("a thought")
}

/// Plays a game out; the strong player has this many positions a move.
fn play_out(mut table: Box<dyn Table>, mut players: [Box<dyn Engine>; 2], nodes: u64) -> Status {
    while let ToAct::One(side) = table.to_act() {
        let thought = think(players[side.index()].as_mut(), table.as_ref(), nodes);
        let mv = thought.best.expect("the game goes on");
        table.play(side, &mv).expect("players play legal moves");
    }
    table.status()
}

#[test]
fn five_is_played_and_five_is_stopped() {
    for rules in ["freestyle", "standard", "renju"] {
        let mut strong = player("strong:hash=4");
        let own = table(rules, "h8a1h9a2h10a3h11a15");
        let thought = think(strong.as_mut(), own.as_ref(), 10_000);
        assert!(["h7", "h12"].contains(&thought.best.as_deref().unwrap_or_default()));
        assert_eq!(thought.lines[0].score.plies_to_end(), Some(1));
        let theirs = table(rules, "h8a1h9a3h10a5h11");
        let thought = think(strong.as_mut(), theirs.as_ref(), 10_000);
        assert!(["h7", "h12"].contains(&thought.best.as_deref().unwrap_or_default()));
    }
}

#[test]
fn a_win_by_fours_is_seen_to_its_end() {
    // Three in a row and three in a column, each stopped at one end: four, four and five.
    let mut strong = player("strong:hash=4");
    let position = table("freestyle", "e8d8f8e5g8e4h9h12h10a1h11a15");
    let thought = think(strong.as_mut(), position.as_ref(), 20_000);
    assert_eq!(thought.best.as_deref(), Some("h8"));
    assert_eq!(thought.lines[0].score.plies_to_end(), Some(3));
}

#[test]
fn it_answers_however_early_it_is_stopped_and_on_every_board() {
    for rows in [5, 6, 15, 19, 22] {
        for rules in ["freestyle", "standard", "renju"] {
            let table = empty(rows, rules);
            let mut strong = player("strong:hash=4");
            for nodes in [1, 500] {
                let thought = think(strong.as_mut(), table.as_ref(), nodes);
                assert!(thought.best.is_some(), "{rows} {rules} {nodes}");
            }
        }
    }
}

#[test]
fn small_boards_are_played_to_the_end() {
    for rules in ["freestyle", "standard", "renju"] {
        for rows in [5, 7] {
            let table = empty(rows, rules);
            let players = [player("strong:hash=4"), player("strong:hash=4")];
            let Status::Over { .. } = play_out(table, players, 500) else {
                panic!("played to its end")
            };
        }
    }
}

#[test]
fn the_reports_player_is_beaten_from_both_sides() {
    for (index, opening) in ["h8", "h8i9", "h8h9j10"].into_iter().enumerate() {
        let strong_side = Side::BOTH[index % 2];
        let strong = player("strong:hash=8");
        let report = player("pvs:eval=report,depth=2");
        let players = match strong_side {
            Side::First => [strong, report],
            Side::Second => [report, strong],
        };
        let Status::Over { outcome, .. } = play_out(table("freestyle", opening), players, 10_000)
        else {
            panic!("played to its end")
        };
        assert_eq!(outcome.winner(), Some(strong_side), "{opening}");
    }
}

#[test]
fn one_thread_always_thinks_the_same_and_several_think_too() {
    let position = table("renju", "h8i9g10");
    let once = think(player("strong:hash=4").as_mut(), position.as_ref(), 5_000);
    let twice = think(player("strong:hash=4").as_mut(), position.as_ref(), 5_000);
    assert_eq!((&once.best, &once.lines), (&twice.best, &twice.lines));
    // Helpers that do nothing would leave the count as it was.
    let nodes = |spec: &str| {
        let thought = think(player(spec).as_mut(), position.as_ref(), 10_000_000);
        assert!(thought.best.is_some());
        thought.counts.nodes
    };
    // More of them may even need fewer nodes in all: what one finds saves others work.
    let (alone, together) = (nodes("strong:depth=9"), nodes("strong:depth=9,threads=3"));
    assert_ne!(together, alone);
}

#[test]
fn where_the_only_answer_is_forbidden_something_else_is_played() {
    // White has made a four, and black may not stop it.
    let moves = "f8f5h4g5i5g6g4h7i8e4d3e5h5e6e3g8f7f9e10j5";
    let position = table("renju", moves);
    let thought = think(player("strong:hash=4").as_mut(), position.as_ref(), 5_000);
    assert_eq!(thought.lines[0].score.plies_to_end(), Some(2));
    let ToAct::One(side) = position.to_act() else {
        panic!("the game goes on")
    };
    let mut after = table("renju", moves);
    let mv = thought.best.expect("a move");
    after.play(side, &mv).expect("a move that may be played");
    assert!(
        matches!(after.to_act(), ToAct::One(_)),
        "{mv} loses at once"
    );
}

#[test]
fn several_lines_begin_differently() {
    let position = table("freestyle", "h8h9i7");
    let orders = Go {
        depth: Some(4),
        lines: 3,
        ..Go::default()
    };
    let mut strong = player("strong:hash=4");
    let thought = strong
        .think(&position.seen(), Side::Second, &orders, &mut |_| ())
        .expect("a thought");
    let mut first: Vec<&String> = thought.lines.iter().map(|line| &line.moves[0]).collect();
    first.dedup();
    assert_eq!(first.len(), 3);
    assert!(thought.lines[0].score >= thought.lines[2].score);
}
