//! The fast engine as a player: standard Othello, empties to the winner.

use boyi_game::{Score, Seen, Side};
use boyi_reversi::{Bitboard, Move, Square};
use boyi_search::kernel::Go;
use boyi_search::{Allotment, Counts, EXPECTED_MOVES, Limits, Stop};

use super::general::usable;
use super::othello::{Board, Evaluation, Findings, Hint, Othello, Task};
use crate::engine::{Engine, EngineError, Line, Thought};
use crate::seat::Seat;
use crate::spec::PlayerSpec;

/// The size of the table when nobody said, in mebibytes.
const USUAL_HASH: usize = 64;

/// Plies when nobody set a limit: a fraction of a second.
const USUAL_DEPTH: u32 = 12;

/// A player of standard Othello.
pub(super) struct Fast {
    spec: PlayerSpec,
    seat: Seat<Bitboard>,
    engine: Othello<'static>,
}

impl Fast {
    pub(super) fn new(spec: &PlayerSpec, start: Bitboard) -> Result<Self, EngineError> {
        let bytes = spec.hash.unwrap_or(USUAL_HASH) << 20;
        let engine = Othello::new(bytes, Evaluation::embedded(), spec.threads.unwrap_or(1))?;
        Ok(Self {
            spec: spec.clone(),
            seat: Seat::new(start),
            engine,
        })
    }
}

impl Engine for Fast {
    fn name(&self) -> String {
        self.spec.to_string()
    }

    fn prepare(&mut self, _game: &Seen) -> Result<(), EngineError> {
        self.engine.clear();
        Ok(())
    }

    fn think(
        &mut self,
        game: &Seen,
        _side: Side,
        go: &Go,
        watch: &mut dyn FnMut(&Thought),
    ) -> Result<Thought, EngineError> {
        let position = self.seat.follow(game)?;
        let board = Board::of(position).expect("the fast engine plays on 8 x 8");
        let mut limits = self.spec.tighten(go).limits(EXPECTED_MOVES);
        if limits == Limits::default() {
            limits.depth = Some(USUAL_DEPTH);
        }
        limits.time = limits.time.map(|time| {
            let time = paced(time, board.empties());
            Allotment {
                soft: time.soft,
                hard: usable(time.hard),
            }
        });
        let task = Task {
            limits,
            stop: go.stop.clone(),
            lines: go.lines,
            ..Task::default()
        };
        let found = self
            .engine
            .think(board, &task, &mut |found| watch(&thought(found)));
        Ok(thought(&found))
    }

    fn ponder(&mut self, game: &Seen, stop: &Stop) -> Result<(), EngineError> {
        let position = self.seat.follow(game)?;
        let board = Board::of(position).expect("the fast engine plays on 8 x 8");
        let task = Task {
            stop: stop.clone(),
            ..Task::default()
        };
        self.engine.think(board, &task, &mut |_| ());
        Ok(())
    }
}

/// Moves among which a clock divides its time when nobody says how many there will be.
const DIVIDED_BY: u32 = 30;

/// Empties from which the end is solved in next to no time, whoever is to move.
const SOLVED: u32 = 18;

/// Moves that time is kept for all the same: ends differ.
const KEPT_FOR: u32 = 4;

/// On a clock that runs down, time saved for moves that will need none is time lost: only those before
/// the end can be solved share it. What may be used at most stays as it is, so that no clock runs out.
fn paced(time: Allotment, empties: u32) -> Allotment {
    let moves = empties.saturating_sub(SOLVED).div_ceil(2) + KEPT_FOR;
    let soft = time.soft * DIVIDED_BY / moves.min(DIVIDED_BY);
    Allotment {
        soft: soft.min(time.hard),
        hard: time.hard,
    }
}

fn thought(found: &Findings) -> Thought {
    Thought {
        best: found.hints.first().map(|hint| mv(hint.at).to_string()),
        lines: found.hints.iter().map(line).collect(),
        counts: Counts {
            nodes: found.nodes,
            ..Counts::default()
        },
        elapsed: found.elapsed,
        ended: found.ended,
        branching_factor: None,
        selective_depth: 0,
        hash_full: 0,
    }
}

fn line(hint: &Hint) -> Line {
    Line {
        score: Score::heuristic(hint.value),
        depth: hint.depth,
        moves: hint.line.iter().map(|&at| mv(at).to_string()).collect(),
    }
}

/// The move of the rules crate.
pub(super) fn mv(at: Option<u32>) -> Move {
    let square = at.and_then(|at| Square::new(at as usize / 8, at as usize % 8));
    square.map_or(Move::Pass, Move::Place)
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use boyi_game::{Random, Table, ToAct};
    use boyi_search::TimeControl;

    use super::*;
    use crate::game::{Game, Setup};
    use crate::reversi::Reversi;

    fn turn(table: &dyn Table) -> Side {
        match table.to_act() {
            ToAct::One(side) => side,
            ToAct::Both | ToAct::Nobody => panic!("the game goes on"),
        }
    }

    /// A dozen empties before the end of a game played at random.
    fn late_game() -> Box<dyn Table> {
        let mut table = Reversi.lay(&Setup::default()).expect("a board");
        let mut random = Random::new(3);
        while table.record().moves.len() < 48 {
            let side = turn(&*table);
            let legal = table.legal_moves(side);
            let mv = random.choose(&legal).expect("a pass is a move");
            table.play(side, &mv.text).expect("legal");
        }
        table
    }

    #[test]
    fn what_was_pondered_need_not_be_thought_again() {
        let table = late_game();
        let (side, seen) = (turn(&*table), table.seen());
        let answer = |pondered: bool| {
            let spec = "strong:depth=60".parse().expect("a player");
            let mut player = Reversi.player(&spec).expect("one");
            player.prepare(&seen).expect("ready");
            if pondered {
                // So few empties are soon all known, and pondering ends by itself.
                player.ponder(&seen, &Stop::default()).expect("thoughts");
            }
            let thought = player.think(&seen, side, &Go::default(), &mut |_| ());
            let thought = thought.expect("a thought");
            (thought.lines[0].score, thought.counts.nodes)
        };
        let (value, fresh) = answer(false);
        let (same, pondered) = answer(true);
        assert_eq!(value, same);
        assert!(2 * pondered < fresh, "{pondered} of {fresh} positions");
    }

    /// Plays a game on a clock, each move as long as it may: what was used when the end can be solved,
    /// and whether the clock held.
    #[test]
    fn a_clock_is_used_before_the_end_is_solved() {
        let mut left = Duration::from_secs(60);
        for empties in (SOLVED..=60).rev().step_by(2) {
            let control = TimeControl::Clock {
                left,
                increment: Duration::ZERO,
                moves_to_go: None,
            };
            let time = control
                .allot(Duration::ZERO, EXPECTED_MOVES)
                .expect("there is a clock");
            let paced = paced(time, empties);
            assert!(time.soft <= paced.soft && paced.soft <= paced.hard);
            assert_eq!(paced.hard, time.hard);
            left -= paced.soft;
        }
        let left = left.as_secs();
        assert!((6..20).contains(&left), "{left} of 60 seconds left");
    }

    #[test]
    fn time_for_one_move_is_for_one_move() {
        let time = Allotment {
            soft: Duration::from_millis(300),
            hard: Duration::from_millis(300),
        };
        assert_eq!(paced(time, 20), time);
    }
}
