//! `NBoard` 2: Othello graphical interfaces drive the engine through it.
//!
//! Commands come in at any time, also while the engine thinks; every command but `set contempt` ends
//! the thinking first, and `ping` is answered once it has ended. Unknown lines are ignored.

use std::io::{self, BufRead, Write};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread::JoinHandle;

use boyi_game::{Side, Status, Table, ToAct};
use boyi_reversi::formats::ggf;
use boyi_search::Stop;

use super::NAME;
use crate::book::Book;
use crate::engine::{Engine, Line, Thought};
use crate::game::{Game, Setup};
use crate::reversi::Reversi;
use crate::spec::PlayerSpec;
use boyi_search::kernel::Go;

/// Plies when the interface set none.
const USUAL_DEPTH: u32 = 12;

/// Serves one interface until it quits or its lines end. A book is consulted and taught by `learn`.
pub fn serve<W>(
    input: impl BufRead,
    output: W,
    spec: &PlayerSpec,
    book: Option<Book>,
) -> io::Result<()>
where
    W: Write + Send + 'static,
{
    let player = Reversi.player(spec).map_err(io::Error::other)?;
    let table = Reversi.lay(&Setup::default()).map_err(io::Error::other)?;
    let mut desk = Desk {
        out: Arc::new(Mutex::new(output)),
        table,
        player: Some(player),
        running: None,
        depth: spec.depth.unwrap_or(USUAL_DEPTH),
        book,
    };
    let mut bytes = Vec::new();
    let mut input = input;
    loop {
        bytes.clear();
        if input.read_until(b'\n', &mut bytes)? == 0 {
            // The interface is gone: what was asked for is finished.
            desk.finish();
            return Ok(());
        }
        let line = String::from_utf8_lossy(&bytes);
        if desk.handle(line.trim())? {
            return Ok(());
        }
    }
}

struct Desk<W> {
    out: Arc<Mutex<W>>,
    table: Box<dyn Table>,
    /// At home unless it is thinking.
    player: Option<Box<dyn Engine>>,
    running: Option<(JoinHandle<Box<dyn Engine>>, Stop)>,
    depth: u32,
    book: Option<Book>,
}

/// What to do with the moves that were found.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Wanted {
    Hints(usize),
    Move,
}

