//! Every search finds what minimax finds, plays what it promises, and stops when told.

#[path = "toys/reversi.rs"]
mod reversi;
mod toys;

use std::sync::mpsc;
use std::thread;
use std::time::Duration;

use boyi_game::{Captures, Position, Score, laws};
use boyi_search::kernel::Go;
use boyi_search::{
    Algorithm, Ended, Evaluate, Iteration, Observer, Plan, Report, Stop, TranspositionTable,
    Unobserved, search, search_quiescent,
};
use proptest::collection::vec;
use proptest::prelude::*;
use reversi::{Plain, random_reversi};
use toys::{Blind, Choice, Hashed, Maze, Noughts};

/// Minimax as one would write it on a blackboard, sharing nothing with the searches.
fn blackboard<P: Position, E: Evaluate<P>>(
    position: &P,
    evaluate: &E,
    depth: u32,
    ply: u32,
) -> Score {
    if let Some(outcome) = position.outcome() {
        return evaluate.decided(position, outcome, ply);
    }
    if depth == 0 {
        return evaluate.evaluate(position);
    }
    let mut moves = Vec::new();
    position.legal_moves(&mut moves);
    let value = |mv| {
        let mut child = position.clone();
        child.make(mv);
        -blackboard(&child, evaluate, depth - 1, ply + 1)
    };
    moves
        .into_iter()
        .map(value)
        .max()
        .expect("a game that is not over has a move")
}

/// The same for captures beyond the depth: stand, or the best capture if that is better.
fn blackboard_quiet(position: &Maze, depth: u32, ply: u32) -> Score {
    if let Some(outcome) = position.outcome() {
        return Hashed.decided(position, outcome, ply);
    }
    let mut moves = Vec::new();
    if depth == 0 {
        position.captures(&mut moves);
    } else {
        position.legal_moves(&mut moves);
    }
    let value = |mv| {
        let mut child = position.clone();
        child.make(mv);
        -blackboard_quiet(&child, depth.saturating_sub(1), ply + 1)
    };
    let best = moves.into_iter().map(value).max();
    let stand = (depth == 0).then(|| Hashed.evaluate(position));
    best.max(stand).expect("a game that is not over has a move")
}

/// Discs, moves and corners: values repeat, and the end of the game comes into it.
fn all_find_what_minimax_finds<P: Position, E: Evaluate<P>>(
    position: &P,
    evaluate: &E,
    depth: u32,
) {
    if position.outcome().is_some() {
        return;
    }
    let truth = blackboard(position, evaluate, depth, 0);
    let mut minimax_leaves = None;
    for algorithm in Algorithm::ALL {
        for deepen in [false, true] {
            // A tiny table, so that entries are overwritten all the time.
            let table = TranspositionTable::new(64 * 50);
            let plan = Plan {
                deepen,
                table: Some(&table),
                ..Plan::new(algorithm, Go::depth(depth))
            };
            let report = search(position, evaluate, &plan, &mut Unobserved);
            assert_eq!(
                report.value,
                Some(truth),
                "{algorithm}, deepening {deepen}: {report:?}"
            );
            assert!(
                matches!(report.ended, Ended::Depth | Ended::Certain),
                "{:?}",
                report.ended
            );
            plays_what_it_promises(position, evaluate, depth, truth, &report);
            if algorithm == Algorithm::Minimax && !deepen {
                minimax_leaves = Some(report.counts.leaves);
            }
            if algorithm == Algorithm::AlphaBeta && !deepen {
                assert!(
                    Some(report.counts.leaves) <= minimax_leaves,
                    "pruning adds no leaves"
                );
            }
        }
    }
}

