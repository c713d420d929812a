//! What all protocols have in common: a game, and an engine that thinks on another thread while lines
//! are read.

use std::io::{self, Write};
use std::thread::{self, JoinHandle};
use std::time::Duration;

use boyi_game::{Record, Side, Table, ToAct};
use boyi_search::Stop;
use boyi_search::kernel::{Go, Pondering};

use super::lines::Output;
use crate::engine::{Engine, EngineError, Thought};
use crate::game::{Game, Setup, replay};
use crate::spec::PlayerSpec;

/// One counterpart's game and engine.
pub(super) struct Session<W> {
    pub(super) out: Output<W>,
    game: &'static dyn Game,
    spec: PlayerSpec,
    table: Box<dyn Table>,
    /// Absent before the first search and while one runs.
    engine: Option<Box<dyn Engine>>,
    running: Option<Running>,
    /// Whether searches are followed by thinking in the opponent's time.
    ponders: bool,
}

/// A search on another thread.
struct Running {
    thread: JoinHandle<(Box<dyn Engine>, Option<Thought>)>,
    stop: Stop,
    pondering: Pondering,
    /// Ends the thinking in the opponent's time that follows the answer.
    end_pondering: Stop,
}

impl<W: Write + Send + 'static> Session<W> {
    pub(super) fn new(
        game: &'static dyn Game,
        spec: &PlayerSpec,
        out: Output<W>,
    ) -> io::Result<Self> {
        Ok(Self {
            out,
            game,
            spec: spec.clone(),
            table: game.lay(&Setup::default()).map_err(io::Error::other)?,
            engine: None,
            running: None,
            ponders: false,
        })
    }

    pub(super) fn say(&self, text: &str) -> io::Result<()> {
        self.out.say(text)
    }

    pub(super) fn table(&self) -> &dyn Table {
        &*self.table
    }

    pub(super) fn table_mut(&mut self) -> &mut dyn Table {
        &mut *self.table
    }

    pub(super) fn spec(&self) -> &PlayerSpec {
        &self.spec
    }

    /// The side to move; `None` where the game is over.
    pub(super) fn turn(&self) -> Option<Side> {
        match self.table.to_act() {
            ToAct::One(side) => Some(side),
            ToAct::Both | ToAct::Nobody => None,
        }
    }

    /// Goes on with another game in progress.
    pub(super) fn set_table(&mut self, table: Box<dyn Table>) {
        self.stop();
        self.table = table;
    }

    /// A position and the moves played from there. Where our rules do not let a move be played, or say
    /// that the game is over, the other side may judge repetition differently: the pieces decide, and
    /// the moves before are forgotten. On an error the position stays as it was.
    pub(super) fn set_position<'m>(
        &mut self,
        setup: &Setup,
        moves: impl Iterator<Item = &'m str>,
    ) -> Result<(), String> {
        self.stop();
        let mut table = self.lay(setup)?;
        for mv in moves {
            if play(&mut *table, mv).is_err() {
                table = self.without_history(&*table)?;
                play(&mut *table, mv).map_err(|()| format!("illegal move {mv}"))?;
            }
        }
        if table.to_act() == ToAct::Nobody {
            table = self.without_history(&*table)?;
        }
        self.table = table;
        Ok(())
    }

    fn lay(&self, setup: &Setup) -> Result<Box<dyn Table>, String> {
        self.game.lay(setup).map_err(|error| error.to_string())
    }

    fn without_history(&self, table: &dyn Table) -> Result<Box<dyn Table>, String> {
        self.lay(&Setup::at(&table.position(), &table.record().rules))
    }

    /// Changes the player; the next search has a new one.
    pub(super) fn set_player(&mut self, change: impl FnOnce(&mut PlayerSpec)) {
        self.stop();
        let mut spec = self.spec.clone();
        change(&mut spec);
        if spec != self.spec {
            self.spec = spec;
            self.engine = None;
        }
    }

    /// A new game: what was learnt from the last one is forgotten.
    pub(super) fn new_game(&mut self) {
        self.stop();
        if let Some(engine) = &mut self.engine {
            // A player that cannot prepare says so when it is asked to think.
            let _ = engine.prepare(&self.table.seen());
        }
    }

    /// Makes the engine, if there is none yet. A book or an evaluation file that cannot be read is put away,
    /// and the reason is the error.
    pub(super) fn prepare(&mut self) -> Result<(), String> {
        if self.engine.is_none() && self.running.is_none() {
            let made = self.game.player(&self.spec);
            if made.is_err() {
                self.spec.book = None;
                self.spec.weights = None;
            }
            self.engine = Some(made.map_err(|error| error.to_string())?);
        }
        Ok(())
    }

    /// Does now what the first search would otherwise spend its time on: makes the engine with its
    /// tables, unless there is one. What goes wrong is said when the search is asked for.
    pub(super) fn get_ready(&mut self) {
        if self.engine.is_none()
            && self.running.is_none()
            && let Ok(mut engine) = self.game.player(&self.spec)
        {
            if let Some(side) = self.turn() {
                let seen = self.table.seen();
                let _ = engine.think(&seen, side, &Go::nodes(1), &mut |_| ());
                let _ = engine.prepare(&seen);
            }
            self.engine = Some(engine);
        }
    }

    /// Whether the next search is followed by thinking in the opponent's time, until something is asked.
    pub(super) fn set_pondering(&mut self, ponders: bool) {
        self.ponders = ponders;
    }

    /// Searches on another thread, at most until the counterpart has gone. `endless` searches go on until
    /// they are stopped, or until `ponderhit`. `watch` sees every completed depth, `answer` what was found
    /// in the end.
    pub(super) fn go(
        &mut self,
        mut go: Go,
        endless: bool,
        mut watch: impl FnMut(&Output<W>, &Thought) + Send + 'static,
        answer: impl FnOnce(&Output<W>, Result<&Thought, &EngineError>) + Send + 'static,
    ) {
        if endless {
            go.pondering.begin();
        }
        let Some(side) = self.turn() else {
            answer(&self.out, Ok(&Thought::unexplained(None, Duration::ZERO)));
            return;
        };
        let Some(mut engine) = self.engine.take() else {
            return;
        };
        go.stop = self.out.gone().part();
        let (stop, pondering) = (go.stop.clone(), go.pondering.clone());
        let end_pondering = self.out.gone().part();
        let ponders = self.ponders.then(|| end_pondering.clone());
        let record: Record = self.table.record().clone();
        let out = self.out.clone();
        let thread = thread::spawn(move || {
            let mut table = replay(&record).expect("a game in progress can be replayed");
            let thought = engine.think(&table.seen(), side, &go, &mut |thought| {
                watch(&out, thought);
            });
            answer(&out, thought.as_ref());
            let thought = thought.ok();
            if let Some(stop) = ponders
                && let Some(best) = thought.as_ref().and_then(|thought| thought.best.as_ref())
                && table.play(side, best).is_ok()
                && table.to_act() != ToAct::Nobody
            {
                // Pondering has nobody to answer to.
                let _ = engine.ponder(&table.seen(), &stop);
            }
            (engine, thought)
        });
        self.running = Some(Running {
            thread,
            stop,
            pondering,
            end_pondering,
        });
    }

    /// The expected move was played: the clock counts from now on.
    pub(super) fn ponderhit(&mut self) {
        if let Some(running) = &mut self.running {
            running.pondering.end();
        }
    }

    /// Ends a search, if one runs, and waits for its answer.
    pub(super) fn stop(&mut self) -> Option<Thought> {
        if let Some(running) = &self.running {
            running.pondering.end();
            running.stop.stop();
        }
        self.wait()
    }

    /// Waits for a search to end by itself.
    pub(super) fn wait(&mut self) -> Option<Thought> {
        let running = self.running.take()?;
        running.end_pondering.stop();
        // A search that panicked is a bug; the next one gets a new engine.
        let (engine, thought) = running.thread.join().ok()?;
        self.engine = Some(engine);
        thought
    }
}

