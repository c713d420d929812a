//! What is recorded of a search is what the search did.

#[path = "toys/reversi.rs"]
mod reversi;
mod toys;

use boyi_game::Score;
use boyi_reversi::Bitboard;
use boyi_search::kernel::Go;
use boyi_search::{
    Against, Algorithm, Plan, Techniques, Tree, TreeNode, Unobserved, search, search_quiescent,
};
use proptest::collection::vec;
use proptest::prelude::*;
use reversi::Plain;
use toys::{Blind, Choice, Hashed, Maze, Noughts};

fn random_reversi(choices: &[u8]) -> Bitboard {
    reversi::random_reversi(8, 8, choices)
}

fn techniques() -> impl Strategy<Value = Techniques> {
    any::<[bool; 4]>().prop_map(|[table, promise, killers, history]| Techniques {
        table,
        promise,
        killers,
        history,
    })
}

fn plans<M: std::fmt::Debug>() -> impl Strategy<Value = Plan<'static, M>> {
    let algorithm = (0..Algorithm::ALL.len()).prop_map(|index| Algorithm::ALL[index]);
    let seed = prop_oneof![Just(None), any::<u64>().prop_map(Some)];
    (algorithm, any::<bool>(), seed, techniques()).prop_map(
        |(algorithm, deepen, seed, techniques)| Plan {
            deepen,
            seed,
            techniques,
            ..Plan::new(algorithm, Go::depth(3))
        },
    )
}

fn children<M>(nodes: &[TreeNode<M>], parent: usize) -> impl Iterator<Item = &TreeNode<M>> {
    nodes
        .iter()
        .filter(move |node| node.parent == Some(parent as u32))
}

/// Holds a complete recording against the rules of the tree.
fn is_a_tree<M: Copy + PartialEq + std::fmt::Debug>(tree: &Tree<M>) {
    let nodes = tree.nodes();
    assert_eq!(nodes.len() as u64, tree.entered());
    assert_eq!(tree.kept_plies(), None);
    for (index, node) in nodes.iter().enumerate() {
        assert_eq!(node.number, index as u64);
        let below: u64 = children(nodes, index)
            .map(|child| 1 + tree.beneath(child))
            .sum();
        assert_eq!(tree.beneath(node), below);
        for child in children(nodes, index) {
            assert_eq!(child.ply, node.ply + 1);
            assert!(child.mv.is_some());
        }
        let left = node.left.expect("the search was not stopped");
        let Some(cut) = &node.cut else { continue };
        assert!(cut.value >= node.window.beta && left.value == cut.value);
        explains(nodes, index, &cut.against);
    }
}

