//! Proof-number searches agree with minimax, and a beam that is wide enough is minimax.

mod solved;
mod toys;

use std::collections::HashMap;

use boyi_game::Position;
use boyi_search::kernel::Go;
use boyi_search::{
    Algorithm, Ended, Goal, Method, Numbers, Observer, PROOF_ROOM, Plan, ProofNumbers, RevisedTree,
    Tree, Unobserved, Way, beam, prove, search,
};
use proptest::prelude::*;
use solved::{all_noughts, othello_endings, result};
use toys::{Blind, Hashed, Maze, Noughts};

fn agrees<P: Position>(positions: &[P], method: Method) -> u64 {
    let mut known = HashMap::new();
    let mut nodes = 0;
    for position in positions {
        let report = prove(
            position,
            method,
            &Go::default(),
            PROOF_ROOM,
            &mut Unobserved,
        );
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
                let report = prove(
                    position,
                    method,
                    &Go::nodes(nodes),
                    PROOF_ROOM,
                    &mut Unobserved,
                );
                assert!(position.is_legal(report.best.expect("a move")));
                if let Some(value) = report.value {
                    let truth = result(&mut position.clone(), &mut known);
                    assert_eq!(value.value().signum(), truth);
                }
            }
            let stopped = Go::default();
            stopped.stop.stop();
            let report = prove(position, method, &stopped, PROOF_ROOM, &mut Unobserved);
            assert!(report.best.is_some() && report.ended == Ended::Stopped);
            let small = prove(position, method, &Go::default(), 3, &mut Unobserved);
            assert!(small.best.is_some());
        }
    }
    let over = Noughts::new("XXX OO. ...");
    for method in [Method::Pn, Method::DfPn] {
        let report = prove(&over, method, &Go::default(), PROOF_ROOM, &mut Unobserved);
        assert_eq!((report.best, report.ended), (None, Ended::GameOver));
    }
}

fn numbers_of<M>(tree: &RevisedTree<M>, node: u32) -> ProofNumbers {
    match tree.numbers(node) {
        Some(Numbers::Proof(numbers)) => numbers,
        other => panic!("node {node}: {other:?}"),
    }
}

/// The numbers of every position that was looked at follow from those below it: the least of one kind, the sum
/// of the other, with one and one for moves that nobody has looked at.
#[test]
fn a_recorded_proof_adds_up_and_disturbs_nothing() {
    let mut checked = 0;
    for position in &othello_endings(30, 7, 21) {
        for method in [Method::Pn, Method::DfPn] {
            let mut tree = RevisedTree::new(usize::MAX);
            let report = prove(position, method, &Go::default(), PROOF_ROOM, &mut tree);
            let unwatched = prove(
                position,
                method,
                &Go::default(),
                PROOF_ROOM,
                &mut Unobserved,
            );
            assert_eq!(
                (&report.line, report.counts),
                (&unwatched.line, unwatched.counts)
            );
            assert_eq!(tree.goals()[0], (Goal::Win, 0));
            let settled = numbers_of(&tree, 0)
                .settled()
                .expect("without a limit it is certain");
            let last = tree.goals().last().expect("asked").0;
            let value = report.value.expect("certain").value().signum();
            let reached = if last == Goal::Win {
                value > 0
            } else {
                value == 0
            };
            assert_eq!(settled, reached);
            let first_look = tree.goals().last().expect("asked").1 as usize;
            // With a table, what is known of a position may come from another way to it.
            if method == Method::Pn {
                checked += adds_up(position, &tree, first_look);
            }
            prove(position, method, &Go::default(), PROOF_ROOM, &mut Told);
        }
    }
    assert!(checked > 500, "{checked} positions");
}

/// Holds every revision against what it is said to follow from.
struct Told;

impl<M> Observer<M> for Told {
    fn proof(
        &mut self,
        line: &[M],
        here: ProofNumbers,
        children: impl Iterator<Item = (M, ProofNumbers)>,
    ) {
        let all: Vec<ProofNumbers> = children.map(|(_, numbers)| numbers).collect();
        follows(line.len().is_multiple_of(2), here, &all);
    }
}

/// The least of one kind, the sum of the other.
fn follows(is_attacker: bool, here: ProofNumbers, children: &[ProofNumbers]) {
    let turned = |numbers: &ProofNumbers| {
        if is_attacker {
            (numbers.proof, numbers.disproof)
        } else {
            (numbers.disproof, numbers.proof)
        }
    };
    let (least, sum) = turned(&here);
    assert_eq!(Some(least), children.iter().map(|one| turned(one).0).min());
    // A sum with something in it that cannot be shown is not shown either.
    let total: u64 = children.iter().map(|one| u64::from(turned(one).1)).sum();
    assert_eq!(u64::from(sum), total.min(u64::from(u32::MAX / 4)));
}

fn adds_up<P: Position>(root: &P, tree: &RevisedTree<P::Move>, first_look: usize) -> usize {
    let mut checked = 0;
    let nodes = tree.nodes();
    let mut looked: Vec<u32> = tree.looks()[first_look..].to_vec();
    looked.sort_unstable();
    looked.dedup();
    for place in looked {
        let mut line = Vec::new();
        let mut at = place;
        while let (Some(parent), Some(Way::Move(mv))) =
            (nodes[at as usize].parent, nodes[at as usize].way)
        {
            line.push(mv);
            at = parent;
        }
        let mut position = root.clone();
        for &mv in line.iter().rev() {
            position.make(mv);
        }
        let mut moves = Vec::new();
        position.legal_moves(&mut moves);
        assert_eq!(nodes[place as usize].moves as usize, moves.len());
        let of = |mv: P::Move| {
            let mut below = nodes
                .iter()
                .zip(0u32..)
                .filter(|(node, _)| node.parent == Some(place));
            let known = below.find(|(node, _)| node.way == Some(Way::Move(mv)));
            known.map_or(ProofNumbers::OPEN, |(_, at)| numbers_of(tree, at))
        };
        let all: Vec<ProofNumbers> = moves.iter().map(|&mv| of(mv)).collect();
        let is_attacker = position.turn() == root.turn();
        follows(is_attacker, numbers_of(tree, place), &all);
        checked += 1;
    }
    checked
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
