//! The last few empties of the exact solver: parity decides what is tried first.

use super::exact::Solver;
use crate::reversi::othello::Board;

/// Empties from which positions are kept in the small table.
const KEPT: u32 = 6;

impl Solver<'_> {
    /// Quadrants with an odd number of empties first, in them corners first.
    pub(super) fn by_parity(&mut self, board: Board, alpha: i32, empties: u32) -> i32 {
        let empty = self.field.empty(board);
        let odd = self.field.odd(empty);
        if empties <= 3 {
            return self.very_last(board, alpha, [empty & odd, empty & !odd]);
        }
        self.nodes += 1;
        let kept = empties >= KEPT;
        if kept {
            if let Some(bound) = self.beyond_reach(board, alpha) {
                return bound;
            }
            if let Some(value) = self.recent.cut(board, alpha) {
                return value;
            }
        }
        let moves = self.field.moves(board);
        if moves == 0 {
            return (self.field)
                .without_move(board, |passed| self.by_parity(passed, !alpha, empties));
        }
        let corners = self.field.corners();
        let mut best = self.nothing();
        'all: for part in [
            moves & odd & corners,
            moves & odd & !corners,
            moves & !odd & corners,
            moves & !odd & !corners,
        ] {
            let mut left = part;
            while left != 0 {
                let at = left.trailing_zeros();
                left &= left - 1;
                let child = board.after(at, board.flips(at));
                best = best.max(-self.by_parity(child, !alpha, empties - 1));
                if best > alpha {
                    break 'all;
                }
            }
        }
        if kept {
            self.recent.put(board, alpha, best);
        }
        best
    }

    /// At most three empties, those of the first part before those of the second.
    #[inline]
    fn very_last(&mut self, board: Board, alpha: i32, parts: [u64; 2]) -> i32 {
        let mut squares = [0; 3];
        let mut count = 0;
        for mut left in parts {
            while left != 0 {
                squares[count] = left.trailing_zeros();
                left &= left - 1;
                count += 1;
            }
        }
        match count {
            3 => self.three(board, alpha, squares),
            2 => self.two(board, alpha, squares[0], squares[1]),
            1 => self.one(board, squares[0]),
            _ => self.field.result(board),
        }
    }

    /// Three empties, in the order in which they are to be tried.
    fn three(&mut self, board: Board, alpha: i32, [a, b, c]: [u32; 3]) -> i32 {
        self.nodes += 1;
        let mut best = self.nothing();
        for (at, x, y) in [(a, b, c), (b, a, c), (c, a, b)] {
            let flips = board.flips(at);
            if flips != 0 {
                best = best.max(-self.two(board.after(at, flips), !alpha, x, y));
                if best > alpha {
                    return best;
                }
            }
        }
        if best > self.nothing() {
            best
        } else if self.field.moves(board.passed()) == 0 {
            self.field.result(board)
        } else {
            -self.three(board.passed(), !alpha, [a, b, c])
        }
    }

    /// Two empties.
    #[inline]
    fn two(&mut self, board: Board, alpha: i32, x: u32, y: u32) -> i32 {
        self.nodes += 1;
        let mut best = self.nothing();
        let flips = board.flips(x);
        if flips != 0 {
            best = -self.one(board.after(x, flips), y);
            if best > alpha {
                return best;
            }
        }
        let flips = board.flips(y);
        if flips != 0 {
            return best.max(-self.one(board.after(y, flips), x));
        }
        if best > self.nothing() {
            best
        } else if self.field.moves(board.passed()) == 0 {
            self.field.result(board)
        } else {
            -self.two(board.passed(), !alpha, x, y)
        }
    }

    /// One empty square.
    #[inline]
    fn one(&mut self, board: Board, at: u32) -> i32 {
        self.nodes += 1;
        let flips = board.flips(at);
        if flips != 0 {
            return self.field.result_of_full(board.mine | flips | 1 << at);
        }
        let other = board.passed();
        let flips = other.flips(at);
        if flips != 0 {
            -self.field.result_of_full(other.mine | flips | 1 << at)
        } else {
            self.field.result(board)
        }
    }

    /// Lower than every value: no move was found.
    #[inline]
    fn nothing(&self) -> i32 {
        -self.field.most() - 1
    }
}
