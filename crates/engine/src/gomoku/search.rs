//! The strong player's search of one thread: principal variation search over the moves worth a look.
//!
//! Threats are settled exactly and never cut short: five is played, a five is stopped, fours are
//! followed to the end at every leaf, and where the other side would win by fours only the moves that
//! could prevent it are tried. What is left is quiet, and there depth is spent by promise.

mod ordering;
mod pruning;
mod threats;

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::Instant;

use boyi_search::{Allotment, Bound, Stop};

use super::board::Board;
use super::entry::{Entry, Table};
use super::layout::Cell;
use super::static_eval::static_eval;
use super::threat::Threat;
use super::tune;
use super::value::{PROVEN, Value, loss_in, win_in};
use super::vcf::{VcfSearch, VcfTable};
use ordering::{Candidate, Experience, Place, pick};
use pruning::{better_guess, is_beyond_hope, is_hopeless, last_depth, reverse_futility, settles};

/// Plies from the root at most; the board is full before.
const DEEPEST: usize = 500;

/// What all threads share.
pub(crate) struct Shared<'a> {
    pub(crate) table: &'a Table,
    pub(crate) fours: &'a VcfTable,
    pub(crate) stop: &'a Stop,
    /// Set when one thread has finished: the others need not go on.
    pub(crate) done: AtomicBool,
    /// Nodes of all threads, counted every so often.
    pub(crate) nodes: AtomicU64,
    pub(crate) started: Instant,
    pub(crate) time: Option<Allotment>,
    pub(crate) node_limit: Option<u64>,
}

/// The search was stopped; what it was doing is void.
pub(crate) struct Stopped;

type Searched = Result<Value, Stopped>;

/// One thread's search.
pub(crate) struct Search<'a> {
    shared: &'a Shared<'a>,
    pub(crate) board: Board,
    fours: VcfSearch<'a>,
    /// The same, until the win is plain.
    charge: VcfSearch<'a>,
    pub(crate) nodes: u64,
    counted: u64,
    experience: Experience,
    lines: Vec<Vec<Cell>>,
    moves: Vec<Vec<Candidate>>,
    /// Room for the moves tried, by ply.
    spare: Vec<Vec<Cell>>,
    /// What the evaluation said, by ply.
    standings: Vec<Value>,
    /// Moves not to try at the root: those of better lines.
    pub(crate) excluded: Vec<Cell>,
    /// The best move of the root so far in this iteration.
    pub(crate) root_best: Option<(Cell, Value)>,
}

/// What a node's moves are tried with.
struct Here {
    alpha: Value,
    beta: Value,
    depth: i32,
    place: Place,
    /// Whether its exact value matters: it may lie on the line that both sides are expected to play.
    pv: bool,
    standing: Value,
    /// Whether the other side threatens to win by fours.
    defending: bool,
    /// Whether the side to move stands better than at its last move.
    improving: bool,
}

impl<'a> Search<'a> {
    pub(crate) fn new(board: Board, shared: &'a Shared<'a>) -> Self {
        Self {
            shared,
            board,
            fours: VcfSearch::new(shared.fours),
            charge: VcfSearch::until_double_threat(shared.fours),
            nodes: 0,
            counted: 0,
            experience: Experience::new(DEEPEST + 2),
            lines: vec![Vec::new(); DEEPEST + 2],
            moves: vec![Vec::new(); DEEPEST + 2],
            spare: vec![Vec::new(); DEEPEST + 2],
            standings: vec![0; DEEPEST + 2],
            excluded: Vec::new(),
            root_best: None,
        }
    }

    /// What both sides are expected to play.
    pub(crate) fn line(&self) -> &[Cell] {
        &self.lines[0]
    }

    /// Searches the root.
    pub(crate) fn root(&mut self, alpha: Value, beta: Value, depth: i32) -> Searched {
        self.root_best = None;
        self.node(alpha, beta, depth, 0, None, true)
    }

    /// Every node begins here.
    #[inline]
    fn enter(&mut self, ply: usize) -> Result<(), Stopped> {
        self.nodes += 1;
        self.lines[ply].clear();
        if self.nodes.is_multiple_of(256) {
            self.look_around()?;
        }
        Ok(())
    }

