//! Depth after depth from the root: aspiration windows, several lines, when to stop.

use boyi_xiangqi::{Move, QUIET_PLIES};

use super::budget::Stopped;
use super::ground::Evaluation;
use super::mating::{Mate, Mating};
use super::node::{Principal, Zero};
use super::tune;
use super::value::{INFINITE, MAX_PLY, Value, is_mate, mate_in};
use super::worker::Worker;

/// The search for mates by checks gets one node of so many, and a few to begin with.
const MATING_SHARE: u64 = 8;
const MATING_LEAST: u64 = 64;

/// A move of the root and what is known about it.
#[derive(Clone, Debug)]
pub(crate) struct RootMove {
    pub(crate) mv: Move,
    /// As of this depth; below everything where it was only shown to be no better.
    pub(crate) value: Value,
    /// As of the depth before.
    pub(crate) previous: Value,
    /// The line it begins.
    pub(crate) line: Vec<Move>,
    /// The depth of value and line.
    pub(crate) depth: i32,
    nodes: u64,
}

impl RootMove {
    pub(crate) fn new(mv: Move) -> Self {
        Self {
            mv,
            value: -INFINITE,
            previous: -INFINITE,
            line: vec![mv],
            depth: 0,
            nodes: 0,
        }
    }

    /// The newest value there is.
    pub(crate) fn known(&self) -> Value {
        if self.value > -INFINITE {
            self.value
        } else {
            self.previous
        }
    }
}

/// Why deepening ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Deepened {
    /// As deep as asked for.
    Depth,
    /// Nothing deeper can change the answer.
    Certain,
    /// Out of time or nodes, or stopped.
    Stopped,
}

