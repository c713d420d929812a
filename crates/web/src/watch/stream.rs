//! Live streams of a contest or a game. Updates are limited to what a screen can show, so that the
//! stream of a fast game never falls behind.

use std::time::Duration;

use axum::extract::{Query, State, WebSocketUpgrade};
use axum::response::Response;
use boyi_arena::live::Notice;
use serde::{Deserialize, Serialize};
use tokio::sync::broadcast::error::RecvError;
use tokio::time::{MissedTickBehavior, interval};
use utoipa::ToSchema;

use super::record::RecordView;
use super::view::ContestView;
use crate::error::ApiError;
use crate::socket::{self, Socket};
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

/// The stream of a contest (`?contest=ID`) or a game (`?game=ID`).
pub(crate) async fn live(
    State(state): State<App>,
    Query(query): Query<WatchQuery>,
    upgrade: WebSocketUpgrade,
) -> Result<Response, ApiError> {
    if query.contest.is_none() && query.game.is_none() {
        return Err(ApiError::invalid("watch", &"say contest= or game="));
    }
    socket::upgrade(state, upgrade, |socket, state| follow(socket, state, query))
}

async fn follow(mut socket: Socket, state: App, query: WatchQuery) {
    let mut notices = state.contests.store().live().subscribe();
    let pace = if query.game.is_some() {
        GAME_INTERVAL
    } else {
        CONTEST_INTERVAL
    };
    let mut tick = interval(pace);
    tick.set_missed_tick_behavior(MissedTickBehavior::Delay);
    let mut stale = true;
    let prefix = query.contest.as_ref().map(|id| format!("{id}."));
    loop {
        tokio::select! {
            notice = notices.recv() => match notice {
                Ok(Notice::Game { id, .. }) => {
                    stale |= query.game.as_deref() == Some(&*id)
                        || prefix.as_ref().is_some_and(|prefix| id.starts_with(prefix));
                }
                Ok(Notice::Contest { id }) => stale |= query.contest.as_deref() == Some(&*id),
                // Notices were lost: look again.
                Err(RecvError::Lagged(_)) => stale = true,
                Err(RecvError::Closed) => break,
            },
            _ = tick.tick(), if stale => {
                stale = false;
                let (state, query) = (state.clone(), query.clone());
                let seen = tokio::task::spawn_blocking(move || look(&state, &query)).await;
                // A contest or game that does not exist yet may be created later.
                if let Ok(Ok(news)) = seen && !socket.send(&news).await {
                    break;
                }
            }
            () = socket.closed() => break,
        }
    }
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
