//! `boyi show`: look at a position.

use anyhow::Result;
use boyi_game::{PerSide, Side, Status, ToAct};
use serde_json::json;

use crate::options::{GameArg, SetupArgs};
use crate::output::Output;

/// Show a position: board, side to move, legal moves
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  boyi show reversi --moves f5d6c3
  boyi show reversi --board map.txt
  boyi show reversi --moves f5d6c3 --format ggf
  boyi show reversi --position '---------------------------OX------XO--------------------------- X'")]
pub(crate) struct Args {
    #[command(flatten)]
    game: GameArg,

    /// Write the game in one of the field's formats instead; `boyi games` lists them
    #[arg(long, value_name = "NAME")]
    format: Option<String>,

    #[command(flatten)]
    setup: SetupArgs,
}

/// How a game ended, in JSON: both fields are null while it goes on.
#[derive(Default)]
pub(crate) struct End {
    pub(crate) outcome: Option<&'static str>,
    pub(crate) reason: Option<String>,
}

impl End {
    pub(crate) fn of(status: &Status) -> Self {
        match status {
            Status::Going => Self::default(),
            Status::Over { outcome, reason } => Self {
                outcome: Some(match outcome.winner() {
                    Some(Side::First) => "first",
                    Some(Side::Second) => "second",
                    None => "draw",
                }),
                reason: Some(reason.english.clone()),
            },
        }
    }
}

pub(crate) fn both(points: PerSide<i32>) -> [i32; 2] {
    [points[Side::First], points[Side::Second]]
}

pub(crate) fn run(args: &Args, out: &mut Output) -> Result<()> {
    let game = args.game.game()?;
    let table = game.lay(&args.setup.setup()?)?;
    if let Some(format) = &args.format {
        let text = game.export(table.record(), format)?;
        if out.json {
            return out.object(&json!({ "game": game.name(), "format": format, "text": text }));
        }
        return out.line(text.trim_end());
    }
    let to_act = table.to_act();
    let acting = Side::BOTH.into_iter().find(|&side| to_act.includes(side));
    let legal = acting
        .map(|side| table.legal_moves(side))
        .unwrap_or_default();
    if out.json {
        let End { outcome, reason } = End::of(&table.status());
        return out.object(&json!({
            "game": game.name(),
            "position": table.position(),
            "to_act": match to_act {
                ToAct::Nobody => "nobody",
                ToAct::One(Side::First) => "first",
                ToAct::One(Side::Second) => "second",
                ToAct::Both => "both",
            },
            "moves": legal.into_iter().map(|mv| mv.text).collect::<Vec<_>>(),
            "points": table.points().map(both),
            "outcome": outcome,
            "reason": reason,
        }));
    }
    out.draw(&*table, &legal)?;
    out.line(table.position())?;
    let language = out.language;
    match (table.status(), to_act) {
        (Status::Over { reason, .. }, _) => {
            let reason = reason.in_language(language);
            out.line(format!("{}: {reason}", language.pick("Over", "终局")))
        }
        (Status::Going, acting) => {
            let who = match acting {
                ToAct::One(side) => {
                    let name = game.side_name(side);
                    let name = name.in_language(language);
                    language.pick(format!("{name} to move"), format!("{name} 走"))
                }
                _ => language
                    .pick("Both sides choose", "双方同时选择")
                    .to_owned(),
            };
            let moves: Vec<String> = legal.into_iter().map(|mv| mv.text).collect();
            out.line(format!("{who}: {}", moves.join(" ")))
        }
    }
}
