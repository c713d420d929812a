//! Boards of up to 8 x 8 with any cell scores, solved exactly.

use std::time::Instant;

use boyi_search::{Packed, SharedTable, Stop};

use super::field::Field;
use crate::reversi::othello::Board;
use crate::reversi::othello::recent::Recent;

/// Bounds of a solved position and its best move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(in crate::reversi) struct Bounds {
    lower: i16,
    upper: i16,
    best: u8,
    empties: u8,
}

impl Packed for Bounds {
    #[inline]
    fn pack(self) -> u64 {
        u64::from(self.lower as u16)
            | u64::from(self.upper as u16) << 16
            | u64::from(self.best) << 32
            | u64::from(self.empties) << 40
            | 1 << 63
    }

    #[inline]
    fn unpack(bits: u64) -> Option<Self> {
        (bits != 0).then_some(Self {
            lower: bits as i16,
            upper: (bits >> 16) as i16,
            best: (bits >> 32) as u8,
            empties: (bits >> 40) as u8,
        })
    }

    #[inline]
    fn worth(self, _generation: u8) -> i32 {
        i32::from(self.empties)
    }
}

/// Empties up to which moves are tried by parity alone, without a look at the replies.
const BY_PARITY: u32 = 5;

/// Empties from which positions are remembered in the table; those with fewer are kept in a small one
/// that stays near.
const REMEMBERED: u32 = 8;

/// Empties from which children are looked up before any is searched.
const LOOK_UP_CHILDREN: u32 = 8;

/// Positions between two looks at the clock.
const POLL: u64 = 4096;

/// Solves positions of one board.
pub(in crate::reversi) struct Solver<'a> {
    pub(super) field: &'a Field,
    pub(super) table: &'a SharedTable<Bounds>,
    pub(super) stop: Stop,
    pub(super) deadline: Option<Instant>,
    /// Positions after which it gives up.
    pub(super) most_nodes: Option<u64>,
    pub(super) nodes: u64,
    next_poll: u64,
    /// What is being searched is void.
    pub(super) halted: bool,
    recent: Recent,
    watch: &'a mut dyn FnMut(u64),
}

impl<'a> Solver<'a> {
    pub(super) fn new(
        field: &'a Field,
        table: &'a SharedTable<Bounds>,
        stop: Stop,
        deadline: Option<Instant>,
        watch: &'a mut dyn FnMut(u64),
    ) -> Self {
        Self {
            field,
            table,
            stop,
            deadline,
            most_nodes: None,
            nodes: 0,
            next_poll: POLL,
            halted: false,
            recent: Recent::new(),
            watch,
        }
    }

    #[cold]
    fn look(&mut self) {
        self.next_poll = self.nodes + POLL;
        if self.nodes.is_multiple_of(1 << 10) {
            (self.watch)(self.nodes);
        }
        self.halted |= self.stop.is_stopped()
            || self.most_nodes.is_some_and(|most| self.nodes >= most)
            || self
                .deadline
                .is_some_and(|deadline| Instant::now() >= deadline);
    }

