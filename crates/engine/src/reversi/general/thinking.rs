//! Deeper and deeper under the limits of one move, exact at the end.

use std::time::{Duration, Instant};

use boyi_game::Score;
use boyi_reversi::discs::{Discs, SquareSet, Whose};
use boyi_reversi::{Layout, Move, Square};
use boyi_search::{Allotment, Counts, Ended, Limits, SharedTable};

use super::exact::{Bounds, Solver};
use super::field::Field;
use super::judge::POINT;
use super::pace::Pace;
use super::play::usable;
use super::search::Searching;
use super::small::Best;
use crate::engine::{Line, Orders, Thought};
use crate::reversi::fast::mv;
use crate::reversi::othello::Board;

/// Plies to look ahead before the end is solved: they say what the value is about.
const LOOK_FIRST: u32 = 4;

/// The share of what is left of the clock that solving the end is likely to stay within.
const SHARE_FOR_END: f64 = 0.6;

/// The time that the other side takes at least, as far as solving in it is concerned.
const SOON: Duration = Duration::from_millis(50);

/// Empties up to which the end is solved when nobody set a limit, or only a depth that reaches it.
const SOLVED_AT_LEISURE: u32 = 16;

/// What solves the end on boards of up to 8 x 8.
pub(super) struct Ending {
    pub(super) field: Field,
    pub(super) table: SharedTable<Bounds>,
}

/// Whose time it is that passes.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum TimeOf {
    /// The thinker's own: it ends with the limits.
    Own,
    /// The other side's, which ends nobody knows when.
    Other,
}

/// One move to be thought about.
pub(super) struct Thinking<'a> {
    pub(super) layout: &'a Layout,
    pub(super) limits: &'a Limits,
    pub(super) time_of: TimeOf,
    pub(super) orders: &'a Orders,
    pub(super) began: Instant,
}

