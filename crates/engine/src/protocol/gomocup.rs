//! The Gomocup protocol, as Piskvork and other managers of gomoku games speak it.

mod board;
mod clock;

use boyi_search::Instant;
use std::io::{self, BufRead, Write};

use boyi_game::Shown;
use boyi_gomoku::{Gomoku as Position, Point, Rules, Size};
use boyi_search::kernel::Go;

use super::NAME;
use super::lines::{Next, Output, open};
use super::session::Session;
use super::uci::set_weights;
use crate::engine::Thought;
use crate::game::{Game, Setup};
use crate::gomoku::Gomoku;
use crate::spec::PlayerSpec;
use board::Board;
use clock::Clock;

/// Serves the protocol until `END` or the end of the input.
pub fn serve(
    input: impl BufRead + Send + 'static,
    output: impl Write + Send + 'static,
) -> io::Result<()> {
    // As the manager's own lines end.
    let (lines, out) = open(input, output, "\r\n");
    let spec = PlayerSpec {
        hash: Some(hash_mib(None)),
        ..PlayerSpec::named("strong")
    };
    let mut gomocup = Gomocup {
        session: Session::new(&Gomoku, &spec, out)?,
        clock: Clock::new(Instant::now()),
        depth: None,
        nodes: None,
        board: Board::new(Size::USUAL),
        rules: Rules::Freestyle,
        collecting: None,
        thinking: None,
        started: false,
    };
    let end = lines.each(|line| gomocup.handle(line));
    gomocup.session.stop();
    end
}

struct Gomocup<W> {
    session: Session<W>,
    clock: Clock,
    depth: Option<u32>,
    nodes: Option<u64>,
    board: Board,
    rules: Rules,
    /// The command whose lines go on until `DONE`, and the lines so far.
    collecting: Option<(Collecting, Vec<String>)>,
    /// What the search on the other thread is for, and when it began.
    thinking: Option<(Wanted, Instant)>,
    started: bool,
}

/// Commands that are followed by lines.
#[derive(Clone, Copy)]
enum Collecting {
    Board,
    /// Only set it up.
    Position,
    Swap2,
}

/// What a search is for.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Wanted {
    Move,
    /// Swap2: our move if we stay with the side to move, else `SWAP`.
    Colour,
}

