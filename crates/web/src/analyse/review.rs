//! A whole game, position by position: what it was worth, what was better.

use std::time::Duration;

use boyi_engine::{Go, PlayerSpec, Setup};
use boyi_game::Status;
use boyi_search::Stop;
use serde::{Deserialize, Serialize};
use tokio::sync::mpsc::UnboundedSender;
use utoipa::ToSchema;

use super::AnalysisEvent;
use super::search::variation_texts;
use crate::error::ApiError;
use crate::evaluation::Evaluation;
use crate::positions::{MoveText, PositionSpec, next_side};

/// A game whose every position is to be judged.
#[derive(Clone, Deserialize, ToSchema, Debug)]
pub(crate) struct ReviewRequest {
    /// Comes back with every answer.
    pub(super) tag: u32,
    line: PositionSpec,
    /// How long a position.
    #[serde(default)]
    milliseconds: u32,
}

/// A position of a game with its evaluation.
#[derive(Clone, Serialize, ToSchema, Debug)]
pub(crate) struct ReviewedPosition {
    pub(crate) ply: usize,
    /// What it is worth with best play; unknown where the engine does not say.
    pub(crate) worth: Option<Evaluation>,
    pub(crate) better: Vec<MoveText>,
}

/// Time for a position in milliseconds, and the most that can be asked for.
const DEFAULT_POSITION_MS: u32 = 150;
const MAX_POSITION_MS: u32 = 10_000;

pub(super) fn review(
    request: &ReviewRequest,
    table_mib: usize,
    stop: &Stop,
    tell: &UnboundedSender<AnalysisEvent>,
) -> Result<(), ApiError> {
    let (game, whole) = request.line.set_up()?;
    let record = whole.record().clone();
    let setup = Setup {
        position: Some(record.start.clone()),
        rules: Some(record.rules.clone()),
        seed: record.seed,
        ..Setup::default()
    };
    let mut table = game.lay(&setup)?;
    let mut engine = game.player(&PlayerSpec {
        hash: Some(table_mib),
        ..PlayerSpec::named(game.best_player())
    })?;
    let time = match request.milliseconds {
        0 => DEFAULT_POSITION_MS,
        milliseconds => milliseconds.min(MAX_POSITION_MS),
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
            None => ReviewedPosition {
                ply,
                worth: final_worth(&table.status()),
                better: Vec::new(),
            },
            Some(side) => {
                let thought = engine.think(&table.seen(), side, &orders, &mut |_| ())?;
                let first = thought.lines.first();
                let moves = match (first, &thought.best) {
                    (Some(line), _) => line.moves.clone(),
                    (None, best) => best.iter().cloned().collect(),
                };
                ReviewedPosition {
                    ply,
                    worth: first.map(|line| Evaluation::of(game, line.score, side)),
                    better: variation_texts(game, table.as_ref(), side, &moves),
                }
            }
        };
        let _ = tell.send(AnalysisEvent::Reviewed {
            tag: request.tag,
            reviewed,
        });
        if let Some(played) = record.moves.get(ply) {
            table.play(played.side, &played.text)?;
        }
    }
    Ok(())
}

/// A game that is over is worth its result.
fn final_worth(status: &Status) -> Option<Evaluation> {
    let Status::Over { outcome, .. } = status else {
        return None;
    };
    let share = match outcome.winner() {
        Some(boyi_game::Side::First) => 1.0,
        Some(boyi_game::Side::Second) => 0.0,
        None => 0.5,
    };
    let wins_in = outcome.winner().map(|_| if share > 0.5 { 1 } else { -1 });
    Some(Evaluation {
        units: wins_in.is_none().then_some(0.0),
        wins_in,
        share,
    })
}
