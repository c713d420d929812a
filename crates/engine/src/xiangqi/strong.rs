//! The strong player: principal variation search with everything that makes it fast and deep.
//!
//! To read the search from top to bottom: [`thinker`] starts threads and collects what they find,
//! [`root`] deepens, [`node`] searches one node, asking [`pruning`], [`shortcuts`], [`extensions`],
//! [`reductions`] and [`picker`] and leaving what it learnt to [`learning`], [`quiescence`] ends each line. [`ground`] is the position they move on, [`history`] and [`slot`]
//! what they remember, [`tune`] all numbers.

mod budget;
mod exchange;
mod extensions;
pub(crate) mod ground;
mod history;
mod learning;
mod mating;
mod node;
mod picker;
mod pruning;
mod quiescence;
mod reductions;
mod root;
mod shortcuts;
mod slot;
pub(crate) mod thinker;
pub mod tune;
pub(crate) mod value;
mod worker;

use boyi_game::{Key, Position, Seen, Shown, Side};
use boyi_search::{Limits, Stop};
use boyi_xiangqi::{Move, Xiangqi};

pub use budget::Pondering;

use super::endgame::Tables;
use super::start_of;
use crate::engine::{Engine, EngineError, Line, Orders, Thought};
use crate::seat::Seat;
use crate::spec::PlayerSpec;
use ground::Evaluation;
use thinker::{Progress, Task, Thinker};

/// The size of the table when nobody said, in mebibytes.
const USUAL_HASH: usize = 64;

/// Plies a player looks ahead when nobody set a limit.
const USUAL_DEPTH: u32 = 14;

/// The strong player as an engine of the program.
pub(super) struct Strong<E: Evaluation> {
    spec: PlayerSpec,
    evaluation: E,
    endgames: Tables,
    thinker: Option<Thinker<E>>,
    current: Option<Seated>,
}

/// The game it sits at.
struct Seated {
    start: String,
    rules: String,
    seat: Seat<Xiangqi>,
}

impl<E: Evaluation> Strong<E> {
    /// With the endgame tables that are kept on this machine.
    pub(super) fn new(spec: &PlayerSpec, evaluation: E) -> Self {
        Self {
            endgames: Tables::kept(),
            ..Self::without_tables(spec, evaluation)
        }
    }

    /// The same on every machine.
    pub(super) fn without_tables(spec: &PlayerSpec, evaluation: E) -> Self {
        Self {
            spec: spec.clone(),
            evaluation,
            endgames: Tables::default(),
            thinker: None,
            current: None,
        }
    }

    fn sit_down(&mut self, game: &Seen) -> Result<(), EngineError> {
        let fits = |seated: &Seated| seated.start == game.start && seated.rules == game.rules;
        if !self.current.as_ref().is_some_and(fits) {
            let seat = Seat::new(start_of(game)?);
            self.current = Some(Seated {
                start: game.start.to_owned(),
                rules: game.rules.to_owned(),
                seat,
            });
        }
        if self.thinker.is_none() {
            let hash = self.spec.hash.unwrap_or(USUAL_HASH);
            let threads = self.spec.threads.unwrap_or(1);
            let thinker = Thinker::new(self.evaluation.clone(), hash << 20, threads)?;
            self.thinker = Some(thinker.with_endgames(self.endgames.clone()));
        }
        Ok(())
    }
}

impl<E: Evaluation> Engine for Strong<E> {
    fn name(&self) -> String {
        self.spec.to_string()
    }

    fn prepare(&mut self, game: &Seen) -> Result<(), EngineError> {
        self.sit_down(game)?;
        if let Some(thinker) = &mut self.thinker {
            thinker.forget();
        }
        Ok(())
    }

    fn think(
        &mut self,
        game: &Seen,
        _side: Side,
        orders: &Orders,
        watch: &mut dyn FnMut(&Thought),
    ) -> Result<Thought, EngineError> {
        self.sit_down(game)?;
        let (Some(seated), Some(thinker)) = (&mut self.current, &mut self.thinker) else {
            unreachable!("sitting down provides both");
        };
        let position = seated.seat.follow(game)?;
        let mut limits = self.spec.limits(&orders.limits);
        if limits == Limits::default() {
            limits.depth = Some(USUAL_DEPTH);
        }
        let task = Task {
            position,
            limits,
            stop: orders.stop.clone(),
            pondering: Pondering::default(),
            lines: orders.lines,
            only: None,
            // Another order for each move of the game, the same for each game.
            seed: self
                .spec
                .seed
                .map(|seed| Key::mixed(seed).0 ^ Key::mixed(game.moves.len() as u64).0),
        };
        let progress = thinker.think(&task, &mut |progress| watch(&thought(position, progress)));
        Ok(thought(position, &progress))
    }

    fn ponder(&mut self, game: &Seen, stop: &Stop) -> Result<(), EngineError> {
        self.sit_down(game)?;
        let (Some(seated), Some(thinker)) = (&mut self.current, &mut self.thinker) else {
            unreachable!("sitting down provides both");
        };
        let task = Task {
            position: seated.seat.follow(game)?,
            limits: Limits::default(),
            stop: stop.clone(),
            pondering: Pondering::default(),
            lines: 1,
            only: None,
            seed: None,
        };
        thinker.think(&task, &mut |_| ());
        Ok(())
    }
}

/// What was found, in the words of the rest of the program.
fn thought(position: &Xiangqi, progress: &Progress) -> Thought {
    let lines = progress.lines.iter().map(|line| Line {
        score: value::to_score(line.value),
        depth: line.depth as u32,
        moves: in_words(position, &line.moves),
    });
    Thought {
        best: progress.best.map(|mv| position.move_text(mv)),
        lines: lines.collect(),
        counts: progress.counts,
        elapsed: progress.elapsed,
        ended: progress.ended,
        branching_factor: None,
    }
}

fn in_words(position: &Xiangqi, moves: &[Move]) -> Vec<String> {
    let mut position = position.clone();
    let text = |mv: &Move| {
        let text = position.move_text(*mv);
        position.make(*mv);
        text
    };
    moves.iter().map(text).collect()
}

#[cfg(test)]
mod tests;
