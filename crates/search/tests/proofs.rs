//! Proof-number searches agree with minimax, and a beam that is wide enough is minimax.

mod solved;
mod toys;

use std::collections::HashMap;

use boyi_game::Position;
use boyi_search::kernel::Go;
use boyi_search::{
    Algorithm, Ended, Method, PROOF_ROOM, Plan, Tree, Unobserved, beam, prove, search,
};
use proptest::prelude::*;
use solved::{all_noughts, othello_endings, result};
use toys::{Blind, Hashed, Maze, Noughts};

fn agrees<P: Position>(positions: &[P], method: Method) -> u64 {
    let mut known = HashMap::new();
    let mut nodes = 0;
    for position in positions {
        let report = prove(position, method, &Go::default(), PROOF_ROOM);
        let mut position = position.clone();
        let truth = result(&mut position, &mut known);
        let value = report.value.expect("without a limit it is certain");
        assert_eq!(
            (value.value().signum(), report.ended),
            (truth, Ended::Certain)
        );
        let best = report.best.expect("a move");
        let kept = -position.after(best, |next| result(next, &mut known));
        assert_eq!(kept, truth, "the move keeps the result");
        nodes += report.counts.nodes;
    }
    nodes
}

#[test]
fn proofs_agree_with_minimax() {
    let noughts = all_noughts();
    let endings = othello_endings(300, 8, 11);
    for method in [Method::Pn, Method::DfPn] {
        let nodes = [agrees(&noughts, method), agrees(&endings, method)];
        println!("{method}: {nodes:?} nodes");
    }
}

#[test]
fn a_proof_stopped_at_any_instant_has_a_legal_move_and_claims_nothing_false() {
    let mut known = HashMap::new();
    for position in &othello_endings(20, 9, 12) {
        for method in [Method::Pn, Method::DfPn] {
            for nodes in (0..30).chain([100, 1000]) {
                let report = prove(position, method, &Go::nodes(nodes), PROOF_ROOM);
                assert!(position.is_legal(report.best.expect("a move")));
                if let Some(value) = report.value {
                    let truth = result(&mut position.clone(), &mut known);
                    assert_eq!(value.value().signum(), truth);
                }
            }
            let stopped = Go::default();
            stopped.stop.stop();
            let report = prove(position, method, &stopped, PROOF_ROOM);
            assert!(report.best.is_some() && report.ended == Ended::Stopped);
            let small = prove(position, method, &Go::default(), 3);
            assert!(small.best.is_some());
        }
    }
    let over = Noughts::new("XXX OO. ...");
    for method in [Method::Pn, Method::DfPn] {
        let report = prove(&over, method, &Go::default(), PROOF_ROOM);
        assert_eq!((report.best, report.ended), (None, Ended::GameOver));
    }
}

proptest! {
    #[test]
    fn a_wide_beam_is_minimax(seed: u64, depth in 1u32..5) {
        let position = Maze::new(seed);
        prop_assume!(position.outcome().is_none());
        let go = Go::depth(depth);
        let wide = beam(&position, &Hashed, 4, &go, &mut Unobserved);
        let plan = Plan { deepen: false, ..Plan::new(Algorithm::Minimax, go) };
        let full = search(&position, &Hashed, &plan, &mut Unobserved);
        prop_assert_eq!(wide.value, full.value);
    }

    #[test]
    fn a_beam_stopped_at_any_instant_has_a_legal_move(seed: u64, nodes in 0u64..300) {
        let position = Maze::new(seed);
        prop_assume!(position.outcome().is_none());
        let mut tree = Tree::new(usize::MAX);
        let stopped = beam(&position, &Hashed, 2, &Go::nodes(nodes), &mut tree);
        prop_assert!(position.is_legal(stopped.best.expect("a move")));
        prop_assert_eq!(tree.counts().nodes, stopped.counts.nodes);
    }
}

#[test]
fn a_beam_sees_a_win_in_its_way() {
    let position = Noughts::new("XX. OO. ...");
    let report = beam(&position, &Blind, 3, &Go::depth(3), &mut Unobserved);
    assert_eq!(report.best.map(|mv| mv.0), Some(2));
}

#[test]
fn a_narrow_beam_enters_less() {
    let nodes = |width| {
        let ending = &othello_endings(1, 12, 13)[0];
        let go = Go::depth(5);
        beam(ending, &Blind, width, &go, &mut Unobserved)
            .counts
            .nodes
    };
    assert!(nodes(1) < nodes(2) && nodes(2) < nodes(30));
}
