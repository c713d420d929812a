//! What the protocols have in common: a handshake, one question a move, a farewell.

use std::time::{Duration, Instant};

use boyi_game::{Seen, Side};
use boyi_search::Stop;

use super::pipe::{NoLine, Pipe, Wait, short};
use crate::{Answer, Ask, Control, Fault, Timing};

/// One side of a conversation in some protocol.
pub(super) trait Dialect: Send {
    /// Shakes hands with a process that was just started, and says which game it is.
    fn begin(&mut self, talk: &mut Talk, game: &BotGame) -> Result<(), NoLine>;

    fn choose(&mut self, talk: &mut Talk, game: &BotGame, ask: &Ask) -> Result<Answer, NoLine>;

    /// Says that it is over; the process is expected to end.
    fn end(&mut self, talk: &mut Talk) -> Result<(), NoLine> {
        talk.say("quit")
    }

    /// A move did not come in time. Returns whether the process can be asked again.
    fn missed(&mut self) -> bool {
        true
    }

    /// Whether the process ends after every move and is started anew for the next one.
    fn restarts(&self) -> bool {
        false
    }
}

/// A game as a bot plays it.
#[derive(Clone, Copy)]
pub(super) struct BotGame<'a> {
    pub(super) seen: &'a Seen<'a>,
    pub(super) side: Side,
    pub(super) control: &'a Control,
}

impl BotGame<'_> {
    /// The moves so far, in the game's own notation.
    pub(super) fn moves(&self) -> impl Iterator<Item = &str> {
        self.seen.moves.iter().map(|mv| mv.text.as_str())
    }
}

/// A conversation with a deadline.
pub(super) struct Talk<'a> {
    pub(super) pipe: &'a mut Pipe,
    pub(super) wait: Wait<'a>,
}

impl<'a> Talk<'a> {
    pub(super) fn until(pipe: &'a mut Pipe, deadline: Instant, stop: Option<&'a Stop>) -> Self {
        Self {
            pipe,
            wait: Wait { deadline, stop },
        }
    }

    pub(super) fn say(&mut self, line: &str) -> Result<(), NoLine> {
        self.pipe.say(line, self.wait)
    }

    pub(super) fn hear(&mut self) -> Result<String, NoLine> {
        self.pipe.hear(self.wait)
    }

    /// Passes over lines until one is accepted.
    pub(super) fn hear_until<T>(
        &mut self,
        mut accept: impl FnMut(&str) -> Option<T>,
    ) -> Result<T, NoLine> {
        loop {
            if let Some(accepted) = accept(&self.hear()?) {
                return Ok(accepted);
            }
        }
    }
}

pub(super) fn rubbish(said: &str, why: impl Into<String>) -> NoLine {
    NoLine::Fault(Fault::Rubbish {
        said: short(said),
        why: why.into(),
    })
}

pub(super) fn gave_up(why: &str) -> NoLine {
    NoLine::Fault(Fault::GaveUp { why: short(why) })
}

/// How long a foreign engine should think about this move, for protocols that only know that: all of
/// a time per move, a fair part of a clock. A bit is kept back for the way.
pub(super) fn thinking_time(control: &Control, left: Option<Duration>) -> Option<Duration> {
    const WAY: Duration = Duration::from_millis(20);
    const MOVES_TO_GO: u32 = 30;
    let time = match control.timing {
        // Somebody has to say when to stop: a search without any limit would think for ever.
        Timing::Untimed if control.nodes.is_none() && control.depth.is_none() => {
            Duration::from_secs(1)
        }
        Timing::Untimed => return None,
        Timing::PerMove(time) => time,
        Timing::Clock { base, increment } => {
            let left = left.unwrap_or(base);
            (left / MOVES_TO_GO + increment).min(left / 2)
        }
    };
    Some(time.saturating_sub(WAY).max(time / 2))
}
