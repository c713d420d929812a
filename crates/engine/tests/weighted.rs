//! The strong player on boards of every size and worth.

use boyi_engine::{Engine, Game, Go, PlayerSpec, Setup, game, reversi};
use boyi_game::{Position, Random, Side, Table, ToAct};
use boyi_reversi::discs::Discs;
use boyi_reversi::{Bitboard, Grid, Layout, Move, Reversi, position_text};
use boyi_search::Stop;

fn player(text: &str) -> Box<dyn Engine> {
    let spec: PlayerSpec = text.parse().expect("a player");
    reversi::Reversi.player(&spec).expect("a player")
}

fn lay(position: String) -> Box<dyn Table> {
    let setup = Setup {
        position: Some(position),
        ..Setup::default()
    };
    game("reversi")
        .expect("a game")
        .lay(&setup)
        .expect("a board")
}

fn random_layout(random: &mut Random, rows: usize, cols: usize) -> Layout {
    Layout::weighted(rows, cols, |_| 1 + random.below(9) as u8).expect("a board")
}

/// Every line to its end.
fn minimax<D: Discs>(position: &mut Reversi<D>) -> i32 {
    let mut moves = Vec::new();
    position.legal_moves(&mut moves);
    if moves.is_empty() {
        let (turn, points) = (position.turn(), position.points());
        return points[turn] - points[!turn];
    }
    let value = |mv: &Move| -position.after(*mv, minimax);
    moves.iter().map(value).max().expect("there is a move")
}

#[test]
fn the_solver_agrees_with_minimax_on_weighted_boards() {
    let mut random = Random::new(8);
    for (rows, cols) in [(4, 4), (4, 6), (6, 4), (6, 6), (8, 8), (6, 8)] {
        for _ in 0..6 {
            let layout = random_layout(&mut random, rows, cols);
            let start = boyi_reversi::Setup::start(layout);
            let mut position = Bitboard::new(&start).expect("at most 8 x 8");
            let mut empties = rows * cols - 4;
            let mut moves = Vec::new();
            while empties > 8 && position.outcome().is_none() {
                moves.clear();
                position.legal_moves(&mut moves);
                let mv = *random.choose(&moves).expect("not over");
                empties -= usize::from(mv != Move::Pass);
                position.make(mv);
            }
            let sign = if position.turn() == Side::First {
                1
            } else {
                -1
            };
            let expected = sign * minimax(&mut position);
            let setup = Setup {
                position: Some(position_text(&position.setup())),
                ..Setup::default()
            };
            let solution = reversi::solve(&setup, 1 << 20, &Stop::default(), &mut |_| ());
            let solution = solution.expect("a board");
            assert_eq!(solution.value, Some(expected), "{position:?}");
            // The line leads to the value.
            for mv in &solution.line {
                let mv = boyi_game::Shown::parse_move(&position, position.turn(), mv);
                position.make(mv.expect("a legal line"));
            }
            let points = position.points();
            assert!(position.outcome().is_some());
            assert_eq!(points[Side::First] - points[Side::Second], expected);
        }
    }
}

#[test]
fn the_end_is_counted_to_the_point_on_large_boards() {
    let mut random = Random::new(5);
    for (rows, cols) in [(10, 10), (8, 12), (14, 16), (10, 20)] {
        let layout = random_layout(&mut random, rows, cols);
        let mut position = Grid::new(&boyi_reversi::Setup::start(layout)).expect("any board");
        let mut empties = rows * cols - 4;
        let mut moves = Vec::new();
        while empties > 7 && position.outcome().is_none() {
            moves.clear();
            position.legal_moves(&mut moves);
            let mv = *random.choose(&moves).expect("not over");
            empties -= usize::from(mv != Move::Pass);
            position.make(mv);
        }
        moves.clear();
        position.legal_moves(&mut moves);
        if moves.is_empty() || moves == [Move::Pass] {
            continue;
        }
        let table = lay(position_text(&position.setup()));
        let orders = Go::depth(99);
        let thought = player("strong").think(&table.seen(), position.turn(), &orders, &mut |_| ());
        let best = &thought.expect("a game").lines[0];
        assert_eq!(best.score.value(), minimax(&mut position), "{position:?}");
    }
}