impl<W: Write + Send + 'static> Desk<W> {
    /// Handles one line; `true` once it is time to go.
    fn handle(&mut self, line: &str) -> io::Result<bool> {
        let (command, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
        let rest = rest.trim();
        match (command, rest) {
            ("nboard", _) => say(&self.out, &format!("set myname {NAME}"))?,
            ("set", _) => {
                let (name, value) = rest.split_once(char::is_whitespace).unwrap_or((rest, ""));
                self.set(name, value.trim())?;
            }
            ("move", _) => {
                self.halt();
                self.play(rest)?;
            }
            ("hint", _) => {
                self.halt();
                self.think(Wanted::Hints(rest.parse().unwrap_or(1).clamp(1, 64)))?;
            }
            ("go", _) => {
                self.halt();
                self.think(Wanted::Move)?;
            }
            ("ping", _) => {
                self.halt();
                say(&self.out, &format!("pong {rest}"))?;
            }
            ("learn", _) => {
                self.halt();
                self.learn()?;
            }
            ("analyze", _) => {
                self.halt();
                self.analyse()?;
            }
            ("quit", _) => {
                self.halt();
                return Ok(true);
            }
            _ => {}
        }
        Ok(false)
    }

    fn set(&mut self, name: &str, value: &str) -> io::Result<()> {
        match name {
            "depth" => {
                if let Ok(depth) = value.parse::<u32>() {
                    self.depth = depth.clamp(1, 60);
                }
            }
            "game" => {
                self.halt();
                let setup = Setup {
                    position: Some(value.to_owned()),
                    ..Setup::default()
                };
                match Reversi.lay(&setup) {
                    Ok(table) if value.contains("(;") => {
                        self.table = table;
                        if let Some(player) = &mut self.player {
                            player
                                .prepare(&self.table.seen())
                                .map_err(io::Error::other)?;
                        }
                    }
                    Ok(_) => say(&self.out, "status not a game in GGF")?,
                    Err(error) => say(&self.out, &format!("status {error}"))?,
                }
            }
            _ => {}
        }
        Ok(())
    }

    fn play(&mut self, text: &str) -> io::Result<()> {
        let mv = text
            .split('/')
            .next()
            .unwrap_or_default()
            .trim()
            .to_lowercase();
        let mv = match mv.as_str() {
            "pa" | "pass" => "pass",
            other => other,
        };
        let ToAct::One(side) = self.table.to_act() else {
            return say(&self.out, "status the game is over");
        };
        match self.table.play(side, mv) {
            Ok(()) => Ok(()),
            Err(error) => say(&self.out, &format!("status {error}")),
        }
    }

    fn think(&mut self, wanted: Wanted) -> io::Result<()> {
        let ToAct::One(side) = self.table.to_act() else {
            return say(&self.out, "status the game is over");
        };
        if let Some(book) = &self.book {
            let known = book.moves(&self.table.position());
            for entry in &known {
                say(
                    &self.out,
                    &format!(
                        "book {} {:.2} {} {}",
                        named(&entry.mv),
                        entry.value,
                        entry.games,
                        entry.depth
                    ),
                )?;
            }
            if let (Wanted::Move, Some(best)) = (wanted, known.first()) {
                return say(
                    &self.out,
                    &format!("=== {}/{:.2}/0", named(&best.mv), best.value),
                );
            }
        }
        let Some(mut player) = self.player.take() else {
            return Ok(());
        };
        let stop = Stop::default();
        let orders = Go {
            depth: Some(self.depth),
            stop: stop.clone(),
            lines: match wanted {
                Wanted::Hints(lines) => lines,
                Wanted::Move => 1,
            },
            ..Go::default()
        };
        let out = Arc::clone(&self.out);
        let record = self.table.record().clone();
        let empties = empties(&*self.table);
        say(&out, "status Thinking")?;
        let work = move || {
            let Ok(table) = crate::game::replay(&record) else {
                return player;
            };
            let seen = table.seen();
            let mut watch = |thought: &Thought| {
                if matches!(wanted, Wanted::Hints(_)) {
                    let _ = tell(&out, thought, empties);
                }
            };
            let thought = player.think(&seen, side, &orders, &mut watch);
            if let Ok(thought) = thought {
                let _ = finish(&out, &thought, wanted, empties);
            }
            player
        };
        self.running = Some((std::thread::spawn(work), stop));
        Ok(())
    }

    /// Teaches the book how the game went.
    fn learn(&mut self) -> io::Result<()> {
        if let Some(book) = &mut self.book {
            let learned = book.learn_game(self.table.record());
            if let Err(error) = learned.and_then(|()| book.save()) {
                say(&self.out, &format!("status {error}"))?;
            }
        }
        say(&self.out, "learned")
    }

    /// What every position of the game is worth, the last first.
    fn analyse(&mut self) -> io::Result<()> {
        let Some(mut player) = self.player.take() else {
            return Ok(());
        };
        let record = self.table.record().clone();
        for made in (0..=record.moves.len()).rev() {
            let mut part = record.clone();
            part.moves.truncate(made);
            let Ok(table) = crate::game::replay(&part) else {
                continue;
            };
            let ToAct::One(side) = table.to_act() else {
                continue;
            };
            let orders = Go::depth(self.depth);
            if let Ok(thought) = player.think(&table.seen(), side, &orders, &mut |_| ())
                && let Some(line) = thought.lines.first()
            {
                // From black's view, as the game record is.
                let sign = if side == Side::First { 1 } else { -1 };
                let value = sign * line.score.value();
                say(&self.out, &format!("analysis {made} {value}.00"))?;
            }
        }
        self.player = Some(player);
        Ok(())
    }

    /// Ends the thinking.
    fn halt(&mut self) {
        if let Some((_, stop)) = &self.running {
            stop.stop();
        }
        self.finish();
    }

    /// Waits for the thinking to end.
    fn finish(&mut self) {
        if let Some((handle, _)) = self.running.take() {
            self.player = handle.join().ok();
        }
    }
}

fn finish<W: Write>(
    out: &Mutex<W>,
    thought: &Thought,
    wanted: Wanted,
    empties: u32,
) -> io::Result<()> {
    let seconds = thought.elapsed.as_secs_f64();
    if let (Wanted::Move, Some(best)) = (wanted, &thought.best) {
        let value = thought.lines.first().map_or(0, |line| line.score.value());
        say(out, &format!("=== {}/{value}.00/{seconds:.2}", named(best)))?;
    } else {
        tell(out, thought, empties)?;
    }
    say(
        out,
        &format!("nodestats {} {seconds:.2}", thought.counts.nodes),
    )?;
    say(out, "status")
}

