//! Live streams of a contest or a game. Updates are limited to what a screen can show, so that the
//! stream of a fast game never falls behind.

use std::sync::Arc;
use std::time::Duration;

use axum::extract::{Query, State};
use axum::response::Response;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::record::RecordView;
use super::view::ContestView;
use crate::error::ApiError;
use crate::feed::{self, Source};
use crate::socket::StreamRequest;
use crate::state::App;

/// What to watch: one of them.
#[derive(Clone, Deserialize)]
pub(crate) struct WatchQuery {
    contest: Option<String>,
    game: Option<String>,
}

/// What has changed.
#[derive(Serialize, ToSchema)]
#[serde(tag = "kind", rename_all = "lowercase")]
pub(crate) enum WatchEvent {
    Contest { contest: Box<ContestView> },
    Game { game: Box<RecordView> },
}

/// A contest with all its boards is drawn less often than a single game.
const CONTEST_INTERVAL: Duration = Duration::from_millis(200);
const GAME_INTERVAL: Duration = Duration::from_millis(30);

/// Nobody says anything on these streams.
const LONGEST_MESSAGE: usize = 4 << 10;

/// The stream of a contest (`?contest=ID`) or a game (`?game=ID`): a `WatchEvent` at once, then what has
/// changed (`delta.rs`).
pub(crate) async fn live(
    State(state): State<App>,
    Query(query): Query<WatchQuery>,
    request: StreamRequest,
) -> Result<Response, ApiError> {
    let pace = match (&query.contest, &query.game) {
        (_, Some(_)) => GAME_INTERVAL,
        (Some(_), None) => CONTEST_INTERVAL,
        (None, None) => return Err(ApiError::invalid("watch", &"say contest= or game=")),
    };
    request.open(state, LONGEST_MESSAGE, move |socket, state| async move {
        let WatchQuery { contest, game } = query.clone();
        let name = match &game {
            Some(id) => format!("game {id}"),
            None => format!("contest {}", contest.as_deref().unwrap_or_default()),
        };
        let source = || Source::Store {
            notices: state.contests.store().live().subscribe(),
            contest: contest.filter(|_| game.is_none()),
            game,
        };
        let seen = Arc::clone(&state);
        // A contest or game that does not exist yet may be created later.
        let render = move || serde_json::to_value(look(&seen, &query).ok()?).ok();
        let frames = state.feeds.watch(name, pace, source, render);
        feed::follow(socket, frames, Arc::clone(&state.metrics)).await;
    })
}

fn look(state: &App, query: &WatchQuery) -> Result<WatchEvent, ApiError> {
    if let Some(id) = &query.game {
        let game = RecordView::find(state.contests.store(), id)?;
        return Ok(WatchEvent::Game {
            game: Box::new(game),
        });
    }
    let id = query.contest.as_deref().unwrap_or_default();
    let contest = Box::new(state.contests.view(id)?);
    Ok(WatchEvent::Contest { contest })
}