/// Plays a game and returns the first player's lead.
fn lead(position: &str, first: &str, second: &str) -> i32 {
    let mut table = lay(position.to_owned());
    let mut players = [player(first), player(second)];
    while let ToAct::One(side) = table.to_act() {
        let mover = &mut players[usize::from(side == Side::Second)];
        let thought = mover.think(&table.seen(), side, &Go::default(), &mut |_| ());
        let best = thought.expect("a game").best.expect("a move");
        table.play(side, &best).expect("legal");
    }
    let points = table.points().expect("reversi counts points");
    points[Side::First] - points[Side::Second]
}

#[test]
fn the_strong_player_beats_the_course_on_any_board() {
    let mut random = Random::new(3);
    for (rows, cols) in [(8, 8), (10, 10), (8, 12)] {
        let layout = random_layout(&mut random, rows, cols);
        let start = position_text(&boyi_reversi::Setup::start(layout));
        let strong = "strong:depth=4";
        for opponent in ["scan", "priority", "random:seed=1", "course:depth=2"] {
            let total = lead(&start, strong, opponent) - lead(&start, opponent, strong);
            assert!(total > 0, "{opponent} on {start}: {total}");
        }
    }
}

#[test]
fn the_largest_board_is_played_under_any_clock() {
    let layout = Layout::othello(30, 30).expect("a board");
    let table = lay(position_text(&boyi_reversi::Setup::start(layout)));
    let mut strong = player("strong");
    for orders in [Go::nodes(1), Go::nodes(500), Go::depth(2)] {
        let thought = strong.think(&table.seen(), Side::First, &orders, &mut |_| ());
        let best = thought.expect("a game").best.expect("a move");
        assert!(
            table
                .legal_moves(Side::First)
                .iter()
                .any(|mv| mv.text == best)
        );
    }
    let stop = Stop::default();
    stop.stop();
    let orders = Go {
        stop,
        ..Go::default()
    };
    let thought = strong.think(&table.seen(), Side::First, &orders, &mut |_| ());
    assert!(
        thought.expect("a game").best.is_some(),
        "an answer however early it is stopped"
    );
}

/// Few discs make the evaluation's shapes silent, and a wipe-out is many plies deep.
#[test]
fn chance_never_wipes_the_strong_player_out() {
    let layout = Layout::othello(12, 12).expect("a board");
    let start = position_text(&boyi_reversi::Setup::start(layout));
    for seed in 1..=6 {
        let random = format!("random:seed={seed}");
        let won = lead(&start, "strong:nodes=400", &random) > 0;
        assert!(won, "as the first player against {random}");
        let won = lead(&start, &random, "strong:nodes=400") < 0;
        assert!(won, "as the second player against {random}");
    }
}

/// What was learned of the solver's speed in one game must not change the next.
#[test]
fn the_same_game_is_thought_about_in_the_same_way_again() {
    for (rows, cols) in [(8, 8), (8, 10)] {
        let layout = random_layout(&mut Random::new(4), rows, cols);
        let start = position_text(&boyi_reversi::Setup::start(layout));
        let mut strong = player("strong:nodes=3000");
        let mut play = || {
            let mut table = lay(start.clone());
            strong.prepare(&table.seen()).expect("ready");
            let mut thoughts = Vec::new();
            while let ToAct::One(side) = table.to_act() {
                let thought = strong.think(&table.seen(), side, &Go::default(), &mut |_| ());
                let thought = thought.expect("a game");
                let best = thought.best.expect("a move");
                table.play(side, &best).expect("legal");
                thoughts.push((best, thought.counts.nodes));
            }
            thoughts
        };
        assert_eq!(play(), play(), "{rows} x {cols}");
    }
}

