//! `boyi play`: a game in the terminal.

mod learning;
mod opening;
mod person;

use std::io;
use std::path::PathBuf;
use std::time::{SystemTime, UNIX_EPOCH};

use anyhow::{Context, Result, bail};
use boyi_engine::{Engine, Game, Go, PlayerSpec, Thought};
use boyi_game::{PerSide, Side, Status, Table};
use serde_json::json;

use super::analyse::Value;
use super::show::{End, both};
use crate::interrupt;
use crate::options::{GameArg, ThinkArgs, command_with_moves};
use crate::output::{Output, complain, spoken};
use person::Decision;

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
  boyi play reversi --level beginner
  boyi play reversi --depth 6
  boyi play reversi --first mtdf:time=1s --second human
  boyi play reversi --first alpha-beta:eval=lab,depth=4 --second random:seed=1
  boyi play reversi --board map.txt --seconds 0.1
  boyi play gomoku --ponder --seconds 2
  boyi play gomoku --first strong:nodes=300 --second strong:nodes=100 --opening swap2
  boyi play gomoku --first strong:nodes=300 --second strong:nodes=100 --experience mine.experience")]
pub(crate) struct Args {
    #[command(flatten)]
    game: GameArg,

    /// Who plays first [default: human]
    #[arg(long, value_name = "PLAYER")]
    first: Option<String>,

    /// Who plays second [default: the search below]
    #[arg(long, value_name = "PLAYER")]
    second: Option<String>,

    /// How strong the computer plays: beginner, novice, casual, skilled, expert or full; `boyi games` lists them
    #[arg(long, value_name = "NAME", conflicts_with_all = ["search", "evaluation", "quiescence"])]
    level: Option<String>,

    /// How a game of gomoku begins: the first player lays stones, the second chooses a colour
    #[arg(long, value_name = "PROCEDURE", value_parser = ["swap", "swap2", "renju"])]
    opening: Option<String>,

    /// What the computer has learned from games it did not win; it adds to this file
    #[arg(long, value_name = "FILE")]
    experience: Option<PathBuf>,

    /// Let the computer think in your time, too; it then plays differently from game to game
    #[arg(long)]
    ponder: bool,

    #[command(flatten)]
    think: ThinkArgs,
}

struct Match<'a> {
    game: &'static dyn Game,
    table: Box<dyn Table>,
    /// `None` is a person.
    players: PerSide<Option<Box<dyn Engine>>>,
    /// Whether stones were laid and colours chosen before the first move.
    opened: bool,
    args: &'a Args,
    orders: Go,
}

pub(crate) fn run(args: &Args, out: &mut Output) -> Result<()> {
    let game = args.game.game()?;
    let table = game.lay(&args.think.setup.setup()?)?;
    let usual = match &args.level {
        Some(name) => level(game, name)?,
        None => args.think.search.spec(game)?,
    };
    let human = |text: &Option<String>| text.as_deref() == Some("human");
    // Unless somebody says otherwise, a person plays first.
    let person_first = human(&args.first) || (args.first.is_none() && !human(&args.second));
    let mut players = PerSide::new(None, None);
    let mut players_say = false;
    for (side, text, is_person) in [
        (Side::First, &args.first, person_first),
        (Side::Second, &args.second, human(&args.second)),
    ] {
        if !is_person {
            let spec: PlayerSpec = match text {
                Some(text) => text.parse()?,
                None => usual.clone(),
            };
            players_say |= has_limits(game, &spec)?;
            let mut player = learning::with_experience(args, game, game.player(&spec)?)?;
            player.prepare(&table.seen())?;
            players[side] = Some(player);
        }
    }
    let orders = args.think.limits.go_or_a_second(players_say);
    let mut game = Match {
        game,
        table,
        players,
        opened: false,
        args,
        orders,
    };
    if let Some(name) = &args.opening
        && !game.open(name, out)?
    {
        return Ok(());
    }
    game.play(out)
}

/// The player of a level, careless at other moves in every game.
fn level(game: &dyn Game, name: &str) -> Result<PlayerSpec> {
    if game.level(name).is_none() {
        let levels = game.levels();
        let known: Vec<&str> = levels.iter().map(|level| level.name).collect();
        bail!(
            "{} has no level called `{name}`: choose from {}",
            game.name(),
            known.join(", ")
        );
    }
    Ok(PlayerSpec {
        seed: Some(fresh_seed()),
        ..PlayerSpec::named(name)
    })
}

/// Another seed in every game.
fn fresh_seed() -> u64 {
    let now = SystemTime::now().duration_since(UNIX_EPOCH);
    now.map_or(0, |time| time.as_nanos() as u64)
}

/// Whether a player, or the one behind a level, knows by itself when to stop.
fn has_limits(game: &dyn Game, spec: &PlayerSpec) -> Result<bool> {
    Ok(match game.level(&spec.name) {
        Some(level) => level.player.parse::<PlayerSpec>()?.has_limits(),
        None => spec.has_limits(),
    })
}

