//! One game of the store, or one going on: every move with its clock and evaluation, and the logs.

use axum::Json;
use axum::extract::{Path, Query, State};
use boyi_arena::store::Store;
use boyi_arena::{Event, GameRecord};
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

use super::{Reply, blocking, internal};
use crate::error::{ApiError, ErrorReply};
use crate::hall::App;
use crate::look::{ExportReply, MoveText, in_words};
use crate::scene::{Over, Scene};
use crate::words::{SideName, Words};
use crate::worth::Worth;

/// A game from its record.
#[derive(Clone, Serialize, ToSchema)]
pub(crate) struct RecordView {
    /// What it goes by.
    pub(crate) id: String,
    /// Which game.
    pub(crate) game: String,
    /// By which rules.
    pub(crate) rules: String,
    /// Where it started.
    pub(crate) start: String,
    /// The seed of its luck; told when it is over.
    pub(crate) seed: u64,
    /// The players.
    #[schema(min_items = 2, max_items = 2)]
    pub(crate) players: [String; 2],
    /// What a move may cost.
    pub(crate) control: String,
    /// Every move.
    pub(crate) moves: Vec<RecordMove>,
    /// The board after the last.
    pub(crate) scene: Scene,
    /// `rules`, `referee`, `fault` or `stopped`, once it is over.
    pub(crate) cause: Option<String>,
    /// What programs wrote and how they failed.
    pub(crate) log: Vec<LogLine>,
}

/// A move with what is known about it.
#[derive(Clone, Serialize, ToSchema)]
pub(crate) struct RecordMove {
    /// The move.
    #[serde(flatten)]
    pub(crate) mv: MoveText,
    /// Part of the opening: nobody thought about it.
    pub(crate) opening: bool,
    /// Time it took.
    pub(crate) seconds: Option<f64>,
    /// What was left on the clock.
    pub(crate) clock: Option<f64>,
    /// What the player thought.
    pub(crate) worth: Option<Worth>,
    /// How deep it looked.
    pub(crate) depth: Option<u32>,
}

/// A line of a log.
#[derive(Clone, Serialize, ToSchema)]
pub(crate) struct LogLine {
    /// Whose.
    pub(crate) side: SideName,
    /// What.
    pub(crate) text: Words,
    /// How the player failed, rather than what it wrote.
    pub(crate) fault: bool,
}

/// A game of the store, or one going on.
#[utoipa::path(get, path = "/api/records/{id}", params(("id" = String, Path)), responses((status = 200, body = RecordView), (status = 404, body = ErrorReply)))]
pub(crate) async fn record(State(hall): State<App>, Path(id): Path<String>) -> Reply<RecordView> {
    blocking(move || RecordView::find(hall.contests.store(), &id)).await
}

/// Which format.
#[derive(Deserialize, IntoParams)]
pub(crate) struct FormatQuery {
    format: String,
}

/// A game of the store in one of the field's formats, or as its own record (`record`).
#[utoipa::path(get, path = "/api/records/{id}/export", params(("id" = String, Path), FormatQuery), responses((status = 200, body = ExportReply), (status = 404, body = ErrorReply)))]
pub(crate) async fn export_record(
    State(hall): State<App>,
    Path(id): Path<String>,
    Query(query): Query<FormatQuery>,
) -> Result<Json<ExportReply>, ApiError> {
    blocking(move || {
        let record = find(hall.contests.store(), &id)?;
        let game = boyi_engine::game(&record.header.game)?;
        let text = match query.format.as_str() {
            "record" => record.write(),
            format => boyi_arena::export::export(game, &record, format)?,
        };
        Ok(ExportReply { text })
    })
    .await
}

/// A finished game, or one going on.
fn find(store: &Store, id: &str) -> Result<GameRecord, ApiError> {
    let (events, _) = store.live().follow(id);
    if let Ok(record) = GameRecord::new(events) {
        return Ok(record);
    }
    let found = store.game(id).map_err(internal)?;
    let (_, record) = found.ok_or_else(|| ApiError::unknown_id("game"))?;
    Ok(record)
}

impl RecordView {
    pub(super) fn find(store: &Store, id: &str) -> Result<Self, ApiError> {
        Self::of(id, &find(store, id)?)
    }

    fn of(id: &str, record: &GameRecord) -> Result<Self, ApiError> {
        let header = &record.header;
        let game = boyi_engine::game(&header.game)?;
        let table = record.replay()?;
        let mut scene = Scene::of(table.as_ref());
        let closing = record.closing();
        if let Some(closing) = closing {
            scene.legal.clear();
            scene.to_act.clear();
            scene.over = Some(Over {
                winner: match closing.outcome.as_deref() {
                    Some("first") => Some(SideName::First),
                    Some("second") => Some(SideName::Second),
                    _ => None,
                },
                reason: Words::new(closing.reason.clone(), closing.reason_zh.clone()),
            });
        }
        let texts = in_words(game, table.record());
        let moves = texts
            .into_iter()
            .zip(record.moves())
            .map(|(text, mv)| RecordMove {
                mv: text,
                opening: mv.opening,
                seconds: mv.seconds,
                clock: mv.clock,
                worth: mv.score.map(|score| Worth::of(game, score, mv.side)),
                depth: mv.depth,
            });
        let log = record.events.iter().filter_map(|event| match event {
            Event::Log { side, text } => Some(LogLine {
                side: (*side).into(),
                text: Words::same(text),
                fault: false,
            }),
            Event::Fault { side, fault } => Some(LogLine {
                side: (*side).into(),
                text: fault.words().into(),
                fault: true,
            }),
            _ => None,
        });
        Ok(Self {
            id: id.to_owned(),
            game: header.game.clone(),
            rules: header.rules.clone(),
            start: header.start.clone(),
            seed: if closing.is_some() { header.seed } else { 0 },
            players: [header.first.clone(), header.second.clone()],
            control: header.control.clone(),
            moves: moves.collect(),
            scene,
            cause: closing.map(|closing| closing.cause.clone()),
            log: log.collect(),
        })
    }
}
