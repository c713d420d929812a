//! `boyi play`: a game in the terminal.

use std::io::{self, BufRead};

use anyhow::{Context, Result, bail};
use boyi_engine::{Engine, Game, Orders, PlayerSpec, Thought};
use boyi_game::{PerSide, Side, Status, Table};
use serde::Serialize;

use super::analyse::Value;
use super::show::{End, both};
use crate::draw::draw;
use crate::interrupt;
use crate::language::Language;
use crate::options::{GameArg, LimitArgs, SearchArgs, SetupArgs, command_with_moves};
use crate::output::{Output, spoken};

/// Play against the computer, or let it play itself
///
/// You play first unless told otherwise. Type a move, or help. Ctrl-C while the computer thinks makes
/// it move at once; at your turn it quits. Whenever a game is left, the command that goes on with it
/// is printed.
///
/// A player is `human`, or a search or a character with options: pvs, mtdf:eval=lab,depth=8,
/// random:seed=7.
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  boyi play reversi --depth 6
  boyi play reversi --first mtdf:time=1s --second human
  boyi play reversi --first alpha-beta:eval=lab,depth=4 --second random:seed=1
  boyi play reversi --board map.txt --seconds 0.1")]
pub(crate) struct Args {
    #[command(flatten)]
    game: GameArg,

    /// Who plays first [default: human]
    #[arg(long, value_name = "PLAYER")]
    first: Option<String>,

    /// Who plays second [default: the search below]
    #[arg(long, value_name = "PLAYER")]
    second: Option<String>,

    #[command(flatten)]
    setup: SetupArgs,

    #[command(flatten)]
    search: SearchArgs,

    #[command(flatten)]
    limits: LimitArgs,
}

#[derive(Serialize)]
#[serde(tag = "event", rename_all = "snake_case")]
enum Event {
    Start {
        game: &'static str,
        position: String,
        first: String,
        second: String,
    },
    Move {
        side: &'static str,
        #[serde(rename = "move")]
        mv: String,
        #[serde(flatten)]
        value: Value,
        seconds: Option<f64>,
    },
    End {
        moves: Vec<String>,
        points: Option<[i32; 2]>,
        #[serde(flatten)]
        end: End,
    },
}

/// `None` is a person.
type Players = PerSide<Option<Box<dyn Engine>>>;

struct Match<'a> {
    game: &'static dyn Game,
    table: Box<dyn Table>,
    players: Players,
    args: &'a Args,
    orders: Orders,
    language: Language,
}

/// What a person decided to do.
enum Decision {
    Moved,
    TookBack,
    Resigned,
    Left,
}

pub(crate) fn run(args: &Args, out: &mut Output) -> Result<()> {
    let game = args.game.game()?;
    let table = game.lay(&args.setup.setup()?)?;
    let usual = args.search.spec()?;
    let player = |text: &Option<String>,
                  otherwise: Option<&PlayerSpec>|
     -> Result<Option<Box<dyn Engine>>> {
        let spec = match text.as_deref() {
            Some("human") => return Ok(None),
            Some(text) => text.parse()?,
            None => match otherwise {
                None => return Ok(None),
                Some(spec) => spec.clone(),
            },
        };
        Ok(Some(game.player(&spec)?))
    };
    let human_second = args.second.as_deref() == Some("human");
    let first = player(&args.first, human_second.then_some(&usual))?;
    let second = player(&args.second, Some(&usual))?;
    let limits = args.limits.limits_or_a_second();
    let orders = Orders {
        limits,
        ..Orders::default()
    };
    Match {
        game,
        table,
        players: PerSide::new(first, second),
        args,
        orders,
        language: out.language,
    }
    .play(out)
}

