//! A program as a contestant.

use std::time::{Duration, Instant};

use boyi_game::{Seen, Side};

use super::dialect::{BotGame, Dialect, Talk};
use super::log::Log;
use super::pipe::{NoLine, Pipe};
use super::spec::BotSpec;
use crate::fault::NO_ANSWER;
use crate::sandbox::Sandbox;
use crate::{Answer, Ask, Contestant, Ending, Fault, Terms};

/// How long a program has to end by itself once it was told that the game is over.
const FAREWELL: Duration = Duration::from_millis(300);

/// How long the log of a program at fault is still listened to: what it says may come a moment after
/// what it did.
const AFTERWORD: Duration = Duration::from_millis(50);

/// A program that plays, one process a game.
pub struct Bot {
    spec: BotSpec,
    sandbox: Sandbox,
    session: Option<Session>,
    log: Log,
    /// Whether somebody hears what it writes.
    is_logged: bool,
}

struct Session {
    dialect: Box<dyn Dialect>,
    /// `None` between two moves of a program that is started anew for each.
    pipe: Option<Pipe>,
    patience: Duration,
    ponder: bool,
}

impl Session {
    /// It is somebody else's turn now.
    fn rest(&mut self) {
        if let Some(pipe) = self.pipe.as_mut().filter(|_| !self.ponder) {
            pipe.freeze();
        }
    }

    fn wake(&mut self) {
        if let Some(pipe) = &mut self.pipe {
            pipe.thaw();
        }
    }
}

impl Bot {
    pub fn new(spec: BotSpec, sandbox: Sandbox) -> Self {
        Self {
            spec,
            sandbox,
            session: None,
            log: Log::default(),
            is_logged: true,
        }
    }

    /// The same, and nobody hears what it writes to standard error.
    #[must_use]
    pub fn without_log(self) -> Self {
        Self {
            is_logged: false,
            ..self
        }
    }

    fn start(&mut self) -> Result<Pipe, Fault> {
        let failed = |why: String| Fault::NotStarted { why };
        let running = self.sandbox.start(&self.spec.program);
        let running = running.map_err(|error| failed(error.to_string()))?;
        Pipe::new(running, self.sandbox.allowance).map_err(|error| failed(error.to_string()))
    }

    /// Ends the process, if there is one, and keeps what it wrote to its log.
    fn close(&mut self, mut pipe: Pipe, farewell: Duration) {
        pipe.wait_for_end(Instant::now() + farewell);
        if let Some(text) = pipe.log.take() {
            self.log.write(text.as_bytes());
        }
    }

    /// Ends the session after a fault, and says so in the log.
    fn fail(&mut self, fault: Fault) -> Fault {
        if let Some(pipe) = self
            .session
            .as_mut()
            .and_then(|session| session.pipe.take())
        {
            self.close(pipe, AFTERWORD);
        }
        self.log.note(&fault.to_string());
        fault
    }

    /// In a game of rounds the next question comes nevertheless.
    fn after_a_missed_move(&mut self) {
        let Some(session) = &mut self.session else {
            return;
        };
        if !session.dialect.missed()
            && let Some(pipe) = session.pipe.take()
        {
            self.close(pipe, Duration::ZERO);
        }
    }

    fn talk(&mut self, game: &BotGame, ask: &Ask) -> Result<Answer, NoLine> {
        let needs_process = self
            .session
            .as_ref()
            .is_none_or(|session| session.pipe.is_none());
        let fresh = if needs_process {
            Some(self.start().map_err(NoLine::Fault)?)
        } else {
            None
        };
        let Some(session) = &mut self.session else {
            let why = "it was not told of the game".to_owned();
            return Err(NoLine::Fault(Fault::NotStarted { why }));
        };
        let pipe = match fresh {
            Some(fresh) => session.pipe.insert(fresh),
            None => session
                .pipe
                .as_mut()
                .expect("it needs no process because it has one"),
        };
        pipe.next_move();
        let mut talk = Talk::until(pipe, ask.deadline, Some(ask.stop));
        let answer = session.dialect.choose(&mut talk, game, ask)?;
        if session.dialect.restarts()
            && let Some(pipe) = session.pipe.take()
        {
            self.close(pipe, Duration::ZERO);
        }
        Ok(answer)
    }
}

