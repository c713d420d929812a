//! The search on any board, in its own time and in the other side's.

use boyi_search::Instant;
use std::sync::Arc;
use std::time::Duration;

use boyi_game::{Position, Score};
use boyi_reversi::discs::Discs;
use boyi_reversi::{Layout, Move, Reversi};
use boyi_search::kernel::{Budget, Go, SearchResult, Value, think};
use boyi_search::{EXPECTED_MOVES, NoMemory, SharedTable, Stop, TranspositionTable};

use super::evaluator::{BoardEvaluator, POINT};
use super::field::Field;
use super::pace::Pace;
use super::pondering::{Pondering, SOON};
use super::root::Root;
use super::search::Searching;
use super::selective::Margins;
use super::solving::Ending;
use super::thinking::Thinking;
use super::weights::BoardWeights;
use crate::reversi::strong::with_reserve;
use crate::strong::StrongSearch;

/// Plies where nobody set a limit.
const DEFAULT_DEPTH: u32 = 6;

/// The strong search of one board, whatever its size and cell scores.
pub(in crate::reversi) struct General<D: Discs> {
    evaluator: BoardEvaluator<D>,
    table: TranspositionTable,
    ending: Option<Ending>,
    pace: Pace,
    /// How long the other side took for its last move.
    their_time: Duration,
    /// What was found in that time: the positions after the other side's replies.
    answers: Vec<Root<D>>,
}

