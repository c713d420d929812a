//! Our own protocol: one JSON object a line. `docs/bots.md` tells it to people.

use std::time::Duration;

use boyi_game::Score;
use serde::{Deserialize, Serialize};

use super::dialect::{BotGame, Dialect, Talk, gave_up, rubbish};
use super::pipe::NoLine;
use crate::{Answer, Ask, Choice, Control, Fault, Timing};

/// The version we speak.
pub(super) const VERSION: u32 = 1;

/// Our protocol with one program.
#[derive(Default)]
pub(super) struct Ours {
    asked: u64,
}

#[derive(Serialize)]
#[serde(tag = "type", rename_all = "snake_case")]
enum Said<'a> {
    /// A game begins; answered by `ready`.
    Hello {
        protocol: &'static str,
        version: u32,
        game: &'a str,
        rules: &'a str,
        side: String,
        start: &'a str,
        limits: Limits,
    },
    Turn {
        id: u64,
        position: &'a str,
        moves: Vec<&'a str>,
        legal: Vec<String>,
        /// Milliseconds this move may take at most, and what both clocks show.
        time_ms: Option<u64>,
        left_ms: Option<[u64; 2]>,
    },
    End,
}

#[derive(Serialize)]
struct Limits {
    move_ms: Option<u64>,
    clock_ms: Option<u64>,
    increment_ms: Option<u64>,
    nodes: Option<u64>,
    depth: Option<u32>,
}

impl Limits {
    fn new(control: &Control) -> Self {
        let (mut move_ms, mut clock_ms, mut increment_ms) = (None, None, None);
        match control.timing {
            Timing::Untimed => {}
            Timing::PerMove(time) => move_ms = Some(milliseconds(time)),
            Timing::Clock { base, increment } => {
                clock_ms = Some(milliseconds(base));
                increment_ms = Some(milliseconds(increment));
            }
        }
        Self {
            move_ms,
            clock_ms,
            increment_ms,
            nodes: control.nodes,
            depth: control.depth,
        }
    }
}

/// What a bot says. Fields we do not know are its own business.
#[derive(Deserialize)]
struct Heard {
    #[serde(rename = "type")]
    kind: Option<String>,
    version: Option<u32>,
    error: Option<String>,
    id: Option<u64>,
    #[serde(rename = "move")]
    mv: Option<String>,
    #[serde(default)]
    resign: bool,
    #[serde(default)]
    draw: bool,
    score: Option<f64>,
    depth: Option<u32>,
    nodes: Option<u64>,
}

impl Dialect for Ours {
    fn begin(&mut self, talk: &mut Talk, game: &BotGame) -> Result<(), NoLine> {
        say(
            talk,
            &Said::Hello {
                protocol: "boyi",
                version: VERSION,
                game: game.seen.game,
                rules: game.seen.rules,
                side: game.side.to_string(),
                start: game.seen.start,
                limits: Limits::new(game.control),
            },
        )?;
        loop {
            let (line, heard) = hear(talk)?;
            if let Some(error) = &heard.error {
                return Err(gave_up(error));
            }
            match (heard.kind.as_deref(), heard.version) {
                (Some("info"), _) => {}
                (Some("ready"), Some(VERSION)) => return Ok(()),
                (Some("ready"), Some(version)) => {
                    let why =
                        format!("it speaks version {version} of the protocol, we speak {VERSION}");
                    return Err(NoLine::Fault(Fault::NotStarted { why }));
                }
                (Some("ready"), None) => {
                    return Err(rubbish(
                        &line,
                        format!("`ready` must name its version: \"version\": {VERSION}"),
                    ));
                }
                _ => {
                    return Err(rubbish(
                        &line,
                        "expected \"type\": \"ready\" as the answer to `hello`",
                    ));
                }
            }
        }
    }

    fn choose(&mut self, talk: &mut Talk, game: &BotGame, ask: &Ask) -> Result<Answer, NoLine> {
        self.asked += 1;
        let legal = (ask.legal_moves)().into_iter().map(|mv| mv.text).collect();
        let clocks = Option::zip(ask.clocks[game.side], ask.clocks[!game.side]);
        say(
            talk,
            &Said::Turn {
                id: self.asked,
                position: &game.seen.position,
                moves: game.moves().collect(),
                legal,
                time_ms: ask.control.allowed(ask.clocks[game.side]).map(milliseconds),
                left_ms: clocks.map(|(own, other)| [milliseconds(own), milliseconds(other)]),
            },
        )?;
        loop {
            let (line, heard) = hear(talk)?;
            if let Some(error) = &heard.error {
                return Err(gave_up(error));
            }
            if heard.kind.as_deref() == Some("info") {
                continue;
            }
            match heard.id {
                Some(id) if id == self.asked => return answer(&line, heard),
                Some(id) if id < self.asked => {
                    talk.pipe
                        .log
                        .note(&format!("too late, thrown away: {line}"));
                }
                Some(_) => {
                    return Err(rubbish(
                        &line,
                        format!("the question has the id {}", self.asked),
                    ));
                }
                None => {
                    let why = format!(
                        "an answer must carry the id of its question: \"id\": {}",
                        self.asked
                    );
                    return Err(rubbish(&line, why));
                }
            }
        }
    }

    fn end(&mut self, talk: &mut Talk) -> Result<(), NoLine> {
        say(talk, &Said::End)
    }
}

fn answer(line: &str, heard: Heard) -> Result<Answer, NoLine> {
    let choice = match heard.mv {
        _ if heard.resign => Choice::Resign,
        Some(mv) => Choice::Move(mv),
        None => {
            return Err(rubbish(
                line,
                "an answer must have a \"move\" or \"resign\": true",
            ));
        }
    };
    Ok(Answer {
        choice,
        score: heard.score.map(|score| Score::heuristic(score as i32)),
        depth: heard.depth,
        nodes: heard.nodes,
        offers_draw: heard.draw,
    })
}

fn say(talk: &mut Talk, said: &Said) -> Result<(), NoLine> {
    let line = serde_json::to_string(said).map_err(|error| gave_up(&error.to_string()))?;
    talk.say(&line)
}

fn hear(talk: &mut Talk) -> Result<(String, Heard), NoLine> {
    let line = talk.hear()?;
    match serde_json::from_str(&line) {
        Ok(heard) => Ok((line, heard)),
        Err(error) => Err(rubbish(&line, explain(&error))),
    }
}

fn explain(error: &serde_json::Error) -> String {
    match error.classify() {
        serde_json::error::Category::Data => format!("a field has the wrong type ({error})"),
        _ => format!("not one JSON object on one line ({error}); remarks belong on standard error"),
    }
}

fn milliseconds(time: Duration) -> u64 {
    u64::try_from(time.as_millis()).unwrap_or(u64::MAX)
}
