//! `NBoard` and GTP, the protocols of Othello engines.

use boyi_game::{Record, Score, Side};

use super::dialect::{BotGame, Dialect, Talk, gave_up, rubbish, thinking_time};
use super::pipe::NoLine;
use super::point;
use crate::{Answer, Ask, Choice, Timing};

/// `NBoard` 2. The engine is told the whole game before every move, so that it cannot be out of step.
#[derive(Default)]
pub(super) struct NBoard {
    pings: u64,
}

impl NBoard {
    /// Waits until the engine has dealt with everything it was told.
    fn settle(&mut self, talk: &mut Talk) -> Result<(), NoLine> {
        self.pings += 1;
        let pong = format!("pong {}", self.pings);
        talk.say(&format!("ping {}", self.pings))?;
        talk.hear_until(|line| (line == pong).then_some(()))
    }
}

impl Dialect for NBoard {
    fn begin(&mut self, talk: &mut Talk, game: &BotGame) -> Result<(), NoLine> {
        talk.say("nboard 2")?;
        if let Some(depth) = game.control.depth {
            talk.say(&format!("set depth {depth}"))?;
        }
        self.settle(talk)
    }

    fn choose(&mut self, talk: &mut Talk, game: &BotGame, _ask: &Ask) -> Result<Answer, NoLine> {
        talk.say(&format!("set game {}", ggf(game)?))?;
        self.settle(talk)?;
        talk.say("go")?;
        let mut nodes = None;
        let said = talk.hear_until(|line| {
            if let Some(stats) = line.strip_prefix("nodestats ") {
                nodes = stats
                    .split_whitespace()
                    .next()
                    .and_then(|count| count.parse().ok());
            }
            line.strip_prefix("===")
                .map(|answer| answer.trim().to_owned())
        })?;
        let mut parts = said.split('/');
        let mv = square(parts.next().unwrap_or_default())
            .ok_or_else(|| rubbish(&said, "expected `=== move/eval/time`"))?;
        let discs: Option<f64> = parts.next().and_then(|eval| eval.trim().parse().ok());
        Ok(Answer {
            choice: Choice::Move(mv),
            score: discs.map(|discs| Score::heuristic(discs as i32)),
            depth: None,
            nodes,
            offers_draw: false,
        })
    }
}

/// The game so far in the format that `NBoard` reads.
fn ggf(game: &BotGame) -> Result<String, NoLine> {
    let record = Record {
        game: game.seen.game.to_owned(),
        rules: game.seen.rules.to_owned(),
        start: game.seen.start.to_owned(),
        seed: 0,
        moves: game.seen.moves.to_vec(),
    };
    let written = boyi_engine::game(game.seen.game)
        .map_err(|error| gave_up(&error.to_string()))?
        .export(&record, "ggf")
        .map_err(|error| gave_up(&error.to_string()))?;
    Ok(written.replace(['\n', '\r'], ""))
}

/// A square or a pass as we write it.
fn square(text: &str) -> Option<String> {
    if matches!(
        text.to_ascii_lowercase().as_str(),
        "pa" | "pass" | "ps" | "--" | "@@@"
    ) {
        return Some("pass".to_owned());
    }
    let (column, row) = point::read(text)?;
    point::write(column, row)
}

/// GTP as Othello engines speak it: row 1 is the top row, and the usual start is the only one.
#[derive(Default)]
pub(super) struct Gtp {
    known: Vec<String>,
}

impl Gtp {
    /// Says a command and hears its answer, which may have several lines.
    fn ask(talk: &mut Talk, command: &str) -> Result<String, NoLine> {
        talk.say(command)?;
        let said = talk.hear_until(|line| line.starts_with(['=', '?']).then(|| line.to_owned()))?;
        match said.strip_prefix('=') {
            // An id may follow at once; none was given.
            Some(answer) => Ok(answer.trim().to_owned()),
            None => Err(gave_up(&format!(
                "{command}: {}",
                said.trim_start_matches('?').trim()
            ))),
        }
    }

    /// Brings the engine to the position of the game.
    fn follow(&mut self, talk: &mut Talk, game: &BotGame) -> Result<(), NoLine> {
        let moves: Vec<&str> = game.moves().collect();
        if !moves
            .iter()
            .zip(&self.known)
            .all(|(ours, theirs)| ours == theirs)
            || self.known.len() > moves.len()
        {
            Self::ask(talk, "clear_board")?;
            self.known.clear();
        }
        for mv in &game.seen.moves[self.known.len()..] {
            Self::ask(talk, &format!("play {} {}", colour(mv.side), mv.text))?;
            self.known.push(mv.text.clone());
        }
        Ok(())
    }
}

impl Dialect for Gtp {
    fn begin(&mut self, talk: &mut Talk, game: &BotGame) -> Result<(), NoLine> {
        const START: &str = "---------------------------OX------XO--------------------------- X";
        if game.seen.start != START {
            return Err(gave_up(
                "GTP begins at the usual position of Othello and at no other",
            ));
        }
        self.known.clear();
        Self::ask(talk, "boardsize 8")?;
        Self::ask(talk, "clear_board")?;
        if let Timing::Clock { base, .. } = game.control.timing {
            Self::ask(talk, &format!("time_settings {} 0 0", base.as_secs()))?;
        }
        Ok(())
    }

    fn choose(&mut self, talk: &mut Talk, game: &BotGame, ask: &Ask) -> Result<Answer, NoLine> {
        self.follow(talk, game)?;
        let colour = colour(game.side);
        if let Some(left) = ask.clocks[game.side] {
            Self::ask(talk, &format!("time_left {colour} {} 0", left.as_secs()))?;
        } else if let Some(time) = thinking_time(ask.control, None) {
            // So many seconds for one stone. Engines without a clock may refuse; then they may be late.
            let seconds = time.as_secs().max(1);
            let _ = Self::ask(talk, &format!("time_settings 0 {seconds} 1"));
        }
        let said = Self::ask(talk, &format!("genmove {colour}"))?;
        if said.eq_ignore_ascii_case("resign") {
            return Ok(Answer::resign());
        }
        let mv = square(&said).ok_or_else(|| rubbish(&said, "expected a square such as `f5`"))?;
        // It has played the move on its own board.
        self.known.push(mv.clone());
        Ok(Answer::bare(mv))
    }
}

fn colour(side: Side) -> &'static str {
    match side {
        Side::First => "b",
        Side::Second => "w",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn squares_and_passes() {
        assert_eq!(square("F5").as_deref(), Some("f5"));
        assert_eq!(square("PA").as_deref(), Some("pass"));
        assert_eq!(square("PASS").as_deref(), Some("pass"));
        assert_eq!(square("f"), None);
    }
}
