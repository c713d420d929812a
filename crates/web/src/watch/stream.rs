//! What is watched, as it happens: a contest or a game, drawn anew as often as a screen can show it and
//! no oftener, so that a fast game never falls behind.

use std::time::Duration;

use axum::extract::ws::WebSocket;
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
use crate::hall::App;
use crate::live::{Heard, Line, Place};

/// What to watch: one of them.
#[derive(Clone, Deserialize)]
pub(crate) struct WatchQuery {
    #[serde(default)]
    contest: Option<String>,
    #[serde(default)]
    game: Option<String>,
}

/// What has changed.
#[derive(Serialize, ToSchema)]
#[serde(tag = "kind", rename_all = "lowercase")]
pub(crate) enum WatchNews {
    /// A contest.
    Contest {
        /// As it stands.
        contest: Box<ContestView>,
    },
    /// A game.
    Game {
        /// As it stands.
        game: Box<RecordView>,
    },
}

/// A contest with all its boards is drawn less often than a single game.
const CONTEST_PACE: Duration = Duration::from_millis(200);
const GAME_PACE: Duration = Duration::from_millis(30);

/// The stream of a contest (`?contest=ID`) or a game (`?game=ID`).
pub(crate) async fn live(
    State(hall): State<App>,
    Query(query): Query<WatchQuery>,
    upgrade: WebSocketUpgrade,
) -> Result<Response, ApiError> {
    if query.contest.is_none() && query.game.is_none() {
        return Err(ApiError::unfit("watch", &"say contest= or game="));
    }
    let place = hall.streams.enter()?;
    Ok(upgrade.on_upgrade(move |socket| follow(socket, place, hall, query)))
}

async fn follow(socket: WebSocket, place: Place, hall: App, query: WatchQuery) {
    let mut line = Line::new(socket);
    let mut notices = hall.contests.store().live().subscribe();
    let pace = if query.game.is_some() {
        GAME_PACE
    } else {
        CONTEST_PACE
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
                // Too much happened to hear all of it: look again.
                Err(RecvError::Lagged(_)) => stale = true,
                Err(RecvError::Closed) => break,
            },
            _ = tick.tick(), if stale => {
                stale = false;
                let (hall, query) = (hall.clone(), query.clone());
                let seen = tokio::task::spawn_blocking(move || look(&hall, &query)).await;
                // What is not there yet may come.
                if let Ok(Ok(news)) = seen && !line.send(&news).await {
                    break;
                }
            }
            heard = line.hear() => {
                if matches!(heard, Heard::Gone) {
                    break;
                }
            }
        }
    }
    drop(place);
}

fn look(hall: &App, query: &WatchQuery) -> Result<WatchNews, ApiError> {
    if let Some(id) = &query.game {
        let game = RecordView::find(hall.contests.store(), id)?;
        return Ok(WatchNews::Game {
            game: Box::new(game),
        });
    }
    let id = query.contest.as_deref().unwrap_or_default();
    let contest = Box::new(hall.contests.view(id)?);
    Ok(WatchNews::Contest { contest })
}
