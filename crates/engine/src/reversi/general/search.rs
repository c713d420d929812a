//! Principal variation search on any board, to a depth or to the end of the game by points.

use boyi_game::{GameMove, Key, Score};
use boyi_reversi::discs::{Discs, SquareSet, Whose};
use boyi_reversi::{Empties, Layout, Move, Square};
use boyi_search::kernel::{Budget, Meter};
use boyi_search::{Bound, Entry, TranspositionTable};

use super::evaluator::{BoardEvaluator, POINT};
use super::finish;
use super::ranking::{Ranked, StaticOrder};
use super::selective::{self, Margins};

/// More than any value.
pub(super) const INFINITY: i32 = 1 << 28;

/// Plies from which children are looked up in the table before any is searched.
const LOOK_UP_CHILDREN: u32 = 3;

/// The depth under which exact values are kept: deeper than any search.
pub(super) const TO_THE_END: u32 = 255;

/// How deep the moves far down a root's list are looked at.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Late {
    /// As deep as all others.
    Full,
    /// Less deep, as below a root: enough to guess what is going to be played.
    Less,
}

/// How a root is looked at.
#[derive(Clone, Copy)]
pub(super) struct RootLook {
    pub(super) depth: u32,
    pub(super) empties: u32,
    pub(super) late: Late,
}

pub(super) struct Searching<'a, D: Discs> {
    pub(super) evaluator: &'a BoardEvaluator<D>,
    pub(super) table: &'a TranspositionTable,
    pub(super) budget: &'a Budget,
    meter: Meter<'a>,
    pub(super) nodes: u64,
    next_poll: u64,
    pub(super) halted: bool,
    /// How often a move was best, by square.
    pub(super) history: Vec<i32>,
    /// Moves of the positions on the way, one list behind the other.
    pub(super) stack: Vec<Ranked>,
    pub(super) static_order: StaticOrder,
    /// `None` where nothing is to be left out.
    pub(super) margins: Option<Margins>,
    pub(super) total: i32,
    to_winner: bool,
}

impl<'a, D: Discs> Searching<'a, D> {
    pub(super) fn new(
        layout: &Layout,
        evaluator: &'a BoardEvaluator<D>,
        table: &'a TranspositionTable,
        budget: &'a Budget,
    ) -> Self {
        let worth = |square| i32::from(layout.worth(square));
        Self {
            evaluator,
            table,
            budget,
            meter: Meter::new(budget),
            nodes: 0,
            next_poll: 0,
            halted: false,
            history: vec![0; Move::CODES],
            stack: Vec::with_capacity(1024),
            static_order: StaticOrder::of(layout),
            margins: None,
            total: layout.squares().map(worth).sum(),
            to_winner: layout.empties() == Empties::ToWinner,
        }
    }

    pub(super) fn poll(&mut self) -> bool {
        if self.nodes >= self.next_poll {
            match self.meter.poll_at(self.nodes) {
                Ok(more) => self.next_poll = self.nodes + more,
                Err(_) => self.halted = true,
            }
        }
        self.halted
    }

    /// The result of a finished game, in the units of the evaluation.
    pub(super) fn result(&self, discs: &D) -> i32 {
        let (mine, theirs) = (discs.worth(Whose::Mover), discs.worth(Whose::Other));
        let mut difference = mine - theirs;
        if self.to_winner {
            difference += difference.signum() * (self.total - mine - theirs);
        }
        difference * POINT
    }

    /// The value of a position with so many empties for the window (alpha, beta); void once halted.
    pub(super) fn value(
        &mut self,
        discs: &mut D,
        alpha: i32,
        beta: i32,
        depth: u32,
        empties: u32,
    ) -> i32 {
        let exact = depth >= empties;
        self.nodes += 1;
        if self.poll() {
            return 0;
        }
        if exact && empties <= finish::AS_THEY_COME {
            return self.last_few(discs, alpha, beta, empties);
        }
        let placements = discs.placements(Whose::Mover);
        if placements.is_empty() {
            if discs.placements(Whose::Other).is_empty() {
                return self.result(discs);
            }
            let undo = discs.pass();
            let value = -self.value(discs, -beta, -alpha, depth, empties);
            discs.undo(undo);
            return value;
        }
        if exact && let Some(value) = self.out_of_reach(discs, alpha) {
            return value;
        }
        if depth == 0 {
            return self.evaluator.value(discs, &placements);
        }
        let key = discs.key();
        let known = self.table.get(key);
        let stored_depth = if exact { TO_THE_END } else { depth };
        if let Some(entry) = known
            && let Some(value) = settled(&entry, alpha, beta, stored_depth)
        {
            return value;
        }
        // A wipe-out comes out of the blue: where one may be near, nothing is left out.
        let selective = !exact && self.margins.is_some() && !BoardEvaluator::is_in_danger(discs);
        if selective
            && beta == alpha + 1
            && let Some(value) = self.probable_cut(discs, &placements, alpha, depth, empties)
        {
            return value;
        }
        if self.halted {
            return 0;
        }
        let first = known
            .and_then(|entry| entry.best::<Move>())
            .and_then(Move::square);
        let (moves, looks_up_to) = if exact {
            let moves = self.rank_for_the_end(discs, &placements, first, empties);
            let looks_up = empties >= finish::LOOK_UP_CHILDREN;
            (moves, looks_up.then_some(TO_THE_END + 1))
        } else {
            let moves = self.rank(discs, &placements, depth, first);
            (moves, (depth >= LOOK_UP_CHILDREN).then_some(depth))
        };
        if let Some(depth) = looks_up_to
            && let Some(value) = self.known_to_cut(moves.clone(), beta, depth)
        {
            self.stack.truncate(moves.start);
            return value;
        }
        let (mut best, mut best_square, mut floor) = (-INFINITY, None, alpha);
        for n in 0..moves.len() {
            let square = self.take(moves.start + n);
            let undo = discs.place(square);
            let left = empties - 1;
            let mut value = if n == 0 {
                -self.value(discs, -beta, -floor, depth - 1, left)
            } else {
                let less = if selective {
                    selective::reduction(n, depth)
                } else {
                    0
                };
                self.scout(discs, floor, depth - 1, less, left)
            };
            if n > 0 && value > floor && value < beta && !self.halted {
                value = -self.value(discs, -beta, -floor, depth - 1, left);
            }
            discs.undo(undo);
            if self.halted {
                break;
            }
            if value > best {
                (best, best_square) = (value, Some(square));
                floor = floor.max(value);
                if value >= beta {
                    if !exact {
                        let code = usize::from(Move::Place(square).code());
                        self.history[code] += (depth * depth) as i32;
                    }
                    break;
                }
            }
        }
        self.stack.truncate(moves.start);
        if self.halted {
            return 0;
        }
        self.store(key, best, (alpha, beta), stored_depth, best_square);
        best
    }

