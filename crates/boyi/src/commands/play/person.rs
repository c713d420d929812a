//! A person at the prompt.

use std::io::{self, BufRead, Read};
use std::thread;

use anyhow::{Context, Result, anyhow};
use boyi_engine::Go;
use boyi_game::Side;
use boyi_search::Stop;
use serde_json::json;

use super::Match;
use crate::interrupt;
use crate::output::Output;

pub(super) enum Decision {
    /// Moved, or took a move back: the game goes on.
    GoOn,
    Resign,
    Leave,
}

impl Match<'_> {
    /// Reads what a person types until it is a decision.
    pub(super) fn person_moves(
        &mut self,
        side: Side,
        input: &mut impl BufRead,
        out: &mut Output,
    ) -> Result<Decision> {
        interrupt::quits(self.how_to_go_on(out))?;
        loop {
            if !out.json {
                let name = self.game.side_name(side);
                out.text(format!("{}> ", name.in_language(out.language)))?;
            }
            let Some(line) = self.wait_for_line(side, input)? else {
                return Ok(Decision::Leave);
            };
            match line.trim() {
                "" => {}
                "quit" | "exit" | "q" => return Ok(Decision::Leave),
                "resign" => return Ok(Decision::Resign),
                "help" | "?" if !out.json => self.help(side, out)?,
                "board" if out.json => {
                    out.object(&json!({ "event": "board", "position": self.table.position() }))?;
                }
                "board" => out.board(&*self.table)?,
                "moves" => self.list_moves(side, out)?,
                "hint" => self.hint(side, out)?,
                "undo" => {
                    if self.take_back(side, out)? {
                        return Ok(Decision::GoOn);
                    }
                }
                mv => {
                    if self.try_move(side, mv, out)? {
                        return Ok(Decision::GoOn);
                    }
                }
            }
        }
    }

    /// A line that a person typed. Whoever plays against it may think meanwhile.
    fn wait_for_line(&mut self, side: Side, input: &mut impl BufRead) -> Result<Option<String>> {
        let Some(player) = self.players[!side].as_mut().filter(|_| self.args.ponder) else {
            return read_line(input);
        };
        let (seen, stop) = (self.table.seen(), Stop::default());
        thread::scope(|scope| {
            let pondering = scope.spawn(|| player.ponder(&seen, &stop));
            let line = read_line(input);
            stop.stop();
            pondering
                .join()
                .map_err(|_| anyhow!("the computer lost its thread"))??;
            line
        })
    }

    /// What can be typed, with a move that could be.
    fn help(&self, side: Side, out: &mut Output) -> Result<()> {
        let legal = self.table.legal_moves(side);
        let example = legal.first().map_or("", |mv| &mv.text);
        let passes = self.game.has_passes();
        let [or_pass, or_pass_zh] = if passes && example != "pass" {
            [", or pass", "，无棋可下时 pass"]
        } else {
            [""; 2]
        };
        out.say(
            format!("  a move    such as {example}{or_pass}\n{HELP}"),
            format!("  着法      如 {example}{or_pass_zh}\n{HELP_ZH}"),
        )
    }

    fn try_move(&mut self, side: Side, mv: &str, out: &mut Output) -> Result<bool> {
        if let Err(error) = self.table.play(side, mv) {
            let more = out
                .language
                .pick("help lists what you can type", "输入 help 查看命令");
            complain(
                &format!("{} ({more})", error.in_language(out.language)),
                out,
            )?;
            return Ok(false);
        }
        // The record has it in the field's own notation, unless the other side has yet to choose.
        let last = self
            .table
            .record()
            .moves
            .last()
            .filter(|last| last.side == side);
        let mv = last.map_or_else(|| mv.to_owned(), |last| last.text.clone());
        self.report(side, &mv, None, out)?;
        Ok(true)
    }

    fn list_moves(&self, side: Side, out: &mut Output) -> Result<()> {
        let moves: Vec<String> = self
            .table
            .legal_moves(side)
            .into_iter()
            .map(|mv| mv.text)
            .collect();
        if out.json {
            let side = side.name();
            return out.object(&json!({ "event": "moves", "side": side, "moves": moves }));
        }
        out.line(moves.join(" "))
    }

    /// Takes moves back until it is this person's turn again; `false` before its first move.
    fn take_back(&mut self, side: Side, out: &mut Output) -> Result<bool> {
        if !self
            .table
            .record()
            .moves
            .iter()
            .any(|played| played.side == side)
        {
            complain(out.language.pick("nothing to take back", "无棋可悔"), out)?;
            return Ok(false);
        }
        while self.table.take_back() && !self.table.to_act().includes(side) {}
        if out.json {
            out.object(&json!({ "event": "undo", "moves": self.moves() }))?;
        } else {
            out.board(&*self.table)?;
        }
        Ok(true)
    }

    fn hint(&mut self, side: Side, out: &mut Output) -> Result<()> {
        let mut player = self.game.player(&self.args.think.search.spec(self.game)?)?;
        player.prepare(&self.table.seen())?;
        let orders = Go {
            stop: interrupt::stops()?,
            ..self.orders.clone()
        };
        let thought = player.think(&self.table.seen(), side, &orders, &mut |_| ())?;
        interrupt::quits(self.how_to_go_on(out))?;
        let line = thought.lines.first();
        if out.json {
            let line = line.map_or(&[][..], |line| &line.moves);
            return out.object(&json!({ "event": "hint", "move": thought.best, "line": line }));
        }
        let line = line.map(|line| format!("({}) {}", line.score, line.moves.join(" ")));
        out.line(format!(
            "{} {}",
            thought.best.unwrap_or_default(),
            line.unwrap_or_default()
        ))
    }
}

/// Something a person typed cannot be done.
pub(super) fn complain(message: &str, out: &mut Output) -> Result<()> {
    if out.json {
        return out.object(&json!({ "event": "error", "message": message }));
    }
    crate::output::complain(message);
    Ok(())
}

/// A line that a person typed, whatever the bytes; `None` at the end of input. What goes on for ever
/// without a line end is cut, and is no move.
pub(super) fn read_line(input: &mut impl BufRead) -> Result<Option<String>> {
    const MAX_LINE_BYTES: u64 = 4096;
    let mut line = Vec::new();
    let read = input
        .by_ref()
        .take(MAX_LINE_BYTES)
        .read_until(b'\n', &mut line);
    if read.context("cannot read your move")? == 0 {
        return Ok(None);
    }
    if !line.ends_with(b"\n") {
        skip_line(input).context("cannot read your move")?;
    }
    Ok(Some(String::from_utf8_lossy(&line).into_owned()))
}

/// Reads on to the end of the line without keeping it.
fn skip_line(input: &mut impl BufRead) -> io::Result<()> {
    loop {
        let buffer = input.fill_buf()?;
        let end = buffer.iter().position(|&c| c == b'\n');
        let length = buffer.len();
        input.consume(end.map_or(length, |end| end + 1));
        if end.is_some() || length == 0 {
            return Ok(());
        }
    }
}

const HELP: &str = "  moves     list the legal moves
  hint      what the computer would play
  undo      take your last move back
  board     draw the board again
  resign    give the game up
  quit      leave; the command to go on with is printed";

const HELP_ZH: &str = "  moves     列出所有合法着法
  hint      让电脑支一招
  undo      悔棋
  board     重画棋盘
  resign    认输
  quit      离开，并给出续弈的命令";
