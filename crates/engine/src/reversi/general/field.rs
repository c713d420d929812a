//! A board of up to 8 x 8 on which squares are worth what they are worth, for the exact solver.

use boyi_reversi::{Empties, Layout, lines};

use crate::reversi::othello::stability::stable_on;
use crate::reversi::othello::{Board, around};

/// What never changes while a board is solved.
#[derive(Clone, Debug)]
pub(super) struct Field {
    cells: u64,
    /// Plane `k` holds the cells whose worth has bit `k`.
    planes: [u64; 4],
    /// No cell is worth more than 1, so that one plane says everything.
    one_plane: bool,
    total: i32,
    to_winner: bool,
    /// The four parts the board falls into, for parity.
    quadrants: [u64; 4],
    corners: u64,
}

impl Field {
    /// `None` where the board is larger than 8 x 8.
    pub(super) fn new(layout: &Layout) -> Option<Self> {
        let (rows, cols) = (layout.rows(), layout.cols());
        if rows > 8 || cols > 8 {
            return None;
        }
        let bit = |square: boyi_reversi::Square| 1u64 << (8 * square.row() + square.col());
        let mut field = Self {
            cells: 0,
            planes: [0; 4],
            one_plane: layout.squares().all(|square| layout.worth(square) <= 1),
            total: 0,
            to_winner: layout.empties() == Empties::ToWinner,
            quadrants: [0; 4],
            corners: 1 | 1 << (cols - 1) | 1 << (8 * (rows - 1)) | 1 << (8 * (rows - 1) + cols - 1),
        };
        for square in layout.squares() {
            let worth = layout.worth(square);
            field.cells |= bit(square);
            field.total += i32::from(worth);
            for (k, plane) in field.planes.iter_mut().enumerate() {
                *plane |= bit(square) * u64::from(worth >> k & 1);
            }
            let quadrant =
                usize::from(square.row() >= rows / 2) * 2 + usize::from(square.col() >= cols / 2);
            field.quadrants[quadrant] |= bit(square);
        }
        Some(field)
    }

    #[inline]
    pub(super) fn corners(&self) -> u64 {
        self.corners
    }

    #[inline]
    pub(super) fn empty(&self, board: Board) -> u64 {
        self.cells & board.empty()
    }

    #[inline]
    pub(super) fn moves(&self, board: Board) -> u64 {
        lines::placements(board.mine, board.theirs, self.empty(board))
    }

    #[inline]
    pub(super) fn worth(&self, set: u64) -> i32 {
        let plane = |k: usize| ((set & self.planes[k]).count_ones() << k) as i32;
        if self.one_plane {
            return plane(0);
        }
        plane(0) + plane(1) + plane(2) + plane(3)
    }

    /// The result of a game that is over.
    #[inline]
    pub(super) fn result(&self, board: Board) -> i32 {
        let (mine, theirs) = (self.worth(board.mine), self.worth(board.theirs));
        let difference = mine - theirs;
        if self.to_winner {
            difference + difference.signum() * (self.total - mine - theirs)
        } else {
            difference
        }
    }

    /// More than any result.
    pub(super) fn most(&self) -> i32 {
        self.total + 1
    }

    /// The most the side to move can still reach.
    #[inline]
    pub(super) fn reachable(&self, board: Board) -> i32 {
        let lost = stable_on(self.cells, board.theirs, board.mine);
        self.total - 2 * self.worth(lost)
    }

    /// Whether stable discs could put everything above alpha out of reach: only if the opponent
    /// would be out of reach with all of its discs.
    #[inline]
    pub(super) fn may_be_out_of_reach(&self, board: Board, alpha: i32) -> bool {
        board.theirs & self.corners != 0 && self.total - 2 * self.worth(board.theirs) <= alpha
    }

    /// The squares of quadrants with an odd number of empties.
    #[inline]
    pub(super) fn odd(&self, empty: u64) -> u64 {
        let part = |quadrant: &u64| quadrant * u64::from((empty & quadrant).count_ones() & 1);
        self.quadrants
            .iter()
            .map(part)
            .fold(0, |odd, part| odd | part)
    }

    /// How soon a move should be tried, seen on the board it leads to: by the replies it leaves, or
    /// a few plies deeper where much depends on it.
    #[inline]
    pub(super) fn promise(&self, child: Board, at: u32, odd: u64, plies: Option<u32>) -> i32 {
        let bonus = i32::from(odd >> at & 1 == 1);
        if let Some(plies) = plies {
            return 4 * bonus - self.outlook(child, plies);
        }
        let answers = self.moves(child);
        let mobility = answers.count_ones() + (answers & self.corners).count_ones();
        let corner = i32::from(self.corners >> at & 1 == 1);
        let open = (around(child.theirs) & self.empty(child)).count_ones() as i32;
        -8 * mobility as i32 - 2 * open + 4 * bonus + 12 * corner
    }

    /// Freedom to move and corners, a few plies ahead.
    fn outlook(&self, board: Board, plies: u32) -> i32 {
        let moves = self.moves(board);
        if plies == 0 || moves == 0 {
            let freedom = |board: Board, moves: u64| {
                let corners = (board.mine & self.corners).count_ones();
                let open = (around(board.theirs) & self.empty(board)).count_ones();
                (8 * moves.count_ones()
                    + 4 * (moves & self.corners).count_ones()
                    + 5 * open
                    + 24 * corners) as i32
            };
            let other = board.passed();
            return freedom(board, moves) - freedom(other, self.moves(other));
        }
        let mut best = i32::MIN;
        let mut left = moves;
        while left != 0 {
            let at = left.trailing_zeros();
            left &= left - 1;
            best = best.max(-self.outlook(board.after(at, board.flips(at)), plies - 1));
        }
        best
    }
}