    /// Whether the board after a move is worth more than a floor to whoever made it: looked at so many
    /// plies less deep, and in full where that says yes.
    fn scout(&mut self, discs: &mut D, floor: i32, depth: u32, less: u32, empties: u32) -> i32 {
        let value = -self.value(discs, -floor - 1, -floor, depth - less, empties);
        if less == 0 || value <= floor || self.halted {
            return value;
        }
        -self.value(discs, -floor - 1, -floor, depth, empties)
    }

    /// Keeps what a search with a window found.
    pub(super) fn store(
        &self,
        key: Key,
        best: i32,
        (alpha, beta): (i32, i32),
        depth: u32,
        square: Option<Square>,
    ) {
        let bound = if best >= beta {
            Bound::AtLeast
        } else if best <= alpha {
            Bound::AtMost
        } else {
            Bound::Exact
        };
        let entry = Entry::new(
            Score::heuristic(best),
            bound,
            depth < TO_THE_END,
            depth,
            square.map(Move::Place),
            self.table.generation(),
        );
        self.table.put(key, entry);
    }

    /// A value of at least beta, where the table knows a move that leads there: then nothing need be
    /// searched.
    pub(super) fn known_to_cut(
        &self,
        moves: std::ops::Range<usize>,
        beta: i32,
        depth: u32,
    ) -> Option<i32> {
        self.stack[moves].iter().find_map(|ranked| {
            let entry = self.table.get(ranked.key?)?;
            let value = -entry.score.value();
            let holds = entry.bound != Bound::AtLeast && entry.depth() + 1 >= depth;
            (holds && value >= beta).then_some(value)
        })
    }

    /// Searches the root's moves, best known first; the best is moved to the front. Returns its
    /// value, or `None` where nothing was completed. Where the first move is known to be worth `at_least`
    /// so much, it is only looked at once another turns out to be worth more.
    pub(super) fn root(
        &mut self,
        discs: &mut D,
        moves: &mut [Square],
        at_least: Option<i32>,
        look: RootLook,
    ) -> Option<i32> {
        let known = at_least.and(moves.first().copied());
        let mut best = at_least;
        for n in usize::from(known.is_some())..moves.len() {
            let less = if look.late == Late::Less && look.depth < look.empties {
                selective::reduction(n, look.depth)
            } else {
                0
            };
            if self.beats(discs, moves[n], &mut best, less, look) {
                moves[..=n].rotate_right(1);
            }
        }
        if let Some(known) = known
            && let Some(n) = moves.iter().position(|&square| square == known)
            && n > 0
            && self.beats(discs, known, &mut best, 0, look)
        {
            moves[..=n].rotate_right(1);
        }
        best
    }

    /// Whether a move of the root is worth more than the best so far; then it is the best.
    fn beats(
        &mut self,
        discs: &mut D,
        square: Square,
        best: &mut Option<i32>,
        less: u32,
        look: RootLook,
    ) -> bool {
        if self.halted {
            return false;
        }
        let (depth, left) = (look.depth - 1, look.empties - 1);
        let undo = discs.place(square);
        let mut value = match *best {
            None => -self.value(discs, -INFINITY, INFINITY, depth, left),
            Some(best) => self.scout(discs, best, depth, less, left),
        };
        if let Some(best) = *best
            && value > best
            && !self.halted
        {
            value = -self.value(discs, -INFINITY, -best, depth, left);
        }
        discs.undo(undo);
        let better = !self.halted && best.is_none_or(|best| value > best);
        if better {
            *best = Some(value);
        }
        better
    }
}

/// The value, where an entry decides the window.
pub(super) fn settled(entry: &Entry, alpha: i32, beta: i32, depth: u32) -> Option<i32> {
    let value = entry.score.value();
    let decides = match entry.bound {
        Bound::Exact => true,
        Bound::AtLeast => value >= beta,
        Bound::AtMost => value <= alpha,
    };
    (decides && entry.depth() >= depth).then_some(value)
}