impl<D: Discs> General<D> {
    /// For games on this board, with a table of so many bytes.
    pub(in crate::reversi) fn new(
        layout: &Layout,
        bytes: usize,
        weights: Arc<BoardWeights>,
    ) -> Result<Self, NoMemory> {
        let ending = match Field::new(layout) {
            Some(field) => Some(Ending {
                field,
                table: SharedTable::try_new(bytes / 2)?,
            }),
            None => None,
        };
        Ok(Self {
            evaluator: BoardEvaluator::new(layout, weights),
            table: TranspositionTable::try_new(bytes)?,
            pace: first_pace(ending.as_ref()),
            ending,
            their_time: SOON,
            answers: Vec::new(),
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

impl<D: Discs> StrongSearch for General<D> {
    type Position = Reversi<D>;

    fn default_go() -> Go<Move> {
        Go::depth(DEFAULT_DEPTH)
    }

    /// The player makes a new search for every start.
    fn fits(&self, _start: &Reversi<D>) -> bool {
        false
    }

    fn clear(&mut self) {
        self.table.clear();
        if let Some(ending) = &self.ending {
            ending.table.clear();
        }
        self.pace = first_pace(self.ending.as_ref());
        self.their_time = SOON;
        self.answers.clear();
    }

    fn think(
        &mut self,
        position: &Reversi<D>,
        go: &Go<Move>,
        _seed: Option<u64>,
        watch: &mut dyn FnMut(&SearchResult<Move>),
    ) -> SearchResult<Move> {
        let go = with_reserve(go);
        let budget = Budget::new(&go, EXPECTED_MOVES);
        if position.outcome().is_some() {
            return SearchResult::game_over();
        }
        let layout = position.layout();
        let Some(mut root) = Root::of(layout, position.discs().clone(), &self.table) else {
            return SearchResult::unsearched(Move::Pass);
        };
        if let Some(only) = &go.only {
            root.squares
                .retain(|&square| only.contains(&Move::Place(square)));
            if root.squares.is_empty() {
                return SearchResult::game_over();
            }
        }
        // The table may have forgotten by now what was found while pondering.
        let key = root.discs.key();
        for answer in self.answers.drain(..) {
            if answer.discs.key() == key && answer.depth() > root.depth() && go.only.is_none() {
                root = answer;
            }
        }
        let searching = searching(layout, &root, &self.evaluator, &self.table, &budget);
        let ending = self.ending.as_ref();
        let mut thinking = Thinking::new(layout, searching, root, ending, &mut self.pace, go.lines);
        think(&go, &budget, &mut thinking, Vec::new(), watch)
    }

    fn ponder(&mut self, position: &Reversi<D>, stop: &Stop) {
        let go = Go {
            stop: stop.clone(),
            ..Go::default()
        };
        self.ponder_within(position, &go);
    }

    fn score(value: Value) -> Score {
        Score::heuristic(value / POINT)
    }
}

impl<D: Discs> General<D> {
    /// Ponders until it is stopped, every answer is known or the nodes are used up.
    fn ponder_within(&mut self, position: &Reversi<D>, go: &Go<Move>) {
        let began = Instant::now();
        let budget = Budget::new(go, EXPECTED_MOVES);
        let layout = position.layout();
        let Some(theirs) = Root::of(layout, position.discs().clone(), &self.table) else {
            return;
        };
        let pondering = Pondering {
            layout,
            ending: self.ending.as_ref(),
            began,
            usual: self.their_time,
        };
        let mut searching = searching(layout, &theirs, &self.evaluator, &self.table, &budget);
        self.answers = pondering.run(&mut searching, theirs, &mut self.pace);
        if go.stop.is_stopped() {
            self.their_time = began.elapsed();
        }
    }
}

/// Ready to search from a root.
fn searching<'a, D: Discs>(
    layout: &Layout,
    root: &Root<D>,
    evaluator: &'a BoardEvaluator<D>,
    table: &'a TranspositionTable,
    budget: &'a Budget,
) -> Searching<'a, D> {
    table.next_generation();
    let mut searching = Searching::new(layout, evaluator, table, budget);
    let taken = (layout.rows() * layout.cols()) as u32 - root.empties;
    searching.margins = Some(Margins::of(layout, taken, evaluator.unit()));
    searching
}

#[cfg(test)]
mod tests {
    use boyi_reversi::WideBoard;

    use super::super::weights::embedded_weights;
    use super::*;

    /// A board of 10 x 10 with cell scores of our own, nine moves into a game.
    fn midgame() -> WideBoard {
        let layout = Layout::weighted(10, 10, |square| {
            1 + ((3 * square.row() + 5 * square.col()) % 9) as u8
        });
        let start = boyi_reversi::Setup::start(layout.expect("a board"));
        let mut position = WideBoard::new(&start).expect("at most 16 x 16");
        for n in 0..9 {
            let legal = legal_moves(&position);
            position.make(legal[n % legal.len()]);
        }
        position
    }

    fn legal_moves(position: &WideBoard) -> Vec<Move> {
        let mut moves = Vec::new();
        position.legal_moves(&mut moves);
        moves
    }

    /// The best move and how deep it was searched with few nodes.
    fn answer<D: Discs>(search: &mut General<D>, position: &Reversi<D>) -> (Move, u32) {
        let result = search.think(position, &Go::nodes(600), None, &mut |_| ());
        let depth = result.lines.first().map_or(0, |line| line.depth);
        (result.best.expect("a move"), depth)
    }

    #[test]
    fn after_pondering_answers_are_deeper_and_the_expected_one_most() {
        let game = midgame();
        let fresh = || General::new(game.layout(), 32 << 20, embedded_weights()).expect("memory");
        let mut pondering = fresh();
        pondering.ponder_within(&game, &Go::nodes(60_000));
        let (expected, _) = answer(&mut pondering, &game);
        let (mut all_with, mut all_without) = (0, 0);
        for reply in legal_moves(&game) {
            let mut game = game.clone();
            game.make(reply);
            let (_, without) = answer(&mut fresh(), &game);
            let (_, with) = answer(&mut pondering, &game);
            if reply == expected {
                assert!(with >= without + 3, "{with}, {without}");
            } else {
                // A search that proves the move known before wrong may cost a ply.
                assert!(with + 1 >= without, "{reply}: {with}, {without}");
                (all_with, all_without) = (all_with + with, all_without + without);
            }
        }
        assert!(all_with > all_without, "{all_with}, {all_without}");
    }
}