fn play(table: &mut dyn Table, mv: &str) -> Result<(), ()> {
    match table.to_act() {
        ToAct::One(side) => table.play(side, mv).map_err(|_| ()),
        ToAct::Both | ToAct::Nobody => Err(()),
    }
}

#[cfg(test)]
pub(super) mod tests {
    use std::io::{BufRead, BufReader, PipeReader, PipeWriter, pipe};

    use super::*;

    /// A conversation with a protocol over pipes.
    pub(in crate::protocol) struct Talk {
        to: Option<PipeWriter>,
        from: BufReader<PipeReader>,
        served: JoinHandle<io::Result<()>>,
    }

    impl Talk {
        pub(in crate::protocol) fn begin(
            serve: fn(BufReader<PipeReader>, PipeWriter) -> io::Result<()>,
        ) -> Self {
            let (input, to) = pipe().expect("a pipe");
            let (from, output) = pipe().expect("a pipe");
            Self {
                to: Some(to),
                from: BufReader::new(from),
                served: thread::spawn(move || serve(BufReader::new(input), output)),
            }
        }

        pub(in crate::protocol) fn send(&mut self, line: &str) {
            let to = self.to.as_mut().expect("the talk goes on");
            to.write_all(format!("{line}\r\n").as_bytes())
                .expect("the other side listens");
        }

        /// Everything up to the line that contains `text`.
        pub(in crate::protocol) fn until(&mut self, text: &str) -> String {
            let mut all = String::new();
            loop {
                let mut line = String::new();
                let read = self.from.read_line(&mut line).expect("lines of text");
                assert!(read > 0, "the talk ended without `{text}`: {all}");
                all.push_str(&line);
                if line.contains(text) {
                    return all;
                }
            }
        }

        pub(in crate::protocol) fn end(mut self) {
            drop(self.to.take());
            self.served
                .join()
                .expect("serving does not panic")
                .expect("serving does not fail");
        }
    }

    /// Everything that a protocol says to lines that come all at once.
    pub(in crate::protocol) fn said(serve: impl FnOnce(PipeWriter) -> io::Result<()>) -> String {
        let (from, output) = pipe().expect("a pipe");
        let listener = thread::spawn(move || io::read_to_string(from));
        serve(output).expect("nothing breaks");
        let said = listener.join().expect("nobody panics");
        said.expect("text")
    }
}