/// One `search` line for each move that was looked at.
fn tell<W: Write>(out: &Mutex<W>, thought: &Thought, empties: u32) -> io::Result<()> {
    for Line {
        score,
        depth,
        moves,
    } in &thought.lines
    {
        let line: String = moves.iter().map(|mv| named(mv)).collect();
        let depth = if *depth >= empties {
            "100%".to_owned()
        } else {
            depth.to_string()
        };
        say(
            out,
            &format!("search {line} {}.00 0 {depth}", score.value()),
        )?;
    }
    Ok(())
}

fn empties(table: &dyn Table) -> u32 {
    let over = matches!(table.status(), Status::Over { .. });
    let position = table.position();
    let cells = position.split_whitespace().next().unwrap_or_default();
    if over {
        0
    } else {
        cells.bytes().filter(|&c| c == b'-').count() as u32
    }
}

/// `F5`, or `PA` for a pass.
fn named(mv: &str) -> String {
    if mv == "pass" {
        "PA".to_owned()
    } else {
        mv.to_uppercase()
    }
}

fn say<W: Write>(out: &Mutex<W>, line: &str) -> io::Result<()> {
    let mut out = out.lock().unwrap_or_else(PoisonError::into_inner);
    writeln!(out, "{line}")?;
    out.flush()
}

/// Whether a text is a game that `set game` takes.
pub fn is_game(text: &str) -> bool {
    ggf::read(text).is_ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// What the engine says to these lines.
    fn spoken(lines: &str) -> String {
        #[derive(Clone, Default)]
        struct Shared(Arc<Mutex<Vec<u8>>>);
        impl Write for Shared {
            fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
                self.0.lock().expect("no panic").extend_from_slice(bytes);
                Ok(bytes.len())
            }
            fn flush(&mut self) -> io::Result<()> {
                Ok(())
            }
        }
        let out = Shared::default();
        let spec = PlayerSpec::named("strong");
        serve(lines.as_bytes(), out.clone(), &spec, None).expect("nothing breaks");
        let bytes = out.0.lock().expect("no panic").clone();
        String::from_utf8(bytes).expect("text")
    }

    #[test]
    fn an_interface_is_served() {
        let game = "(;GM[Othello]PC[NBoard]PB[a]PW[b]TY[8]BO[8 ---------------------------O*------*O--------------------------- *];)";
        let said = spoken(&format!(
            "nboard 2\nset depth 4\nset game {game}\nmove F5//1.5\nhint 2\nping 7\n"
        ));
        assert!(said.starts_with("set myname boyi"), "{said}");
        assert!(said.trim_end().ends_with("pong 7"), "{said}");
        let said = spoken(&format!("set depth 4\nset game {game}\ngo\n"));
        let answer = said
            .lines()
            .find(|line| line.starts_with("=== "))
            .expect("a move");
        assert!(
            ["=== D3/", "=== C4/", "=== F5/", "=== E6/"]
                .iter()
                .any(|mv| answer.starts_with(mv))
        );
        let said = spoken("set depth 3\nhint 4\n");
        let last: Vec<&str> = said
            .lines()
            .filter(|line| line.starts_with("search "))
            .collect();
        assert!(
            last.len() >= 4 && last.iter().all(|line| line.split(' ').count() == 5),
            "{said}"
        );
    }

    /// The engine does not play its own move: it comes back as `move`.
    #[test]
    fn rubbish_is_survived() {
        let said = spoken(
            "\u{0}\n\nset game rubbish\nmove z9\nmove\nhint x\nset\nset depth x\nfoo bar\nping 1\nquit\n",
        );
        assert!(said.contains("pong 1"), "{said}");
        assert!(said.contains("status"), "{said}");
    }

    #[test]
    fn a_game_is_analysed_from_its_end() {
        let said = spoken("set depth 2\nmove f5\nmove d6\nanalyze\nping 2\n");
        let made: Vec<&str> = said
            .lines()
            .filter(|line| line.starts_with("analysis"))
            .collect();
        assert_eq!(made.len(), 3, "{said}");
        assert!(made[0].starts_with("analysis 2 "));
    }
}
