//! A board of up to 8 x 8 on which squares are worth what they are worth, for the exact solver.

use boyi_reversi::{Empties, Layout, lines};

use crate::reversi::othello::Board;
use crate::reversi::othello::stability::stable_on;

/// What never changes while a board is solved.
#[derive(Clone, Debug)]
pub(super) struct Field {
    pub(super) cells: u64,
    /// Plane `k` holds the cells whose worth has bit `k`.
    planes: [u64; 4],
    /// No cell is worth more than 1, so that one plane says everything.
    one_plane: bool,
    total: i32,
    to_winner: bool,
    /// The four parts the board falls into, for parity.
    quadrants: [u64; 4],
    corners: u64,
    /// The images of the board that leave it the same board: 0 first, the board itself.
    pub(super) images: Vec<usize>,
    /// Rows and columns that are missing to eight.
    pub(super) missing: (u32, u32),
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
            images: Vec::new(),
            missing: (8 - rows as u32, 8 - cols as u32),
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
        let same = |&which: &usize| {
            let keeps = |set: u64| field.image(set, which) == set;
            keeps(field.cells) && field.planes.into_iter().all(keeps)
        };
        field.images = (0..8).filter(same).collect();
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

    /// The value where the side to move has no move: the result if the other has none either, else what
    /// `search` says of the board after the pass.
    #[inline]
    pub(super) fn without_move(&self, board: Board, search: impl FnOnce(Board) -> i32) -> i32 {
        let passed = board.passed();
        if self.moves(passed) == 0 {
            self.result(board)
        } else {
            -search(passed)
        }
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

    /// The result of a game without empties, in which the side to move holds `mine`.
    #[inline]
    pub(super) fn result_of_full(&self, mine: u64) -> i32 {
        2 * self.worth(mine) - self.total
    }

    /// More than any result.
    pub(super) fn most(&self) -> i32 {
        self.total + 1
    }

    /// The discs of the side to move that nobody can ever flip.
    #[inline]
    pub(super) fn stable(&self, board: Board) -> u64 {
        stable_on(self.cells, board.mine, board.theirs)
    }

    /// The most the side to move can still reach.
    #[inline]
    pub(super) fn reachable(&self, board: Board) -> i32 {
        let lost = self.stable(board.passed());
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
}
