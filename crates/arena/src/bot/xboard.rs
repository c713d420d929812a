//! The protocol of `XBoard` (CECP), which older xiangqi engines speak.

use boyi_game::Side;

use super::dialect::{BotGame, Dialect, Talk, gave_up, rubbish, thinking_time};
use super::pipe::NoLine;
use super::ranks::Ranks;
use crate::{Answer, Ask, Timing};

#[derive(Default)]
pub(super) struct XBoard {
    /// How many moves of the game it knows, its own included.
    known: usize,
    usermove: bool,
}

const RANKS: Ranks = Ranks::FromZero;

impl XBoard {
    fn tell(&self, talk: &mut Talk, mv: &str) -> Result<(), NoLine> {
        let mv = RANKS.theirs(mv);
        talk.say(&if self.usermove {
            format!("usermove {mv}")
        } else {
            mv
        })
    }
}

impl Dialect for XBoard {
    fn begin(&mut self, talk: &mut Talk, game: &BotGame) -> Result<(), NoLine> {
        talk.say("xboard")?;
        talk.say("protover 2")?;
        let mut usermove = false;
        talk.hear_until(|line| {
            usermove |= line.contains("usermove=1");
            (line.starts_with("feature ") && line.contains("done=1")).then_some(())
        })?;
        self.usermove = usermove;
        self.known = 0;
        for command in ["new", "variant xiangqi", "easy", "post", "force"] {
            talk.say(command)?;
        }
        let usual = boyi_engine::game("xiangqi")
            .ok()
            .and_then(|xiangqi| xiangqi.lay(&boyi_engine::Setup::default()).ok())
            .map(|table| table.position());
        if usual.as_deref() != Some(game.seen.start) {
            talk.say(&format!("setboard {}", game.seen.start))?;
        }
        Ok(())
    }

    fn choose(&mut self, talk: &mut Talk, game: &BotGame, ask: &Ask) -> Result<Answer, NoLine> {
        if let Some(depth) = ask.control.depth {
            talk.say(&format!("sd {depth}"))?;
        }
        match ask.control.timing {
            Timing::Clock { .. } => {
                let hundredths =
                    |side: Side| ask.clocks[side].map_or(0, |time| time.as_millis() / 10);
                talk.say(&format!("time {}", hundredths(game.side)))?;
                talk.say(&format!("otim {}", hundredths(!game.side)))?;
            }
            _ => {
                if let Some(time) = thinking_time(ask.control, None) {
                    talk.say(&format!("st {}", time.as_secs().max(1)))?;
                }
            }
        }
        let moves = game.seen.moves;
        let answers_by_itself = self.known > 0 && moves.len() == self.known + 1;
        if !answers_by_itself {
            talk.say("force")?;
        }
        for mv in &moves[self.known.min(moves.len())..] {
            self.tell(talk, &mv.text)?;
        }
        if !answers_by_itself {
            talk.say("go")?;
        }
        let said = talk.hear_until(|line| {
            let ends =
                line.starts_with("move ") || line == "resign" || line.starts_with("Illegal move");
            ends.then(|| line.to_owned())
        })?;
        if said == "resign" {
            return Ok(Answer::resign());
        }
        let Some(mv) = said.strip_prefix("move ") else {
            return Err(gave_up(&said));
        };
        let mv = RANKS
            .ours(mv.trim())
            .ok_or_else(|| rubbish(&said, "this is no move of xiangqi"))?;
        self.known = moves.len() + 1;
        Ok(Answer::bare(mv))
    }
}