impl Contestant for Bot {
    fn name(&self) -> String {
        self.spec.name.clone()
    }

    fn begin(&mut self, game: &Seen, side: Side, terms: &Terms) -> Result<(), Fault> {
        self.session = None;
        let protocol = self.spec.protocol;
        if protocol.game().is_some_and(|only| only != game.game) {
            let why = format!("the protocol {protocol} is not spoken in {}", game.game);
            return Err(self.fail(Fault::NotStarted { why }));
        }
        let game = BotGame {
            seen: game,
            side,
            control: &terms.control,
        };
        let started = self.start().map_err(|fault| self.fail(fault))?;
        let mut session = Session {
            dialect: self.spec.protocol.dialect(self.sandbox.allowance),
            pipe: Some(started),
            patience: terms.patience,
            ponder: terms.ponder,
        };
        let pipe = session.pipe.as_mut().expect("just started");
        let mut talk = Talk::until(pipe, Instant::now() + terms.patience, None);
        let begun = session.dialect.begin(&mut talk, &game);
        if begun.is_ok() {
            session.rest();
        }
        self.session = Some(session);
        begun.map_err(|problem| {
            self.fail(match problem {
                NoLine::Fault(fault) => fault,
                NoLine::Late => Fault::NotStarted {
                    why: format!("{NO_ANSWER} {protocol} within {:?}", terms.patience),
                },
            })
        })
    }

    fn wake(&mut self) {
        if let Some(session) = &mut self.session {
            session.wake();
        }
    }

    fn choose(&mut self, game: &Seen, side: Side, ask: &Ask) -> Result<Answer, Fault> {
        self.wake();
        let asked = Instant::now();
        let game = BotGame {
            seen: game,
            side,
            control: ask.control,
        };
        let answer = self.talk(&game, ask);
        if let (Some(session), Ok(_) | Err(NoLine::Late)) = (&mut self.session, &answer) {
            session.rest();
        }
        match answer {
            Ok(answer) => Ok(answer),
            Err(NoLine::Fault(fault)) => Err(self.fail(fault)),
            // Called off: it does not matter what is answered.
            Err(NoLine::Late) if ask.stop.is_stopped() => Ok(Answer::resign()),
            Err(NoLine::Late) => {
                let patience = self.session.as_ref().map(|session| session.patience);
                let allowed = ask.control.allowed(ask.clocks[side]).or(patience);
                let fault = Fault::OutOfTime {
                    allowed: allowed.unwrap_or_default(),
                    waited: asked.elapsed(),
                };
                self.log.note(&fault.to_string());
                self.after_a_missed_move();
                Err(fault)
            }
        }
    }

    fn end(&mut self, _game: &Seen, side: Side, ending: &Ending) {
        // Its other faults are in the log by now; this one only the referee sees.
        if let Ending::Failed { faults } = ending
            && let Some(fault @ Fault::IllegalMove { .. }) = &faults[side]
        {
            self.log.note(&fault.to_string());
        }
        let Some(mut session) = self.session.take() else {
            return;
        };
        session.wake();
        let Some(mut pipe) = session.pipe.take() else {
            return;
        };
        let mut talk = Talk::until(&mut pipe, Instant::now() + FAREWELL, None);
        let told = session.dialect.end(&mut talk);
        // A program that does not read its input will not end by itself.
        let farewell = if told.is_ok() {
            FAREWELL
        } else {
            Duration::ZERO
        };
        self.close(pipe, farewell);
    }

    fn take_log(&mut self) -> Option<String> {
        self.log.take().filter(|_| self.is_logged)
    }
}
