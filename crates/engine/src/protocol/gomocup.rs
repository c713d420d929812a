//! The Gomocup protocol, as Piskvork and other managers of gomoku games speak it.

mod board;
mod clock;
mod pondering;

use std::io::{self, BufRead, Write};
use std::sync::mpsc::{Receiver, channel};
use std::thread;
use std::time::Instant;

use boyi_gomoku::{Point, Rules, Size};
use boyi_search::{Limits, Stop};

use super::NAME;
use crate::engine::Thought;
use crate::gomoku::strong::Brain;
use crate::gomoku::thinker::Task;
use board::Board;
use clock::Clock;
use pondering::Pondering;

/// Serves the protocol until `END` or the end of the input.
pub fn serve(input: impl BufRead + Send + 'static, output: impl Write) -> io::Result<()> {
    let stop = Stop::default();
    let (sender, lines) = channel();
    let switch = stop.clone();
    // Lines are read while the brain thinks, so that it can be stopped.
    thread::spawn(move || {
        for line in Lines(input) {
            let word = line.split_whitespace().next().unwrap_or_default();
            if ["END", "STOP", "YXSTOP"].contains(&word.to_ascii_uppercase().as_str()) {
                switch.stop();
            }
            if sender.send(line).is_err() {
                return;
            }
        }
    });
    Server {
        output,
        lines,
        stop,
        clock: Clock::new(Instant::now()),
        settings: Settings::default(),
        board: Board::new(Size::USUAL),
        rules: Rules::Freestyle,
        brain: None,
        pondering: None,
        started: false,
    }
    .run()
}

struct Server<W> {
    output: W,
    lines: Receiver<String>,
    stop: Stop,
    clock: Clock,
    settings: Settings,
    board: Board,
    rules: Rules,
    /// Absent before the first move and while it ponders.
    brain: Option<Brain>,
    pondering: Option<Pondering>,
    started: bool,
}

/// What `INFO` has said, clocks apart.
#[derive(Default)]
struct Settings {
    /// Bytes; `None` where there is no limit.
    memory: Option<usize>,
    threads: Option<usize>,
    depth: Option<u32>,
    nodes: Option<u64>,
    /// Whether to think while the other side does.
    pondering: bool,
}

/// What happens after a line.
enum Next {
    Line,
    Quit,
}

impl<W: Write> Server<W> {
    fn run(mut self) -> io::Result<()> {
        while let Ok(line) = self.lines.recv() {
            self.end_pondering();
            if let Next::Quit = self.handle(line.trim())? {
                break;
            }
        }
        self.end_pondering();
        Ok(())
    }

    /// Whatever the manager says, the brain is needed again.
    fn end_pondering(&mut self) {
        if let Some(pondering) = self.pondering.take() {
            self.brain = pondering.end();
        }
    }

    fn say(&mut self, line: &str) -> io::Result<()> {
        // As the manager's own lines end.
        self.output.write_all(line.as_bytes())?;
        self.output.write_all(b"\r\n")?;
        self.output.flush()
    }