fn plays_what_it_promises<P: Position, E: Evaluate<P>>(
    position: &P,
    evaluate: &E,
    depth: u32,
    value: Score,
    report: &Report<P::Move>,
) {
    let best = report.best.expect("there is a move");
    assert_eq!(report.line.first(), Some(&best));
    let mut child = position.clone();
    for (index, &mv) in report.line.iter().enumerate() {
        assert!(child.is_legal(mv), "the line is legal: {:?}", report.line);
        child.make(mv);
        if index == 0 {
            // An iteration that ended early because all was certain is as good as the full depth.
            assert_eq!(
                -blackboard(&child, evaluate, depth - 1, 1),
                value,
                "the move keeps the value"
            );
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(1500))]

    #[test]
    fn all_agree_in_a_maze_of_transpositions(seed: u64, depth in 1u32..6) {
        all_find_what_minimax_finds(&Maze::new(seed), &Hashed, depth);
    }

    #[test]
    fn all_agree_on_reversi(choices in vec(any::<u8>(), 0..60), depth in 1u32..4) {
        all_find_what_minimax_finds(&random_reversi(8, 8, &choices), &Plain, depth);
    }

    #[test]
    fn all_agree_on_small_boards_to_the_end(choices in vec(any::<u8>(), 3..12)) {
        all_find_what_minimax_finds(&random_reversi(4, 4, &choices), &Plain, 9);
    }

    #[test]
    fn all_agree_when_captures_are_played_out(seed: u64, depth in 1u32..4) {
        let position = Maze::new(seed);
        let value = |algorithm, deepen| {
            let plan = Plan { deepen, ..Plan::new(algorithm, Go::depth(depth)) };
            search_quiescent(&position, &Hashed, &plan, &mut Unobserved).value
        };
        let truth = match position.outcome() {
            None => Some(blackboard_quiet(&position, depth, 0)),
            Some(_) => None,
        };
        for algorithm in Algorithm::ALL {
            prop_assert_eq!(value(algorithm, false), truth, "{}", algorithm);
            prop_assert_eq!(value(algorithm, true), truth, "{}, deepening", algorithm);
        }
    }

    #[test]
    fn a_search_that_is_cut_short_still_moves(
        choices in vec(any::<u8>(), 0..55),
        nodes in 0u64..600,
        index in 0..Algorithm::ALL.len(),
    ) {
        let position = random_reversi(8, 8, &choices);
        prop_assume!(position.outcome().is_none());
        let plan = Plan::new(Algorithm::ALL[index], Go { depth: Some(20), ..Go::nodes(nodes) });
        let report = search(&position, &Plain, &plan, &mut Unobserved);
        prop_assert!(report.counts.nodes <= nodes, "{} nodes", report.counts.nodes);
        prop_assert!(position.is_legal(report.best.expect("a move")));
    }

    #[test]
    fn the_same_seed_plays_the_same(choices in vec(any::<u8>(), 0..40), seed: u64, index in 0..Algorithm::ALL.len()) {
        let position = random_reversi(8, 8, &choices);
        let plan = Plan { seed: Some(seed), ..Plan::new(Algorithm::ALL[index], Go::depth(3)) };
        let once = search(&position, &Plain, &plan, &mut Unobserved);
        let twice = search(&position, &Plain, &plan, &mut Unobserved);
        prop_assert_eq!((once.best, once.line, once.counts), (twice.best, twice.line, twice.counts));
    }

    #[test]
    fn the_toys_are_games(seed: u64, choices in vec(any::<u8>(), 12)) {
        // Cycles aside, which the key of a maze does not tell apart, it obeys every law.
        laws::captures(&Maze::new(seed), &choices);
        laws::position(&Noughts::new("... ... ..."), &choices);
    }
}

#[test]
fn noughts_and_crosses_is_a_draw() {
    for algorithm in [
        Algorithm::AlphaBeta,
        Algorithm::Table,
        Algorithm::Pvs,
        Algorithm::Mtdf,
    ] {
        let plan = Plan {
            deepen: true,
            ..Plan::new(algorithm, Go::default())
        };
        let report = search(&Noughts::new("... ... ..."), &Blind, &plan, &mut Unobserved);
        assert_eq!(report.value, Some(Score::EVEN), "{algorithm}");
        assert_eq!(
            report.ended,
            Ended::Certain,
            "{algorithm} knows when it has seen everything"
        );
    }
}

#[test]
fn the_faster_win_and_the_slower_loss_are_preferred() {
    // X wins at once in the middle of the top row; every other move wins later or not at all.
    let winning = Noughts::new("X.X OO. ...");
    // O is lost, but blocking in the bottom right corner holds out for two moves more.
    let losing = Noughts::new("XO. .X. ...");
    for algorithm in Algorithm::ALL {
        let plan = Plan::new(algorithm, Go::depth(9));
        let report = search(&winning, &Blind, &plan, &mut Unobserved);
        assert_eq!(
            (report.best, report.value),
            (Some(Choice(1)), Some(Score::win_in(1))),
            "{algorithm}"
        );
        let report = search(&losing, &Blind, &plan, &mut Unobserved);
        let slowest = (Some(Choice(8)), Some(Score::loss_in(4)));
        assert_eq!((report.best, report.value), slowest, "{algorithm}");
    }
}

