//! Somebody who says how far from even a position is: a player of ours or another program.

use std::time::{Duration, Instant};

use boyi_engine::Game;
use boyi_game::{PerSide, Score, Side, Table, ToAct};
use boyi_search::Stop;

use crate::{Answer, Ask, Contestant, Control, Fault, SourceError, Terms, bot, contestant};

/// How often a judge that does not answer in time is asked.
const ATTEMPTS: u32 = 3;

/// A player that is asked about positions rather than for moves. Every question is a new game to it, so
/// what it says does not depend on what it was asked before.
pub struct Judge {
    name: String,
    player: Box<dyn Contestant>,
    terms: Terms,
}

/// Why there is no judgement.
#[derive(Debug, thiserror::Error)]
pub enum JudgeError {
    #[error("judge `{judge}`: {error}")]
    Source { judge: String, error: SourceError },
    #[error("judge `{judge}`: {fault}")]
    Failed { judge: String, fault: Fault },
    #[error("judge `{judge}` plays without saying what it thinks of the position")]
    Silent { judge: String },
}

impl Judge {
    pub fn new(
        game: &'static dyn Game,
        player: &str,
        control: Control,
        options: &bot::Options,
    ) -> Result<Self, JudgeError> {
        let made = contestant(game, player, options);
        Ok(Self {
            name: player.to_owned(),
            player: made.map_err(|error| JudgeError::Source {
                judge: player.to_owned(),
                error,
            })?,
            terms: Terms {
                control,
                // Nobody loses by thinking for longer.
                grace: Duration::from_secs(10),
                ..Terms::default()
            },
        })
    }

    /// What it thinks of a position, from the view of the side to move; `None` where nobody is to move.
    pub fn score(&mut self, table: &dyn Table, stop: &Stop) -> Result<Option<Score>, JudgeError> {
        let ToAct::One(side) = table.to_act() else {
            return Ok(None);
        };
        let mut answer = self.ask(table, side, stop);
        for _ in 1..ATTEMPTS {
            // On a busy machine a program may miss a line or be put aside; a new process has not.
            if stop.is_stopped() || !matches!(answer, Err(Fault::OutOfTime { .. })) {
                break;
            }
            answer = self.ask(table, side, stop);
        }
        let answer = answer.map_err(|fault| JudgeError::Failed {
            judge: self.name.clone(),
            fault,
        })?;
        let silent = || JudgeError::Silent {
            judge: self.name.clone(),
        };
        answer.score.map(Some).ok_or_else(silent)
    }

    fn ask(&mut self, table: &dyn Table, side: Side, stop: &Stop) -> Result<Answer, Fault> {
        let seen = table.seen();
        let time = self.terms.control.allowed(None);
        let time = time.unwrap_or(self.terms.patience) + self.terms.grace;
        self.player.begin(&seen, side, &self.terms)?;
        let ask = Ask {
            control: &self.terms.control,
            clocks: PerSide::default(),
            deadline: Instant::now() + time,
            stop,
            legal_moves: &|| table.legal_moves(side),
        };
        self.player.choose(&seen, side, &ask)
    }
}
