//! The best moves of one position.

use std::time::Duration;

use boyi_engine::review::{Measure, think};
use boyi_engine::{Game, Go, PlayerSpec, Thought};
use boyi_game::{Played, Side, Table};
use boyi_search::{Ended, Stop};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::AnalysisEvent;
use crate::error::ApiError;
use crate::evaluation::Evaluation;
use crate::games::player_from_outside;
use crate::positions::{MoveText, PositionSpec, move_texts, next_side};
use crate::scene::LegalChoice;
use crate::text::SideName;

/// A position whose best moves are wanted.
#[derive(Clone, Deserialize, ToSchema, Debug)]
pub(crate) struct AnalyseRequest {
    /// Comes back with every answer.
    pub(super) tag: u32,
    line: PositionSpec,
    #[serde(default)]
    lines: usize,
    #[serde(default)]
    seconds: f64,
    /// The player that searches; the strongest by default.
    player: Option<String>,
    /// For whom, in a game of rounds.
    side: Option<SideName>,
}

/// What an engine thinks of a position.
#[derive(Clone, Serialize, ToSchema, Debug)]
pub(crate) struct AnalysisUpdate {
    pub(crate) lines: Vec<AnalysisLine>,
    pub(crate) best: Option<LegalChoice>,
    pub(crate) depth: u32,
    /// Positions looked at.
    pub(crate) nodes: u64,
    pub(crate) seconds: f64,
}

/// One of the best moves and what follows.
#[derive(Clone, Serialize, ToSchema, Debug)]
pub(crate) struct AnalysisLine {
    pub(crate) worth: Evaluation,
    pub(crate) depth: u32,
    pub(crate) moves: Vec<MoveText>,
    pub(crate) first: Option<LegalChoice>,
}

/// No analysis goes on longer.
const MAX_SECONDS: f64 = 600.0;
/// More lines than anybody looks at.
const MAX_LINES: usize = 10;

pub(super) fn analyse(
    request: &AnalyseRequest,
    table_mib: usize,
    stop: &Stop,
    tell: &dyn Fn(AnalysisEvent),
) -> Result<(), ApiError> {
    let (game, table) = request.line.set_up()?;
    let Some(to_act) = next_side(table.as_ref()) else {
        return Ok(());
    };
    let asked = request.side.map(Side::from);
    let side = asked
        .filter(|&side| table.to_act().includes(side))
        .unwrap_or(to_act);
    let mut spec = match &request.player {
        Some(player) => player_from_outside(player)?,
        None => PlayerSpec::named(game.best_player()),
    };
    spec.hash = Some(spec.hash.unwrap_or(table_mib).min(table_mib));
    let mut engine = game.player(&spec)?;
    let seconds = match request.seconds {
        seconds if seconds > 0.0 => seconds.min(MAX_SECONDS),
        _ => MAX_SECONDS,
    };
    let orders = Go {
        stop: stop.clone(),
        lines: request.lines.clamp(1, MAX_LINES),
        ..Go::time(Duration::from_secs_f64(seconds))
    };
    let show = |thought: &Thought| {
        let found = AnalysisUpdate::of(game, table.as_ref(), side, thought);
        tell(AnalysisEvent::Thought {
            tag: request.tag,
            found,
        });
    };
    let thought = think(
        game,
        table.as_ref(),
        engine.as_mut(),
        side,
        &orders,
        &mut |thought| {
            show(thought);
        },
    )?;
    show(&thought);
    Ok(())
}

impl AnalysisUpdate {
    pub(super) fn of(game: &dyn Game, table: &dyn Table, side: Side, thought: &Thought) -> Self {
        let legal = table.legal_moves(side);
        let choice = |text: &str| {
            let found = legal.iter().find(|mv| mv.text == text)?;
            Some(LegalChoice::of(side, found.clone()))
        };
        let certain = thought.ended == Some(Ended::Certain);
        let solved = certain && game.measure() == Measure::Points;
        let lines = thought.lines.iter().map(|line| AnalysisLine {
            worth: Evaluation {
                solved: solved || line.score.is_decided(),
                ..Evaluation::of(game, line.score, side)
            },
            depth: line.depth,
            moves: variation_texts(game, table, side, &line.moves),
            first: line.moves.first().and_then(|text| choice(text)),
        });
        Self {
            lines: lines.collect(),
            best: thought.best.as_deref().and_then(choice),
            depth: thought.lines.first().map_or(0, |line| line.depth),
            nodes: thought.counts.nodes,
            seconds: thought.elapsed.as_secs_f64(),
        }
    }
}

/// The moves of a line as people write them, where turns alternate.
pub(crate) fn variation_texts(
    game: &dyn Game,
    table: &dyn Table,
    side: Side,
    moves: &[String],
) -> Vec<MoveText> {
    let mut record = table.record().clone();
    let before = record.moves.len();
    let mut mover = side;
    for text in moves {
        record.moves.push(Played {
            side: mover,
            text: text.clone(),
        });
        mover = !mover;
    }
    move_texts(game, &record).split_off(before)
}
