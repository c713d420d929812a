//! One game of the store, or one going on: every move with its clock and evaluation, and the logs.

use axum::Json;
use axum::extract::{Path, Query, State};
use boyi_arena::store::{Filter, Store};
use boyi_arena::{Event, GameRecord, Header};
use boyi_engine::Game;
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

use super::view::GameLine;
use super::{Reply, blocking, internal};
use crate::error::{ApiError, ErrorReply};
use crate::games::Seat;
use crate::hall::App;
use crate::look::{ExportReply, LookReply, MoveText, in_words};
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
    pub(crate) players: [Words; 2],
    /// Whether it is played at the page, where it can be gone on with.
    pub(crate) of_page: bool,
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

/// A game of the store, or one going on, as it stood after so many moves.
#[utoipa::path(get, path = "/api/records/{id}/at/{ply}", params(("id" = String, Path), ("ply" = usize, Path)), responses((status = 200, body = LookReply), (status = 404, body = ErrorReply)))]
pub(crate) async fn record_at(
    State(hall): State<App>,
    Path((id, ply)): Path<(String, usize)>,
) -> Reply<LookReply> {
    blocking(move || {
        let mut record = find(hall.contests.store(), &id)?.game();
        record.moves.truncate(ply);
        let table = boyi_engine::replay(&record)?;
        Ok(LookReply::of(
            boyi_engine::game(&record.game)?,
            table.as_ref(),
        ))
    })
    .await
}

/// Which games.
#[derive(Deserialize, IntoParams)]
pub(crate) struct RecordsQuery {
    /// Only games before this number, for the next page.
    #[serde(default)]
    before: Option<i64>,
}

/// The games of no match or tournament, finished or going on, the latest first, fifty at a time.
#[utoipa::path(get, path = "/api/records", params(RecordsQuery), responses((status = 200, body = Vec<GameLine>)))]
pub(crate) async fn records(
    State(hall): State<App>,
    Query(query): Query<RecordsQuery>,
) -> Reply<Vec<GameLine>> {
    blocking(move || {
        let games = hall.contests.store().games(&Filter {
            alone: true,
            before: query.before,
            limit: Some(50),
            ..Filter::default()
        });
        Ok(games.map_err(internal)?.iter().map(GameLine::of).collect())
    })
    .await
}

/// What to call the players of a record.
fn players(game: &dyn Game, header: &Header) -> [Words; 2] {
    [&header.first, &header.second].map(|name| Seat::named(name).title(game))
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
            scene.close(Over::of(closing));
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
            players: players(game, header),
            of_page: crate::games::is_of_a_page(header),
            control: header.control.clone(),
            moves: moves.collect(),
            scene,
            cause: closing.map(|closing| closing.cause.clone()),
            log: log.collect(),
        })
    }
}
