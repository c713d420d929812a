//! One game of the store, or one going on: every move with its clock and evaluation, and the logs.

use axum::extract::{Path, Query, State};
use boyi_arena::store::{Filter, Store};
use boyi_arena::{Event, GameRecord, Header};
use boyi_engine::Game;
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

use super::GamesQuery;
use super::view::GameEntry;
use crate::error::{ApiError, ErrorReply};
use crate::evaluation::Evaluation;
use crate::games::PlayerKind;
use crate::http::{Reply, blocking};
use crate::positions::{MoveText, PositionReply, move_texts};
use crate::scene::{GameOver, Scene};
use crate::state::App;
use crate::text::{Localized, SideName, TextReply};

/// A game from its record.
#[derive(Clone, Serialize, ToSchema)]
pub(crate) struct RecordView {
    pub(crate) id: String,
    pub(crate) game: String,
    pub(crate) rules: String,
    pub(crate) start: String,
    pub(crate) seed: u64,
    #[schema(min_items = 2, max_items = 2)]
    pub(crate) players: [Localized; 2],
    /// Whether it is a game of the page, where it can be continued.
    pub(crate) of_page: bool,
    pub(crate) control: String,
    pub(crate) moves: Vec<RecordMove>,
    pub(crate) scene: Scene,
    /// `rules`, `referee`, `fault` or `stopped`, once it is over.
    pub(crate) cause: Option<String>,
    pub(crate) log: Vec<LogLine>,
}

/// A move with what is known about it.
#[derive(Clone, Serialize, ToSchema)]
pub(crate) struct RecordMove {
    #[serde(flatten)]
    pub(crate) mv: MoveText,
    /// Part of the opening, not chosen by a player.
    pub(crate) opening: bool,
    pub(crate) seconds: Option<f64>,
    pub(crate) clock: Option<f64>,
    pub(crate) worth: Option<Evaluation>,
    pub(crate) depth: Option<u32>,
}

#[derive(Clone, Serialize, ToSchema)]
pub(crate) struct LogLine {
    pub(crate) side: SideName,
    pub(crate) text: Localized,
    /// How the player failed, rather than what it wrote.
    pub(crate) fault: bool,
}

/// A game of the store, or one going on.
#[utoipa::path(get, path = "/api/records/{id}", params(("id" = String, Path)), responses((status = 200, body = RecordView), (status = 404, body = ErrorReply)))]
pub(crate) async fn record(State(state): State<App>, Path(id): Path<String>) -> Reply<RecordView> {
    blocking(move || RecordView::find(state.contests.store(), &id)).await
}

/// A game of the store, or one going on, as it stood after so many moves.
#[utoipa::path(get, path = "/api/records/{id}/at/{ply}", params(("id" = String, Path), ("ply" = usize, Path)), responses((status = 200, body = PositionReply), (status = 404, body = ErrorReply)))]
pub(crate) async fn record_at(
    State(state): State<App>,
    Path((id, ply)): Path<(String, usize)>,
) -> Reply<PositionReply> {
    blocking(move || {
        let record = find(state.contests.store(), &id)?.game();
        PositionReply::after(record, ply)
    })
    .await
}

/// The games of no match or tournament, finished or going on, the latest first, fifty at a time.
#[utoipa::path(get, path = "/api/records", params(GamesQuery), responses((status = 200, body = Vec<GameEntry>)))]
pub(crate) async fn records(
    State(state): State<App>,
    Query(query): Query<GamesQuery>,
) -> Reply<Vec<GameEntry>> {
    blocking(move || {
        let games = state.contests.store().games(&Filter {
            alone: true,
            before: query.before,
            limit: Some(50),
            ..Filter::default()
        });
        Ok(games?.iter().map(GameEntry::of).collect())
    })
    .await
}

/// What to call the players of a record.
fn players(game: &dyn Game, header: &Header) -> [Localized; 2] {
    [&header.first, &header.second].map(|name| PlayerKind::named(name).title(game))
}

#[derive(Deserialize, IntoParams)]
pub(crate) struct FormatQuery {
    format: String,
}

/// A game of the store in one of the field's formats, or as its own record (`record`).
#[utoipa::path(get, path = "/api/records/{id}/export", params(("id" = String, Path), FormatQuery), responses((status = 200, body = TextReply), (status = 404, body = ErrorReply)))]
pub(crate) async fn export_record(
    State(state): State<App>,
    Path(id): Path<String>,
    Query(query): Query<FormatQuery>,
) -> Reply<TextReply> {
    blocking(move || {
        let record = find(state.contests.store(), &id)?;
        let game = boyi_engine::game(&record.header.game)?;
        let text = match query.format.as_str() {
            "record" => record.write(),
            format => boyi_arena::export::export(game, &record, format)?,
        };
        Ok(TextReply { text })
    })
    .await
}

/// A finished game, or one going on.
fn find(store: &Store, id: &str) -> Result<GameRecord, ApiError> {
    let (events, _) = store.live().follow(id);
    if let Ok(record) = GameRecord::new(events) {
        return Ok(record);
    }
    let found = store.game(id)?;
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
            scene.close(GameOver::of(closing));
        }
        let texts = move_texts(game, table.record());
        let moves = texts
            .into_iter()
            .zip(record.moves())
            .map(|(text, mv)| RecordMove {
                mv: text,
                opening: mv.opening,
                seconds: mv.seconds,
                clock: mv.clock,
                worth: mv.score.map(|score| Evaluation::of(game, score, mv.side)),
                depth: mv.depth,
            });
        let log = record.events.iter().filter_map(|event| match event {
            Event::Log { side, text } => Some(LogLine {
                side: (*side).into(),
                text: Localized::same(text),
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
            of_page: crate::games::is_page_game(header),
            control: header.control.clone(),
            moves: moves.collect(),
            scene,
            cause: closing.map(|closing| closing.cause.clone()),
            log: log.collect(),
        })
    }
}
