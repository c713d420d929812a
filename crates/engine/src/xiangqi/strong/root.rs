//! The root: its moves, the window of one line, and what decides how long to think.

use boyi_search::Counts;
use boyi_search::kernel::value::{INFINITE, Value, is_proven, win_in};
use boyi_search::kernel::{Aspiration, Narrowing, RootHistory, Searcher, Stopped, Variation};
use boyi_xiangqi::{Move, QUIET_PLIES};

use super::mate_search::{ForcedMate, MateSearch};
use super::node::{NonPv, Pv};
use super::position::Evaluation;
use super::tune;
use super::worker::{MAX_PLY, Worker};

/// The mate search gets one node of so many, and a few to begin with.
const MATE_SEARCH_SHARE: u64 = 8;
const MATE_SEARCH_MIN_NODES: u64 = 64;

/// The deepest iteration: extensions need room below it.
const MAX_DEPTH: u32 = MAX_PLY as u32 - 40;

/// A move of the root and what is known about it.
#[derive(Clone, Debug)]
pub(crate) struct RootMove {
    pub(crate) mv: Move,
    /// As of this depth; below everything where it was only shown to be no better.
    pub(crate) value: Value,
    /// As of the depth before.
    pub(crate) previous: Value,
    pub(crate) line: Vec<Move>,
    /// The depth of value and line.
    pub(crate) depth: u32,
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

