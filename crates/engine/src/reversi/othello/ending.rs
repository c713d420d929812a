//! The last dozen moves, played out exactly: discs alone, no evaluation.

use super::board::{Board, CORNERS, MOST, around, each};
use super::last::{QUADRANT, four};
use super::order::Candidates;
use super::probcut::Certainty;
use super::search::{Node, Worker};
use super::stability;
use super::tt_entry::EntryUpdate;

/// Empties up to which the order of moves goes by parity alone: there, looking at the replies costs
/// more than it saves.
const BY_PARITY: u32 = 6;

/// Empties from which the table for all threads remembers positions: with fewer there are so many that
/// waiting for memory costs more than searching them again.
const REMEMBERED: u32 = 11;

/// Empties from which the thread's own small table keeps them.
const KEPT: u32 = 6;

/// Empties from which replies are looked up in the table before any is searched.
const LOOK_UP_CHILDREN: u32 = REMEMBERED + 1;

/// Empties up to which replies are ranked by mobility and parity alone.
const PLAINLY_RANKED: u32 = 9;

/// Empties from which the clock is looked at: anything below takes microseconds.
const POLLED: u32 = 9;

/// Empties from which other threads may help.
const SPLIT: u32 = 10;

/// Lower than every value.
const NOTHING: i32 = -MOST - 1;

