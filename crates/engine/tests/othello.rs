//! The fast engine: right to the last disc, whatever the threads, the window and the suite.

use boyi_engine::reversi::othello::{Board, Evaluation, Othello, OthelloGo};
use boyi_game::{Random, shared_files};
use boyi_reversi::formats::obf;
use boyi_search::kernel::Go;

fn engine(threads: usize) -> Othello {
    Othello::new(16 << 20, Evaluation::embedded(), threads).expect("a small table")
}

fn solved(engine: &Othello, board: Board, only_the_winner: bool) -> i32 {
    let task = OthelloGo {
        only_the_winner,
        ..OthelloGo::from(Go::depth(60))
    };
    let found = engine.think(board, &task, &mut |_| ());
    found.lines[0].value
}

/// A position so many empties before the end of a random game.
fn random_position(random: &mut Random, empties: u32) -> Option<Board> {
    let mut board = Board::START;
    while board.empties() > empties || board.moves() == 0 {
        if board.is_over() {
            return None;
        }
        let moves: Vec<u32> = (0..64).filter(|at| board.moves() >> at & 1 == 1).collect();
        board = match random.choose(&moves) {
            Some(&at) => board.after(at, board.flips(at)),
            None => board.passed(),
        };
    }
    Some(board)
}

/// Every line to its end: no window, no order, no table.
fn minimax(board: Board) -> i32 {
    let moves = board.moves();
    if moves == 0 {
        let other = board.passed();
        return if other.moves() == 0 {
            board.result()
        } else {
            -minimax(other)
        };
    }
    (0..64)
        .filter(|at| moves >> at & 1 == 1)
        .map(|at| -minimax(board.after(at, board.flips(at))))
        .max()
        .expect("there is a move")
}

#[test]
fn the_solver_agrees_with_minimax() {
    let engine = engine(1);
    let mut random = Random::new(20);
    for empties in [1, 2, 3, 4, 5, 6, 7, 8] {
        let rounds = if empties < 7 { 60 } else { 12 };
        for _ in 0..rounds {
            let Some(board) = random_position(&mut random, empties) else {
                continue;
            };
            let value = minimax(board);
            assert_eq!(solved(&engine, board, false), value, "{board:?}");
            let winner = solved(&engine, board, true);
            assert_eq!(winner.signum(), value.signum(), "{board:?}");
        }
    }
}

#[test]
fn threads_and_windows_change_no_value() {
    let (one, two) = (engine(1), engine(3));
    let mut random = Random::new(21);
    let mut seen = 0;
    while seen < 12 {
        let Some(board) = random_position(&mut random, 16) else {
            continue;
        };
        let value = solved(&one, board, false);
        assert_eq!(solved(&two, board, false), value, "{board:?}");
        assert_eq!(
            solved(&one, board, true).signum(),
            value.signum(),
            "{board:?}"
        );
        // The value of the best move is the best of the values of all moves.
        let task = OthelloGo::from(Go {
            lines: 64,
            ..Go::depth(60)
        });
        let hints = one.think(board, &task, &mut |_| ()).lines;
        assert_eq!(hints.len(), board.moves().count_ones() as usize);
        assert_eq!(hints[0].value, value);
        assert!(hints.is_sorted_by(|a, b| a.value >= b.value));
        seen += 1;
    }
}

/// The shared suites: exact scores, and the winner alone.
#[test]
fn published_positions_have_their_scores() {
    for (name, most_empties) in [("1-19", 20), ("20-39", 18)] {
        let Some(text) = shared_files::text(&format!("othello/fforum-{name}.obf")) else {
            return;
        };
        let (one, two) = (engine(1), engine(2));
        for scored in obf::read_all(&text).expect("a suite") {
            let board = Board::of_setup(&scored.setup).expect("a standard board");
            if board.empties() > most_empties {
                continue;
            }
            let (_, score) = scored.scores[0];
            assert_eq!(solved(&one, board, false), score, "{board:?}");
            assert_eq!(solved(&two, board, false), score, "{board:?}");
            assert_eq!(
                solved(&one, board, true).signum(),
                score.signum(),
                "{board:?}"
            );
        }
    }
}

#[test]
fn several_hints_are_different_moves_and_limits_hold() {
    let engine = engine(1);
    let task = OthelloGo::from(Go {
        lines: 3,
        ..Go::depth(6)
    });
    let found = engine.think(Board::START, &task, &mut |_| ());
    assert_eq!(found.lines.len(), 3);
    assert!(found.lines.iter().all(|hint| hint.depth == 6));
    let task = OthelloGo::from(Go::nodes(5000));
    let found = engine.think(Board::START, &task, &mut |_| ());
    assert!(found.lines[0].moves[0].is_some());
    assert!(
        found.counts.nodes <= 5000 + 64,
        "{} nodes",
        found.counts.nodes
    );
}
