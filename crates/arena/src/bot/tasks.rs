//! Programs that answer questions other than moves, in our protocol: the functions that students write.

use std::time::{Duration, Instant};

use serde::{Deserialize, Serialize};

use super::dialect::{Talk, gave_up, rubbish};
use super::ours::VERSION;
use super::pipe::{NoLine, Pipe};
use crate::Fault;
use crate::fault::NO_ANSWER;
use crate::sandbox::{Program, Sandbox};

/// A program that was started and is asked one question after the other. After a fault it is started
/// anew by whoever has more questions.
pub struct TaskProgram {
    pipe: Pipe,
    asked: u64,
}

#[derive(Serialize)]
#[serde(tag = "type", rename_all = "snake_case")]
enum Said<'a> {
    Hello {
        protocol: &'static str,
        version: u32,
        game: &'static str,
    },
    Task {
        id: u64,
        task: &'a str,
        input: &'a str,
        time_ms: u64,
    },
}

#[derive(Deserialize)]
struct Heard {
    #[serde(rename = "type")]
    kind: Option<String>,
    version: Option<u32>,
    error: Option<String>,
    id: Option<u64>,
    answer: Option<String>,
}

/// How much later than its limit an answer may come: the time that pipes and schedulers take.
const GRACE: Duration = Duration::from_millis(100);

impl TaskProgram {
    /// Starts a program and shakes hands.
    pub fn start(program: &Program, sandbox: &Sandbox, patience: Duration) -> Result<Self, Fault> {
        let failed = |why: String| Fault::NotStarted { why };
        let running = sandbox.start(program);
        let running = running.map_err(|error| failed(error.to_string()))?;
        let pipe = Pipe::new(running, sandbox.allowance);
        let pipe = pipe.map_err(|error| failed(error.to_string()))?;
        let mut started = Self { pipe, asked: 0 };
        let hello = Said::Hello {
            protocol: "boyi",
            version: VERSION,
            game: "tasks",
        };
        let greeted = started.exchange(&hello, patience, |heard| {
            (heard.kind.as_deref() == Some("ready")).then_some(heard.version)
        });
        match greeted {
            Ok(Some(VERSION)) => Ok(started),
            Ok(version) => Err(failed(format!(
                "it speaks version {} of the protocol, we speak {VERSION}",
                version.map_or("none".to_owned(), |version| version.to_string())
            ))),
            Err(NoLine::Fault(fault)) => Err(fault),
            Err(NoLine::Late) => Err(failed(format!("{NO_ANSWER} within {patience:?}"))),
        }
    }

    /// Asks a question; the answer is text.
    pub fn ask(&mut self, task: &str, input: &str, limit: Duration) -> Result<String, Fault> {
        self.asked += 1;
        self.pipe.next_move();
        let (id, began) = (self.asked, Instant::now());
        let said = Said::Task {
            id,
            task,
            input,
            time_ms: u64::try_from(limit.as_millis()).unwrap_or(u64::MAX),
        };
        let heard = self.exchange(&said, limit + GRACE, |heard| {
            (heard.id == Some(id)).then_some(heard.answer)
        });
        match heard {
            Ok(Some(answer)) => Ok(answer),
            Ok(None) => Err(Fault::Rubbish {
                said: format!("an answer to question {id}"),
                why: "it must have a text called \"answer\"".to_owned(),
            }),
            Err(NoLine::Fault(fault)) => Err(fault),
            Err(NoLine::Late) => Err(Fault::OutOfTime {
                allowed: limit,
                waited: began.elapsed(),
            }),
        }
    }

    /// What it wrote to its log since this was last asked.
    pub fn take_log(&mut self) -> Option<String> {
        self.pipe.log.take()
    }

    fn exchange<T>(
        &mut self,
        said: &Said,
        limit: Duration,
        accept: impl Fn(Heard) -> Option<T>,
    ) -> Result<T, NoLine> {
        let line = serde_json::to_string(said).map_err(|error| gave_up(&error.to_string()))?;
        let mut talk = Talk::until(&mut self.pipe, Instant::now() + limit, None);
        talk.say(&line)?;
        loop {
            let line = talk.hear()?;
            let heard: Heard = serde_json::from_str(&line).map_err(|error| {
                let why = format!(
                    "not one JSON object on one line ({error}); remarks belong on standard error"
                );
                rubbish(&line, why)
            })?;
            if let Some(error) = &heard.error {
                return Err(gave_up(error));
            }
            // Remarks and late answers are passed over.
            if let Some(accepted) = accept(heard) {
                return Ok(accepted);
            }
        }
    }
}
