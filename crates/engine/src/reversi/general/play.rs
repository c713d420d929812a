//! The player on any board, in its own time and in the other side's.

use std::time::{Duration, Instant};

use boyi_game::{Position, Seen, Side};
use boyi_reversi::discs::{Discs, SquareSet, Whose};
use boyi_reversi::{Move, Reversi};
use boyi_search::{Ended, Limits, SharedTable, Stop, TranspositionTable};

use super::field::Field;
use super::judge::BoardJudge;
use super::pace::Pace;
use super::search::Searching;
use super::selective::Margins;
use super::thinking::{Ending, Thinking, TimeOf};
use super::weights::embedded_weights;
use crate::engine::{Engine, EngineError, Orders, Thought};
use crate::seat::Seat;
use crate::spec::PlayerSpec;

/// Plies when nobody set a limit.
const USUAL_DEPTH: u32 = 6;

/// The size of the table when nobody said, in mebibytes.
const USUAL_HASH: usize = 32;

/// A player of any board.
pub(in crate::reversi) struct General<D: Discs> {
    spec: PlayerSpec,
    seat: Seat<Reversi<D>>,
    judge: BoardJudge<D>,
    table: TranspositionTable,
    ending: Option<Ending>,
    pace: Pace,
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
        let mut limits = self.spec.limits(&orders.limits);
        if limits == Limits::default() {
            limits.depth = Some(USUAL_DEPTH);
        }
        self.consider(game, &limits, orders, TimeOf::Own, watch)
    }

    fn ponder(&mut self, game: &Seen, stop: &Stop) -> Result<(), EngineError> {
        let orders = Orders {
            stop: stop.clone(),
            ..Orders::default()
        };
        self.consider(
            game,
            &Limits::default(),
            &orders,
            TimeOf::Other,
            &mut |_| (),
        )?;
        Ok(())
    }
}

impl<D: Discs> General<D> {
    /// Thinks about the position that the game has come to, whoever is to move there.
    fn consider(
        &mut self,
        game: &Seen,
        limits: &Limits,
        orders: &Orders,
        time_of: TimeOf,
        watch: &mut dyn FnMut(&Thought),
    ) -> Result<Thought, EngineError> {
        let began = Instant::now();
        let position = self.seat.follow(game)?.clone();
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
            limits,
            time_of,
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