/// A game between nobody in particular, with so many cells left empty.
fn late_game(start: &str, cells: usize, empties: usize, random: &mut Random) -> Box<dyn Table> {
    let mut table = lay(start.to_owned());
    let mut placed = 4;
    while let ToAct::One(side) = table.to_act() {
        if placed + empties >= cells {
            break;
        }
        let legal = table.legal_moves(side);
        let mv = &random.choose(&legal).expect("a pass is a move").text;
        placed += usize::from(mv != "pass");
        table.play(side, mv).expect("legal");
    }
    table
}

#[test]
fn what_was_pondered_need_not_be_thought_again_on_any_board() {
    // The general engine's three ways to store discs, and both engines together.
    let mut random = Random::new(11);
    let mut weighted = |rows, cols| random_layout(&mut random, rows, cols);
    let boards = [
        (weighted(8, 8), 14),
        (weighted(10, 10), 11),
        (weighted(8, 20), 11),
        (Layout::weighted(8, 8, |_| 3).expect("a board"), 14),
    ];
    for (layout, empties) in boards {
        let (rows, cols) = (layout.rows(), layout.cols());
        let start = position_text(&boyi_reversi::Setup::start(layout));
        let table = late_game(&start, rows * cols, empties, &mut random);
        let whole = "strong:depth=99";
        let mut pondering = player(whole);
        pondering.prepare(&table.seen()).expect("ready");
        // So few empties are soon all known, and pondering ends by itself.
        let pondered = pondering.ponder(&table.seen(), &Stop::default());
        pondered.expect("a game");
        let ToAct::One(side) = table.to_act() else {
            continue;
        };
        for reply in table.legal_moves(side) {
            let mut after = lay(start.clone());
            for mv in table.seen().moves {
                after.play(mv.side, &mv.text).expect("played before");
            }
            after.play(side, &reply.text).expect("legal");
            let ToAct::One(side) = after.to_act() else {
                continue;
            };
            let answer = |player: &mut dyn Engine| {
                let thought = player.think(&after.seen(), side, &Go::default(), &mut |_| ());
                let thought = thought.expect("a game");
                let score = thought.lines.first().map(|line| line.score);
                (score, thought.counts.nodes)
            };
            let (value, _) = answer(&mut *player(whole));
            let known = answer(&mut *pondering);
            let what = format!("{rows} x {cols}, {}", reply.text);
            assert_eq!(known, (value, 0), "{what}: the same, and at once");
        }
    }
}

/// The course's boards of ones, whose middle is worth nothing, are played by both engines together.
#[test]
fn nearly_standard_boards_are_played_to_the_last_point() {
    let mut cells = vec![vec![b'1'; 8]; 8];
    (cells[3][3], cells[3][4], cells[4][3], cells[4][4]) = (b'o', b'O', b'O', b'o');
    let rows: Vec<String> = cells
        .into_iter()
        .map(|row| String::from_utf8(row).expect("text"))
        .collect();
    let board = format!("8 8\n{}\n", rows.join("\n"));
    let total = lead(&board, "strong:depth=3", "course:depth=2")
        - lead(&board, "course:depth=2", "strong:depth=3");
    assert!(total > 0, "{total}");
}

#[test]
fn several_lines_are_different_moves_on_large_boards() {
    let layout = Layout::othello(10, 10).expect("a board");
    let table = lay(position_text(&boyi_reversi::Setup::start(layout)));
    let orders = Go {
        depth: Some(3),
        lines: 3,
        ..Go::default()
    };
    let thought = player("strong").think(&table.seen(), Side::First, &orders, &mut |_| ());
    let lines = thought.expect("a game").lines;
    let firsts: std::collections::BTreeSet<&String> =
        lines.iter().map(|line| &line.moves[0]).collect();
    assert_eq!((lines.len(), firsts.len()), (3, 3));
    assert!(lines.is_sorted_by(|a, b| a.score >= b.score));
}
