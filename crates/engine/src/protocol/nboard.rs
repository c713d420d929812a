//! `NBoard` 2: Othello graphical interfaces drive the engine through it.
//!
//! Commands come in at any time, also while the engine thinks; every command but `set contempt` ends
//! the thinking first, and `ping` is answered once it has ended. Unknown lines are ignored.

use std::io::{self, BufRead, Write};

use boyi_game::{Side, Status, Table};
use boyi_reversi::formats::ggf;

use super::NAME;
use super::lines::{Next, Output, open};
use super::session::Session;
use crate::book::Book;
use crate::engine::{Line, Thought};
use crate::game::{Game, Setup, replay, replay_first};
use crate::reversi::Reversi;
use crate::spec::PlayerSpec;
use boyi_search::kernel::Go;

/// Plies when the interface set none.
const DEFAULT_DEPTH: u32 = 12;

/// Serves one interface until it quits or its lines end. A book is consulted and taught by `learn`.
pub fn serve<W>(
    input: impl BufRead + Send + 'static,
    output: W,
    spec: &PlayerSpec,
    book: Option<Book>,
) -> io::Result<()>
where
    W: Write + Send + 'static,
{
    let (lines, out) = open(input, output, "\n");
    let mut nboard = NBoard {
        session: Session::new(&Reversi, spec, out)?,
        depth: spec.depth.unwrap_or(DEFAULT_DEPTH),
        book,
    };
    let end = lines.each(|line| nboard.handle(line));
    nboard.session.stop();
    end
}

struct NBoard<W> {
    session: Session<W>,
    depth: u32,
    book: Option<Book>,
}

/// What to do with the moves that were found.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Wanted {
    Hints(usize),
    Move,
}

