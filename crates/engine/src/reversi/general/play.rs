//! The player on any board: deeper and deeper under the clock, exact at the end.

use std::time::{Duration, Instant};

use boyi_game::{Position, Score, Seen, Side};
use boyi_reversi::discs::{Discs, SquareSet, Whose};
use boyi_reversi::{Layout, Move, Reversi, Square};
use boyi_search::{Counts, Ended, Limits, SharedTable, TranspositionTable};

use super::exact::{Bounds, Solver};
use super::field::Field;
use super::judge::{BoardJudge, POINT};
use super::pace::Pace;
use super::search::Searching;
use super::selective::Margins;
use super::small::Best;
use super::weights::embedded_weights;
use crate::engine::{Engine, EngineError, Line, Orders, Thought};
use crate::reversi::fast::mv;
use crate::reversi::othello::Board;
use crate::seat::Seat;
use crate::spec::PlayerSpec;

/// Plies when nobody set a limit.
const USUAL_DEPTH: u32 = 6;

/// The size of the table when nobody said, in mebibytes.
const USUAL_HASH: usize = 32;

/// Plies to look ahead before the end is solved: they say what the value is about.
const LOOK_FIRST: u32 = 4;

/// The share of what is left of the clock that solving the end is likely to stay within.
const SHARE_FOR_END: f64 = 0.6;

/// Empties up to which the end is solved when nobody set a limit, or only a depth that reaches it.
const SOLVED_AT_LEISURE: u32 = 16;

/// A player of any board.
pub(in crate::reversi) struct General<D: Discs> {
    spec: PlayerSpec,
    seat: Seat<Reversi<D>>,
    judge: BoardJudge<D>,
    table: TranspositionTable,
    ending: Option<Ending>,
    pace: Pace,
}

/// What solves the end on boards of up to 8 x 8.
struct Ending {
    field: Field,
    table: SharedTable<Bounds>,
}

impl<D: Discs> General<D> {
    pub(in crate::reversi) fn new(
        spec: &PlayerSpec,
        start: Reversi<D>,
    ) -> Result<Self, EngineError> {
        let bytes = spec.hash.unwrap_or(USUAL_HASH) << 20;
        let field = Field::new(start.layout());
        let ending = match field {
            Some(field) => Some(Ending {
                field,
                table: SharedTable::try_new(bytes / 2)?,
            }),
            None => None,
        };
        Ok(Self {
            spec: spec.clone(),
            judge: BoardJudge::new(start.layout(), embedded_weights()),
            table: TranspositionTable::try_new(bytes)?,
            seat: Seat::new(start),
            pace: first_pace(ending.as_ref()),
            ending,
        })
    }
}

/// What solving is taken to cost before anything was solved.
fn first_pace(ending: Option<&Ending>) -> Pace {
    match ending {
        Some(_) => Pace::SMALL,
        None => Pace::LARGE,
    }
}

/// What is left of a time once the way there and back is taken off: machines are busy, and a late
/// move loses the game.
pub(in crate::reversi) fn usable(time: Duration) -> Duration {
    let slack = (time / 5).clamp(Duration::from_millis(2), Duration::from_millis(25));
    time.saturating_sub(slack)
}

impl<D: Discs> Engine for General<D> {
    fn name(&self) -> String {
        self.spec.to_string()
    }

    fn prepare(&mut self, _game: &Seen) -> Result<(), EngineError> {
        self.table.clear();
        if let Some(ending) = &self.ending {
            ending.table.clear();
        }
        self.pace = first_pace(self.ending.as_ref());
        Ok(())
    }

    fn think(
        &mut self,
        game: &Seen,
        _side: Side,
        orders: &Orders,
        watch: &mut dyn FnMut(&Thought),
    ) -> Result<Thought, EngineError> {
        let began = Instant::now();
        let position = self.seat.follow(game)?.clone();
        let mut limits = self.spec.limits(&orders.limits);
        if limits == Limits::default() {
            limits.depth = Some(USUAL_DEPTH);
        }
        if position.outcome().is_some() {
            return Ok(Thought {
                ended: Some(Ended::GameOver),
                ..Thought::unexplained(None, began.elapsed())
            });
        }
        let mut discs = position.discs().clone();
        let mut squares = Vec::new();
        discs
            .placements(Whose::Mover)
            .each(|square| squares.push(square));
        if squares.is_empty() {
            return Ok(Thought::unexplained(
                Some(Move::Pass.to_string()),
                began.elapsed(),
            ));
        }
        let layout = position.layout();
        self.table.next_generation();
        let mut searching = Searching::new(layout, &self.judge, &self.table, &orders.stop);
        searching.deadline = limits.time.map(|time| began + usable(time.hard));
        searching.most_nodes = limits.nodes;
        let taken = discs.held(Whose::Mover).count() + discs.held(Whose::Other).count();
        searching.margins = Some(Margins::of(layout, taken, self.judge.unit()));
        let thinking = Thinking {
            layout,
            limits: &limits,
            orders,
            began,
        };
        Ok(thinking.run(
            &mut searching,
            &mut discs,
            squares,
            self.ending.as_ref(),
            &mut self.pace,
            watch,
        ))
    }
}

struct Thinking<'a> {
    layout: &'a Layout,
    limits: &'a Limits,
    orders: &'a Orders,
    began: Instant,
}

impl Thinking<'_> {
    fn run<D: Discs>(
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
            let late = |time: boyi_search::Allotment| self.began.elapsed() >= time.soft;
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

    /// Whether the end is likely to be solved within the limits.
    fn worth_solving<D: Discs>(&self, searching: &Searching<D>, empties: u32, pace: &Pace) -> bool {
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
