//! Botzone's JSON: by default a program is started anew for every move and told the whole history; it
//! may ask to be kept running, and is then told only what is new.

use std::time::{Duration, Instant};

use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

use super::dialect::{BotGame, Dialect, Talk, gave_up, rubbish};
use super::pipe::NoLine;
use super::{point, ranks::Ranks};
use crate::sandbox::Allowance;
use crate::{Answer, Ask};

/// How a program asks to be kept running.
const KEEP_RUNNING: &str = ">>>BOTZONE_REQUEST_KEEP_RUNNING<<<";

/// How long a program may take to end, or to ask that it need not, once it has answered.
const PARTING: Duration = Duration::from_millis(500);

pub(super) struct Botzone {
    allowance: Allowance,
    requests: Vec<Value>,
    responses: Vec<Value>,
    data: Option<Value>,
    global_data: Option<Value>,
    keeps_running: bool,
}

#[derive(Serialize)]
struct Input<'a> {
    requests: &'a [Value],
    responses: &'a [Value],
    #[serde(skip_serializing_if = "Option::is_none")]
    data: Option<&'a Value>,
    #[serde(skip_serializing_if = "Option::is_none")]
    globaldata: Option<&'a Value>,
    time_limit: f64,
    memory_limit: u64,
}

#[derive(Deserialize)]
struct Output {
    response: Value,
    debug: Option<Value>,
    data: Option<Value>,
    globaldata: Option<Value>,
}

impl Botzone {
    pub(super) fn new(allowance: Allowance) -> Self {
        Self {
            allowance,
            requests: Vec::new(),
            responses: Vec::new(),
            data: None,
            global_data: None,
            keeps_running: false,
        }
    }
}

impl Dialect for Botzone {
    fn begin(&mut self, _talk: &mut Talk, _game: &BotGame) -> Result<(), NoLine> {
        Ok(())
    }

    fn choose(&mut self, talk: &mut Talk, game: &BotGame, ask: &Ask) -> Result<Answer, NoLine> {
        let coordinates = Coordinates::of(game.seen.game);
        let last = game.seen.moves.iter().rev().find(|mv| mv.side != game.side);
        let request = coordinates.request(last.map(|mv| mv.text.as_str()), game.seen.start);
        self.requests.push(request);
        let line = if self.keeps_running {
            serde_json::to_string(&self.requests.last())
        } else {
            let allowed = ask.control.allowed(ask.clocks[game.side]);
            serde_json::to_string(&Input {
                requests: &self.requests,
                responses: &self.responses,
                data: self.data.as_ref(),
                globaldata: self.global_data.as_ref(),
                time_limit: allowed.map_or(0.0, |time| time.as_secs_f64()),
                memory_limit: self.allowance.memory >> 20,
            })
        };
        talk.say(&line.map_err(|error| gave_up(&error.to_string()))?)?;
        let said = talk.hear_until(|line| (line != KEEP_RUNNING).then(|| line.to_owned()))?;
        let output: Output = serde_json::from_str(&said).map_err(|error| {
            rubbish(
                &said,
                format!("expected one line of JSON with a `response` ({error})"),
            )
        })?;
        if let Some(debug) = &output.debug {
            talk.pipe.log.note(&format!(
                "debug: {}",
                debug.to_string().chars().take(1024).collect::<String>()
            ));
        }
        let mv = coordinates.mv(&output.response).ok_or_else(|| {
            rubbish(
                &said,
                format!("expected a `response` such as {}", coordinates.example()),
            )
        })?;
        self.responses.push(output.response);
        self.data = output.data.or(self.data.take());
        self.global_data = output.globaldata.or(self.global_data.take());
        // It either ends now or says that it wants to stay.
        talk.wait.deadline = talk.wait.deadline.min(Instant::now() + PARTING);
        self.keeps_running = talk.hear().is_ok_and(|line| line == KEEP_RUNNING);
        Ok(Answer::bare(mv))
    }

    fn end(&mut self, _talk: &mut Talk) -> Result<(), NoLine> {
        Ok(())
    }

    fn missed(&mut self) -> bool {
        self.responses.push(Value::Null);
        self.keeps_running = false;
        false
    }

    fn restarts(&self) -> bool {
        !self.keeps_running
    }
}

/// How Botzone writes the moves of a game.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Coordinates {
    /// `{"x": 3, "y": 4}`, column and row counted from 0; -1 for none.
    Points,
    /// `{"source": "h2", "target": "e2"}`.
    Steps,
    Text,
}

impl Coordinates {
    fn of(game: &str) -> Self {
        match game {
            "gomoku" | "reversi" => Self::Points,
            "xiangqi" => Self::Steps,
            _ => Self::Text,
        }
    }

    fn request(self, last: Option<&str>, start: &str) -> Value {
        match (self, last) {
            (Self::Points, last) => match last.and_then(point::read) {
                Some((x, y)) => json!({ "x": x, "y": y }),
                None => json!({ "x": -1, "y": -1 }),
            },
            (Self::Steps, Some(mv)) if mv.len() == 4 => {
                json!({ "source": mv[..2], "target": mv[2..] })
            }
            (Self::Steps, _) => json!({ "source": "-1", "target": "-1" }),
            (Self::Text, Some(mv)) => json!(mv),
            (Self::Text, None) => json!({ "start": start }),
        }
    }

    fn mv(self, response: &Value) -> Option<String> {
        match self {
            Self::Points => {
                let (x, y) = (response.get("x")?.as_i64()?, response.get("y")?.as_i64()?);
                if (x, y) == (-1, -1) {
                    return Some("pass".to_owned());
                }
                point::write(usize::try_from(x).ok()?, usize::try_from(y).ok()?)
            }
            Self::Steps => {
                let cell = |name: &str| Some(response.get(name)?.as_str()?.to_owned());
                Ranks::FromZero.ours(&format!("{}{}", cell("source")?, cell("target")?))
            }
            Self::Text => Some(response.as_str()?.to_owned()),
        }
    }

    fn example(self) -> &'static str {
        match self {
            Self::Points => r#"{"x": 3, "y": 4}"#,
            Self::Steps => r#"{"source": "h2", "target": "e2"}"#,
            Self::Text => r#""a move""#,
        }
    }
}