#[test]
fn a_finished_game_has_no_move_and_says_so() {
    let over = Noughts::new("XXX OO. ...");
    for algorithm in Algorithm::ALL {
        let report = search(
            &over,
            &Blind,
            &Plan::new(algorithm, Go::depth(3)),
            &mut Unobserved,
        );
        assert_eq!(
            (report.best, report.ended),
            (None, Ended::GameOver),
            "{algorithm}"
        );
    }
}

#[test]
fn equal_best_moves_are_chosen_evenly() {
    // All nine first moves draw; a search that looks at everything knows.
    let start = Noughts::new("... ... ...");
    for algorithm in Algorithm::ALL
        .into_iter()
        .filter(|&algorithm| algorithm != Algorithm::Minimax)
    {
        let mut chosen = [0u32; 9];
        for seed in 0..180 {
            let plan = Plan {
                seed: Some(seed),
                ..Plan::new(algorithm, Go::depth(9))
            };
            let report = search(&start, &Blind, &plan, &mut Unobserved);
            chosen[usize::from(report.best.expect("a move").0)] += 1;
        }
        // 20 each are expected; six standard deviations are 25.
        assert!(
            chosen.iter().all(|&count| (1..45).contains(&count)),
            "{algorithm}: {chosen:?}"
        );
    }
}

#[test]
fn a_switch_ends_a_search_from_another_thread() {
    struct Tell(mpsc::Sender<u32>);
    impl<M> Observer<M> for Tell {
        fn complete(&mut self, iteration: &Iteration<M>) {
            let _ = self.0.send(iteration.depth);
        }
    }
    let (tell, told) = mpsc::channel();
    let stop = Stop::default();
    let go = Go {
        stop: stop.clone(),
        ..Go::default()
    };
    let plan = Plan::new(Algorithm::Pvs, go);
    let report = thread::scope(|scope| {
        scope.spawn(move || {
            let depth = told.iter().find(|&depth| depth == 4);
            assert_eq!(depth, Some(4));
            stop.stop();
        });
        search(
            &random_reversi(8, 8, &[0, 1, 2]),
            &Plain,
            &plan,
            &mut Tell(tell),
        )
    });
    assert_eq!(report.ended, Ended::Stopped);
    assert!(report.depth >= 4 && report.best.is_some());
}

#[test]
fn time_ends_a_search() {
    let plan = Plan::new(Algorithm::Mtdf, Go::time(Duration::from_millis(20)));
    let report = search(
        &random_reversi(8, 8, &[0, 1, 2]),
        &Plain,
        &plan,
        &mut Unobserved,
    );
    assert_eq!(report.ended, Ended::Time);
    assert!(report.depth >= 1 && report.best.is_some());
}

#[test]
fn only_the_moves_asked_for_are_chosen() {
    let go = Go {
        only: Some(vec![Choice(8), Choice(99)]),
        ..Go::depth(9)
    };
    let plan = Plan::new(Algorithm::Pvs, go);
    let report = search(&Noughts::new("X.X OO. ..."), &Blind, &plan, &mut Unobserved);
    assert_eq!(report.best, Some(Choice(8)));
}

#[test]
fn a_table_from_an_earlier_search_does_no_harm() {
    let table = TranspositionTable::new(1 << 20);
    let position = random_reversi(8, 8, &[3, 1, 4, 1, 5, 9, 2, 6]);
    let truth = blackboard(&position, &Plain, 4, 0);
    for algorithm in Algorithm::ALL {
        for _ in 0..2 {
            let plan = Plan {
                table: Some(&table),
                ..Plan::new(algorithm, Go::depth(4))
            };
            let report = search(&position, &Plain, &plan, &mut Unobserved);
            assert_eq!(report.value, Some(truth), "{algorithm}");
            plays_what_it_promises(&position, &Plain, 4, truth, &report);
        }
        let best = search(
            &position,
            &Plain,
            &Plan::new(algorithm, Go::depth(4)),
            &mut Unobserved,
        )
        .best;
        let mut others = Vec::new();
        position.legal_moves(&mut others);
        others.retain(|&mv| Some(mv) != best);
        let go = Go {
            only: Some(others),
            ..Go::depth(4)
        };
        let plan = Plan {
            table: Some(&table),
            ..Plan::new(algorithm, go)
        };
        search(&position, &Plain, &plan, &mut Unobserved);
    }
}
