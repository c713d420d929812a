//! How a fair game of gomoku begins: stones are laid, colours chosen.

use std::io;

use anyhow::{Context, Result, bail};
use boyi_engine::Setup;
use boyi_engine::gomoku::beginning;
use boyi_game::{PerSide, Random, Side};
use boyi_gomoku::{Choice, Opening, Point, Question, Rules, Size, moves};
use serde_json::json;

use super::Match;
use super::person::{complain, read_line};
use crate::output::Output;

impl Match<'_> {
    /// Goes through a procedure and lays the table anew; `false` where the person left. Player
    /// [`Side::First`] is the one named first at the command line.
    pub(super) fn open(&mut self, procedure: &str, out: &mut Output) -> Result<bool> {
        if self.game.name() != "gomoku" {
            bail!(
                "only gomoku has opening procedures, not {}",
                self.game.name()
            );
        }
        if !self.table.record().moves.is_empty() {
            bail!("an opening procedure begins with an empty board: leave the moves out");
        }
        let record = self.table.record();
        let rules: Rules = record.rules.parse().ok().context("rules of gomoku")?;
        let rows = self.table.view().cols;
        let size = Size::new(rows).context("a board of gomoku")?;
        let procedure = procedure.parse().context("a procedure")?;
        let Some(mut opening) = beginning::begin(procedure, size) else {
            bail!("renju's openings need a board with a point in the middle");
        };
        let seed = self.args.think.search.spec(self.game)?.seed;
        let mut random = Random::new(seed.unwrap_or_else(super::fresh_seed));
        while let Some(player) = opening.decides() {
            let choice = match &mut self.players[player] {
                Some(engine) => {
                    let engine = &mut **engine;
                    beginning::decide(&opening, rules, engine, &self.orders, &mut random)?
                }
                None => asked(&opening, player, out)?,
            };
            let Some(choice) = choice else {
                return Ok(false);
            };
            let said = in_words(&choice);
            opening.decide(choice).context("the computer decided so")?;
            tell(&opening, player, &said, out)?;
        }
        let setup = Setup {
            size: Some((rows, rows)),
            rules: Some(rules.to_string()),
            moves: Some(moves::write(opening.stones())),
            ..Setup::default()
        };
        self.table = self.game.lay(&setup)?;
        if beginning::colour(&opening, Side::First) == Side::Second {
            let first = self.players[Side::First].take();
            let second = self.players[Side::Second].take();
            self.players = PerSide::new(second, first);
        }
        self.opened = true;
        Ok(true)
    }

    /// The command that goes on with a game whose stones were laid by a procedure: colours are chosen
    /// already.
    pub(super) fn command_after_opening(&self) -> String {
        let [first, second] = self.names();
        let rules = &self.table.record().rules;
        let rows = self.table.view().cols;
        let moves = self.moves().join("");
        format!(
            "boyi play gomoku --rules {rules} --size {rows}x{rows} --first {first} --second {second} --moves {moves}"
        )
    }
}

/// What a person decides; `None` where they leave.
fn asked(opening: &Opening, player: Side, out: &mut Output) -> Result<Option<Choice>> {
    let Some(question) = opening.question() else {
        return Ok(None);
    };
    loop {
        if !out.json {
            out.text(format!("{}> ", asking(question, out)))?;
        }
        let Some(line) = read_line(&mut io::stdin().lock())? else {
            return Ok(None);
        };
        let line = line.trim();
        if ["quit", "exit", "q"].contains(&line) {
            return Ok(None);
        }
        let choice = understood(question, line, opening.size());
        let allowed = |choice: &Choice| opening.clone().decide(choice.clone()).is_ok();
        if let Some(choice) = choice.filter(allowed) {
            return Ok(Some(choice));
        }
        let message = out
            .language
            .pick("that cannot be decided now", "现在不能这样选择");
        let who = if out.json {
            format!(" ({player})")
        } else {
            String::new()
        };
        complain(&format!("{message}{who}"), out)?;
    }
}

fn asking(question: Question, out: &Output) -> String {
    let [english, chinese] = match question {
        Question::FirstThree => [
            "lay three stones, black, white, black, such as h8h9i9",
            "摆三子：黑、白、黑，如 h8h9i9",
        ],
        Question::Colour { or_two_more: true } => [
            "swap, stay, or two more stones, white and black",
            "swap（交换）、stay（不换），或再摆白黑两子",
        ],
        Question::Colour { or_two_more: false } => ["swap or stay", "swap（交换）或 stay（不换）"],
        Question::Fourth => ["white's fourth stone", "白方第四子"],
        Question::TwoFifths => ["two fifth stones to offer", "提出两个第五子"],
        Question::WhichFifth([one, other]) => {
            return out.language.pick(
                format!("which fifth stone, {one} or {other}"),
                format!("选择第五子：{one} 或 {other}"),
            );
        }
    };
    out.language.pick(english, chinese).to_owned()
}

fn understood(question: Question, line: &str, size: Size) -> Option<Choice> {
    let points = || moves::read(line, size).ok();
    match (question, line) {
        (Question::Colour { .. }, "swap") => Some(Choice::Swap),
        (Question::Colour { .. }, "stay") => Some(Choice::Stay),
        (Question::TwoFifths, _) => {
            let pair: [Point; 2] = points()?.try_into().ok()?;
            Some(Choice::Offer(pair))
        }
        (Question::WhichFifth(offered), _) => {
            let point = *points()?.first()?;
            let which = offered.iter().position(|&fifth| fifth == point)?;
            Some(Choice::Take(which))
        }
        _ => points().map(Choice::Lay),
    }
}

fn in_words(choice: &Choice) -> String {
    match choice {
        Choice::Lay(points) => moves::write(points),
        Choice::Swap => "swap".to_owned(),
        Choice::Stay => "stay".to_owned(),
        Choice::Offer(points) => format!("offer {}", moves::write(points)),
        Choice::Take(which) => format!("take {}", which + 1),
    }
}

fn tell(opening: &Opening, player: Side, choice: &str, out: &mut Output) -> Result<()> {
    if out.json {
        let stones: Vec<String> = opening.stones().iter().map(Point::to_string).collect();
        return out.object(&json!({
            "event": "opening", "side": player.name(), "choice": choice, "stones": stones,
        }));
    }
    let who = match player {
        Side::First => out.language.pick("first player", "先摆者"),
        Side::Second => out.language.pick("second player", "后选者"),
    };
    out.line(format!("{who}: {choice}"))
}
