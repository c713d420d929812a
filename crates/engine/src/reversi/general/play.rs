//! The player on any board, in its own time and in the other side's.

use std::time::{Duration, Instant};

use boyi_game::{Position, Seen, Side};
use boyi_reversi::discs::Discs;
use boyi_reversi::{Layout, Move, Reversi};
use boyi_search::{EXPECTED_MOVES, Ended, Limits, SharedTable, Stop, TranspositionTable};

use super::field::Field;
use super::judge::BoardJudge;
use super::pace::Pace;
use super::pondering::{Pondering, SOON};
use super::root::Root;
use super::search::Searching;
use super::selective::Margins;
use super::solving::Ending;
use super::thinking::Thinking;
use super::weights::embedded_weights;
use crate::engine::{Engine, EngineError, Thought};
use crate::seat::Seat;
use crate::spec::PlayerSpec;
use boyi_search::kernel::Go;

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
    /// How long the other side took for its last move.
    their_time: Duration,
    /// What was found in that time: the positions after the other side's replies.
    answers: Vec<Root<D>>,
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
        self.their_time = SOON;
        self.answers.clear();
        Ok(())
    }

    fn think(
        &mut self,
        game: &Seen,
        _side: Side,
        go: &Go,
        watch: &mut dyn FnMut(&Thought),
    ) -> Result<Thought, EngineError> {
        let mut limits = self.spec.tighten(go).limits(EXPECTED_MOVES);
        if limits == Limits::default() {
            limits.depth = Some(USUAL_DEPTH);
        }
        let began = Instant::now();
        let position = self.seat.follow(game)?.clone();
        if position.outcome().is_some() {
            return Ok(Thought {
                ended: Some(Ended::GameOver),
                ..Thought::unexplained(None, began.elapsed())
            });
        }
        let layout = position.layout();
        let Some(mut root) = Root::of(layout, position.discs().clone(), &self.table) else {
            return Ok(Thought::unexplained(
                Some(Move::Pass.to_string()),
                began.elapsed(),
            ));
        };
        // The table may have forgotten by now what was found while pondering.
        let key = root.discs.key();
        for answer in self.answers.drain(..) {
            if answer.discs.key() == key && answer.depth() > root.depth() {
                root = answer;
            }
        }
        let mut searching = searching(layout, &root, &self.judge, &self.table, &go.stop);
        searching.deadline = limits.time.map(|time| began + usable(time.hard));
        searching.most_nodes = limits.nodes;
        let thinking = Thinking {
            layout,
            limits: &limits,
            go,
            began,
        };
        let ending = self.ending.as_ref();
        Ok(thinking.run(&mut searching, root, ending, &mut self.pace, watch))
    }

    fn ponder(&mut self, game: &Seen, stop: &Stop) -> Result<(), EngineError> {
        self.ponder_within(game, stop, None)
    }
}

impl<D: Discs> General<D> {
    /// Ponders until it is stopped, every answer is known or so many positions were looked at.
    fn ponder_within(
        &mut self,
        game: &Seen,
        stop: &Stop,
        most_nodes: Option<u64>,
    ) -> Result<(), EngineError> {
        let began = Instant::now();
        let position = self.seat.follow(game)?.clone();
        let layout = position.layout();
        let Some(theirs) = Root::of(layout, position.discs().clone(), &self.table) else {
            return Ok(());
        };
        let pondering = Pondering {
            layout,
            ending: self.ending.as_ref(),
            began,
            usual: self.their_time,
        };
        let mut searching = searching(layout, &theirs, &self.judge, &self.table, stop);
        searching.most_nodes = most_nodes;
        self.answers = pondering.run(&mut searching, theirs, &mut self.pace);
        if stop.is_stopped() {
            self.their_time = began.elapsed();
        }
        Ok(())
    }
}

/// Ready to search from a root.
fn searching<'a, D: Discs>(
    layout: &Layout,
    root: &Root<D>,
    judge: &'a BoardJudge<D>,
    table: &'a TranspositionTable,
    stop: &'a Stop,
) -> Searching<'a, D> {
    table.next_generation();
    let mut searching = Searching::new(layout, judge, table, stop);
    let taken = (layout.rows() * layout.cols()) as u32 - root.empties;
    searching.margins = Some(Margins::of(layout, taken, judge.unit()));
    searching
}

#[cfg(test)]
mod tests {
    use boyi_game::{Table, ToAct};
    use boyi_reversi::{WideBoard, position_text};

    use super::*;
    use crate::game::{Setup, game};

    /// A board of 10 x 10 with cell scores of our own.
    fn start() -> boyi_reversi::Setup {
        let layout = Layout::weighted(10, 10, |square| {
            1 + ((3 * square.row() + 5 * square.col()) % 9) as u8
        });
        boyi_reversi::Setup::start(layout.expect("a board"))
    }

    fn lay() -> Box<dyn Table> {
        let setup = Setup {
            position: Some(position_text(&start())),
            ..Setup::default()
        };
        let reversi = game("reversi").expect("a game");
        reversi.lay(&setup).expect("a board")
    }

    fn play(table: &mut dyn Table, choose: impl Fn(&[String]) -> usize) {
        let ToAct::One(side) = table.to_act() else {
            panic!("the game has only begun")
        };
        let legal: Vec<String> = table
            .legal_moves(side)
            .into_iter()
            .map(|mv| mv.text)
            .collect();
        table.play(side, &legal[choose(&legal)]).expect("legal");
    }

    fn midgame() -> Box<dyn Table> {
        let mut table = lay();
        for n in 0..9 {
            play(&mut *table, |legal| n % legal.len());
        }
        table
    }

    /// The best move and how deep it was looked for with few positions.
    fn answer(player: &mut impl Engine, game: &Seen) -> (String, u32) {
        let side = Side::First;
        let thought = player.think(game, side, &Go::default(), &mut |_| ());
        let thought = thought.expect("a game");
        let depth = thought.lines.first().map_or(0, |line| line.depth);
        (thought.best.expect("a move"), depth)
    }

    #[test]
    fn after_pondering_answers_are_deeper_and_the_expected_one_most() {
        let spec: PlayerSpec = "strong:nodes=600".parse().expect("a player");
        let board = WideBoard::new(&start()).expect("at most 16 x 16");
        let fresh = || General::new(&spec, board.clone()).expect("memory");
        let game = midgame();
        let mut pondering = fresh();
        let pondered = pondering.ponder_within(&game.seen(), &Stop::default(), Some(60_000));
        pondered.expect("a game");
        let (expected, _) = answer(&mut pondering, &game.seen());
        let ToAct::One(side) = game.to_act() else {
            panic!("the game has only begun")
        };
        let (mut all_with, mut all_without) = (0, 0);
        for reply in game.legal_moves(side) {
            let mut game = midgame();
            game.play(side, &reply.text).expect("legal");
            let (_, without) = answer(&mut fresh(), &game.seen());
            let (_, with) = answer(&mut pondering, &game.seen());
            if reply.text == expected {
                assert!(with >= without + 3, "{with}, {without}");
            } else {
                // A look that proves the move known before wrong may cost a ply.
                assert!(with + 1 >= without, "{}: {with}, {without}", reply.text);
                (all_with, all_without) = (all_with + with, all_without + without);
            }
        }
        assert!(all_with > all_without, "{all_with}, {all_without}");
    }
}
