//! Searches by sampling find what minimax finds if they are given time, prove nothing that is false, do the
//! same twice, and stop when told.

mod solved;
mod toys;

use std::collections::HashMap;
use std::time::Duration;

use boyi_game::Position;
use boyi_search::kernel::Go;
use boyi_search::{
    Ended, Evaluate, Method, Parallel, Proof, Report, SampledTree, SamplingPlan, SamplingTree,
    Unobserved, root_shares, sample,
};
use solved::{all_noughts, othello_endings, result};
use toys::{Blind, Hashed, Maze, Noughts};

fn once<P: Position + Sync, E: Evaluate<P> + Sync>(
    position: &P,
    evaluate: &E,
    plan: &SamplingPlan<P::Move>,
) -> Report<P::Move> {
    let mut tree = SamplingTree::default();
    sample(position, evaluate, plan, &mut tree, &mut Unobserved)
}

/// The share of positions in which the move played keeps the result, by playouts.
fn rates<P: Position + Sync>(positions: &[P], method: Method, playouts: &[u64]) -> Vec<f64> {
    let mut known = HashMap::new();
    let rate = |&playouts: &u64| {
        let mut right = 0;
        for (seed, position) in (0..).zip(positions) {
            let plan = SamplingPlan {
                seed,
                ..SamplingPlan::playouts(method, playouts)
            };
            let best = once(position, &Blind, &plan).best.expect("there is a move");
            let mut position = position.clone();
            let value = result(&mut position, &mut known);
            let kept = -position.after(best, |next| result(next, &mut known)) == value;
            right += u32::from(kept);
        }
        f64::from(right) / positions.len() as f64
    };
    let mut rate = rate;
    playouts.iter().map(&mut rate).collect()
}

#[test]
fn the_move_of_minimax_is_found_the_more_often_the_more_is_sampled() {
    let noughts = all_noughts();
    assert_eq!(noughts.len(), 4520);
    let endings = othello_endings(1000, 7, 1);
    for (method, least) in [
        (Method::Uct, [[0.84, 0.97, 0.99], [0.8, 0.94, 0.99]]),
        (Method::Puct, [[0.87, 0.98, 0.99], [0.7, 0.7, 0.94]]),
        (Method::MctsSolver, [[0.7, 0.8, 0.9], [0.7, 0.8, 0.9]]),
        (Method::Rave, [[0.7, 0.8, 0.9], [0.7, 0.8, 0.9]]),
    ] {
        let playouts = [10, 100, 1000];
        let found = [
            rates(&noughts, method, &playouts),
            rates(&endings, method, &playouts),
        ];
        println!(
            "{method}, {playouts:?} playouts: noughts {:?}, Othello {:?}",
            found[0], found[1]
        );
        for (found, least) in found.iter().flatten().zip(least.iter().flatten()) {
            assert!(found >= least, "{method}: {found} is less than {least}");
        }
    }
}

#[test]
fn ten_thousand_playouts_leave_no_doubt() {
    let noughts: Vec<Noughts> = all_noughts().into_iter().step_by(4).collect();
    let endings = othello_endings(200, 7, 1);
    for method in [Method::Uct, Method::Puct] {
        let found = [
            rates(&noughts, method, &[10_000])[0],
            rates(&endings, method, &[10_000])[0],
        ];
        println!(
            "{method}, 10000 playouts: noughts {}, Othello {}",
            found[0], found[1]
        );
        assert!(found[0] >= 0.998 && found[1] >= 0.98, "{method}: {found:?}");
    }
}

/// Flat Monte Carlo takes the opponent for a fool, however long it samples; UCT does not.
#[test]
fn flat_monte_carlo_is_wrong_for_ever_where_uct_is_not() {
    let positions = all_noughts();
    let flat = rates(&positions, Method::MonteCarlo, &[1000])[0];
    let uct = rates(&positions, Method::Uct, &[1000])[0];
    println!("1000 playouts: flat {flat}, uct {uct}");
    assert!(flat < 0.98 && uct > 0.99, "{flat} {uct}");
}

fn proves_the_truth<P: Position + Sync>(positions: &[P], playouts: u64) -> usize {
    let mut known = HashMap::new();
    let mut proven = 0;
    for (seed, position) in (0..).zip(positions) {
        let plan = SamplingPlan {
            seed,
            ..SamplingPlan::playouts(Method::MctsSolver, playouts)
        };
        let mut tree = SamplingTree::default();
        let report = sample(position, &Blind, &plan, &mut tree, &mut Unobserved);
        let mut position = position.clone();
        for share in root_shares(&tree, plan.method) {
            let Some(proof) = share.proof else { continue };
            let truth = position.after(share.mv, |next| result(next, &mut known));
            let claimed = match proof {
                Proof::Win => 1,
                Proof::Draw => 0,
                Proof::Loss => -1,
            };
            assert_eq!(claimed, truth, "{:?}", share.mv);
        }
        if report.ended == Ended::Certain {
            proven += 1;
            let value = report.value.expect("proven").value().signum();
            assert_eq!(value, result(&mut position, &mut known));
        }
    }
    proven
}