/// Finds what a cut is made against in the tree: a move tried earlier, whose value is the bound.
fn explains<M: Copy + PartialEq + std::fmt::Debug>(
    nodes: &[TreeNode<M>],
    index: usize,
    against: &Against<M>,
) {
    let up = |at: usize| nodes[at].parent.map(|parent| parent as usize);
    let ancestors: Vec<usize> = std::iter::successors(Some(index), |&at| up(at)).collect();
    let at_ply = |ply: u32| {
        let found = ancestors.iter().find(|&&at| nodes[at].ply == ply);
        *found.expect("a ply of this line")
    };
    let beta = nodes[index].window.beta;
    match *against {
        Against::Move { ply, mv } => {
            assert_eq!((nodes[index].ply - ply) % 2, 1, "a move of the opponent");
            let on_the_way = at_ply(ply + 1);
            let found = children(nodes, at_ply(ply)).any(|child| {
                child.number < nodes[on_the_way].number
                    && child.mv == Some(mv)
                    && child.left.is_some_and(|left| left.value == beta)
            });
            assert!(found, "no {mv:?} worth {beta:?} at ply {ply}");
        }
        Against::Question { ply, mv } => {
            let asked = &nodes[at_ply(ply + 1)];
            assert_eq!(asked.mv, mv);
            assert_eq!(asked.window.alpha.up(), asked.window.beta, "a null window");
            assert!(nodes[at_ply(ply)].window.beta != -asked.window.alpha);
        }
        Against::Window => {
            let root = nodes[at_ply(0)].window;
            let even = nodes[index].ply.is_multiple_of(2);
            assert_eq!(beta, if even { root.beta } else { -root.alpha });
        }
        Against::Standing { ply } => assert_eq!(nodes[at_ply(ply)].depth, 0),
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(200))]

    #[test]
    fn a_tree_counts_what_the_search_counts(choices in vec(any::<u8>(), 0..50), plan in plans()) {
        let position = random_reversi(&choices);
        let mut tree = Tree::new(usize::MAX);
        let report = search(&position, &Plain, &plan, &mut tree);
        prop_assert_eq!(tree.counts(), &report.counts);
        is_a_tree(&tree);
        let unwatched = search(&position, &Plain, &plan, &mut Unobserved);
        prop_assert_eq!((unwatched.counts, unwatched.value), (report.counts, report.value));
    }

    #[test]
    fn with_captures_and_cycles_too(seed: u64, plan in plans::<Choice>()) {
        let position = Maze::new(seed);
        for quiet in [false, true] {
            let mut tree = Tree::new(usize::MAX);
            let report = if quiet {
                search_quiescent(&position, &Hashed, &plan, &mut tree)
            } else {
                search(&position, &Hashed, &plan, &mut tree)
            };
            prop_assert_eq!(tree.counts(), &report.counts);
            is_a_tree(&tree);
        }
    }

    #[test]
    fn what_is_left_out_is_the_deepest(choices in vec(any::<u8>(), 0..50), plan in plans(), cap in 0usize..3000) {
        let position = random_reversi(&choices);
        let (mut whole, mut some) = (Tree::new(usize::MAX), Tree::new(cap));
        search(&position, &Plain, &plan, &mut whole);
        search(&position, &Plain, &plan, &mut some);
        prop_assert_eq!(some.counts(), whole.counts());
        let kept: Vec<_> = whole.nodes().iter()
            .filter(|node| some.kept_plies().is_none_or(|deepest| node.ply <= deepest))
            .map(|node| (node.number, node.left, &node.cut))
            .collect();
        let found: Vec<_> = some.nodes().iter().map(|node| (node.number, node.left, &node.cut)).collect();
        prop_assert_eq!(&found, &kept);
        prop_assert!(kept.len() <= cap || some.nodes().iter().all(|node| node.ply == 0), "the cap holds");
    }

    #[test]
    fn what_was_left_out_can_be_looked_at_again(choices in vec(any::<u8>(), 0..50), plan in plans(), which: prop::sample::Index) {
        let position = random_reversi(&choices);
        let mut whole = Tree::new(usize::MAX);
        search(&position, &Plain, &plan, &mut whole);
        prop_assume!(!whole.nodes().is_empty());
        let wanted = &whole.nodes()[which.index(whole.nodes().len())];
        let mut part = Tree::below(wanted.number, usize::MAX);
        search(&position, &Plain, &plan, &mut part);
        prop_assert_eq!(part.counts(), whole.counts());
        prop_assert_eq!(part.entered(), 1 + whole.beneath(wanted));
        let (first, last) = (wanted.number, wanted.number + whole.beneath(wanted));
        let expected: Vec<_> = whole.nodes().iter()
            .filter(|node| (first..=last).contains(&node.number))
            .map(|node| (node.number, node.ply, node.mv, node.window, node.left, &node.cut))
            .collect();
        let found: Vec<_> = part.nodes().iter()
            .map(|node| (node.number, node.ply, node.mv, node.window, node.left, &node.cut))
            .collect();
        prop_assert_eq!(found, expected);
        prop_assert_eq!(part.line().len() as u32, wanted.ply);
    }
}

#[test]
fn a_stopped_search_leaves_an_unfinished_tree() {
    let go = Go {
        depth: Some(4),
        ..Go::nodes(100)
    };
    let plan = Plan {
        deepen: false,
        ..Plan::new(Algorithm::AlphaBeta, go)
    };
    let mut tree = Tree::new(usize::MAX);
    search(&random_reversi(&[]), &Plain, &plan, &mut tree);
    assert_eq!(tree.nodes().len(), 100);
    let root = &tree.nodes()[0];
    assert_eq!((root.left, tree.beneath(root)), (None, 99));
}

#[test]
fn a_million_positions_take_the_room_of_the_cap() {
    let plan = Plan::new(Algorithm::Minimax, Go::depth(7));
    let mut tree = Tree::new(2000);
    let report = search(
        &random_reversi(&[0, 1, 2, 3, 4, 5, 6]),
        &Plain,
        &plan,
        &mut tree,
    );
    assert!(report.counts.nodes > 1_000_000, "{}", report.counts.nodes);
    assert!(tree.entered() > 2000 && tree.nodes().len() <= 2000);
    assert_eq!(tree.entered(), report.counts.nodes);
}

#[test]
fn a_finished_game_has_no_tree_and_a_won_one_a_small_one() {
    let plan = Plan::new(Algorithm::AlphaBeta, Go::depth(9));
    let mut tree = Tree::new(usize::MAX);
    search(&Noughts::new("XXX OO. ..."), &Blind, &plan, &mut tree);
    assert!(tree.nodes().is_empty() && tree.entered() == 0);
    search(&Noughts::new("XX. OO. ..."), &Blind, &plan, &mut tree);
    let root = tree.nodes()[0].left.expect("not stopped");
    assert_eq!(root.value, Score::win_in(1));
}
