//! GTP for Othello: `play`, `genmove` and their company. Row 1 is the top row.

use std::io::{self, BufRead, Write};
use std::sync::mpsc::channel;
use std::time::Duration;

use boyi_game::{Side, ToAct};
use boyi_search::TimeControl;

use super::NAME;
use super::lines::{Next, open};
use super::session::Session;
use crate::game::{Game, Setup};
use crate::reversi::Reversi;
use crate::spec::PlayerSpec;
use crate::strong::DEFAULT_TIME;
use boyi_search::kernel::Go;

const COMMANDS: [&str; 15] = [
    "protocol_version",
    "name",
    "version",
    "known_command",
    "list_commands",
    "quit",
    "boardsize",
    "clear_board",
    "komi",
    "play",
    "genmove",
    "undo",
    "showboard",
    "final_score",
    "time_left",
];

/// Kept back of every move.
const OVERHEAD: Duration = Duration::from_millis(10);

/// Serves one controller until it quits or its lines end.
pub fn serve(
    input: impl BufRead + Send + 'static,
    output: impl Write + Send + 'static,
    spec: &PlayerSpec,
) -> io::Result<()> {
    let (lines, out) = open(input, output, "\n\n");
    let mut gtp = Gtp {
        size: 8,
        session: Session::new(&Reversi, spec, out)?,
        left: [None, None],
    };
    lines.each(|line| {
        let line = line.split('#').next().unwrap_or_default();
        let mut words = line.split_whitespace().peekable();
        let id = words
            .next_if(|word| word.bytes().all(|c| c.is_ascii_digit()))
            .unwrap_or("");
        let words: Vec<String> = words.map(str::to_lowercase).collect();
        let words: Vec<&str> = words.iter().map(String::as_str).collect();
        if words.is_empty() {
            return Ok(Next::Line);
        }
        match gtp.answer(&words) {
            Ok(answer) => gtp.session.say(&format!("={id} {answer}"))?,
            Err(error) => gtp.session.say(&format!("?{id} {error}"))?,
        }
        Ok(if words[0] == "quit" {
            Next::Quit
        } else {
            Next::Line
        })
    })
}

struct Gtp<W> {
    size: usize,
    session: Session<W>,
    /// What is left on the clocks.
    left: [Option<Duration>; 2],
}