impl Match<'_> {
    fn play(mut self, out: &mut Output) -> Result<()> {
        self.announce(out)?;
        let mut input = io::stdin().lock();
        loop {
            let Some(side) = Side::BOTH
                .into_iter()
                .find(|&side| self.table.to_act().includes(side))
            else {
                return self.finish(out);
            };
            if self.players[side].is_some() {
                self.computer_moves(side, out)?;
                continue;
            }
            match self.person_moves(side, &mut input, out)? {
                Decision::Moved | Decision::TookBack => {}
                Decision::Resigned => {
                    let winner = if side == Side::First { "O" } else { "X" };
                    return out.line(format!(
                        "{} {winner}",
                        out.language.pick("Winner:", "胜方：")
                    ));
                }
                Decision::Left => {
                    eprintln!("{}", self.how_to_go_on());
                    return Ok(());
                }
            }
        }
    }

    fn announce(&self, out: &mut Output) -> Result<()> {
        let name = |side| {
            self.players[side]
                .as_ref()
                .map_or("human".to_owned(), |player| player.name())
        };
        let (first, second) = (name(Side::First), name(Side::Second));
        if out.json {
            return out.object(&Event::Start {
                game: self.game.name(),
                position: self.table.position(),
                first,
                second,
            });
        }
        out.line(format!("X {first}\nO {second}\n"))?;
        self.draw(out)
    }

    fn draw(&self, out: &mut Output) -> Result<()> {
        let side = Side::BOTH
            .into_iter()
            .find(|&side| self.table.to_act().includes(side));
        let legal = side
            .map(|side| self.table.legal_moves(side))
            .unwrap_or_default();
        out.text(draw(&self.table.view(), &legal, out.colour))
    }

    fn computer_moves(&mut self, side: Side, out: &mut Output) -> Result<()> {
        self.orders.stop = interrupt::stops()?;
        let player = self.players[side]
            .as_mut()
            .context("a person was asked to compute")?;
        let thought = player.think(self.table.record(), side, &self.orders, &mut |_| ())?;
        let Some(mv) = thought.best.clone() else {
            bail!("the computer found no move")
        };
        self.table
            .play(side, &mv)
            .context("the computer played against the rules")?;
        self.report(side, mv, Some(&thought), out)
    }

    fn person_moves(
        &mut self,
        side: Side,
        input: &mut impl BufRead,
        out: &mut Output,
    ) -> Result<Decision> {
        interrupt::quits(self.how_to_go_on())?;
        loop {
            if !out.json {
                let mark = if side == Side::First { "X" } else { "O" };
                out.text(format!("{mark}> "))?;
            }
            let mut line = String::new();
            if input
                .read_line(&mut line)
                .context("cannot read your move")?
                == 0
            {
                return Ok(Decision::Left);
            }
            match line.trim() {
                "" => {}
                "quit" | "exit" | "q" => return Ok(Decision::Left),
                "resign" => return Ok(Decision::Resigned),
                "help" | "?" => out.line(out.language.pick(HELP, HELP_ZH))?,
                "board" => self.draw(out)?,
                "moves" => {
                    let moves: Vec<String> = self
                        .table
                        .legal_moves(side)
                        .into_iter()
                        .map(|mv| mv.text)
                        .collect();
                    out.line(moves.join(" "))?;
                }
                "hint" => self.hint(side, out)?,
                "undo" if self.take_back(side) => {
                    self.draw(out)?;
                    return Ok(Decision::TookBack);
                }
                "undo" => out.line(out.language.pick("Nothing to take back.", "无棋可悔。"))?,
                mv => match self.table.play(side, mv) {
                    Ok(()) => {
                        let mv = self
                            .table
                            .record()
                            .moves
                            .last()
                            .map_or_else(|| mv.to_owned(), |played| played.text.clone());
                        self.report(side, mv, None, out)?;
                        return Ok(Decision::Moved);
                    }
                    Err(error) => {
                        let more = out
                            .language
                            .pick("help lists what you can type", "输入 help 查看命令");
                        eprintln!("{error} ({more})");
                    }
                },
            }
        }
    }

    /// Takes moves back until it is this person's turn again; `false` before its first move.
    fn take_back(&mut self, side: Side) -> bool {
        let has_moved = self
            .table
            .record()
            .moves
            .iter()
            .any(|played| played.side == side);
        while has_moved && self.table.take_back() {
            if self.table.to_act().includes(side) {
                return true;
            }
        }
        false
    }

    fn hint(&mut self, side: Side, out: &mut Output) -> Result<()> {
        let mut player = self.game.player(&self.args.search.spec()?)?;
        let orders = Orders {
            stop: interrupt::stops()?,
            ..self.orders.clone()
        };
        let thought = player.think(self.table.record(), side, &orders, &mut |_| ())?;
        interrupt::quits(self.how_to_go_on())?;
        let line = thought
            .lines
            .first()
            .map(|line| format!("({}) {}", line.score, line.moves.join(" ")));
        out.line(format!(
            "{} {}",
            thought.best.unwrap_or_default(),
            line.unwrap_or_default()
        ))
    }

    fn report(
        &self,
        side: Side,
        mv: String,
        thought: Option<&Thought>,
        out: &mut Output,
    ) -> Result<()> {
        let line = thought.and_then(|thought| thought.lines.first());
        if out.json {
            return out.object(&Event::Move {
                side: if side == Side::First {
                    "first"
                } else {
                    "second"
                },
                mv,
                value: line.map(|line| Value::of(line.score)).unwrap_or_default(),
                seconds: thought.map(|thought| thought.elapsed.as_secs_f64()),
            });
        }
        let mark = if side == Side::First { "X" } else { "O" };
        let mut text = format!("\n{mark} {mv}");
        if let (Some(line), Some(thought)) = (line, thought) {
            text.push_str(&format!(
                "  ({}, depth {}, {})",
                line.score,
                line.depth,
                spoken(thought.elapsed)
            ));
        }
        out.line(text)?;
        self.draw(out)
    }

    fn finish(&self, out: &mut Output) -> Result<()> {
        let status = self.table.status();
        if out.json {
            let moves = self
                .table
                .record()
                .moves
                .iter()
                .map(|played| played.text.clone())
                .collect();
            return out.object(&Event::End {
                moves,
                points: self.table.points().map(both),
                end: End::of(&status),
            });
        }
        let Status::Over { reason, .. } = status else {
            bail!("nobody is to move, but the game goes on")
        };
        out.line(format!("\n{}: {reason}", out.language.pick("Over", "终局")))
    }

    /// The command that goes on with this game.
    fn how_to_go_on(&self) -> String {
        let moves: Vec<&str> = self
            .table
            .record()
            .moves
            .iter()
            .map(|played| played.text.as_str())
            .collect();
        let said = self.language.pick("To go on:", "继续对局：");
        format!("{said} {}", command_with_moves(&moves.join(" ")))
    }
}

const HELP: &str = "\
  a move    such as f5, or pass
  moves     list the legal moves
  hint      what the computer would play
  undo      take your last move back
  board     draw the board again
  resign    give the game up
  quit      leave; the command to go on with is printed";

const HELP_ZH: &str = "\
  着法      如 f5，无棋可下时 pass
  moves     列出所有合法着法
  hint      让电脑支一招
  undo      悔棋
  board     重画棋盘
  resign    认输
  quit      离开，并给出续弈的命令";
