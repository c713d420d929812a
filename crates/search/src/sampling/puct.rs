//! PUCT as in `AlphaGo` Zero (Silver and others 2017): a prior says where to look first, and a move of which
//! nothing is known is taken to be as good as its position.

use boyi_game::Position;

use super::chance_of;
use super::tree::Node;
use crate::Evaluate;

/// How sharply a prior follows the evaluation: a move whose chance of winning is higher by this much is
/// taken to be e times as likely.
const TEMPERATURE: f64 = 0.15;

/// The move with the highest `q + c * p * sqrt(N) / (1 + n)`.
pub(super) fn choose<M>(parent: &Node<M>, children: &[Node<M>], exploration: f64) -> usize {
    let root = f64::from(parent.tried()).max(1.0).sqrt();
    // A node's mean is that of the side that moved there; its own moves are seen from the other side.
    let unknown = if parent.visits > 0 {
        1.0 - parent.mean()
    } else {
        0.5
    };
    let mut best = (f64::NEG_INFINITY, 0);
    for (at, child) in children.iter().enumerate() {
        let tried = f64::from(child.tried());
        let mean = if tried > 0.0 { child.mean() } else { unknown };
        let value = mean + exploration * f64::from(child.prior) * root / (1.0 + tried);
        if value > best.0 {
            best = (value, at);
        }
    }
    best.1
}

/// The prior of each move: the softmax of what the evaluation says after it.
pub(super) fn priors<P: Position, E: Evaluate<P>>(
    position: &mut P,
    evaluate: &E,
    children: &mut [Node<P::Move>],
) {
    let mut total = 0.0;
    for child in &mut *children {
        let mv = child.mv.expect("children have moves");
        let chance = position.after(mv, |next| 1.0 - static_chance(next, evaluate));
        let weight = weight(chance);
        child.prior = weight as f32;
        total += weight;
    }
    for child in children {
        child.prior /= total as f32;
    }
}

/// What a chance of winning counts in the softmax.
pub(super) fn weight(chance: f64) -> f64 {
    (chance / TEMPERATURE).exp()
}

/// The chance of winning of the side to move, without looking further.
fn static_chance<P: Position, E: Evaluate<P>>(position: &P, evaluate: &E) -> f64 {
    let score = match position.outcome() {
        Some(outcome) => return super::reward(outcome, position.turn()),
        None => evaluate.evaluate(position),
    };
    chance_of(score, evaluate.spread())
}
