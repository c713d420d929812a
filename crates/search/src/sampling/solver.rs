//! MCTS-Solver (Winands, Björnsson and Saito 2008): what is proven is backed up as a fact, not as a number.

use super::tree::{Node, Proof};

/// What the children prove of their parent; `None` as long as it is open. A proof is the fate of the side
/// that moves at a node, so one lost child wins, and only if all are known the best of them counts.
pub(super) fn proof_of<M>(children: &[Node<M>]) -> Option<Proof> {
    let mut best = Proof::Loss;
    let mut is_complete = true;
    for child in children {
        match child.proof {
            Some(Proof::Loss) => return Some(Proof::Win),
            Some(Proof::Draw) => best = Proof::Draw,
            Some(Proof::Win) => {}
            None => is_complete = false,
        }
    }
    is_complete.then_some(best)
}

/// Chooses by UCB1 among the moves that are still open, and takes a proven draw for what it is.
pub(super) fn choose<M>(parent: &Node<M>, children: &[Node<M>], exploration: f64) -> usize {
    let log = f64::from(parent.tried()).max(1.0).ln();
    let mut best = (f64::NEG_INFINITY, 0);
    for (at, child) in children.iter().enumerate() {
        let value = match child.proof {
            Some(Proof::Win) => -1.0,
            Some(Proof::Draw) => 0.5,
            Some(Proof::Loss) => return at,
            None if child.tried() == 0 => return at,
            None => super::ucb::bound(child, log, exploration),
        };
        if value > best.0 {
            best = (value, at);
        }
    }
    best.1
}