impl Match<'_> {
    fn play(mut self, out: &mut Output) -> Result<()> {
        self.announce(out)?;
        let mut input = io::stdin().lock();
        while let Some(side) = self.table.to_act().first() {
            if self.players[side].is_some() {
                self.computer_moves(side, out)?;
                continue;
            }
            match self.person_moves(side, &mut input, out)? {
                Decision::GoOn => {}
                Decision::Resign => {
                    let [loser, winner] = [side, !side].map(|side| {
                        let name = self.game.side_name(side);
                        name.in_language(out.language).to_owned()
                    });
                    let words = out.language.pick(
                        format!("{loser} resigns, {winner} wins"),
                        format!("{loser}认输，{winner}胜"),
                    );
                    let end = End {
                        outcome: Some((!side).name()),
                        reason: Some(format!("the {side} player resigned")),
                    };
                    return self.finish(end, &words, out);
                }
                Decision::Leave => {
                    complain(self.how_to_go_on(out));
                    let end = End {
                        outcome: None,
                        reason: Some("left unfinished".to_owned()),
                    };
                    return self.finish(end, "", out);
                }
            }
        }
        let status = self.table.status();
        let Status::Over { reason, .. } = &status else {
            bail!("nobody is to move, but the game goes on")
        };
        self.learn(out)?;
        let over = out.language.pick("Over", "终局");
        let words = format!("{over}: {}", reason.in_language(out.language));
        self.finish(End::of(&status), &words, out)
    }

    fn announce(&self, out: &mut Output) -> Result<()> {
        let [first, second] = self.names();
        if out.json {
            let (game, position) = (self.game.name(), self.table.position());
            return out.object(&json!({
                "event": "start", "game": game, "position": position, "first": first, "second": second,
            }));
        }
        for (side, player) in Side::BOTH.into_iter().zip([first, second]) {
            let name = self.game.side_name(side);
            let player = match player.as_str() {
                "human" => out.language.pick("human", "人"),
                player => player,
            };
            out.line(format!("{}: {player}", name.in_language(out.language)))?;
        }
        out.line("")?;
        out.board(&*self.table)
    }

    fn computer_moves(&mut self, side: Side, out: &mut Output) -> Result<()> {
        if self.players.iter().any(|(_, player)| player.is_none()) {
            // A person waits: Ctrl-C makes the computer move at once.
            self.orders.stop = interrupt::stops()?;
        } else {
            interrupt::quits(self.how_to_go_on(out))?;
        }
        let player = self.players[side]
            .as_mut()
            .context("a person was asked to compute")?;
        let thought = player.think(&self.table.seen(), side, &self.orders, &mut |_| ())?;
        let Some(mv) = thought.best.clone() else {
            bail!("the computer found no move")
        };
        self.table
            .play(side, &mv)
            .context("the computer played against the rules")?;
        self.report(side, &mv, Some(&thought), out)
    }

    fn report(
        &self,
        side: Side,
        mv: &str,
        thought: Option<&Thought>,
        out: &mut Output,
    ) -> Result<()> {
        let line = thought.and_then(|thought| thought.lines.first());
        if out.json {
            let value = line.map(|line| Value::of(line.score));
            let Value { score, mate } = value.unwrap_or_default();
            let seconds = thought.map(|thought| thought.elapsed.as_secs_f64());
            return out.object(&json!({
                "event": "move", "side": side.name(), "move": mv,
                "score": score, "mate": mate, "seconds": seconds,
            }));
        }
        let by = self.game.side_name(side);
        let mut text = format!("\n{} {mv}", by.in_language(out.language));
        if let (Some(line), Some(thought)) = (line, thought) {
            let depth = out.language.pick("depth", "深度");
            let time = spoken(thought.elapsed);
            text.push_str(&format!(
                "  ({}, {depth} {}, {time})",
                line.score, line.depth
            ));
        }
        out.line(text)?;
        out.board(&*self.table)
    }

    fn finish(&self, end: End, words: &str, out: &mut Output) -> Result<()> {
        if out.json {
            let points = self.table.points().map(both);
            let End { outcome, reason } = end;
            return out.object(&json!({
                "event": "end", "moves": self.moves(), "points": points,
                "outcome": outcome, "reason": reason,
            }));
        }
        if words.is_empty() {
            Ok(())
        } else {
            out.line(format!("\n{words}"))
        }
    }

    /// The players as the command line names them.
    fn names(&self) -> [String; 2] {
        Side::BOTH.map(|side| {
            let player = self.players[side].as_ref();
            player.map_or("human".to_owned(), |player| player.name())
        })
    }

    fn moves(&self) -> Vec<String> {
        self.table
            .record()
            .moves
            .iter()
            .map(|played| played.text.clone())
            .collect()
    }

    /// The command that goes on with this game.
    fn how_to_go_on(&self, out: &Output) -> String {
        let said = out.language.pick("To go on:", "继续对局：");
        let command = if self.opened {
            self.command_after_opening()
        } else {
            command_with_moves(&self.moves().join(" "))
        };
        format!("{said} {command}")
    }
}
