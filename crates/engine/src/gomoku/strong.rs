//! The strong player.

use std::time::Duration;

use boyi_game::{Position, Seen, Side};
use boyi_gomoku::{Gomoku as Play, Point};
use boyi_search::kernel::Go;
use boyi_search::{Counts, EXPECTED_MOVES, Ended, Limits, NoMemory, Stop};

use super::board::Board;
use super::start_of;
use super::thinker::{Opinion, Task, Thinker};
use super::value::{PROVEN, WON, score};
use crate::engine::{Engine, EngineError, Line, Thought};
use crate::seat::Seat;
use crate::spec::PlayerSpec;

/// The size of the table when nobody said, in mebibytes.
const USUAL_HASH: usize = 64;

/// How long it thinks when nobody said.
const USUAL_TIME: Duration = Duration::from_secs(1);

/// A player for one game after the other.
pub(super) struct Strong {
    spec: PlayerSpec,
    brain: Option<Brain>,
    seat: Option<Seated>,
}

/// The game it follows.
struct Seated {
    start: String,
    rules: String,
    seat: Seat<Play>,
}

impl Strong {
    pub(super) fn new(spec: &PlayerSpec) -> Self {
        Self {
            spec: spec.clone(),
            brain: None,
            seat: None,
        }
    }

    fn seated(&mut self, game: &Seen) -> Result<Seated, EngineError> {
        match self.seat.take() {
            Some(seated) if seated.start == game.start && seated.rules == game.rules => Ok(seated),
            _ => Ok(Seated {
                start: game.start.to_owned(),
                rules: game.rules.to_owned(),
                seat: Seat::new(start_of(game)?),
            }),
        }
    }

    fn brain(&mut self) -> Result<&mut Brain, NoMemory> {
        match &mut self.brain {
            Some(brain) => Ok(brain),
            none => {
                let bytes = self.spec.hash.unwrap_or(USUAL_HASH) << 20;
                Ok(none.insert(Brain::new(bytes)?))
            }
        }
    }
}

impl Engine for Strong {
    fn name(&self) -> String {
        self.spec.to_string()
    }

    fn prepare(&mut self, game: &Seen) -> Result<(), EngineError> {
        self.brain()?.forget();
        self.seat = Some(self.seated(game)?);
        Ok(())
    }

    fn think(
        &mut self,
        game: &Seen,
        _side: Side,
        go: &Go,
        watch: &mut dyn FnMut(&Thought),
    ) -> Result<Thought, EngineError> {
        let mut seated = self.seated(game)?;
        let position = seated.seat.follow(game)?.clone();
        self.seat = Some(seated);
        let mut limits = self.spec.tighten(go).limits(EXPECTED_MOVES);
        if limits == Limits::default() {
            limits = Limits::time(USUAL_TIME);
        }
        let threads = self.spec.threads.unwrap_or(1);
        let task = Task {
            limits,
            stop: &go.stop,
            lines: go.lines,
            threads,
        };
        Ok(self.brain()?.think(&position, &task, watch))
    }

    fn ponder(&mut self, game: &Seen, stop: &Stop) -> Result<(), EngineError> {
        let mut seated = self.seated(game)?;
        let position = seated.seat.follow(game)?.clone();
        self.seat = Some(seated);
        let threads = self.spec.threads.unwrap_or(1);
        self.brain()?.ponder(&position, stop, threads);
        Ok(())
    }
}

/// A thinker that keeps its word: a win once promised is played to its end.
pub(crate) struct Brain {
    thinker: Thinker,
    promise: Option<Promise>,
}

/// The rest of a winning line after a move of ours.
struct Promise {
    /// The position in which we expect the first of these moves.
    position: Play,
    line: Vec<Point>,
    plies: u32,
}

impl Brain {
    pub(crate) fn new(bytes: usize) -> Result<Self, NoMemory> {
        Ok(Self {
            thinker: Thinker::new(bytes)?,
            promise: None,
        })
    }

    pub(crate) fn forget(&mut self) {
        self.thinker.forget();
        self.promise = None;
    }

    /// Thinks about a position; without a move only where the game is over.
    pub(crate) fn think(
        &mut self,
        position: &Play,
        task: &Task,
        watch: &mut dyn FnMut(&Thought),
    ) -> Thought {
        if position.outcome().is_some() {
            return Thought {
                ended: Some(Ended::GameOver),
                ..Thought::unexplained(None, Duration::ZERO)
            };
        }
        let board = Board::of(position);
        let mut say = |opinion: &Opinion| watch(&thought(&board, opinion));
        let mut opinion = self.thinker.think(&board, task, &mut say);
        if let Some(kept) = self.kept_promise(position) {
            let layout = board.layout();
            let line = kept.line.iter().map(|&point| layout.cell(point)).collect();
            if let Some(best) = opinion.prospects.first_mut()
                && best.value < WON - kept.plies as i32
            {
                best.value = WON - kept.plies as i32;
                best.line = line;
            }
        }
        self.make_promise(position, &board, &opinion);
        thought(&board, &opinion)
    }

    /// Thinks ahead until it is stopped, about a position that may come: the memory is the better for
    /// it, and nothing is promised.
    pub(crate) fn ponder(&self, position: &Play, stop: &Stop, threads: usize) {
        if position.outcome().is_none() {
            let task = Task {
                limits: Limits::default(),
                stop,
                lines: 1,
                threads,
            };
            self.thinker.think(&Board::of(position), &task, &mut |_| ());
        }
    }

    /// What is left of the promise, if the other side played what we expected.
    fn kept_promise(&mut self, position: &Play) -> Option<Promise> {
        let mut promise = self.promise.take()?;
        let &expected = promise.line.first()?;
        if !promise.position.is_legal(expected) {
            return None;
        }
        promise.position.make(expected);
        promise.line.remove(0);
        let same = promise.position.key() == position.key() && !promise.line.is_empty();
        same.then(|| Promise {
            plies: promise.plies - 1,
            ..promise
        })
    }

    fn make_promise(&mut self, position: &Play, board: &Board, opinion: &Opinion) {
        let best = opinion.prospects.first();
        self.promise = best.filter(|best| best.value >= PROVEN).map(|best| {
            let mut line: Vec<Point> = best
                .line
                .iter()
                .map(|&cell| board.layout().point(cell))
                .collect();
            let mut position = position.clone();
            position.make(line.remove(0));
            Promise {
                position,
                line,
                plies: (WON - best.value) as u32 - 1,
            }
        });
    }
}

fn thought(board: &Board, opinion: &Opinion) -> Thought {
    let layout = board.layout();
    let lines: Vec<Line> = opinion
        .prospects
        .iter()
        .map(|prospect| Line {
            score: score(prospect.value),
            depth: prospect.depth,
            moves: prospect
                .line
                .iter()
                .map(|&cell| layout.point(cell).to_string())
                .collect(),
        })
        .collect();
    Thought {
        best: lines.first().and_then(|line| line.moves.first().cloned()),
        lines,
        counts: Counts {
            nodes: opinion.nodes,
            ..Counts::default()
        },
        elapsed: opinion.elapsed,
        ended: opinion.ended,
        branching_factor: None,
        selective_depth: 0,
        hash_full: 0,
    }
}
