//! UCB1 (Auer, Cesa-Bianchi and Fischer 2002), which makes a tree of samples UCT (Kocsis and Szepesvári
//! 2006): the mean so far, and more the less a move was tried.

use super::tree::Node;

/// The move with the highest upper confidence bound; one that was never tried comes first.
pub(super) fn choose<M>(parent: &Node<M>, children: &[Node<M>], exploration: f64) -> usize {
    let log = f64::from(parent.tried()).max(1.0).ln();
    let mut best = (f64::NEG_INFINITY, 0);
    for (at, child) in children.iter().enumerate() {
        if child.tried() == 0 {
            return at;
        }
        let value = bound(child, log, exploration);
        if value > best.0 {
            best = (value, at);
        }
    }
    best.1
}

/// `q + c * sqrt(ln N / n)`.
#[inline]
pub(super) fn bound<M>(child: &Node<M>, log: f64, exploration: f64) -> f64 {
    let tried = f64::from(child.tried());
    child.mean() + exploration * (log / tried).sqrt()
}
