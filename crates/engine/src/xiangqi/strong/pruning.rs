//! The rules by which the search leaves things out: each one a function with its reason.

use boyi_xiangqi::{Board, Move};

use super::see;
use super::tune;
use boyi_search::kernel::value::{Value, is_decided, is_lost, loss_in, win_in};

/// What the rules look at.
#[derive(Clone, Copy)]
pub(super) struct Node {
    pub(super) ply: usize,
    pub(super) depth: i32,
    pub(super) alpha: Value,
    pub(super) beta: Value,
    pub(super) evaluation: Value,
    /// The same, or a better guess from the table.
    pub(super) guess: Value,
    /// Whether it is better than two plies ago.
    pub(super) improving: bool,
}

/// Even mate at once would not beat a mate that was found already: the window shrinks to what is
/// still possible, and is empty where nothing is.
pub(super) fn mate_distance(ply: usize, alpha: Value, beta: Value) -> (Value, Value) {
    (alpha.max(loss_in(ply)), beta.min(win_in(ply + 1)))
}

/// So far below alpha, only captures could help, and quiescence sees those.
pub(super) fn razoring(node: &Node) -> bool {
    node.depth <= 6
        && !is_decided(node.alpha)
        && node.guess
            < node.alpha - tune::razor_margin() - tune::razor_per_depth() * node.depth * node.depth
}

/// If standing still already beats beta by more than the opponent can plausibly win back in `depth`
/// plies, searching further will not change the answer.
pub(super) fn reverse_futility(node: &Node) -> Option<Value> {
    let winnable_back =
        tune::rfp_margin() * node.depth - tune::rfp_improving() * i32::from(node.improving);
    let safe = node.depth <= tune::rfp_depth()
        && node.guess >= node.beta
        && !is_decided(node.guess)
        && !is_lost(node.beta)
        && node.guess - winnable_back >= node.beta;
    safe.then(|| i32::midpoint(node.guess, node.beta))
}

/// If even handing the turn over leaves us above beta, a real move will. Not asked where we are not
/// above beta to begin with.
pub(super) fn null_move_may_cut(node: &Node) -> bool {
    node.guess >= node.beta
        && node.evaluation >= node.beta - 18 * node.depth + 120
        && !is_lost(node.beta)
        && node.depth >= 2
}

/// By how much the search after a null move is reduced.
pub(super) fn null_move_reduction(node: &Node) -> i32 {
    let surplus = (node.guess - node.beta) / tune::null_per_surplus();
    tune::null_base() + node.depth / tune::null_per_depth() + surplus.min(3)
}

/// Enough quiet moves were tried: at this depth the good ones come early.
pub(super) fn late_move_pruning(depth: i32, number: usize, improving: bool) -> bool {
    let plenty = tune::late_base() + depth * depth;
    number as i32 >= if improving { plenty } else { plenty / 2 }
}

/// Even if the quiet move gains what quiet moves gain at best, alpha stays out of reach.
pub(super) fn quiet_is_futile(node: &Node, reduced_depth: i32, history: i32) -> bool {
    reduced_depth < 10
        && node.evaluation
            + tune::futility_base()
            + tune::futility_per_depth() * reduced_depth
            + history / 128
            <= node.alpha
}

/// Even with the captured piece in hand, alpha stays out of reach.
pub(super) fn capture_is_futile(node: &Node, reduced_depth: i32, captured: Value) -> bool {
    reduced_depth < 7
        && node.evaluation
            + captured
            + tune::capture_futility_base()
            + tune::capture_futility_per_depth() * reduced_depth
            <= node.alpha
}

/// Moves like this have failed again and again in such places.
pub(super) fn history_condemns(depth: i32, reduced_depth: i32, history: i32) -> bool {
    reduced_depth < 6 && history < -tune::history_prune() * depth
}

/// The exchange that a capture or check begins loses more than the depth left can repair.
pub(super) fn loses_material(board: &Board, mv: Move, depth: i32) -> bool {
    !see::is_at_least(board, mv, -tune::see_capture() * depth)
}

/// The piece would simply be lost where the quiet move puts it.
pub(super) fn hangs(board: &Board, mv: Move, reduced_depth: i32) -> bool {
    !see::is_at_least(
        board,
        mv,
        -tune::see_quiet() * reduced_depth * reduced_depth,
    )
}