impl Thinking<'_> {
    pub(super) fn run<D: Discs>(
        &self,
        searching: &mut Searching<D>,
        discs: &mut D,
        mut squares: Vec<Square>,
        ending: Option<&Ending>,
        pace: &mut Pace,
        watch: &mut dyn FnMut(&Thought),
    ) -> Thought {
        let empties = self.empties(discs);
        let most = self
            .limits
            .depth
            .map_or(empties, |depth| depth.min(empties));
        let wanted = self.orders.lines.clamp(1, squares.len());
        let mut thought = Thought::unexplained(
            Some(Move::Place(squares[0]).to_string()),
            self.began.elapsed(),
        );
        let mut ended = if most >= empties {
            Ended::Certain
        } else {
            Ended::Depth
        };
        let mut depth = 1;
        while depth <= most {
            let (nodes, since) = (searching.nodes, Instant::now());
            let mut lines = Vec::new();
            for line in 0..wanted {
                let found = searching.root(discs, &mut squares[line..], depth, empties);
                if line == 0 && found.is_some() {
                    thought.best = Some(Move::Place(squares[0]).to_string());
                }
                if searching.halted {
                    break;
                }
                lines.extend(found.map(|value| Line {
                    score: Score::heuristic(value / POINT),
                    depth,
                    moves: self.line(searching, discs, squares[line], depth),
                }));
            }
            thought.counts = Counts {
                nodes: searching.nodes,
                ..Counts::default()
            };
            thought.elapsed = self.began.elapsed();
            if depth == empties {
                let positions = searching.nodes - nodes;
                pace.learn(empties, positions, since.elapsed(), !searching.halted);
            }
            if searching.halted {
                ended = self.why(searching);
                break;
            }
            thought.lines = lines;
            watch(&thought);
            let late = |time: Allotment| self.began.elapsed() >= time.soft;
            if self.limits.time.is_some_and(late) {
                ended = Ended::Time;
                break;
            }
            let solve = most == empties
                && depth >= LOOK_FIRST.min(empties)
                && self.worth_solving(searching, empties, pace);
            if solve
                && wanted == 1
                && let Some(ending) = ending
                && let Some(best) = self.solve(searching, discs, ending, &thought, pace)
            {
                thought.best = Some(mv(best.at).to_string());
                thought.lines = vec![Line {
                    score: Score::heuristic(best.value),
                    depth: empties,
                    moves: vec![mv(best.at).to_string()],
                }];
                ended = Ended::Certain;
                break;
            }
            depth = if solve && depth < most {
                most
            } else {
                depth + 1
            };
        }
        thought.counts.nodes = searching.nodes;
        thought.elapsed = self.began.elapsed();
        thought.ended = Some(ended);
        thought
    }

    fn empties<D: Discs>(&self, discs: &D) -> u32 {
        let cells = (self.layout.rows() * self.layout.cols()) as u32;
        cells - discs.held(Whose::Mover).count() - discs.held(Whose::Other).count()
    }

    /// Whether the end is likely to be solved within the limits. In the other side's time there are
    /// none: whoever has thought for so long is expected to think as long again.
    fn worth_solving<D: Discs>(&self, searching: &Searching<D>, empties: u32, pace: &Pace) -> bool {
        if self.time_of == TimeOf::Other {
            return pace.time(empties) < self.began.elapsed().max(SOON);
        }
        let Limits { time, nodes, .. } = self.limits;
        let in_time = time.as_ref().map(|time| {
            let left = usable(time.hard).saturating_sub(self.began.elapsed());
            pace.time(empties) < left.mul_f64(SHARE_FOR_END)
        });
        let in_nodes = nodes.map(|most| {
            let left = most.saturating_sub(searching.nodes) as f64;
            pace.positions(empties) < left * SHARE_FOR_END
        });
        match (in_time, in_nodes) {
            (None, None) => empties <= SOLVED_AT_LEISURE,
            (time, nodes) => time.unwrap_or(true) && nodes.unwrap_or(true),
        }
    }

    /// The exact value, where the solver is done in time.
    fn solve<D: Discs>(
        &self,
        searching: &mut Searching<D>,
        discs: &D,
        ending: &Ending,
        thought: &Thought,
        pace: &mut Pace,
    ) -> Option<Best> {
        let since = Instant::now();
        let word = |whose| {
            let mut word = 0u64;
            discs
                .held(whose)
                .each(|square| word |= 1 << (8 * square.row() + square.col()));
            word
        };
        let board = Board {
            mine: word(Whose::Mover),
            theirs: word(Whose::Other),
        };
        let mut quiet = |_| ();
        let mut solver = Solver::new(
            &ending.field,
            &ending.table,
            self.orders.stop.clone(),
            searching.deadline,
            &mut quiet,
        );
        solver.most_nodes = searching
            .most_nodes
            .map(|most| most.saturating_sub(searching.nodes));
        let guess = thought.lines.first().map_or(0, |line| line.score.value());
        let best = solver.best(board, guess);
        searching.nodes += solver.nodes;
        let empties = self.empties(discs);
        pace.learn(empties, solver.nodes, since.elapsed(), best.is_some());
        best
    }

    /// What the table expects after a move.
    fn line<D: Discs>(
        &self,
        searching: &Searching<D>,
        discs: &D,
        first: Square,
        depth: u32,
    ) -> Vec<String> {
        let mut discs = discs.clone();
        discs.place(first);
        let mut line = vec![Move::Place(first).to_string()];
        while line.len() < depth as usize {
            let best = searching
                .table
                .get(discs.key())
                .and_then(|entry| entry.best::<Move>());
            let Some(square) = best.and_then(Move::square) else {
                break;
            };
            if !self.layout.contains(square)
                || discs.get(square).is_some()
                || discs.flips(square).is_empty()
            {
                break;
            }
            discs.place(square);
            line.push(Move::Place(square).to_string());
        }
        line
    }

    fn why<D: Discs>(&self, searching: &Searching<D>) -> Ended {
        if self.orders.stop.is_stopped() {
            Ended::Stopped
        } else if self
            .limits
            .nodes
            .is_some_and(|most| searching.nodes >= most)
        {
            Ended::Nodes
        } else {
            Ended::Time
        }
    }
}