    #[cold]
    fn look_around(&mut self) -> Result<(), Stopped> {
        let all = self.all_nodes();
        let more = all - self.counted;
        self.counted = all;
        let nodes = self.shared.nodes.fetch_add(more, Ordering::Relaxed) + more;
        let late = |time: Allotment| self.shared.started.elapsed() >= time.hard;
        let over = self.shared.stop.is_stopped()
            || self.shared.done.load(Ordering::Relaxed)
            || self.shared.node_limit.is_some_and(|limit| nodes >= limit)
            || self.shared.time.is_some_and(late);
        if over { Err(Stopped) } else { Ok(()) }
    }

    /// Positions looked at, those of searches for fours among them.
    pub(crate) fn all_nodes(&self) -> u64 {
        self.nodes + self.fours.nodes + self.charge.nodes
    }

    fn node(
        &mut self,
        mut alpha: Value,
        mut beta: Value,
        depth: i32,
        ply: usize,
        last: Option<Cell>,
        pv: bool,
    ) -> Searched {
        self.enter(ply)?;
        if let Some(value) = self.settled(ply) {
            return Ok(value);
        }
        let other = !self.board.turn();
        if let Some(stop) = self.board.set(other, Threat::Five).first() {
            return self.forced(alpha, beta, depth, ply, stop, pv);
        }
        if ply > 0 {
            // Even the fastest win from here is no better than what is known already.
            alpha = alpha.max(loss_in(ply as u32 + 4));
            beta = beta.min(win_in(ply as u32 + 5));
            if alpha >= beta {
                return Ok(alpha);
            }
        }
        let key = self.board.key();
        let known = self.shared.table.get(key);
        if let Some(entry) = known
            && ply > 0
            && let Some(value) = settles(&entry, alpha, beta, depth, ply, pv)
        {
            return Ok(value);
        }
        let standing = match known {
            Some(entry) => Value::from(entry.standing),
            None => static_eval(&self.board),
        };
        self.standings[ply] = standing;
        let improving = ply < 2 || standing > self.standings[ply - 2];
        let guess = known.map_or(standing, |entry| better_guess(&entry, standing, ply));
        let narrow = !pv && ply > 0;
        // The other side is about to make an open four.
        let pressed = self.board.count(other, Threat::OpenFour) > 0;
        if narrow
            && !pressed
            && let Some(value) = reverse_futility(guess, beta, depth, improving)
        {
            return Ok(value);
        }
        let leaf = depth <= last_depth(pressed)
            || ply >= DEEPEST
            || narrow && is_beyond_hope(guess, alpha, depth);
        let restricted = ply == 0 && !self.excluded.is_empty();
        let may_win = !restricted && (leaf || pv || depth >= tune::fours_depth());
        if may_win && let Some(value) = self.wins_by_fours(depth, ply) {
            let best = self.lines[ply].first().copied();
            self.store(value, Bound::Exact, ply, 255, standing, best);
            if ply == 0 {
                self.root_best = best.map(|best| (best, value));
            }
            return Ok(value);
        }
        if leaf {
            return Ok(standing);
        }
        let defences = self.must_defend(depth, pv);
        if defences.is_none()
            && narrow
            && let Some(value) = self.null_move(standing, beta, depth, ply, last)?
        {
            return Ok(value);
        }

        let first = known.and_then(|entry| entry.best());
        // Without a move to try first a shallower search is as good and fills the table.
        let unknown = first.is_none() && depth >= tune::reduce_unknown() && defences.is_none();
        let here = Here {
            alpha,
            beta,
            depth: depth - i32::from(unknown),
            place: Place { ply, last },
            pv,
            standing,
            defending: defences.is_some(),
            improving,
        };
        self.experience.list(
            &self.board,
            &here.place,
            first,
            defences.as_ref(),
            &mut self.moves[ply],
        );
        self.try_moves(&here)
    }

