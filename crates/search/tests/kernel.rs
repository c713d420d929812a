//! The kernel on a game of the tests' own: a strong player of connect four in one short file, and what
//! every game gets with the kernel.

mod connect_four;

use std::time::{Duration, Instant};

use boyi_game::Random;
use boyi_search::kernel::value::is_proven;
use boyi_search::kernel::{Go, Pondering};
use boyi_search::{Ended, Stop, TimeControl};
use connect_four::{Board, play};

const MS: Duration = Duration::from_millis(1);

/// Won, drawn or lost, the slow way.
fn minimax(board: &Board) -> i32 {
    if board.is_lost() {
        return -1;
    }
    let children = board.moves().into_iter();
    children
        .map(|column| -minimax(&board.after(column)))
        .max()
        .unwrap_or(0)
}

#[test]
fn a_strong_player_of_a_new_game_takes_less_than_150_lines() {
    let lines = include_str!("connect_four/player.rs").lines().count();
    assert!(lines < 150, "{lines} lines");
}

#[test]
fn results_are_those_of_minimax() {
    let mut random = Random::new(4);
    let mut decided = 0;
    for _ in 0..60 {
        let board = Board::random(4, 4, 5 + random.below(6), &mut random);
        if board.moves().is_empty() {
            continue;
        }
        for threads in [1, 2] {
            let result = play(&board, &Go::default(), threads);
            let value = result.lines[0].value;
            assert_eq!(value.signum(), minimax(&board), "{board:?}");
            decided += usize::from(is_proven(value));
        }
    }
    assert!(decided > 20, "{decided} positions were decided");
}

#[test]
fn several_lines_are_different_moves_best_first() {
    let go = Go {
        lines: 4,
        ..Go::depth(6)
    };
    let result = play(&Board::new(7, 6), &go, 1);
    let mut columns: Vec<u32> = result.lines.iter().map(|line| line.moves[0]).collect();
    assert!(result.lines.is_sorted_by_key(|line| -line.value));
    columns.sort_unstable();
    columns.dedup();
    assert_eq!(columns.len(), 4);
}

#[test]
fn only_the_moves_that_were_asked_about_are_searched() {
    let go = Go {
        only: Some(vec![6]),
        ..Go::depth(4)
    };
    assert_eq!(play(&Board::new(7, 6), &go, 1).best, Some(6));
}

#[test]
fn a_search_that_is_stopped_before_depth_1_has_a_move() {
    for threads in [1, 3] {
        let go = Go::default();
        go.stop.stop();
        let result = play(&Board::new(7, 6), &go, threads);
        assert!(result.best.is_some() && result.lines.is_empty());
        assert_eq!(result.ended, Some(Ended::Stopped));
    }
}

#[test]
fn a_stopped_search_plays_the_best_of_what_was_finished() {
    for nodes in (1..3000).step_by(37) {
        let result = play(&Board::new(7, 6), &Go::nodes(nodes), 1);
        assert_eq!(result.counts.nodes, nodes);
        let line = result.lines.first().map(|line| line.moves[0]);
        assert!(line.is_none() || line == result.best);
    }
}

#[test]
fn helpers_search_too() {
    let alone = play(&Board::new(7, 6), &Go::depth(9), 1).counts.nodes;
    // A busy machine may not give the helpers any time before the search is over.
    let mut together = (0..20).map(|_| play(&Board::new(7, 6), &Go::depth(9), 3).counts.nodes);
    assert!(
        together.any(|nodes| nodes > alone + alone / 4),
        "three threads never looked at more than the {alone} nodes of one"
    );
}

/// Every control ends the search before its time is up.
#[test]
fn no_clock_runs_out() {
    let clock = |left: Duration, increment, moves_to_go| TimeControl::Clock {
        left,
        increment,
        moves_to_go,
    };
    for control in [
        TimeControl::PerMove(30 * MS),
        clock(300 * MS, Duration::ZERO, Some(1)),
        clock(1000 * MS, 10 * MS, None),
        clock(20 * MS, Duration::ZERO, None),
        clock(Duration::ZERO, 10 * MS, None),
    ] {
        let left = match control {
            TimeControl::Clock { left, .. } => left,
            TimeControl::PerMove(time) => time,
            TimeControl::Unlimited => unreachable!(),
        };
        let go = Go {
            control,
            overhead: 5 * MS,
            ..Go::default()
        };
        let began = Instant::now();
        let result = play(&Board::new(7, 6), &go, 1);
        // A busy machine may take the thread's turn away; a search that forgot its clock takes minutes.
        assert!(began.elapsed() < left + 500 * MS, "{control:?}");
        assert!(result.best.is_some());
    }
}

#[test]
fn a_single_move_is_not_thought_about_for_long() {
    let mut board = Board::new(2, 6);
    for column in [0, 0, 0, 0, 0, 0] {
        board = board.after(column);
    }
    assert_eq!(board.moves(), [1]);
    let go = Go {
        control: TimeControl::Clock {
            left: Duration::from_secs(600),
            increment: Duration::ZERO,
            moves_to_go: None,
        },
        ..Go::default()
    };
    assert!(play(&board, &go, 1).elapsed < Duration::from_secs(5));
}

#[test]
fn a_proven_win_ends_the_search_and_pondering_does_not_answer_early() {
    let mut board = Board::new(7, 6);
    for column in [0, 6, 1, 6, 2, 5] {
        board = board.after(column);
    }
    let result = play(&board, &Go::default(), 1);
    assert_eq!((result.best, result.ended), (Some(3), Some(Ended::Certain)));
    let (pondering, stop) = (Pondering::default(), Stop::default());
    pondering.begin();
    let go = Go {
        pondering: pondering.clone(),
        stop,
        ..Go::default()
    };
    let answered = std::thread::scope(|scope| {
        let search = scope.spawn(|| play(&board, &go, 1));
        std::thread::sleep(60 * MS);
        assert!(!search.is_finished(), "the opponent has not moved yet");
        pondering.end();
        search.join().expect("no panic")
    });
    assert_eq!(answered.best, Some(3));
}
