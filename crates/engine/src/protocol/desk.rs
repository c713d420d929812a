//! What UCI and UCCI have in common: a position, a search in a thread of its own, and lines that go
//! out whole.

use std::io::{self, BufRead, Write};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread::{self, JoinHandle};
use std::time::Duration;

use boyi_game::Position;
use boyi_search::{Limits, Stop, TimeControl};
use boyi_xiangqi::notation::coordinates::{self, Ranks};
use boyi_xiangqi::{Move, Rules, Xiangqi, fen};

use crate::book::{Book, BookError, BookSource, playable};
use crate::xiangqi::endgame::Tables;
use crate::xiangqi::hand::Hand;
use crate::xiangqi::strong::Pondering;
use crate::xiangqi::strong::thinker::{Progress, Task, Thinker};

/// What the counterpart can set.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Settings {
    pub(super) hash: usize,
    pub(super) threads: usize,
    pub(super) lines: usize,
    pub(super) rules: Rules,
    pub(super) ranks: Ranks,
    /// Milliseconds lost between deciding and the clock being stopped.
    pub(super) overhead: u64,
    /// UCCI: whether times are in milliseconds rather than seconds.
    pub(super) milliseconds: bool,
    /// Whether to play from a book, and from which.
    pub(super) use_book: bool,
    pub(super) book: BookSource,
}

impl Default for Settings {
    fn default() -> Self {
        Self {
            hash: 64,
            threads: 1,
            lines: 1,
            rules: Rules::default(),
            ranks: Ranks::FromZero,
            overhead: 5,
            milliseconds: false,
            use_book: false,
            book: BookSource::BuiltIn,
        }
    }
}

/// What to search, in the words of any protocol.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(super) struct Go {
    pub(super) depth: Option<u32>,
    pub(super) nodes: Option<u64>,
    pub(super) time: Option<TimeControl>,
    /// Until told to stop.
    pub(super) infinite: bool,
    /// In the opponent's time.
    pub(super) ponder: bool,
    pub(super) only: Option<Vec<String>>,
    /// The opponent offers a draw.
    pub(super) draw_offered: bool,
}

/// The side of a protocol that differs.
pub(super) trait Dialect: Copy + Send + 'static {
    /// One depth of thinking: as many lines as were asked for.
    fn info(self, progress: &Progress, settings: &Settings) -> Vec<String>;

    /// Words for whoever reads along.
    fn remark(self, text: &str) -> String;

    /// What to play.
    fn best(self, progress: &Progress, settings: &Settings, go: &Go) -> String;
}

/// A counterpart's view of the engine.
pub(super) struct Desk<D, W> {
    dialect: D,
    out: Arc<Mutex<W>>,
    pub(super) settings: Settings,
    game: Xiangqi,
    banned: Vec<Move>,
    thinker: Option<Thinker<Hand>>,
    running: Option<Running>,
    /// Read when it is first needed.
    book: Option<Book>,
}

struct Running {
    handle: JoinHandle<Thinker<Hand>>,
    stop: Stop,
    pondering: Pondering,
    endless: bool,
}