    fn variation(&self) -> Variation<Move> {
        Variation {
            value: self.value,
            depth: self.depth,
            moves: self.line.clone(),
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

impl<E: Evaluation> Searcher for Worker<'_, E> {
    type Move = Move;

    fn root_moves(&self) -> usize {
        self.root_moves.len()
    }

    fn next_depth(&mut self, completed: u32) -> Option<u32> {
        let deepest = self.meter.budget().limits().depth.unwrap_or(MAX_DEPTH);
        let depth = completed + 1;
        for root_move in &mut self.root_moves {
            root_move.previous = root_move.known();
            root_move.value = -INFINITE;
        }
        self.root_depth = depth;
        (depth <= deepest.min(MAX_DEPTH)).then_some(depth)
    }

    fn aspiration(&self, depth: u32, line: usize, _previous: Option<Value>) -> Aspiration {
        let expected = self.root_moves[line].previous;
        let full = Aspiration {
            growth: (3, 2),
            full_beyond: tune::aspiration_limit(),
            narrowing: Narrowing::Middle,
            reduce_after_high: 3,
            ..Aspiration::full(-INFINITE, INFINITE)
        };
        if depth < 5 || is_proven(expected) || expected <= -INFINITE {
            return full;
        }
        let margin = tune::aspiration_window() + expected.abs().min(2000) / 64;
        full.around(expected, margin)
    }

    fn search(
        &mut self,
        depth: u32,
        (alpha, beta): (Value, Value),
        excluded: &[Move],
    ) -> Result<Value, Stopped> {
        // Better lines stand in front of the others.
        let first = excluded.len();
        let searched = self.root(first, alpha, beta, depth as i32);
        // Best first, whatever was completed; the others keep their order. What moves were worth at
        // earlier depths must not decide: most of those values are old.
        self.root_moves[first..].sort_by_key(|root_move| -root_move.value);
        self.best_root = first;
        searched
    }

    fn best_line(&self, _depth: u32) -> Option<Variation<Move>> {
        let best = &self.root_moves[self.best_root];
        (best.value > -INFINITE).then(|| best.variation())
    }

    /// Gives the mate search its share of the nodes.
    fn end_depth(&mut self, _depth: u32, lines: &mut Vec<Variation<Move>>) -> Result<(), Stopped> {
        self.root_moves[..lines.len()].sort_by_key(|root_move| -root_move.value);
        let Some(mut mate_search) = self.mate_search.take() else {
            return Ok(());
        };
        let searched = self.look_for_mate(&mut mate_search);
        self.mate_search = Some(mate_search);
        self.prefer_mate(lines);
        searched
    }

    fn is_settled(&self, depth: u32, lines: &[Variation<Move>]) -> bool {
        // A mate that is nearer than the search is deep is the nearest there is.
        let settled = lines
            .iter()
            .all(|line| is_proven(line.value) && line.value.abs() >= win_in(depth as usize));
        settled && depth >= 3 && self.meter.budget().limits().depth.is_none()
    }

    /// More time for a best move that keeps changing or a value that falls, less for an obvious move.
    /// Where the time is fixed, all of it is used.
    fn time_factor(&self, history: &RootHistory) -> f64 {
        if history.fixed_time {
            return 1.0;
        }
        let best = &self.root_moves[0];
        let share = best.nodes as f64 / self.counts.nodes.max(1) as f64;
        let effort = (1.6 - share).clamp(0.55, 1.5);
        let settled = 1.25 - 0.08 * f64::from(history.stability.min(8));
        let falling = 1.0 + f64::from(history.fall.clamp(-40, 120)) / 160.0;
        effort * settled * falling
    }

    fn any_move(&mut self) -> Option<Move> {
        self.root_moves.first().map(|root_move| root_move.mv)
    }

    fn counts(&self) -> Counts {
        self.counts
    }

    fn selective_depth(&self) -> usize {
        self.selective_depth
    }

    fn hash_full(&self) -> u32 {
        (self.table.fill() * 1000.0) as u32
    }
}

impl<E: Evaluation> Worker<'_, E> {
    /// Looks for mates by checks alone, on the thread that decides.
    pub(super) fn with_mate_search(mut self) -> Self {
        let moves = self.root_moves.iter().map(|root_move| root_move.mv);
        self.mate_search = Some(MateSearch::new(
            self.position.board(),
            self.position.recurring(),
            moves.collect(),
        ));
        self
    }

    /// A mate that comes after the draw by quiet moves is none.
    fn look_for_mate(&mut self, search: &mut MateSearch) -> Result<(), Stopped> {
        let allowance = self.counts.nodes / MATE_SEARCH_SHARE + MATE_SEARCH_MIN_NODES;
        let found = search.go_on(allowance, || self.spend())?;
        let in_time = |mate: &ForcedMate| self.position.quiet() + mate.plies as u32 <= QUIET_PLIES;
        if let Some(found) = found.filter(in_time) {
            self.mate = Some(found);
        }
        Ok(())
    }

    /// Puts a proven mate first, unless the search knows a shorter one.
    fn prefer_mate(&mut self, lines: &mut Vec<Variation<Move>>) {
        let Some(mate) = &self.mate else { return };
        let value = win_in(mate.plies);
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
        let variation = root_move.variation();
        self.root_moves[..=place].rotate_right(1);
        let wanted = lines.len();
        lines.retain(|line| line.moves[0] != variation.moves[0]);
        lines.insert(0, variation);
        lines.truncate(wanted);
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
        let evaluation = (!self.position.in_check()).then(|| self.position.evaluate());
        let evaluation = evaluation.map(|value| self.corrected(value));
        self.frame(0).evaluation = evaluation;
        self.frame(0).was_pv = true;
        for index in first..self.root_moves.len() {
            let mv = self.root_moves[index].mv;
            let number = index - first + 1;
            let nodes = self.counts.nodes;
            let is_capture = self.position.board().at(mv.to).is_some();
            self.frame(0).move_count = number;
            self.lines[1].clear();
            self.spend()?;
            self.enter(0, mv);
            let value = self.root_move(number, is_capture, (alpha, beta), depth);
            self.position.unmake();
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
            let reduction = if number > 3 && depth >= 3 && !is_capture && !self.position.in_check()
            {
                (self.reductions.basic(depth, number, true) / 1024 - 1).max(0)
            } else {
                0
            };
            let reduced = (full - reduction).max(1).min(full.max(0));
            value = -self.node::<NonPv>(1, -alpha - 1, -alpha, reduced, true)?;
            if value > alpha && reduced < full {
                value = -self.node::<NonPv>(1, -alpha - 1, -alpha, full, false)?;
            }
        }
        if number == 1 || value > alpha {
            value = -self.node::<Pv>(1, -beta, -alpha, full, false)?;
        }
        Ok(value)
    }
}