    fn handle(&mut self, line: &str) -> io::Result<Next> {
        let (word, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
        let rest = rest.trim();
        match word.to_ascii_uppercase().as_str() {
            "START" => {
                let rows = rest.parse().ok();
                self.start(rows, rows)?;
            }
            "RECTSTART" => {
                let sides = rest.split_once(',');
                let sides = sides.map(|(a, b)| (a.trim().parse().ok(), b.trim().parse().ok()));
                let (width, height) = sides.unwrap_or_default();
                self.start(width, height)?;
            }
            "RESTART" => {
                self.board = Board::new(self.board.size());
                self.new_game();
                self.say("OK")?;
            }
            "BEGIN" => {
                if self.check_started()? {
                    self.board = Board::new(self.board.size());
                    self.move_now(1)?;
                }
            }
            "TURN" => {
                if self.check_started()? {
                    match self.board.theirs(rest) {
                        Ok(()) => self.move_now(1)?,
                        Err(why) => self.say(&format!("ERROR {why}"))?,
                    }
                }
            }
            "PLAY" => match self.board.ours(rest) {
                Ok(point) => {
                    let text = self.board.text(point);
                    self.say(&text)?;
                }
                Err(why) => self.say(&format!("ERROR {why}"))?,
            },
            "BOARD" => self.read_board(true)?,
            "YXBOARD" => self.read_board(false)?,
            "SWAP2BOARD" => self.swap2()?,
            "YXNBEST" => self.move_now(rest.parse().unwrap_or(1))?,
            "TAKEBACK" => match self.board.take_back(rest) {
                Ok(()) => self.say("OK")?,
                Err(why) => self.say(&format!("ERROR {why}"))?,
            },
            "INFO" => self.info(rest),
            "ABOUT" => {
                let about = format!(
                    "name=\"{}\", version=\"{}\", author=\"the boyi authors\", country=\"\"",
                    NAME.split(' ').next().unwrap_or_default(),
                    NAME.split(' ').nth(1).unwrap_or_default(),
                );
                self.say(&about)?;
            }
            "YXHASHCLEAR" => {
                if let Some(brain) = &mut self.brain {
                    brain.forget();
                }
            }
            "STOP" | "YXSTOP" => self.stop.reset(),
            "" | "YXSHOWINFO" | "YXSHOWFORBID" | "YXSHOWHASHUSAGE" => {}
            "END" => return Ok(Next::Quit),
            _ => self.say("UNKNOWN command")?,
        }
        Ok(Next::Line)
    }

    fn start(&mut self, width: Option<usize>, height: Option<usize>) -> io::Result<()> {
        let size = width.and_then(|width| Size::new(width).ok());
        match size.filter(|_| width == height) {
            Some(size) => {
                self.board = Board::new(size);
                self.started = true;
                self.new_game();
                self.say("OK")
            }
            None => self.say("ERROR the board must be a square of 5 to 22 points"),
        }
    }

    fn check_started(&mut self) -> io::Result<bool> {
        if !self.started {
            self.say("ERROR send START first")?;
        }
        Ok(self.started)
    }

    /// A new game: what was learned in the one before is of no use, and the clock begins anew.
    fn new_game(&mut self) {
        if let Some(brain) = &mut self.brain {
            brain.forget();
        }
        self.clock.new_game();
    }

    fn info(&mut self, rest: &str) {
        let (key, value) = rest.split_once(char::is_whitespace).unwrap_or((rest, ""));
        let value = value.trim();
        let number = value.parse::<i64>().ok();
        match key.to_ascii_lowercase().as_str() {
            "rule" => {
                let rules = match number.unwrap_or(0) {
                    rule if rule & 4 != 0 => Rules::Renju,
                    rule if rule & (1 | 8) != 0 => Rules::Standard,
                    _ => Rules::Freestyle,
                };
                if rules != self.rules {
                    self.rules = rules;
                    self.new_game();
                }
            }
            "max_memory" => {
                let memory = number
                    .filter(|&bytes| bytes > 0)
                    .map(|bytes| bytes as usize);
                self.change_memory(memory);
            }
            "hash_size" => {
                let kilobytes = number.filter(|&size| size > 0);
                self.change_memory(kilobytes.map(|size| (size as usize).saturating_mul(2048)));
            }
            "thread_num" => {
                let threads = number.filter(|threads| (1..=256).contains(threads));
                self.settings.threads = threads.map(|threads| threads as usize);
            }
            "max_depth" => {
                let depth = number.filter(|depth| (1..=1000).contains(depth));
                self.settings.depth = depth.map(|depth| depth as u32);
            }
            "max_node" => {
                let nodes = number.filter(|&nodes| nodes > 0);
                self.settings.nodes = nodes.map(|nodes| nodes as u64);
            }
            // As Yixin and Rapfi call it.
            "pondering" => self.settings.pondering = number == Some(1),
            key => self.clock.info(key, number),
        }
    }

    fn change_memory(&mut self, memory: Option<usize>) {
        if self.settings.memory != memory {
            self.settings.memory = memory;
            self.brain = None;
        }
    }

    /// Reads the lines of a board up to `DONE`; `None` where the input ends.
    fn lines_until_done(&mut self) -> Option<Vec<String>> {
        let mut lines = Vec::new();
        loop {
            let line = self.lines.recv().ok()?;
            let line = line.trim();
            if line.eq_ignore_ascii_case("DONE") {
                return Some(lines);
            }
            if !line.is_empty() {
                lines.push(line.to_owned());
            }
        }
    }

    fn read_board(&mut self, answer: bool) -> io::Result<()> {
        let Some(lines) = self.lines_until_done() else {
            return Ok(());
        };
        if !self.check_started()? {
            return Ok(());
        }
        match Board::read(self.board.size(), self.rules, &lines) {
            Ok(board) => {
                self.board = board;
                if answer { self.move_now(1) } else { Ok(()) }
            }
            Err(why) => self.say(&format!("ERROR {why}")),
        }
    }

    fn swap2(&mut self) -> io::Result<()> {
        let Some(lines) = self.lines_until_done() else {
            return Ok(());
        };
        if !self.check_started()? {
            return Ok(());
        }
        let board = match Board::in_turn(self.board.size(), &lines) {
            Ok(board) => board,
            Err(why) => return self.say(&format!("ERROR {why}")),
        };
        self.board = board;
        match self.board.stones() {
            0 => {
                let points = self.board.lay_three();
                let texts: Vec<String> =
                    points.iter().map(|&point| self.board.text(point)).collect();
                self.say(&texts.join(" "))
            }
            3 | 5 => self.choose_a_colour(),
            _ => self.say("ERROR swap2 has 0, 3 or 5 stones"),
        }
    }

    /// Stays with the side to move if it is better off, else swaps.
    fn choose_a_colour(&mut self) -> io::Result<()> {
        let position = self.board.position(self.rules);
        let Some(position) = position else {
            return self.say("ERROR the game is over");
        };
        let thought = self.think(&position, 1)?;
        let worse = thought
            .lines
            .first()
            .is_some_and(|line| line.score.value() < 0);
        match thought.best.as_deref().and_then(Point::read) {
            Some((point, _)) if !worse => self.answer(point),
            _ => self.say("SWAP"),
        }
    }

    fn move_now(&mut self, lines: usize) -> io::Result<()> {
        let Some(position) = self.board.position(self.rules) else {
            return self.say("ERROR the game is over");
        };
        let thought = self.think(&position, lines)?;
        match thought.best.as_deref().and_then(Point::read) {
            Some((point, _)) => {
                self.answer(point)?;
                self.ponder(&thought);
                Ok(())
            }
            None => self.say("ERROR there is no move"),
        }
    }

    /// Thinks ahead, if that is wanted, until the manager says something.
    fn ponder(&mut self, thought: &Thought) {
        if !self.settings.pondering {
            return;
        }
        // After the last move of a game there is nothing to think about.
        let Some(position) = self.board.position(self.rules) else {
            return;
        };
        if let Some(brain) = self.brain.take() {
            let line = thought.lines.first();
            let expected = line.and_then(|line| Point::read(line.moves.get(1)?));
            let expected = expected.map(|(point, _)| point);
            let threads = self.settings.threads.unwrap_or(1);
            self.pondering = Some(Pondering::begin(brain, position, expected, threads));
        }
    }

    fn answer(&mut self, point: Point) -> io::Result<()> {
        self.board.answered(point);
        let text = self.board.text(point);
        self.say(&text)
    }

    fn think(&mut self, position: &boyi_gomoku::Gomoku, lines: usize) -> io::Result<Thought> {
        let began = Instant::now();
        if self.brain.is_none() {
            let bytes = self.settings.table_bytes();
            match Brain::new(bytes).or_else(|_| Brain::new(SMALL_TABLE)) {
                Ok(brain) => self.brain = Some(brain),
                Err(error) => return Err(io::Error::new(io::ErrorKind::OutOfMemory, error)),
            }
        }
        let Some(brain) = &mut self.brain else {
            unreachable!("made just above")
        };
        let limits = Limits {
            depth: self.settings.depth,
            nodes: self.settings.nodes,
            time: Some(self.clock.allot(began)),
        };
        let task = Task {
            limits,
            stop: &self.stop,
            lines: lines.clamp(1, 100),
            threads: self.settings.threads.unwrap_or(1),
        };
        let thought = brain.think(position, &task, &mut |_| ());
        self.clock.moved(began);
        if let Some(line) = thought.lines.first() {
            let message = format!(
                "MESSAGE depth {} score {} nodes {} speed {:.0} line {}",
                line.depth,
                line.score,
                thought.counts.nodes,
                thought.nodes_per_second(),
                line.moves.join(" ")
            );
            self.say(&message)?;
        }
        Ok(thought)
    }
}

/// What always fits.
const SMALL_TABLE: usize = 4 << 20;

impl Settings {
    /// Half of what we may use, and no more than makes sense: the rest is for everything else.
    fn table_bytes(&self) -> usize {
        const USUAL: usize = 128 << 20;
        let half = self.memory.map_or(USUAL, |memory| memory / 2);
        half.clamp(SMALL_TABLE, 4 * USUAL)
    }
}

/// Lines that end with LF, CR LF or CR; rubbish bytes are replaced, endless lines cut.
struct Lines<R>(R);

impl<R: BufRead> Iterator for Lines<R> {
    type Item = String;

    fn next(&mut self) -> Option<String> {
        const LONGEST: usize = 4096;
        let mut line = Vec::new();
        loop {
            let buffer = match self.0.fill_buf() {
                Ok(buffer) if !buffer.is_empty() => buffer,
                _ if line.is_empty() => return None,
                _ => break,
            };
            let end = buffer.iter().position(|&c| c == b'\n' || c == b'\r');
            let length = end.unwrap_or(buffer.len());
            let room = LONGEST.saturating_sub(line.len());
            line.extend_from_slice(&buffer[..length.min(room)]);
            let used = end.map_or(length, |end| end + 1);
            self.0.consume(used);
            if end.is_some() {
                break;
            }
        }
        Some(String::from_utf8_lossy(&line).into_owned())
    }
}