impl<E: Evaluation> Worker<'_, E> {
    /// Searches deeper and deeper until something ends it; `watch` is called after each depth, with
    /// the best moves first. `helper` is 0 for the thread that decides.
    pub(crate) fn deepen(
        &mut self,
        lines: usize,
        helper: usize,
        mut watch: impl FnMut(&Self, i32),
    ) -> Deepened {
        let most = self.budget.deepest().map_or(MAX_PLY as i32 - 40, |depth| {
            (depth as i32).min(MAX_PLY as i32 - 40)
        });
        let lines = lines.min(self.root_moves.len());
        let mut stability = 0;
        let mut last_best = None;
        let mut last_value: Option<Value> = None;
        let mut mating = (helper == 0).then(|| self.mating());
        let mut mate = None;
        for depth in 1..=most {
            // Helpers skip depths in turns, so that threads do not do the same work.
            if helper > 0 && depth > 1 && (depth as usize + helper).is_multiple_of(3 + helper % 3) {
                continue;
            }
            for root_move in &mut self.root_moves {
                root_move.previous = root_move.known();
                root_move.value = -INFINITE;
            }
            self.root_depth = depth;
            let mut stopped = false;
            for first in 0..lines {
                if self.aspire(first, depth).is_err() {
                    stopped = true;
                    break;
                }
                self.root_moves[..=first].sort_by_key(|root_move| -root_move.value);
            }
            if let Some(mating) = &mut mating
                && !stopped
            {
                stopped = self.look_for_mate(mating, &mut mate).is_err();
            }
            if let Some(mate) = &mate {
                self.prefer(mate);
            }
            if stopped {
                return Deepened::Stopped;
            }
            watch(self, depth);

            let best = &self.root_moves[0];
            let settled = self.root_moves[..lines].iter().all(|root_move| {
                // A mate that is nearer than the search is deep is the nearest there is.
                is_mate(root_move.value)
                    && root_move.value.abs() >= mate_in(depth as usize)
                    && depth >= 3
            });
            if settled && self.budget.deepest().is_none() && !self.budget.is_pondering() {
                return Deepened::Certain;
            }
            if helper > 0 {
                continue;
            }
            if last_best == Some(best.mv) {
                stability += 1;
            } else {
                stability = 0;
                last_best = Some(best.mv);
            }
            let urgency = self.urgency(stability, last_value);
            last_value = Some(self.root_moves[0].value);
            let forced = self.root_moves.len() == 1 && self.budget.is_planned();
            if self.budget.is_enough(urgency) || forced && depth >= 6 && !self.budget.is_pondering()
            {
                return Deepened::Stopped;
            }
        }
        Deepened::Depth
    }

    /// Mates by checks from here.
    fn mating(&self) -> Mating {
        let moves = self.root_moves.iter().map(|root_move| root_move.mv);
        Mating::new(
            self.ground.board(),
            self.ground.recurring(),
            moves.collect(),
        )
    }

    /// Gives the search for mates its share of the nodes. A mate that comes after the draw by quiet
    /// moves is none.
    fn look_for_mate(
        &mut self,
        mating: &mut Mating,
        mate: &mut Option<Mate>,
    ) -> Result<(), Stopped> {
        let allowance = self.counts.nodes / MATING_SHARE + MATING_LEAST;
        let found = mating.go_on(allowance, || self.spend())?;
        let in_time = |mate: &Mate| self.ground.quiet() + mate.plies as u32 <= QUIET_PLIES;
        if let Some(found) = found.filter(in_time) {
            *mate = Some(found);
        }
        Ok(())
    }

    /// Puts a proven mate first, unless the search knows a shorter one.
    fn prefer(&mut self, mate: &Mate) {
        let value = mate_in(mate.plies);
        let place = self
            .root_moves
            .iter()
            .position(|root_move| root_move.mv == mate.line[0]);
        let Some(place) = place.filter(|_| value > self.root_moves[0].known()) else {
            return;
        };
        let root_move = &mut self.root_moves[place];
        root_move.value = value;
        root_move.depth = self.root_depth;
        root_move.line.clone_from(&mate.line);
        self.root_moves[..=place].rotate_right(1);
    }

    /// How the time that was planned should be stretched.
    fn urgency(&self, stability: u32, last_value: Option<Value>) -> f64 {
        let best = &self.root_moves[0];
        let share = best.nodes as f64 / self.counts.nodes.max(1) as f64;
        let effort = (1.6 - share).clamp(0.55, 1.5);
        let settled = 1.25 - 0.08 * f64::from(stability.min(8));
        let fall = last_value.map_or(0, |last| last - best.value);
        let falling = 1.0 + f64::from(fall.clamp(-40, 120)) / 160.0;
        effort * settled * falling
    }

    /// Searches the best of the moves from `first` on, with a window around what is expected; wider
    /// where that fails.
    fn aspire(&mut self, first: usize, depth: i32) -> Result<(), Stopped> {
        let expected = self.root_moves[first].previous;
        let mut delta = tune::aspiration_window() + expected.abs().min(2000) / 64;
        let guessable = depth >= 5 && !is_mate(expected) && expected > -INFINITE;
        let (mut alpha, mut beta) = if guessable {
            (
                (expected - delta).max(-INFINITE),
                (expected + delta).min(INFINITE),
            )
        } else {
            (-INFINITE, INFINITE)
        };
        let mut reduced = 0;
        loop {
            let searched = self.root(first, alpha, beta, (depth - reduced).max(1));
            // Best first, whatever was completed; the others keep their order. So a search that is
            // ended half-way leaves the best move of the depth before in front, or one that was shown
            // to be better since. What moves were worth at earlier depths must not decide: most of
            // those values are old, from when the move was last the best.
            self.root_moves[first..].sort_by_key(|root_move| -root_move.value);
            let value = searched?;
            if value <= alpha && alpha > -INFINITE {
                beta = i32::midpoint(alpha, beta);
                alpha = (value - delta).max(-INFINITE);
                reduced = 0;
            } else if value >= beta && beta < INFINITE {
                beta = (value + delta).min(INFINITE);
                reduced = (reduced + 1).min(3);
            } else {
                return Ok(());
            }
            delta += delta / 2;
            if delta > 1200 {
                (alpha, beta) = (-INFINITE, INFINITE);
            }
        }
    }

    /// All moves of the root from `first` on.
    fn root(
        &mut self,
        first: usize,
        mut alpha: Value,
        beta: Value,
        depth: i32,
    ) -> Result<Value, Stopped> {
        let mut best = -INFINITE;
        for root_move in &mut self.root_moves[first..] {
            // A move that failed high and is searched again keeps what it was shown to be worth.
            root_move.previous = root_move.known();
            root_move.value = -INFINITE;
        }
        for ply in 0..3 {
            self.frame(ply).killers = [None; 2];
            self.frame(ply).cuts = 0;
            self.frame(ply).excluded = None;
        }
        let evaluation = (!self.ground.in_check()).then(|| self.ground.evaluate());
        let evaluation = evaluation.map(|value| self.corrected(value));
        self.frame(0).evaluation = evaluation;
        self.frame(0).was_principal = true;
        for index in first..self.root_moves.len() {
            let mv = self.root_moves[index].mv;
            let number = index - first + 1;
            let nodes = self.counts.nodes;
            let is_capture = self.ground.board().at(mv.to).is_some();
            self.frame(0).move_count = number;
            self.lines[1].clear();
            self.spend()?;
            self.enter(0, mv);
            let value = self.root_move(number, is_capture, (alpha, beta), depth);
            self.ground.unmake();
            let value = value?;
            let line = &self.lines[1];
            let root_move = &mut self.root_moves[index];
            root_move.nodes += self.counts.nodes - nodes;
            if number == 1 || value > alpha {
                root_move.value = value;
                root_move.depth = self.root_depth;
                root_move.line.clear();
                root_move.line.push(mv);
                root_move.line.extend_from_slice(line);
            }
            best = best.max(value);
            if value > alpha {
                alpha = value;
                if value >= beta {
                    break;
                }
            }
        }
        Ok(best)
    }

    fn root_move(
        &mut self,
        number: usize,
        is_capture: bool,
        (alpha, beta): (Value, Value),
        depth: i32,
    ) -> Result<Value, Stopped> {
        let full = depth - 1;
        let mut value = -INFINITE;
        if number > 1 {
            let reduction = if number > 3 && depth >= 3 && !is_capture && !self.ground.in_check() {
                (self.reductions.basic(depth, number, true) / 1024 - 1).max(0)
            } else {
                0
            };
            let reduced = (full - reduction).max(1).min(full.max(0));
            value = -self.node::<Zero>(1, -alpha - 1, -alpha, reduced, true)?;
            if value > alpha && reduced < full {
                value = -self.node::<Zero>(1, -alpha - 1, -alpha, full, false)?;
            }
        }
        if number == 1 || value > alpha {
            value = -self.node::<Principal>(1, -beta, -alpha, full, false)?;
        }
        Ok(value)
    }
}