impl<D: Dialect, W: Write + Send + 'static> Desk<D, W> {
    pub(super) fn new(dialect: D, out: W) -> Self {
        let settings = Settings::default();
        Self {
            dialect,
            out: Arc::new(Mutex::new(out)),
            game: Xiangqi::start(settings.rules),
            settings,
            banned: Vec::new(),
            thinker: None,
            running: None,
            book: None,
        }
    }

    /// Handles lines until `handle` says that it is over or the input ends.
    pub(super) fn serve(
        mut self,
        mut input: impl BufRead,
        mut handle: impl FnMut(&mut Self, &[&str]) -> io::Result<Next>,
    ) -> io::Result<()> {
        let mut bytes = Vec::new();
        loop {
            bytes.clear();
            if input.read_until(b'\n', &mut bytes)? == 0 {
                break;
            }
            let line = String::from_utf8_lossy(&bytes);
            let words: Vec<&str> = line.split_whitespace().collect();
            if words.is_empty() {
                continue;
            }
            if handle(&mut self, &words)? == Next::Quit {
                self.stop();
                return Ok(());
            }
        }
        // The input has ended: what was asked for is finished, unless that has no end.
        if self.running.as_ref().is_some_and(|running| running.endless) {
            self.stop();
        }
        self.wait();
        Ok(())
    }

    pub(super) fn say(&self, text: &str) -> io::Result<()> {
        say(&self.out, text)
    }

    /// A new game: what was learnt from the last one is forgotten.
    pub(super) fn new_game(&mut self) {
        self.stop();
        if let Some(thinker) = &mut self.thinker {
            thinker.forget();
        }
    }

    /// Makes the table anew, as after a change of its size or of the threads.
    pub(super) fn rebuild(&mut self) {
        self.stop();
        self.thinker = None;
    }

    /// Reads `startpos` or `fen …`, then `moves …`. On a mistake the position stays as it was.
    pub(super) fn position(&mut self, words: &[&str]) -> Result<(), String> {
        self.stop();
        let split = words.iter().position(|&word| word == "moves");
        let (place, moves) = words.split_at(split.unwrap_or(words.len()));
        let mut game = match place {
            ["startpos", ..] => Xiangqi::start(self.settings.rules),
            ["fen", fields @ ..] => {
                let setup = fen::read(&fields.join(" ")).map_err(|error| error.to_string())?;
                Xiangqi::new(&setup, self.settings.rules).map_err(|error| error.to_string())?
            }
            _ => return Err("expected startpos or fen".to_owned()),
        };
        for text in moves.iter().skip(1) {
            let mv = self.read_move(&game, text);
            // The other side may judge repetition differently: only the pieces are asked.
            let mv = mv.ok_or_else(|| format!("illegal move {text}"))?;
            game.make(mv);
        }
        self.game = game;
        self.banned.clear();
        Ok(())
    }

    fn read_move(&self, game: &Xiangqi, text: &str) -> Option<Move> {
        coordinates::read(text, self.settings.ranks).filter(|&mv| game.board().is_legal(mv))
    }

    /// Moves that must not be played from here.
    pub(super) fn ban(&mut self, words: &[&str]) {
        let moves = words
            .iter()
            .filter_map(|text| self.read_move(&self.game, text));
        self.banned = moves.collect();
    }

    /// Plays from a book from now on, or not.
    pub(super) fn set_book(&mut self, used: bool) {
        self.settings.use_book = used;
    }

    /// The book to play from; without a name the one that is built in.
    pub(super) fn set_book_file(&mut self, name: &str) {
        self.settings.book = match name {
            "" | "<empty>" => BookSource::BuiltIn,
            file => BookSource::File(file.into()),
        };
        self.book = None;
    }

    /// What the book plays here, if it is used at all. A book that cannot be read is put away, and
    /// the reason is said.
    fn book_move(&mut self, allowed: &[Move]) -> Result<Option<Move>, BookError> {
        if !self.settings.use_book {
            return Ok(None);
        }
        let book = match self.book.take() {
            Some(book) => book,
            None => Book::load(&crate::xiangqi::Xiangqi, &self.settings.book)?,
        };
        let position = fen::write(&self.game.setup());
        let moves = playable(&book, &position, &self.settings.rules.to_string());
        self.book = Some(book);
        let mut moves = moves
            .iter()
            .filter_map(|known| coordinates::read(&known.mv, Ranks::FromZero));
        Ok(moves.find(|mv| allowed.contains(mv)))
    }

    /// The rules repetition is judged by, from the next position on.
    pub(super) fn set_rules(&mut self, name: &str) {
        if let Ok(rules) = name.to_ascii_lowercase().parse() {
            self.settings.rules = rules;
        }
    }

    pub(super) fn game(&self) -> &Xiangqi {
        &self.game
    }

    /// Ends a search, if one runs, and waits for its answer.
    pub(super) fn stop(&mut self) {
        if let Some(running) = &self.running {
            running.pondering.end();
            running.stop.stop();
        }
        self.wait();
    }

    /// The expected move was played.
    pub(super) fn ponderhit(&mut self) {
        if let Some(running) = &mut self.running {
            running.endless = false;
            running.pondering.end();
        }
    }

    fn wait(&mut self) {
        if let Some(running) = self.running.take() {
            // A search that panicked is a bug; the next one gets a new thinker.
            self.thinker = running.handle.join().ok();
        }
    }

    /// Starts a search in a thread of its own.
    pub(super) fn go(&mut self, go: Go) -> io::Result<()> {
        self.stop();
        let thinker = match self.thinker.take() {
            Some(thinker) => Ok(thinker),
            None => {
                let bytes = self.settings.hash << 20;
                Thinker::new(Hand::default(), bytes, self.settings.threads)
                    .map(|thinker| thinker.with_endgames(Tables::kept()))
            }
        };
        let mut thinker = match thinker {
            Ok(thinker) => thinker,
            Err(error) => return self.say(&format!("info string {error}")),
        };
        let mut moves = Vec::new();
        self.game.board().legal_moves(&mut moves);
        moves.retain(|mv| !self.banned.contains(mv));
        if let Some(only) = &go.only {
            let only: Vec<Move> = only
                .iter()
                .filter_map(|text| self.read_move(&self.game, text))
                .collect();
            moves.retain(|mv| only.contains(mv));
        }
        if !go.infinite && !go.ponder && self.settings.lines == 1 {
            match self.book_move(&moves) {
                Ok(Some(mv)) => {
                    self.thinker = Some(thinker);
                    let best = in_words(&[mv], &self.settings);
                    return self.say(&format!("bestmove {best}"));
                }
                Ok(None) => {}
                Err(error) => {
                    self.settings.use_book = false;
                    self.say(&self.dialect.remark(&error.to_string()))?;
                }
            }
        }
        let overhead = Duration::from_millis(self.settings.overhead);
        let limits = Limits {
            depth: go.depth,
            nodes: go.nodes,
            time: go.time.and_then(|time| time.allot(overhead)),
        };
        let unlimited = limits == Limits::default();
        let endless = go.infinite || go.ponder || unlimited;
        let pondering = Pondering::default();
        if endless {
            pondering.begin();
        }
        let stop = Stop::default();
        let running = (stop.clone(), pondering.clone());
        let (dialect, out, settings) = (self.dialect, Arc::clone(&self.out), self.settings.clone());
        let game = self.game.clone();
        let handle = thread::spawn(move || {
            let task = Task {
                position: &game,
                limits,
                stop,
                pondering,
                lines: settings.lines,
                only: Some(moves),
                seed: None,
            };
            let mut watch = |progress: &Progress| {
                for line in dialect.info(progress, &settings) {
                    // Whoever was listening has gone; the input will end soon.
                    let _ = say(&out, &line);
                }
            };
            let progress = thinker.think(&task, &mut watch);
            let _ = say(&out, &dialect.best(&progress, &settings, &go));
            thinker
        });
        let (stop, pondering) = running;
        self.running = Some(Running {
            handle,
            stop,
            pondering,
            endless,
        });
        Ok(())
    }
}

/// What comes after a line.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Next {
    Line,
    Quit,
}

/// A whole line, at once.
fn say<W: Write>(out: &Mutex<W>, text: &str) -> io::Result<()> {
    let mut out = out.lock().unwrap_or_else(PoisonError::into_inner);
    out.write_all(format!("{text}\n").as_bytes())?;
    out.flush()
}

/// Nodes a second.
pub(super) fn speed(progress: &Progress) -> u64 {
    let seconds = progress.elapsed.as_secs_f64().max(1e-6);
    (progress.counts.nodes as f64 / seconds) as u64
}

/// Moves as text.
pub(super) fn in_words(moves: &[Move], settings: &Settings) -> String {
    let words: Vec<String> = moves
        .iter()
        .map(|&mv| coordinates::write(mv, settings.ranks))
        .collect();
    words.join(" ")
}

#[cfg(test)]
pub(super) mod tests {
    use std::io::{BufReader, PipeReader, PipeWriter, pipe};

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
}