impl<W: Write + Send + 'static> Gomocup<W> {
    fn handle(&mut self, line: &str) -> io::Result<Next> {
        if let Some((command, mut lines)) = self.collecting.take() {
            if line.eq_ignore_ascii_case("DONE") {
                self.collected(command, &lines)?;
            } else {
                if !line.is_empty() {
                    lines.push(line.to_owned());
                }
                self.collecting = Some((command, lines));
            }
            return Ok(Next::Line);
        }
        let (word, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
        let word = word.to_ascii_uppercase();
        match word.as_str() {
            "STOP" | "YXSTOP" | "END" => {
                let found = self.session.stop();
                self.take(found);
            }
            "" => return Ok(Next::Line),
            _ => self.finish(),
        }
        if word == "END" {
            return Ok(Next::Quit);
        }
        self.command(&word, rest.trim())?;
        Ok(Next::Line)
    }

    fn command(&mut self, word: &str, rest: &str) -> io::Result<()> {
        match word {
            "START" => {
                let rows = rest.parse().ok();
                self.start(rows, rows)
            }
            "RECTSTART" => {
                let sides = rest.split_once(',');
                let sides = sides.map(|(a, b)| (a.trim().parse().ok(), b.trim().parse().ok()));
                let (width, height) = sides.unwrap_or_default();
                self.start(width, height)
            }
            "RESTART" => {
                self.board = Board::new(self.board.size());
                self.new_game();
                self.session.say("OK")
            }
            "BEGIN" if self.check_started()? => {
                self.board = Board::new(self.board.size());
                self.think(Wanted::Move, 1)
            }
            "TURN" if self.check_started()? => match self.board.theirs(rest) {
                Ok(()) => self.think(Wanted::Move, 1),
                Err(why) => self.error(&why),
            },
            "PLAY" => match self.board.ours(rest) {
                Ok(point) => self.session.say(&self.board.text(point)),
                Err(why) => self.error(&why),
            },
            "BOARD" => self.collect(Collecting::Board),
            "YXBOARD" => self.collect(Collecting::Position),
            "SWAP2BOARD" => self.collect(Collecting::Swap2),
            "YXNBEST" => self.think(Wanted::Move, rest.parse().unwrap_or(1)),
            "TAKEBACK" => match self.board.take_back(rest) {
                Ok(()) => self.session.say("OK"),
                Err(why) => self.error(&why),
            },
            "INFO" => {
                self.info(rest);
                Ok(())
            }
            "ABOUT" => {
                let (name, version) = NAME.split_once(' ').unwrap_or((NAME, ""));
                self.session.say(&format!(
                    "name=\"{name}\", version=\"{version}\", author=\"the boyi authors\", country=\"\""
                ))
            }
            "YXHASHCLEAR" => {
                self.session.new_game();
                Ok(())
            }
            "BEGIN" | "TURN" | "STOP" | "YXSTOP" | "YXSHOWINFO" | "YXSHOWFORBID"
            | "YXSHOWHASHUSAGE" => Ok(()),
            _ => self.session.say("UNKNOWN command"),
        }
    }

    fn error(&self, why: &str) -> io::Result<()> {
        self.session.say(&format!("ERROR {why}"))
    }

    fn start(&mut self, width: Option<usize>, height: Option<usize>) -> io::Result<()> {
        let size = width.and_then(|width| Size::new(width).ok());
        match size.filter(|_| width == height) {
            Some(size) => {
                self.board = Board::new(size);
                self.started = true;
                let rules = self.rules.to_string();
                let setup = Setup::at(&Position::start(size, self.rules).text(), &rules);
                if let Ok(table) = Gomoku.lay(&setup) {
                    self.session.set_table(table);
                    self.session.get_ready();
                }
                self.new_game();
                self.session.say("OK")
            }
            None => self.error("the board must be a square of 5 to 22 points"),
        }
    }

    fn check_started(&mut self) -> io::Result<bool> {
        if !self.started {
            self.error("send START first")?;
        }
        Ok(self.started)
    }

    /// A new game: what was learned in the one before is of no use, and the clock begins anew.
    fn new_game(&mut self) {
        self.session.new_game();
        self.clock.new_game();
    }

    fn info(&mut self, rest: &str) {
        let (key, value) = rest.split_once(char::is_whitespace).unwrap_or((rest, ""));
        let number = value.trim().parse::<i64>().ok();
        let positive = number.and_then(|number| u64::try_from(number).ok());
        let positive = positive.filter(|&number| number > 0);
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
            "max_memory" => self.set_memory(positive),
            "hash_size" => self.set_memory(positive.map(|size| size.saturating_mul(2048))),
            "thread_num" => {
                let threads = positive.filter(|threads| (1..=256).contains(threads));
                let threads = threads.map(|threads| threads as usize);
                self.session.set_player(|spec| spec.threads = threads);
            }
            "max_depth" => self.depth = positive.map(|depth| depth.min(1000) as u32),
            "max_node" => self.nodes = positive,
            // An addition of ours: an evaluation file to play with.
            "evalfile" => set_weights(&mut self.session, value.trim()),
            // As Yixin and Rapfi call it.
            "pondering" => self.session.set_pondering(number == Some(1)),
            key => self.clock.info(key, number),
        }
    }

    /// What we may use in bytes; `None` where there is no limit.
    fn set_memory(&mut self, memory: Option<u64>) {
        let hash = Some(hash_mib(memory));
        self.session.set_player(|spec| spec.hash = hash);
    }

    /// The lines of a board follow, up to `DONE`.
    #[expect(
        clippy::unnecessary_wraps,
        reason = "commands say something or fail to"
    )]
    fn collect(&mut self, command: Collecting) -> io::Result<()> {
        self.collecting = Some((command, Vec::new()));
        Ok(())
    }

    fn collected(&mut self, command: Collecting, lines: &[String]) -> io::Result<()> {
        if !self.check_started()? {
            return Ok(());
        }
        let size = self.board.size();
        let board = match command {
            Collecting::Swap2 => Board::in_turn(size, lines),
            Collecting::Board | Collecting::Position => Board::read(size, self.rules, lines),
        };
        match board {
            Ok(board) => self.board = board,
            Err(why) => return self.error(&why),
        }
        match command {
            Collecting::Position => Ok(()),
            Collecting::Board => self.think(Wanted::Move, 1),
            Collecting::Swap2 => match self.board.stones() {
                0 => {
                    let points = self.board.lay_three();
                    let texts: Vec<String> =
                        points.iter().map(|&point| self.board.text(point)).collect();
                    self.session.say(&texts.join(" "))
                }
                3 | 5 => self.think(Wanted::Colour, 1),
                _ => self.error("swap2 has 0, 3 or 5 stones"),
            },
        }
    }

    /// Starts a search whose answer is said as soon as it is found.
    fn think(&mut self, wanted: Wanted, lines: usize) -> io::Result<()> {
        let began = Instant::now();
        let Some(position) = self.board.position(self.rules) else {
            return self.error("the game is over");
        };
        let setup = Setup::at(&position.text(), Shown::rules(&position));
        let table = match Gomoku.lay(&setup) {
            Ok(table) => table,
            Err(error) => return self.error(&error.to_string()),
        };
        self.session.set_table(table);
        if let Err(why) = self.session.prepare() {
            return self.error(&why);
        }
        let go = Go {
            depth: self.depth,
            nodes: self.nodes,
            lines: lines.clamp(1, 100),
            ..self.clock.go(began)
        };
        let size = self.board.size();
        self.thinking = Some((wanted, began));
        self.session.go(
            go,
            false,
            |_, _| (),
            move |out, thought| match thought {
                Ok(thought) => answer(out, thought, wanted, size),
                Err(error) => out.tell(&format!("ERROR {error}")),
            },
        );
        Ok(())
    }

    /// Waits for the search on the other thread, if there is one.
    fn finish(&mut self) {
        let found = self.session.wait();
        self.take(found);
    }

    /// Puts the stone that was answered onto the board.
    fn take(&mut self, found: Option<Thought>) {
        let Some((wanted, began)) = self.thinking.take() else {
            return;
        };
        self.clock.moved(began);
        let point = found.and_then(|thought| chosen(&thought, wanted));
        if let Some(point) = point {
            self.board.answered(point);
        }
    }
}