impl<W: Write + Send + 'static> NBoard<W> {
    fn handle(&mut self, line: &str) -> io::Result<Next> {
        let (command, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
        let rest = rest.trim();
        let ends_thinking = ["move", "hint", "go", "ping", "learn", "analyze", "quit"];
        if ends_thinking.contains(&command) {
            self.session.stop();
        }
        match command {
            "nboard" => self.session.say(&format!("set myname {NAME}"))?,
            "set" => {
                let (name, value) = rest.split_once(char::is_whitespace).unwrap_or((rest, ""));
                self.set(name, value.trim())?;
            }
            "move" => self.play(rest)?,
            "hint" => self.think(Wanted::Hints(rest.parse().unwrap_or(1).clamp(1, 64)))?,
            "go" => self.think(Wanted::Move)?,
            "ping" => {
                self.session.get_ready();
                self.session.say(&format!("pong {rest}"))?;
            }
            "learn" => self.learn()?,
            "analyze" => self.analyse()?,
            "quit" => return Ok(Next::Quit),
            _ => {}
        }
        Ok(Next::Line)
    }

    fn set(&mut self, name: &str, value: &str) -> io::Result<()> {
        match name {
            "depth" => {
                if let Ok(depth) = value.parse::<u32>() {
                    self.depth = depth.clamp(1, 60);
                }
            }
            "game" => {
                self.session.stop();
                let setup = Setup {
                    position: Some(value.to_owned()),
                    ..Setup::default()
                };
                match Reversi.lay(&setup) {
                    Ok(table) if value.contains("(;") => {
                        self.session.set_table(table);
                        self.session.new_game();
                    }
                    Ok(_) => self.session.say("status not a game in GGF")?,
                    Err(error) => self.session.say(&format!("status {error}"))?,
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
        let Some(side) = self.session.turn() else {
            return self.session.say("status the game is over");
        };
        match self.session.table_mut().play(side, mv) {
            Ok(()) => Ok(()),
            Err(error) => self.session.say(&format!("status {error}")),
        }
    }

    fn think(&mut self, wanted: Wanted) -> io::Result<()> {
        if self.session.turn().is_none() {
            return self.session.say("status the game is over");
        }
        if let Some(book) = &self.book {
            let known = book.moves(&self.session.table().position());
            for entry in &known {
                self.session.say(&format!(
                    "book {} {:.2} {} {}",
                    named(&entry.mv),
                    entry.value,
                    entry.games,
                    entry.depth
                ))?;
            }
            if let (Wanted::Move, Some(best)) = (wanted, known.first()) {
                return self
                    .session
                    .say(&format!("=== {}/{:.2}/0", named(&best.mv), best.value));
            }
        }
        if let Err(why) = self.session.prepare() {
            return self.session.say(&format!("status {why}"));
        }
        let go = Go {
            lines: match wanted {
                Wanted::Hints(lines) => lines,
                Wanted::Move => 1,
            },
            ..Go::depth(self.depth)
        };
        let empties = empties(self.session.table());
        self.session.say("status Thinking")?;
        let watch = move |out: &Output<W>, thought: &Thought| {
            if matches!(wanted, Wanted::Hints(_)) {
                hints(out, thought, empties);
            }
        };
        self.session
            .go(go, false, watch, move |out, thought| match thought {
                Ok(thought) => finish(out, thought, wanted, empties),
                Err(error) => out.tell(&format!("status {error}")),
            });
        Ok(())
    }

    /// Teaches the book how the game went.
    fn learn(&mut self) -> io::Result<()> {
        if let Some(book) = &mut self.book {
            let learned = book.learn_game(self.session.table().record());
            if let Err(error) = learned.and_then(|()| book.save()) {
                self.session.say(&format!("status {error}"))?;
            }
        }
        self.session.say("learned")
    }

    /// What every position of the game is worth, the last first.
    fn analyse(&mut self) -> io::Result<()> {
        let record = self.session.table().record().clone();
        for made in (0..=record.moves.len()).rev() {
            if self.session.out.gone().is_stopped() {
                break;
            }
            let Ok(table) = replay_first(&record, made) else {
                continue;
            };
            self.session.set_table(table);
            let Some(side) = self.session.turn() else {
                continue;
            };
            if let Err(why) = self.session.prepare() {
                self.session.say(&format!("status {why}"))?;
                break;
            }
            self.session
                .go(Go::depth(self.depth), false, |_, _| (), |_, _| ());
            let thought = self.session.wait();
            if let Some(line) = thought.as_ref().and_then(|thought| thought.lines.first()) {
                // From black's view, as the game record is.
                let sign = if side == Side::First { 1 } else { -1 };
                let value = sign * line.score.value();
                self.session.say(&format!("analysis {made} {value}.00"))?;
            }
        }
        if let Ok(table) = replay(&record) {
            self.session.set_table(table);
        }
        Ok(())
    }
}

fn finish<W: Write>(out: &Output<W>, thought: &Thought, wanted: Wanted, empties: u32) {
    let seconds = thought.elapsed.as_secs_f64();
    if let (Wanted::Move, Some(best)) = (wanted, &thought.best) {
        let value = thought.lines.first().map_or(0, |line| line.score.value());
        out.tell(&format!("=== {}/{value}.00/{seconds:.2}", named(best)));
    } else {
        hints(out, thought, empties);
    }
    out.tell(&format!("nodestats {} {seconds:.2}", thought.counts.nodes));
    out.tell("status");
}

/// One `search` line for each move that was looked at.
fn hints<W: Write>(out: &Output<W>, thought: &Thought, empties: u32) {
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
        out.tell(&format!("search {line} {}.00 0 {depth}", score.value()));
    }
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

/// Whether a text is a game that `set game` takes.
pub fn is_game(text: &str) -> bool {
    ggf::read(text).is_ok()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::protocol::session::tests::Talk;

    /// What the engine says to these lines, up to a line that begins so.
    fn spoken(lines: &str, last: &str) -> String {
        let mut talk =
            Talk::begin(|input, output| serve(input, output, &PlayerSpec::named("strong"), None));
        for line in lines.lines() {
            talk.send(line);
        }
        let said = talk.until(last);
        talk.end();
        said
    }

    #[test]
    fn an_interface_is_served() {
        let game = "(;GM[Othello]PC[NBoard]PB[a]PW[b]TY[8]BO[8 ---------------------------O*------*O--------------------------- *];)";
        let said = spoken(
            &format!("nboard 2\nset depth 4\nset game {game}\nmove F5//1.5\nhint 2\nping 7\n"),
            "pong",
        );
        assert!(said.starts_with("set myname boyi"), "{said}");
        assert!(said.trim_end().ends_with("pong 7"), "{said}");
        let said = spoken(&format!("set depth 4\nset game {game}\ngo\n"), "nodestats");
        let answer = said
            .lines()
            .find(|line| line.starts_with("=== "))
            .expect("a move");
        assert!(
            ["=== D3/", "=== C4/", "=== F5/", "=== E6/"]
                .iter()
                .any(|mv| answer.starts_with(mv))
        );
        let said = spoken("set depth 3\nhint 4\n", "nodestats");
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
            "\u{0}\n\nset game rubbish\nmove z9\nmove\nhint x\nset\nset depth x\nfoo bar\nping 1\n",
            "pong",
        );
        assert!(said.contains("pong 1"), "{said}");
        assert!(said.contains("status"), "{said}");
    }

    #[test]
    fn a_game_is_analysed_from_its_end() {
        let said = spoken("set depth 2\nmove f5\nmove d6\nanalyze\nping 2\n", "pong");
        let made: Vec<&str> = said
            .lines()
            .filter(|line| line.starts_with("analysis"))
            .collect();
        assert_eq!(made.len(), 3, "{said}");
        assert!(made[0].starts_with("analysis 2 "));
    }
}
