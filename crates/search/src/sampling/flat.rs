//! Flat Monte Carlo: as many random games after each move, whatever the others gave. No tree, so it never
//! learns that the opponent would not play at random; what sampling is before UCB.

use super::tree::Node;

/// The move with the fewest games.
pub(super) fn choose<M>(children: &[Node<M>]) -> usize {
    let tried = |&at: &usize| children[at].visits + children[at].pending;
    let fewest = (0..children.len()).min_by_key(tried);
    fewest.expect("a game that is not over has a move")
}
