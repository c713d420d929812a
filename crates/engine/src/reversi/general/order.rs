//! Which moves the exact solver tries first.

use super::field::Field;
use crate::reversi::othello::{Board, around};

/// No position on 8 x 8 has more moves.
const MOST_MOVES: usize = 34;

/// Outlooks that far below the best one need not be told apart.
const FAR_BELOW: i32 = 30;

/// Farther than any outlook.
const FARTHEST: i32 = 1 << 20;

/// Moves with the boards they lead to, taken best first.
pub(super) struct Moves {
    length: usize,
    entries: [(i32, u32, Board); MOST_MOVES],
}

impl Moves {
    /// The move `first` comes first. Positions looked at on the way are counted.
    pub(super) fn of(
        field: &Field,
        board: Board,
        moves: u64,
        first: Option<u32>,
        nodes: &mut u64,
    ) -> Self {
        let none = (0, 0, Board { mine: 0, theirs: 0 });
        let mut list = Self {
            length: 0,
            entries: [none; MOST_MOVES],
        };
        let empty = field.empty(board);
        let odd = field.odd(empty);
        let plies = plies_ahead(empty.count_ones());
        let mut floor = -FARTHEST;
        let mut left = moves;
        while left != 0 {
            let at = left.trailing_zeros();
            left &= left - 1;
            let child = board.after(at, board.flips(at));
            let score = match plies {
                _ if first == Some(at) => i32::MAX,
                Some(plies) => {
                    let value = -outlook(field, child, -FARTHEST, -floor, plies, nodes);
                    floor = floor.max(value - FAR_BELOW);
                    value + 4 * i32::from(odd >> at & 1 == 1)
                }
                None => score(field, child, at, odd),
            };
            list.entries[list.length] = (score, at, child);
            list.length += 1;
        }
        list
    }

    #[inline]
    pub(super) fn len(&self) -> usize {
        self.length
    }

    /// The board after the move that stands `n`th just now.
    #[inline]
    pub(super) fn child(&self, n: usize) -> Board {
        self.entries[n].2
    }

    /// The `n`th best; call with 0, 1, 2, … in this order.
    #[inline]
    pub(super) fn take(&mut self, n: usize) -> (u32, Board) {
        let left = &mut self.entries[n..self.length];
        let mut best = 0;
        for other in 1..left.len() {
            if left[other].0 > left[best].0 {
                best = other;
            }
        }
        left.swap(0, best);
        (left[0].1, left[0].2)
    }
}

/// How far to look ahead to rank moves with so many empties: the more depends on the order, the
/// farther. With few empties the replies are only counted.
fn plies_ahead(empties: u32) -> Option<u32> {
    match empties {
        0..=11 => None,
        12..=13 => Some(0),
        14..=15 => Some(1),
        16..=17 => Some(2),
        18..=19 => Some(3),
        20..=21 => Some(4),
        22..=23 => Some(5),
        _ => Some(6),
    }
}

/// How soon a move should be tried, by the replies it leaves.
#[inline]
fn score(field: &Field, child: Board, at: u32, odd: u64) -> i32 {
    let answers = field.moves(child);
    let mobility = answers.count_ones() + (answers & field.corners()).count_ones();
    let odd = i32::from(odd >> at & 1 == 1);
    let corner = i32::from(field.corners() >> at & 1 == 1);
    let open = (around(child.theirs) & field.empty(child)).count_ones() as i32;
    -8 * mobility as i32 - 2 * open + 4 * odd + 12 * corner
}

/// What a few plies ahead score the side to move, for the window (alpha, beta).
fn outlook(
    field: &Field,
    board: Board,
    mut alpha: i32,
    beta: i32,
    plies: u32,
    nodes: &mut u64,
) -> i32 {
    *nodes += 1;
    let moves = field.moves(board);
    if plies == 0 || moves == 0 {
        let other = board.passed();
        return static_order(field, board, moves) - static_order(field, other, field.moves(other));
    }
    let mut best = -FARTHEST;
    for mut left in [moves & field.corners(), moves & !field.corners()] {
        while left != 0 {
            let at = left.trailing_zeros();
            left &= left - 1;
            let child = board.after(at, board.flips(at));
            best = best.max(-outlook(field, child, -beta, -alpha, plies - 1, nodes));
            alpha = alpha.max(best);
            if alpha >= beta {
                return best;
            }
        }
    }
    best
}

/// Freedom to move, corners and, where there are corners, what is stable. Stability made the trees of
/// 6 x 6 boards a third smaller.
fn static_order(field: &Field, board: Board, moves: u64) -> i32 {
    let corners = board.mine & field.corners();
    let open = around(board.theirs) & field.empty(board);
    let stable = if corners == 0 {
        0
    } else {
        field.stable(board).count_ones()
    };
    (8 * moves.count_ones()
        + 4 * (moves & field.corners()).count_ones()
        + 5 * open.count_ones()
        + 24 * corners.count_ones()
        + 10 * stable) as i32
}
