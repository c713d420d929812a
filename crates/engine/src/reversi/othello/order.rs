//! Which moves to try first.

use super::board::{Board, CORNERS, MOST, around, each};
use super::ending::odd_quadrants;
use super::last::QUADRANT;
use super::patterns::Geometry;
use super::search::{NESTED_PROBES, Node, Worker};
use super::stability;
use super::tt_entry::OthelloEntry;

/// A move with the position it leads to.
#[derive(Clone, Copy)]
pub(super) struct Candidate {
    pub(super) at: u32,
    pub(super) node: Node,
    score: i32,
}

/// The moves of a position, taken best first.
pub(super) struct Candidates(Vec<Candidate>);

impl Candidates {
    pub(super) fn of(node: &Node, geometry: &Geometry) -> Self {
        let moves = node.board.moves();
        let mut list = Vec::with_capacity(moves.count_ones() as usize);
        each(moves, |at| {
            let flips = node.board.flips(at);
            list.push(Candidate {
                at,
                node: node.after(at, flips, geometry),
                score: 0,
            });
        });
        Self(list)
    }

    /// Moves that are in order already.
    pub(super) fn in_order(moves: impl Iterator<Item = (u32, Node)>) -> Self {
        let candidate = |(n, (at, node)): (usize, _)| Candidate {
            at,
            node,
            score: -(n as i32),
        };
        Self(moves.enumerate().map(candidate).collect())
    }

    /// Takes a move off the list, if there is one to take.
    pub(super) fn remove(&mut self, at: Option<u32>) {
        self.0.retain(|candidate| Some(candidate.at) != at);
    }

    pub(super) fn len(&self) -> usize {
        self.0.len()
    }

    pub(super) fn iter(&self) -> impl Iterator<Item = &Candidate> {
        self.0.iter()
    }

    /// Whether a move leaves the opponent without a disc.
    pub(super) fn wins_everything(&self) -> bool {
        self.0
            .iter()
            .any(|candidate| candidate.node.board.mine == 0)
    }

    /// The `n`th best; call with 0, 1, 2, … in this order.
    pub(super) fn take(&mut self, n: usize) -> &Candidate {
        let left = &mut self.0[n..];
        let best = (0..left.len())
            .rev()
            .max_by_key(|&other| left[other].score)
            .unwrap_or(0);
        left.swap(0, best);
        &self.0[n]
    }

    /// Makes the move on `at` the one that `take(n)` returns.
    pub(super) fn bring_forward(&mut self, n: usize, at: u32) {
        if let Some(found) = self.0[n..].iter_mut().find(|candidate| candidate.at == at) {
            found.score = i32::MAX;
        }
    }

    /// The moves from the `n`th on, best first.
    pub(super) fn rest(&mut self, n: usize) -> &[Candidate] {
        self.0[n..].sort_by_key(|candidate| std::cmp::Reverse(candidate.score));
        &self.0[n..]
    }
}

/// Plies of the search that ranks moves, by plies of the search they are ranked for.
fn ranking_depth(depth: u32, to_the_end: bool) -> Option<u32> {
    if to_the_end {
        match depth {
            0..=14 => None,
            15..=17 => Some(0),
            18..=20 => Some(1),
            21..=24 => Some(2),
            _ => Some(3),
        }
    } else {
        match depth {
            0..=2 => None,
            3..=10 => Some(0),
            11..=14 => Some(1),
            15..=18 => Some(2),
            _ => Some(3),
        }
    }
}

/// Gives every move its ordering score: the moves of the table first, then by a shallow search, mobility,
/// stability, open neighbours and parity.
pub(super) fn rank(
    worker: &mut Worker,
    list: &mut Candidates,
    node: &Node,
    alpha: i32,
    depth: u32,
    before: Option<OthelloEntry>,
) {
    if list.len() < 2 {
        return;
    }
    let table_move = before.map_or([None, None], |entry| entry.best);
    let parity = odd_quadrants(node.board.empty());
    let to_the_end = depth >= node.empties;
    let shallow = ranking_depth(depth, to_the_end);
    // What ranks moves is not itself cut by guesses.
    let nested = std::mem::replace(&mut worker.nested, NESTED_PROBES);
    for candidate in &mut list.0 {
        candidate.score = if table_move[0] == Some(candidate.at as u8) {
            1 << 30
        } else if table_move[1] == Some(candidate.at as u8) {
            1 << 29
        } else {
            let mut score = static_score(candidate.node.board, candidate.at, parity, to_the_end);
            if let Some(plies) = shallow {
                // Moves far below alpha need not be told apart.
                let floor = (alpha - 10).max(-MOST);
                let value = match plies {
                    0..=2 => -worker.bare(&candidate.node, -MOST, -floor, plies),
                    _ => -worker.open_window(&candidate.node, -MOST, -floor, plies),
                };
                score += 256 * value;
            }
            score
        };
    }
    worker.nested = nested;
}

/// What can be seen without a search, for the side that moved.
fn static_score(child: Board, at: u32, parity: u8, to_the_end: bool) -> i32 {
    let answers = child.moves();
    let mobility = (answers.count_ones() + (answers & CORNERS).count_ones()) as i32;
    let open = (around(child.theirs) & child.empty()).count_ones() as i32;
    let odd = i32::from(parity & QUADRANT[at as usize] != 0);
    let edges = stability::stable_edges(child.theirs, child.mine).count_ones() as i32;
    let weight = if to_the_end { 384 } else { 96 };
    -weight * mobility - 12 * open + 48 * edges + 40 * odd
}