/// The point to play; `None` where there is none, or where the colours are to be swapped because the side
/// to move is worse off.
fn chosen(thought: &Thought, wanted: Wanted) -> Option<Point> {
    let worse = |line: &crate::engine::Line| line.score.value() < 0;
    if wanted == Wanted::Colour && thought.lines.first().is_some_and(worse) {
        return None;
    }
    let (point, _) = Point::read(thought.best.as_deref()?)?;
    Some(point)
}

fn answer<W: Write>(out: &Output<W>, thought: &Thought, wanted: Wanted, size: Size) {
    if let Some(line) = thought.lines.first() {
        out.tell(&format!(
            "MESSAGE depth {} score {} nodes {} speed {:.0} line {}",
            line.depth,
            line.score,
            thought.counts.nodes,
            thought.nodes_per_second(),
            line.moves.join(" ")
        ));
    }
    match (chosen(thought, wanted), wanted) {
        (Some(point), _) => out.tell(&Board::new(size).text(point)),
        (None, Wanted::Colour) => out.tell("SWAP"),
        (None, Wanted::Move) => out.tell("ERROR there is no move"),
    }
}

/// The size of the table: half of what we may use, and no more than makes sense, because the rest is for
/// everything else.
fn hash_mib(memory: Option<u64>) -> usize {
    const DEFAULT: u64 = 128;
    let half = memory.map_or(DEFAULT, |memory| (memory >> 20) / 2);
    half.clamp(4, 4 * DEFAULT) as usize
}
