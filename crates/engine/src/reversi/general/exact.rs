//! Boards of up to 8 x 8 with any cell scores, solved exactly.

use boyi_game::Key;
use boyi_search::kernel::{Budget, Meter};
use boyi_search::{Packed, SharedTable};

use super::field::Field;
use super::order::Moves;
use crate::reversi::othello::Board;
use crate::reversi::othello::recent::{Recent, decided};

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
const BY_PARITY: u32 = 6;

/// Empties from which they are remembered in the large one instead.
const REMEMBERED: u32 = 11;

/// Empties from which children are looked up before any is searched.
const LOOK_UP_CHILDREN: u32 = REMEMBERED + 1;

/// Empties from which positions that are images of each other count as one.
const ONE_OF_ITS_IMAGES: u32 = 18;

/// Positions between two calls of whoever watches.
const NEWS: u64 = 1 << 18;

/// Solves positions of one board.
pub(in crate::reversi) struct Solver<'a> {
    pub(super) field: &'a Field,
    pub(super) table: &'a SharedTable<Bounds>,
    meter: Meter<'a>,
    pub(super) nodes: u64,
    next_poll: u64,
    next_news: u64,
    /// What is being searched is void.
    pub(super) halted: bool,
    pub(super) recent: Recent,
    watch: &'a mut dyn FnMut(u64),
}

impl<'a> Solver<'a> {
    pub(super) fn new(
        field: &'a Field,
        table: &'a SharedTable<Bounds>,
        budget: &'a Budget,
        watch: &'a mut dyn FnMut(u64),
    ) -> Self {
        Self {
            field,
            table,
            meter: Meter::new(budget),
            nodes: 0,
            next_poll: 0,
            next_news: NEWS,
            halted: false,
            recent: Recent::new(),
            watch,
        }
    }

    #[cold]
    fn look(&mut self) {
        match self.meter.poll_at(self.nodes) {
            Ok(more) => self.next_poll = self.nodes + more,
            Err(_) => self.halted = true,
        }
        if self.nodes >= self.next_news {
            self.next_news = self.nodes + NEWS;
            (self.watch)(self.nodes);
        }
    }

    /// Above alpha if the value of the position is, at most alpha if not; void once `halted`.
    pub(super) fn value(&mut self, board: Board, alpha: i32) -> i32 {
        let empties = self.field.empty(board).count_ones();
        self.search(board, alpha, empties)
    }

    fn search(&mut self, board: Board, alpha: i32, empties: u32) -> i32 {
        if empties <= BY_PARITY {
            return self.by_parity(board, alpha, empties);
        }
        self.nodes += 1;
        if self.nodes >= self.next_poll {
            self.look();
        }
        if self.halted {
            return 0;
        }
        if let Some(bound) = self.beyond_reach(board, alpha) {
            return bound;
        }
        let shared = empties >= REMEMBERED;
        let (mut before, mut key) = (None, Key(0));
        let mut image = 0;
        if shared {
            let known_as;
            (known_as, image) = self.known_as(board, empties);
            key = known_as.key();
            before = self.table.get(key);
            if let Some(value) =
                before.and_then(|bounds| decided(bounds.lower, bounds.upper, alpha))
            {
                return value;
            }
        } else if let Some(value) = self.recent.cut(board, alpha) {
            return value;
        }
        let moves = self.field.moves(board);
        if moves == 0 {
            return (self.field).without_move(board, |passed| self.search(passed, !alpha, empties));
        }
        if moves.is_power_of_two() {
            let at = moves.trailing_zeros();
            return -self.search(board.after(at, board.flips(at)), !alpha, empties - 1);
        }
        let remembered = before.map(|bounds| self.field.square_from_image(bounds.best, image));
        let mut list = Moves::of(self.field, board, moves, remembered, &mut self.nodes);
        if empties >= LOOK_UP_CHILDREN {
            for n in 0..list.len() {
                let (child, _) = self.known_as(list.child(n), empties - 1);
                if let Some(bounds) = self.table.get(child.key())
                    && -i32::from(bounds.upper) > alpha
                {
                    return -i32::from(bounds.upper);
                }
            }
        } else if empties <= REMEMBERED {
            for n in 0..list.len() {
                self.recent.prefetch(list.child(n));
            }
        }
        let (mut best, mut best_at) = (-self.field.most() - 1, 0);
        for n in 0..list.len() {
            let (at, child) = list.take(n);
            let value = -self.search(child, !alpha, empties - 1);
            if value > best {
                (best, best_at) = (value, at);
                if value > alpha {
                    break;
                }
            }
        }
        if self.halted {
            return 0;
        }
        if shared {
            let most = self.field.most() as i16;
            let mut bounds = before.unwrap_or(Bounds {
                lower: -most,
                upper: most,
                best: 0,
                empties: empties as u8,
            });
            if best > alpha {
                bounds.lower = bounds.lower.max(best as i16);
            } else {
                bounds.upper = bounds.upper.min(best as i16);
            }
            if best > alpha || before.is_none() {
                bounds.best = self.field.square_to_image(best_at, image) as u8;
            }
            self.table.put(key, bounds);
        } else {
            self.recent.put(board, alpha, best);
        }
        best
    }

    /// The image of a board under which the table knows it, and which image that is.
    #[inline]
    fn known_as(&self, board: Board, empties: u32) -> (Board, usize) {
        if empties < ONE_OF_ITS_IMAGES {
            return (board, 0);
        }
        self.field.least_image(board)
    }

    /// The most the side to move can reach, where the opponent's stable discs keep it at alpha.
    #[inline]
    pub(super) fn beyond_reach(&self, board: Board, alpha: i32) -> Option<i32> {
        if !self.field.may_be_out_of_reach(board, alpha) {
            return None;
        }
        let most = self.field.reachable(board);
        (most <= alpha).then_some(most)
    }
}
