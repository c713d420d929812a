//! A whole game, position by position: what it was worth, what was better.

use std::time::Duration;

use boyi_engine::{Go, PlayerSpec, Setup};
use boyi_game::Status;
use boyi_search::Stop;
use serde::Serialize;
use tokio::sync::mpsc::UnboundedSender;
use utoipa::ToSchema;

use super::thought::continued;
use super::{AnalysisNews, AnalysisRequest};
use crate::error::ApiError;
use crate::look::{MoveText, next_side};
use crate::worth::Worth;

/// A position of a game, judged.
#[derive(Clone, Serialize, ToSchema, Debug)]
pub(crate) struct Reviewed {
    /// Moves played before it.
    pub(crate) ply: usize,
    /// What it is worth with best play; unknown where the engine does not say.
    pub(crate) worth: Option<Worth>,
    /// What should be played here, and what follows.
    pub(crate) better: Vec<MoveText>,
}

/// Time a position unless said, and at most.
const USUAL: u32 = 150;
const LONGEST: u32 = 10_000;

pub(super) fn review(
    request: AnalysisRequest,
    stop: &Stop,
    tell: &UnboundedSender<AnalysisNews>,
) -> Result<(), ApiError> {
    let AnalysisRequest::Review {
        tag,
        line,
        milliseconds,
    } = request
    else {
        return Ok(());
    };
    let (game, whole) = line.lay()?;
    let record = whole.record().clone();
    let setup = Setup {
        position: Some(record.start.clone()),
        rules: Some(record.rules.clone()),
        seed: record.seed,
        ..Setup::default()
    };
    let mut table = game.lay(&setup)?;
    let mut engine = game.player(&PlayerSpec::named(game.best_player()))?;
    let time = if milliseconds == 0 {
        USUAL
    } else {
        milliseconds.min(LONGEST)
    };
    let orders = Go {
        stop: stop.clone(),
        ..Go::time(Duration::from_millis(time.into()))
    };
    for ply in 0..=record.moves.len() {
        if stop.is_stopped() {
            break;
        }
        let reviewed = match next_side(table.as_ref()) {
            None => Reviewed {
                ply,
                worth: final_worth(&table.status()),
                better: Vec::new(),
            },
            Some(side) => {
                let thought = engine.think(&table.seen(), side, &orders, &mut |_| ());
                let thought = thought.map_err(|error| ApiError::internal(&error))?;
                let first = thought.lines.first();
                let moves = match (first, &thought.best) {
                    (Some(line), _) => line.moves.clone(),
                    (None, best) => best.iter().cloned().collect(),
                };
                Reviewed {
                    ply,
                    worth: first.map(|line| Worth::of(game, line.score, side)),
                    better: continued(game, table.as_ref(), side, &moves),
                }
            }
        };
        let _ = tell.send(AnalysisNews::Reviewed { tag, reviewed });
        if let Some(played) = record.moves.get(ply) {
            table.play(played.side, &played.text)?;
        }
    }
    Ok(())
}

/// A game that is over is worth its result.
fn final_worth(status: &Status) -> Option<Worth> {
    let Status::Over { outcome, .. } = status else {
        return None;
    };
    let share = match outcome.winner() {
        Some(boyi_game::Side::First) => 1.0,
        Some(boyi_game::Side::Second) => 0.0,
        None => 0.5,
    };
    let wins_in = outcome.winner().map(|_| if share > 0.5 { 1 } else { -1 });
    Some(Worth {
        units: wins_in.is_none().then_some(0.0),
        wins_in,
        share,
    })
}