impl<W: Write + Send + 'static> Gtp<W> {
    fn answer(&mut self, words: &[&str]) -> Result<String, String> {
        match words {
            ["protocol_version"] => Ok("2".to_owned()),
            ["name"] => Ok("boyi".to_owned()),
            ["version"] => Ok(NAME.trim_start_matches("boyi ").to_owned()),
            ["known_command", name] => Ok(COMMANDS.contains(name).to_string()),
            ["list_commands"] => Ok(COMMANDS.join("\n")),
            ["quit"] | ["komi", _] => Ok(String::new()),
            ["boardsize", size] => {
                let size: usize = size.parse().map_err(|_| "boardsize not an integer")?;
                self.lay(size).map_err(|_| "unacceptable size")?;
                Ok(String::new())
            }
            ["clear_board"] => {
                self.lay(self.size)?;
                Ok(String::new())
            }
            ["play", colour, mv] => {
                self.hand_over(side(colour)?)?;
                let ToAct::One(side) = self.session.table().to_act() else {
                    return Err("illegal move".to_owned());
                };
                self.session
                    .table_mut()
                    .play(side, mv)
                    .map_err(|_| "illegal move".to_owned())?;
                Ok(String::new())
            }
            ["genmove", colour] => self.genmove(side(colour)?),
            ["undo"] if self.session.table_mut().take_back() => Ok(String::new()),
            ["undo"] => Err("cannot undo".to_owned()),
            ["showboard"] => Ok(format!("\n{}", self.board())),
            ["final_score"] => Ok(self.score()),
            ["time_left", colour, seconds, _] => {
                let seconds: f64 = seconds.parse().map_err(|_| "syntax error")?;
                let left = Duration::try_from_secs_f64(seconds).map_err(|_| "syntax error")?;
                self.left[usize::from(side(colour)? == Side::Second)] = Some(left);
                Ok(String::new())
            }
            [command, ..] if COMMANDS.contains(command) => Err("syntax error".to_owned()),
            _ => Err("unknown command".to_owned()),
        }
    }

    fn lay(&mut self, size: usize) -> Result<(), String> {
        let setup = Setup {
            size: Some((size, size)),
            ..Setup::default()
        };
        let table = Reversi.lay(&setup).map_err(|error| error.to_string())?;
        self.session.set_table(table);
        self.size = size;
        self.left = [None, None];
        Ok(())
    }

    /// Makes it this side's turn, where the other one has to pass.
    fn hand_over(&mut self, wanted: Side) -> Result<(), String> {
        match self.session.table().to_act() {
            ToAct::One(side) if side == wanted => Ok(()),
            ToAct::One(side) => self
                .session
                .table_mut()
                .play(side, "pass")
                .map_err(|_| "not that side's turn".to_owned()),
            _ => Err("the game is over".to_owned()),
        }
    }

    fn genmove(&mut self, wanted: Side) -> Result<String, String> {
        if self.session.table().to_act() == ToAct::Nobody {
            return Ok("pass".to_owned());
        }
        self.hand_over(wanted)?;
        let clock = self.left[usize::from(wanted == Side::Second)];
        let go = match clock {
            Some(left) => Go {
                control: TimeControl::Clock {
                    left,
                    increment: Duration::ZERO,
                    moves_to_go: None,
                },
                overhead: OVERHEAD,
                ..Go::default()
            },
            None if self.session.spec().has_limits() => Go::default(),
            None => Go::time(DEFAULT_TIME),
        };
        self.session.prepare()?;
        let (fail, failed) = channel();
        self.session.go(
            go,
            false,
            |_, _| (),
            move |_, thought| {
                if let Err(error) = thought {
                    // Read just below.
                    let _ = fail.send(error.to_string());
                }
            },
        );
        let Some(thought) = self.session.wait() else {
            return Err(failed.try_recv().unwrap_or("the engine failed".to_owned()));
        };
        let best = thought.best.ok_or("the game is over")?;
        let table = self.session.table_mut();
        table
            .play(wanted, &best)
            .map_err(|error| error.to_string())?;
        Ok(best)
    }

    /// The board with letters and rows, `X` for the first player.
    fn board(&self) -> String {
        let position = self.session.table().position();
        let mut words = position.split_whitespace();
        let cells = words
            .find(|word| word.len() == self.size * self.size)
            .unwrap_or_default();
        let letters: String = ('a'..='z')
            .take(self.size)
            .map(|c| format!(" {c}"))
            .collect();
        let mut text = format!("  {letters}\n");
        for (row, line) in cells.as_bytes().chunks(self.size).enumerate() {
            let line: String = line
                .iter()
                .map(|&c| format!(" {}", char::from(c)))
                .collect();
            text.push_str(&format!("{:>2}{line}\n", row + 1));
        }
        text.trim_end().to_owned()
    }

    fn score(&self) -> String {
        let Some(points) = self.session.table().points() else {
            return "0".to_owned();
        };
        match points[Side::First] - points[Side::Second] {
            0 => "0".to_owned(),
            lead if lead > 0 => format!("B+{lead}"),
            lead => format!("W+{}", -lead),
        }
    }
}

fn side(colour: &str) -> Result<Side, String> {
    match colour {
        "b" | "black" | "x" => Ok(Side::First),
        "w" | "white" | "o" => Ok(Side::Second),
        _ => Err("syntax error".to_owned()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::protocol::session::tests::said;

    fn spoken(lines: &str) -> String {
        let spec = "strong:depth=3".parse().expect("a player");
        let lines = std::io::Cursor::new(lines.to_owned());
        said(|out| serve(lines, out, &spec))
    }

    #[test]
    fn a_controller_is_served() {
        let said = spoken(
            "1 boardsize 8\n2 clear_board\n3 play b F5\n4 genmove w\n5 undo\n6 undo\n7 undo\nquit\n",
        );
        let answers: Vec<&str> = said.split("\n\n").collect();
        assert_eq!(&answers[..3], ["=1 ", "=2 ", "=3 "]);
        assert!(["=4 d6", "=4 f4", "=4 f6"].contains(&answers[3]), "{said}");
        assert_eq!(&answers[4..8], ["=5 ", "=6 ", "?7 cannot undo", "= "]);
    }

    #[test]
    fn rubbish_is_answered() {
        let said = spoken(
            "foo\nplay b a1\nplay x\n# comment\n\nboardsize 7\nboardsize x\ngenmove q\n9 known_command foo\nshowboard\nfinal_score\n",
        );
        assert!(
            said.starts_with(
                "? unknown command\n\n? illegal move\n\n? syntax error\n\n? unacceptable size\n\n"
            ),
            "{said}"
        );
        assert!(
            said.contains("=9 false")
                && said.contains(" 4 - - - O X - - -")
                && said.ends_with("= 0\n\n"),
            "{said}"
        );
    }
}