    /// The value of a position for the window (alpha, beta); void once `halted`.
    pub(super) fn value(&mut self, board: Board, alpha: i32, beta: i32) -> i32 {
        let empties = self.field.empty(board).count_ones();
        if empties <= BY_PARITY {
            return self.last(board, alpha, beta);
        }
        self.nodes += 1;
        if self.nodes >= self.next_poll {
            self.look();
        }
        if self.halted {
            return 0;
        }
        if self.field.may_be_out_of_reach(board, alpha) {
            let most = self.field.reachable(board);
            if most <= alpha {
                return most;
            }
        }
        let (mut lower, mut upper) = (-self.field.most(), self.field.most());
        let mut remembered = None;
        let key = board.key();
        if empties < REMEMBERED {
            if beta == alpha + 1
                && let Some(value) = self.recent.cut(board, alpha)
            {
                return value;
            }
        } else if let Some(bounds) = self.table.get(key) {
            (lower, upper) = (i32::from(bounds.lower), i32::from(bounds.upper));
            if lower >= beta || lower == upper {
                return lower;
            }
            if upper <= alpha {
                return upper;
            }
            remembered = Some(u32::from(bounds.best));
        }
        let moves = self.field.moves(board);
        if moves == 0 {
            return if self.field.moves(board.passed()) == 0 {
                self.field.result(board)
            } else {
                -self.value(board.passed(), -beta, -alpha)
            };
        }
        let mut list = Moves::of(self.field, board, moves, remembered);
        if empties >= LOOK_UP_CHILDREN {
            for &(_, _, child) in &list.entries[..list.length] {
                if let Some(bounds) = self.table.get(child.key())
                    && -i32::from(bounds.upper) >= beta
                {
                    return -i32::from(bounds.upper);
                }
            }
        }
        let (mut best, mut best_at, mut floor) = (-self.field.most() - 1, 0, alpha);
        for n in 0..list.length {
            let (at, child) = list.take(n);
            let value = if n == 0 || beta == floor + 1 {
                -self.value(child, -beta, -floor)
            } else {
                let value = -self.value(child, !floor, -floor);
                if value > floor && value < beta {
                    -self.value(child, -beta, -value)
                } else {
                    value
                }
            };
            if self.halted {
                return 0;
            }
            if value > best {
                (best, best_at) = (value, at);
                floor = floor.max(value);
                if value >= beta {
                    break;
                }
            }
        }
        if empties >= REMEMBERED {
            let bounds = Bounds {
                lower: if best > alpha { lower.max(best) } else { lower } as i16,
                upper: if best < beta { upper.min(best) } else { upper } as i16,
                best: best_at as u8,
                empties: empties as u8,
            };
            self.table.put(key, bounds);
        } else if beta == alpha + 1 {
            self.recent.put(board, alpha, best);
        }
        best
    }

    /// The last few empties: odd quadrants first, nothing remembered.
    fn last(&mut self, board: Board, mut alpha: i32, beta: i32) -> i32 {
        self.nodes += 1;
        let empty = self.field.empty(board);
        let odd = self.field.odd(empty);
        let nothing = -self.field.most() - 1;
        let mut best = nothing;
        for part in [
            empty & odd & self.field.corners(),
            empty & odd & !self.field.corners(),
            empty & !odd,
        ] {
            let mut left = part;
            while left != 0 {
                let at = left.trailing_zeros();
                left &= left - 1;
                let flips = board.flips(at);
                if flips == 0 {
                    continue;
                }
                let child = board.after(at, flips);
                let value = if empty.is_power_of_two() {
                    self.nodes += 1;
                    -self.field.result(child)
                } else {
                    -self.last(child, -beta, -alpha)
                };
                if value >= beta {
                    return value;
                }
                best = best.max(value);
                alpha = alpha.max(value);
            }
        }
        if best > nothing {
            best
        } else if self.field.moves(board.passed()) == 0 {
            self.field.result(board)
        } else {
            -self.last(board.passed(), -beta, -alpha)
        }
    }
}

/// No position on 8 x 8 has more moves.
const MOST_MOVES: usize = 34;

/// Moves with the boards they lead to, taken best first.
pub(super) struct Moves {
    pub(super) length: usize,
    pub(super) entries: [(i32, u32, Board); MOST_MOVES],
}

impl Moves {
    pub(super) fn of(field: &Field, board: Board, moves: u64, first: Option<u32>) -> Self {
        let none = (0, 0, Board { mine: 0, theirs: 0 });
        let mut list = Self {
            length: 0,
            entries: [none; MOST_MOVES],
        };
        let empty = field.empty(board);
        let odd = field.odd(empty);
        let plies = match empty.count_ones() {
            0..=9 => None,
            10..=13 => Some(0),
            14..=19 => Some(1),
            _ => Some(2),
        };
        let mut left = moves;
        while left != 0 {
            let at = left.trailing_zeros();
            left &= left - 1;
            let child = board.after(at, board.flips(at));
            let promise = if first == Some(at) {
                i32::MAX
            } else {
                field.promise(child, at, odd, plies)
            };
            list.entries[list.length] = (promise, at, child);
            list.length += 1;
        }
        list
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