impl Worker<'_> {
    /// The value of best play to the end, for the window (alpha, alpha + 1).
    pub(super) fn ending(&mut self, board: Board, alpha: i32, empties: u32) -> i32 {
        if empties <= BY_PARITY {
            return self.by_parity(board, alpha, empties);
        }
        self.nodes += 1;
        if empties >= POLLED && self.poll() {
            return 0;
        }
        if let Some(bound) = beyond_reach(board, alpha, empties) {
            return bound;
        }
        let shared = empties >= REMEMBERED;
        let (mut before, mut table_move) = (None, [None, None]);
        let key = board.key();
        if shared {
            before = self.table().get(key);
            if let Some(entry) = before {
                if entry.serves(empties, Certainty::Exact)
                    && let Some(value) = entry.cut(alpha, alpha + 1)
                {
                    return value;
                }
                table_move = entry.best;
            }
        } else if let Some(value) = self.recent.cut(board, alpha) {
            return value;
        }
        let moves = board.moves();
        if moves == 0 {
            return board.without_move(|passed| self.ending(passed, !alpha, empties));
        }
        if moves.is_power_of_two() {
            // Nothing to choose: no list, and what the table keeps of the child will do.
            let at = moves.trailing_zeros();
            let flips = board.flips(at);
            if flips == board.theirs {
                return MOST;
            }
            return -self.ending(board.after(at, flips), !alpha, empties - 1);
        }
        let Some(mut list) = self.replies(board, moves, empties, table_move) else {
            return MOST;
        };
        if empties >= LOOK_UP_CHILDREN {
            for n in 0..list.length {
                let child = list.child(board, n);
                if let Some(value) = self.known_ending(child, alpha, empties - 1) {
                    return value;
                }
            }
        }
        let (mut best, mut best_at) = (NOTHING, 0);
        for n in 0..list.length {
            let (at, flips) = list.take(n);
            let value = -self.ending(board.after(at, flips), !alpha, empties - 1);
            if value > best {
                (best, best_at) = (value, at);
                if value > alpha {
                    break;
                }
            }
            if empties >= SPLIT && n + 1 < list.length && self.shared.pool.has_idle() {
                let (value, at) = self.split_ending(board, &mut list, n + 1, alpha, empties);
                if value > best {
                    (best, best_at) = (value, at);
                }
                break;
            }
        }
        if self.quit {
            return 0;
        }
        if shared {
            let found = EntryUpdate {
                alpha,
                beta: alpha + 1,
                value: best,
                best: best_at,
            };
            self.store(key, before, found, empties, Certainty::Exact);
        } else {
            self.recent.put(board, alpha, best);
        }
        best
    }

    /// The moves from the `from`th on, searched with whoever is idle.
    #[cold]
    fn split_ending(
        &mut self,
        board: Board,
        list: &mut Replies,
        from: usize,
        alpha: i32,
        empties: u32,
    ) -> (i32, u32) {
        let moves = (from..list.length).map(|n| {
            let (at, flips) = list.take(n);
            (at, Node::new(board.after(at, flips)))
        });
        let mut candidates = Candidates::in_order(moves);
        self.split_rest(&mut candidates, 0, alpha, empties)
    }

    /// The moves with their ranks, what is known of their boards on its way here; `None` where one of
    /// them wins everything.
    #[inline]
    fn replies(
        &self,
        board: Board,
        moves: u64,
        empties: u32,
        table_move: [Option<u8>; 2],
    ) -> Option<Replies> {
        let mut list = Replies::new();
        let parity = odd_quadrants(board.empty());
        let mut left = moves;
        while left != 0 {
            let at = left.trailing_zeros();
            left &= left - 1;
            let flips = board.flips(at);
            if flips == board.theirs {
                return None;
            }
            let child = board.after(at, flips);
            if empties >= LOOK_UP_CHILDREN {
                self.table().prefetch(child.key());
            } else if empties > KEPT {
                self.recent.prefetch(child);
            }
            let score = if table_move[0] == Some(at as u8) {
                1 << 20
            } else if table_move[1] == Some(at as u8) {
                1 << 19
            } else {
                score(child, at, parity, empties)
            };
            list.push(at, flips, score);
        }
        Some(list)
    }

    /// A reply that the table already knows to be above alpha settles the position (enhanced
    /// transposition cut-off).
    #[inline]
    fn known_ending(&self, child: Board, alpha: i32, empties: u32) -> Option<i32> {
        let entry = self.table().get(child.key())?;
        let value = -i32::from(entry.upper);
        (entry.serves(empties, Certainty::Exact) && value > alpha).then_some(value)
    }

    /// Few empties: quadrants with an odd number of them first, in them corners first.
    fn by_parity(&mut self, board: Board, alpha: i32, empties: u32) -> i32 {
        let empty = board.empty();
        let parity = odd_quadrants(empty);
        if empties <= 4 {
            return self.very_last(board, alpha, empties, empty, parity);
        }
        self.nodes += 1;
        if let Some(bound) = beyond_reach(board, alpha, empties) {
            return bound;
        }
        let kept = empties >= KEPT;
        if kept && let Some(value) = self.recent.cut(board, alpha) {
            return value;
        }
        let moves = board.moves();
        if moves == 0 {
            return board.without_move(|passed| self.by_parity(passed, !alpha, empties));
        }
        let mut best = NOTHING;
        let odd = squares_of(parity);
        for part in [
            moves & odd & CORNERS,
            moves & odd & !CORNERS,
            moves & !odd & CORNERS,
            moves & !odd & !CORNERS,
        ] {
            let mut left = part;
            while left != 0 {
                let at = left.trailing_zeros();
                left &= left - 1;
                let child = board.after(at, board.flips(at));
                let value = -if empties == 5 {
                    let parity = parity ^ QUADRANT[at as usize];
                    let squares = four_squares(child.empty(), parity);
                    four(child, !alpha, squares, parity, &mut self.nodes)
                } else {
                    self.by_parity(child, !alpha, empties - 1)
                };
                if value > alpha {
                    if kept {
                        self.recent.put(board, alpha, value);
                    }
                    return value;
                }
                best = best.max(value);
            }
        }
        if kept {
            self.recent.put(board, alpha, best);
        }
        best
    }

    /// At most four empties, when a search begins there.
    fn very_last(&mut self, board: Board, alpha: i32, empties: u32, empty: u64, parity: u8) -> i32 {
        if empties == 4 {
            return four(
                board,
                alpha,
                four_squares(empty, parity),
                parity,
                &mut self.nodes,
            );
        }
        self.nodes += 1;
        let mut best = NOTHING;
        each(board.moves(), |at| {
            let child = board.after(at, board.flips(at));
            let parity = parity ^ QUADRANT[at as usize];
            let value = -self.very_last(child, !alpha, empties - 1, child.empty(), parity);
            best = best.max(value);
        });
        if best > NOTHING {
            best
        } else {
            board.without_move(|passed| self.very_last(passed, !alpha, empties, empty, parity))
        }
    }
}

/// Stable discs of the opponent may put the window out of reach; worth asking only where the window
/// is high for this many empties.
#[inline]
pub(super) fn beyond_reach(board: Board, alpha: i32, empties: u32) -> Option<i32> {
    if alpha < STABILITY_WORTH_ASKING[empties as usize] {
        return None;
    }
    // Not even if all of the opponent's discs were stable.
    if MOST - 2 * board.theirs.count_ones() as i32 > alpha {
        return None;
    }
    let most = stability::most_reachable(board);
    (most <= alpha).then_some(most)
}