#[test]
fn the_solver_is_never_contradicted() {
    let noughts = all_noughts();
    let proven = proves_the_truth(&noughts, 2000);
    assert!(proven > 4000, "{proven} of {}", noughts.len());
    let endings = othello_endings(1000, 6, 2);
    let proven = proves_the_truth(&endings, 3000);
    assert!(proven > 900, "{proven} of {}", endings.len());
}

fn all_plans<M>(playouts: u64) -> impl Iterator<Item = SamplingPlan<M>> {
    let plan = move |method| SamplingPlan::playouts(method, playouts);
    Method::SAMPLING.into_iter().map(plan)
}

#[test]
fn with_one_thread_the_same_seed_gives_the_same_search() {
    let ending = &othello_endings(1, 14, 3)[0];
    for plan in all_plans(500) {
        let other = SamplingPlan {
            seed: 1,
            ..plan.clone()
        };
        let (one, two) = (once(ending, &Blind, &plan), once(ending, &Blind, &plan));
        assert_eq!(
            (one.best, one.value, one.line, one.counts),
            (two.best, two.value, two.line, two.counts)
        );
        let three = once(ending, &Blind, &other);
        assert_ne!(
            one.counts, three.counts,
            "{}: another seed, other games",
            plan.method
        );
    }
}

#[test]
fn stopped_at_any_instant_it_has_a_legal_move() {
    let ending = &othello_endings(1, 14, 4)[0];
    for plan in all_plans(u64::MAX) {
        for nodes in (0..40).chain([100, 1000]) {
            let plan = SamplingPlan {
                go: Go::nodes(nodes),
                ..plan.clone()
            };
            let report = once(ending, &Blind, &plan);
            assert!(ending.is_legal(report.best.expect("a move")));
            assert!(report.counts.nodes <= nodes && report.ended == Ended::Nodes);
        }
        let stopped = SamplingPlan {
            go: Go::default(),
            ..plan.clone()
        };
        stopped.go.stop.stop();
        let report = once(ending, &Blind, &stopped);
        assert!(ending.is_legal(report.best.expect("a move")));
        assert_eq!((report.ended, report.counts.leaves), (Ended::Stopped, 0));
        let late = SamplingPlan {
            go: Go::time(Duration::ZERO),
            ..plan
        };
        let report = once(ending, &Blind, &late);
        assert!(ending.is_legal(report.best.expect("a move")));
    }
}

#[test]
fn only_the_moves_asked_for_are_considered() {
    let position = Noughts::new("XX. OO. ...");
    let mut moves = Vec::new();
    position.legal_moves(&mut moves);
    for &mv in &moves {
        for plan in all_plans(50) {
            let go = Go {
                only: Some(vec![mv]),
                ..Go::default()
            };
            assert_eq!(
                once(&position, &Blind, &SamplingPlan { go, ..plan }).best,
                Some(mv)
            );
        }
    }
}

#[test]
fn a_finished_game_has_no_move_and_a_game_without_end_ends() {
    for plan in all_plans(50) {
        let report = once(&Noughts::new("XXX OO. ..."), &Blind, &plan);
        assert_eq!((report.best, report.ended), (None, Ended::GameOver));
    }
    for seed in 0..50 {
        for plan in all_plans(100) {
            let position = Maze::new(seed);
            let report = once(&position, &Hashed, &plan);
            assert_eq!(report.best.is_some(), position.outcome().is_none());
        }
    }
}

#[test]
fn a_tree_is_used_again_after_moves_were_played() {
    let mut position = othello_endings(1, 16, 5)[0].clone();
    let plan = SamplingPlan::playouts(Method::Uct, 2000);
    let mut tree = SamplingTree::default();
    let best = sample(&position, &Blind, &plan, &mut tree, &mut Unobserved).best;
    let before = root_shares(&tree, plan.method)[0];
    position.make(best.expect("a move"));
    assert!(tree.advance(before.mv));
    // The first visit of a node is spent on the node itself, all others go on below it.
    assert_eq!(tree.visits(), before.visits);
    let below: u32 = tree.root_moves().iter().map(|share| share.visits).sum();
    assert_eq!(below, before.visits - 1);
    let report = sample(&position, &Blind, &plan, &mut tree, &mut Unobserved);
    assert!(position.is_legal(report.best.expect("a move")));
    assert_eq!(tree.visits(), before.visits + 2000);
    // A tree of another position is not believed.
    let other = &othello_endings(1, 10, 6)[0];
    let report = sample(other, &Blind, &plan, &mut tree, &mut Unobserved);
    assert!(other.is_legal(report.best.expect("a move")));
    assert_eq!(tree.visits(), 2000);
}

