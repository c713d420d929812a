//! The strong player's search, which plays a win that it has announced to its end.

use std::sync::Arc;

use boyi_game::{Position, Score};
use boyi_gomoku::{Gomoku as Play, Point, Rules};
use boyi_search::kernel::value::{self, PROVEN, WIN, win_in};
use boyi_search::kernel::{Go, SearchResult, Value};
use boyi_search::{NoMemory, Stop};

use super::board::Board;
use super::layout::Cell;
use super::network::{GomokuNetwork, PlayedNetwork};
use super::root::GomokuSearch;
use super::threat::PatternEvaluation;
use super::tune;
use crate::strong::{DEFAULT_TIME, StrongSearch};

/// What the strong player evaluates positions with.
#[derive(Clone)]
pub(super) enum Evaluation {
    /// The network of the rule set that is built in.
    BuiltIn,
    Network(Rules, Arc<PlayedNetwork>),
    Patterns(Arc<PatternEvaluation>),
}

pub(super) struct StrongGomoku {
    search: GomokuSearch,
    evaluation: Arc<PatternEvaluation>,
    /// The board that the tables are for.
    start: Play,
    announced: Option<AnnouncedWin>,
    /// The reply that is expected to the last move.
    expected: Option<Point>,
}

/// The rest of a winning line after a move of ours.
struct AnnouncedWin {
    /// The position in which we expect the first of these moves.
    position: Play,
    line: Vec<Point>,
    plies: usize,
}

impl StrongGomoku {
    pub(super) fn new(
        start: &Play,
        bytes: usize,
        threads: usize,
        evaluation: Evaluation,
    ) -> Result<Self, NoMemory> {
        let (patterns, network) = match evaluation {
            Evaluation::BuiltIn => (None, Some(GomokuNetwork::built_in(start.rules()))),
            Evaluation::Network(_, network) => (None, Some(network)),
            Evaluation::Patterns(patterns) => (Some(patterns), None),
        };
        let evaluation = patterns.unwrap_or_else(PatternEvaluation::built_in);
        // The first board makes the tables that all of them look into: here no clock runs yet.
        Board::evaluated(start, &evaluation);
        Ok(Self {
            search: GomokuSearch::new(bytes, threads)?.with_network(network),
            evaluation,
            start: start.clone(),
            announced: None,
            expected: None,
        })
    }

    /// What is left of an announced win, if the other side played what we expected.
    fn still_announced(&mut self, position: &Play) -> Option<AnnouncedWin> {
        let mut win = self.announced.take()?;
        let &expected = win.line.first()?;
        if !win.position.is_legal(expected) {
            return None;
        }
        win.position.make(expected);
        win.line.remove(0);
        let same = win.position.key() == position.key() && !win.line.is_empty();
        same.then(|| AnnouncedWin {
            plies: win.plies - 1,
            ..win
        })
    }

    /// Keeps the line of a proven win, and the reply that is expected.
    fn announce(&mut self, position: &Play, board: &Board, result: &SearchResult<Cell>) {
        let layout = board.layout();
        let best = result.lines.first();
        self.expected = best
            .and_then(|best| best.moves.get(1))
            .map(|&cell| layout.point(cell));
        self.announced = best.filter(|best| best.value >= PROVEN).map(|best| {
            let mut line: Vec<Point> = best.moves.iter().map(|&cell| layout.point(cell)).collect();
            let mut position = position.clone();
            position.make(line.remove(0));
            AnnouncedWin {
                position,
                line,
                plies: (WIN - best.value) as usize - 1,
            }
        });
    }
}

impl StrongSearch for StrongGomoku {
    type Position = Play;

    fn default_go() -> Go<Point> {
        Go::time(DEFAULT_TIME)
    }

    fn fits(&self, start: &Play) -> bool {
        (self.start.size(), self.start.rules()) == (start.size(), start.rules())
    }

    fn clear(&mut self) {
        self.search.clear();
        self.announced = None;
        self.expected = None;
    }

    fn think(
        &mut self,
        position: &Play,
        go: &Go<Point>,
        _seed: Option<u64>,
        watch: &mut dyn FnMut(&SearchResult<Point>),
    ) -> SearchResult<Point> {
        if position.outcome().is_some() {
            return SearchResult::game_over();
        }
        let board = Board::evaluated(position, &self.evaluation);
        let layout = board.layout();
        let only = go.only.as_ref();
        let only = only.map(|only| only.iter().map(|&point| layout.cell(point)).collect());
        let mut show = |result: &SearchResult<Cell>| watch(&result.map(|cell| layout.point(cell)));
        let mut result = self.search.think(&board, &go.with_moves(only), &mut show);
        if let Some(win) = self.still_announced(position)
            && let Some(best) = result.lines.first_mut()
            && best.value < win_in(win.plies)
        {
            best.value = win_in(win.plies);
            best.moves = win.line.iter().map(|&point| layout.cell(point)).collect();
            result.best = best.moves.first().copied();
        }
        self.announce(position, &board, &result);
        result.map(|cell| layout.point(cell))
    }

    /// Thinks about the position after the reply that is expected, or about what the other side might do
    /// where none is.
    fn ponder(&mut self, position: &Play, stop: &Stop) {
        let mut position = position.clone();
        if let Some(reply) = self.expected.filter(|&reply| position.is_legal(reply)) {
            position.make(reply);
        }
        if position.outcome().is_none() {
            let go = Go {
                stop: stop.clone(),
                ..Go::default()
            };
            let board = Board::evaluated(&position, &self.evaluation);
            self.search.think_quietly(&board, &go);
        }
    }

    fn set_tunables(chosen: &[(String, i32)]) {
        tune::set_tunables(chosen);
    }

    fn score(value: Value) -> Score {
        value::to_score(value)
    }
}