/// The alpha from which stability is asked for, by empties: with many empties few discs are stable.
static STABILITY_WORTH_ASKING: [i32; 65] = {
    let mut table = [99; 65];
    let mut empties = 0;
    while empties < 65 {
        table[empties] = if empties < 4 {
            99
        } else if empties <= 24 {
            2 * empties as i32 - 2
        } else {
            22 + empties as i32
        };
        empties += 1;
    }
    table
};

/// How soon a reply should be tried: few answers, none of them a corner; then odd quadrants, and where
/// there are more empties safe corners and few open neighbours.
#[inline]
fn score(child: Board, at: u32, parity: u8, empties: u32) -> i32 {
    let answers = child.moves();
    let mobility = answers.count_ones() + (answers & CORNERS).count_ones();
    let odd = i32::from(parity & QUADRANT[at as usize] != 0);
    let plain = -64 * mobility as i32 + 40 * odd;
    if empties <= PLAINLY_RANKED {
        return plain;
    }
    let open = (around(child.theirs) & child.empty()).count_ones() as i32;
    let corner = i32::from(CORNERS >> at & 1 == 1);
    plain - 2 * open + 64 * corner
}

/// The quadrants with an odd number of empties.
#[inline]
pub(super) fn odd_quadrants(empty: u64) -> u8 {
    const TOP_LEFT: u64 = 0x0F0F_0F0F;
    let odd = |shift: u32| (empty >> shift & TOP_LEFT).count_ones() as u8 & 1;
    odd(0) | odd(4) << 1 | odd(32) << 2 | odd(36) << 3
}

/// The squares of some quadrants.
#[inline]
fn squares_of(quadrants: u8) -> u64 {
    const TOP_LEFT: u64 = 0x0F0F_0F0F;
    let part = |n: u32, shift: u32| (u64::from(quadrants >> n & 1) * TOP_LEFT) << shift;
    part(0, 0) | part(1, 4) | part(2, 32) | part(3, 36)
}

/// The four empty squares, those in odd quadrants first.
#[inline]
fn four_squares(empty: u64, parity: u8) -> [u32; 4] {
    let odd = squares_of(parity);
    let mut squares = [0; 4];
    let mut n = 0;
    for part in [empty & odd, empty & !odd] {
        let mut left = part;
        while left != 0 {
            squares[n & 3] = left.trailing_zeros();
            left &= left - 1;
            n += 1;
        }
    }
    squares
}

/// Moves with what they flip, taken best first.
struct Replies {
    length: usize,
    /// How soon each is to be tried, and below that its square.
    ranks: [i32; MOST_REPLIES],
    flips: [u64; MOST_REPLIES],
}

/// There are no more moves than empties, and a power of two spares checks.
const MOST_REPLIES: usize = 16;

impl Replies {
    #[inline]
    fn new() -> Self {
        Self {
            length: 0,
            ranks: [0; MOST_REPLIES],
            flips: [0; MOST_REPLIES],
        }
    }

    #[inline]
    fn push(&mut self, at: u32, flips: u64, score: i32) {
        let n = self.length % MOST_REPLIES;
        self.ranks[n] = score << 6 | (63 - at as i32);
        self.flips[n] = flips;
        self.length = n + 1;
    }

    #[inline]
    fn child(&self, board: Board, n: usize) -> Board {
        let n = n % MOST_REPLIES;
        board.after(63 - (self.ranks[n] as u32 & 63), self.flips[n])
    }

    /// The square and the flips of the `n`th best; call with 0, 1, 2, … in this order.
    #[inline]
    fn take(&mut self, n: usize) -> (u32, u64) {
        let n = n % MOST_REPLIES;
        let (mut best, mut rank) = (n, self.ranks[n]);
        for other in n + 1..self.length {
            let candidate = self.ranks[other % MOST_REPLIES];
            if candidate > rank {
                (best, rank) = (other % MOST_REPLIES, candidate);
            }
        }
        let flips = self.flips[best];
        self.ranks[best] = self.ranks[n];
        self.flips[best] = self.flips[n];
        (63 - (rank as u32 & 63), flips)
    }
}