#[test]
fn threads_share_the_playouts_and_find_a_win() {
    let position = Noughts::new("XX. OO. ...");
    for parallel in [Parallel::Tree, Parallel::Root] {
        for method in Method::SAMPLING {
            let plan = SamplingPlan {
                threads: 3,
                parallel,
                ..SamplingPlan::playouts(method, 600)
            };
            let mut tree = SamplingTree::default();
            let report = sample(&position, &Blind, &plan, &mut tree, &mut Unobserved);
            let mv = report.best.expect("a move");
            assert_eq!(mv.0, 2, "{method} {parallel:?}");
            if method != Method::MctsSolver {
                assert_eq!((report.counts.leaves, tree.visits()), (600, 600));
            }
            let visits: u32 = tree.root_moves().iter().map(|share| share.visits).sum();
            assert_eq!(visits, tree.visits(), "nothing is under way any more");
        }
    }
}

/// The recording alone says what the tree says.
#[test]
fn a_recording_counts_what_the_tree_counts() {
    let ending = &othello_endings(1, 12, 7)[0];
    for plan in all_plans(700) {
        let (mut tree, mut film) = (SamplingTree::default(), SampledTree::new(usize::MAX));
        sample(ending, &Blind, &plan, &mut tree, &mut film);
        let nodes = film.nodes();
        let mut visits = vec![0u32; nodes.len()];
        let mut sums = vec![0.0; nodes.len()];
        for game in film.playouts() {
            let mut at = Some(game.leaf);
            while let Some(node) = at {
                visits[node as usize] += 1;
                sums[node as usize] += f64::from(game.value);
                at = nodes[node as usize].parent;
            }
        }
        assert_eq!(visits[0], tree.visits());
        for share in tree.root_moves() {
            let drawn = nodes
                .iter()
                .position(|node| node.parent == Some(0) && node.mv == Some(share.mv));
            let seen = drawn.map_or(0, |at| visits[at]);
            assert_eq!(seen, share.visits);
            if let (Some(at), None) = (drawn, share.proof) {
                let mean = sums[at] / f64::from(visits[at]);
                assert!((mean - share.value).abs() < 1e-4);
            }
        }
        let mut small = SampledTree::new(20);
        sample(
            ending,
            &Blind,
            &plan,
            &mut SamplingTree::default(),
            &mut small,
        );
        assert!(small.nodes().len() <= 20);
        assert_eq!(small.playouts().len(), film.playouts().len());
    }
}

#[test]
fn a_full_tree_goes_on_counting() {
    let ending = &othello_endings(1, 16, 8)[0];
    let plan = SamplingPlan {
        room: 30,
        ..SamplingPlan::playouts(Method::Uct, 1000)
    };
    let mut tree = SamplingTree::default();
    sample(ending, &Blind, &plan, &mut tree, &mut Unobserved);
    assert_eq!(tree.visits(), 1000);
}

/// A game under way counts as lost, so that the next one looks elsewhere; threads that share a tree do not
/// all go the same way.
#[test]
fn threads_of_one_tree_visit_what_one_thread_visits() {
    let ending = &othello_endings(1, 14, 9)[0];
    for method in [Method::Uct, Method::Rave, Method::Puct] {
        let alone = SamplingPlan::playouts(method, 4000);
        let (mut one, mut many) = (SamplingTree::default(), SamplingTree::default());
        sample(ending, &Blind, &alone, &mut one, &mut Unobserved);
        let together = SamplingPlan {
            threads: 4,
            ..alone.clone()
        };
        sample(ending, &Blind, &together, &mut many, &mut Unobserved);
        let share = |tree: &SamplingTree<_>, mv| {
            let shares = root_shares(tree, method);
            let found = shares.iter().find(|share| share.mv == mv).expect("a move");
            f64::from(found.visits) / f64::from(tree.visits())
        };
        for known in root_shares(&one, method) {
            let (alone, together) = (share(&one, known.mv), share(&many, known.mv));
            assert!(
                (alone - together).abs() < 0.25,
                "{method}: {alone} {together}"
            );
        }
    }
}

/// With trees of their own, threads add up proofs of the root's moves. Whoever goes on from such a move
/// does not know why it is proven, and has to search.
#[test]
fn a_proof_of_another_tree_is_not_taken_for_a_move() {
    let mut known = HashMap::new();
    for (seed, mut position) in (0..).zip(othello_endings(60, 7, 10)) {
        let plan = SamplingPlan {
            threads: 3,
            parallel: Parallel::Root,
            seed,
            ..SamplingPlan::playouts(Method::MctsSolver, 3000)
        };
        let mut tree = SamplingTree::default();
        while position.outcome().is_none() {
            let truth = result(&mut position, &mut known);
            let report = sample(&position, &Blind, &plan, &mut tree, &mut Unobserved);
            let best = report.best.expect("a move");
            if report.ended == Ended::Certain {
                let kept = -position.after(best, |next| result(next, &mut known));
                let shares = root_shares(&tree, plan.method);
                assert_eq!(kept, truth, "{best:?} {:?} {shares:?}", report.value);
            }
            position.make(best);
            tree.advance(best);
        }
    }
}