    /// Tries the moves of a node, most promising first.
    fn try_moves(&mut self, here: &Here) -> Searched {
        let &Here {
            beta,
            depth,
            standing,
            ..
        } = here;
        let ply = here.place.ply;
        let side = self.board.turn();
        let restricted = ply == 0 && !self.excluded.is_empty();
        let mut alpha = here.alpha;
        let mut best: Option<(Value, Cell)> = None;
        let mut tried = 0;
        let mut tried_before = std::mem::take(&mut self.spare[ply]);
        tried_before.clear();
        let mut index = 0;
        while let Some(candidate) = pick(&mut self.moves[ply], index) {
            index += 1;
            let cell = candidate.cell;
            if restricted && self.excluded.contains(&cell) || !self.board.may_play(cell, side) {
                continue;
            }
            let lost_so_far = best.is_none_or(|(value, _)| value <= -PROVEN);
            if candidate.quiet
                && ply > 0
                && !lost_so_far
                && is_hopeless(
                    depth,
                    tried,
                    here.improving || self.board.prepares(cell, side),
                )
            {
                continue;
            }
            tried += 1;
            self.shared.table.prefetch(self.board.key_after(cell));
            self.board.make(cell);
            let value = self.after(here, alpha, candidate, tried);
            self.board.unmake(cell);
            let value = value?;
            if best.is_none_or(|(so_far, _)| value > so_far) {
                best = Some((value, cell));
                if value > alpha || ply == 0 && tried == 1 {
                    self.extend_line(ply, cell, value);
                }
                alpha = alpha.max(value);
                if value >= beta {
                    let (board, place) = (&self.board, &here.place);
                    let experience = &mut self.experience;
                    experience.learn(board, place, depth, candidate, &tried_before);
                    break;
                }
            }
            tried_before.push(cell);
        }
        self.spare[ply] = tried_before;
        let Some((value, cell)) = best else {
            // Every move that could help is forbidden, or none is left: lost, or the board is full.
            let lost = here.defending || self.board.rules().forbids(side);
            return Ok(if lost { loss_in(ply as u32 + 4) } else { 0 });
        };
        let bound = if value >= beta {
            Bound::AtLeast
        } else if value > here.alpha {
            Bound::Exact
        } else {
            Bound::AtMost
        };
        if !restricted {
            self.store(value, bound, ply, depth, standing, Some(cell));
        }
        Ok(value)
    }

    /// The line from here begins with this move and goes on with the line below.
    fn extend_line(&mut self, ply: usize, cell: Cell, value: Value) {
        if ply == 0 {
            self.root_best = Some((cell, value));
        }
        let (upper, lower) = self.lines.split_at_mut(ply + 1);
        upper[ply].clear();
        upper[ply].push(cell);
        upper[ply].extend_from_slice(&lower[0]);
    }

    /// Searches the position after a move: the first one fully, the others just whether they are
    /// better, quiet late ones less deep at first.
    fn after(&mut self, here: &Here, alpha: Value, candidate: Candidate, tried: usize) -> Searched {
        let &Here {
            beta, depth, pv, ..
        } = here;
        let ply = here.place.ply;
        let cell = Some(candidate.cell);
        let next = depth - 1;
        if tried == 1 {
            return Ok(-self.node(-beta, -alpha, next, ply + 1, cell, pv)?);
        }
        let reduction = self.reduction(here, candidate, tried);
        let mut value = -self.node(-alpha - 1, -alpha, next - reduction, ply + 1, cell, false)?;
        if value > alpha && reduction > 0 {
            value = -self.node(-alpha - 1, -alpha, next, ply + 1, cell, false)?;
        }
        if value > alpha && value < beta && pv {
            value = -self.node(-beta, -alpha, next, ply + 1, cell, true)?;
        }
        Ok(value)
    }

    /// By how many plies a move is searched less at first: the later it is tried and the less it did
    /// elsewhere, the more. Moves that make threats are never reduced.
    fn reduction(&self, here: &Here, candidate: Candidate, tried: usize) -> i32 {
        if candidate.forcing || here.depth < tune::reduce_depth() {
            return 0;
        }
        let history = self.experience.of(!self.board.turn(), candidate.cell);
        let usual = tune::reduction(here.depth, tried) - history / tune::history_of_a_ply();
        (usual - i32::from(here.defending)).clamp(0, here.depth - 2)
    }

    /// If doing nothing is good enough, so is something, all but surely.
    fn null_move(
        &mut self,
        standing: Value,
        beta: Value,
        depth: i32,
        ply: usize,
        last: Option<Cell>,
    ) -> Result<Option<Value>, Stopped> {
        if depth < tune::null_depth() || standing < beta || beta.abs() >= PROVEN || last.is_none() {
            return Ok(None);
        }
        let reduced = depth - 3 - depth / 4;
        self.board.pass();
        let value = self.node(-beta, 1 - beta, reduced, ply + 1, None, false);
        self.board.pass();
        let value = -value?;
        Ok((value >= beta && value < PROVEN).then_some(value))
    }

    #[inline]
    fn store(
        &self,
        value: Value,
        bound: Bound,
        ply: usize,
        depth: i32,
        standing: Value,
        best: Option<Cell>,
    ) {
        let table = self.shared.table;
        let entry = Entry::new(
            value,
            bound,
            ply as u32,
            depth,
            standing,
            best,
            table.generation(),
        );
        table.put(self.board.key(), entry);
    }
}
