//! Several servers on one database: what belongs to one of them, and how the others hand requests over.
//!
//! Everything that is kept is in the database, and what happens live goes to all servers. Two things run in
//! one place: a contest in the server that began it, and a game of the page in the server that holds it,
//! with its clock and its engines. Requests for them are handed over to that server; where it has fallen
//! silent another takes the game up.

use std::sync::Arc;
use std::time::Duration;

use axum::Router;
use axum::body::{Body, to_bytes};
use axum::extract::{Request, State};
use axum::http::header::CONTENT_TYPE;
use axum::http::{Method, StatusCode};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use boyi_arena::contest::nats::Relay;
use boyi_arena::store::Store;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use tokio::runtime::Handle;
use tokio::task::JoinHandle;
use tokio::time::timeout;
use tower::ServiceExt;

use crate::MAX_BODY_BYTES;
use crate::error::ApiError;
use crate::games::SEAT_HEADER;
use crate::state::App;

/// How long a game stays with a server that has fallen silent, in seconds.
const HELD: u64 = 15;
/// How long to wait for a look at a game of another server; whoever watches looks again.
const LOOK: Duration = Duration::from_secs(3);
const KEEP: Duration = Duration::from_secs(5);

/// This server among the others of its database.
pub(crate) struct Node {
    name: String,
    store: Store,
    relay: Option<Relay>,
    keeping: JoinHandle<()>,
}

impl Node {
    /// Must be called on a runtime.
    pub(crate) fn open(name: String, store: Store, relay: Option<Relay>) -> Self {
        let (keeper, node) = (store.clone(), name.clone());
        let keeping = tokio::spawn(async move {
            let mut tick = tokio::time::interval(KEEP);
            loop {
                tick.tick().await;
                let (keeper, node) = (keeper.clone(), node.clone());
                // A database that is away is asked again in a moment.
                let _ = tokio::task::spawn_blocking(move || keeper.keep_games(&node, HELD)).await;
            }
        });
        Self {
            name,
            store,
            relay,
            keeping,
        }
    }

    /// Takes a game up in this server, unless another plays it.
    pub(crate) fn hold(&self, game: &str) -> Result<(), ApiError> {
        match self.store.hold_game(game, &self.name, HELD)? {
            None => Ok(()),
            Some(_) => Err(ApiError::conflict(
                "this game is played on another server",
                "这局棋在另一台服务器上进行",
            )),
        }
    }

    /// Whether another server plays a game.
    pub(crate) fn is_elsewhere(&self, game: &str) -> bool {
        let held = self.store.held_elsewhere(game, &self.name);
        held.is_ok_and(|node| node.is_some())
    }

    /// A game that another server plays, as that one sees it. Waits for the answer.
    pub(crate) fn show(&self, game: &str) -> Option<Value> {
        let (relay, path) = (self.relay.as_ref()?, format!("/api/games/{game}"));
        let owner = self.owner(&path)?;
        let request = HandedOver {
            method: Method::GET.to_string(),
            path,
            seat: None,
            body: String::new(),
        };
        let asked = async { timeout(LOOK, request.ask(relay, &owner)).await };
        let Replied { status, body } = Handle::current().block_on(asked).ok()??;
        if status != StatusCode::OK.as_u16() {
            return None;
        }
        serde_json::from_str(&body).ok()
    }

    /// The server that a request belongs to, where that is another.
    fn owner(&self, path: &str) -> Option<String> {
        let mut words = path.strip_prefix("/api/")?.split('/');
        let (kind, id) = (words.next()?, words.next()?);
        match (kind, words.next()) {
            ("games", Some("live")) => None,
            ("games", _) => self.store.held_elsewhere(id, &self.name).ok()?,
            ("contests", Some("stop")) => self.relay.as_ref()?.runs(id),
            _ => None,
        }
    }
}

impl Drop for Node {
    fn drop(&mut self) {
        self.keeping.abort();
        let _ = self.store.release_games(&self.name);
    }
}

/// A request on its way to another server.
#[derive(Serialize, Deserialize)]
struct HandedOver {
    method: String,
    path: String,
    /// The key of a seat that it brings.
    seat: Option<String>,
    body: String,
}

impl HandedOver {
    async fn ask(&self, relay: &Relay, owner: &str) -> Option<Replied> {
        let text = serde_json::to_vec(self).expect("requests are plain data");
        serde_json::from_slice(&relay.ask(owner, text).await?).ok()
    }
}

#[derive(Serialize, Deserialize)]
struct Replied {
    status: u16,
    body: String,
}

/// The middleware that hands requests over.
pub(crate) async fn hand_over(State(state): State<App>, request: Request, next: Next) -> Response {
    let Some(relay) = state.node.as_ref().and_then(|node| node.relay.clone()) else {
        return next.run(request).await;
    };
    let (looked, path) = (Arc::clone(&state), request.uri().path().to_owned());
    let owner = tokio::task::spawn_blocking(move || looked.node.as_ref()?.owner(&path)).await;
    let Some(owner) = owner.ok().flatten() else {
        return next.run(request).await;
    };
    let (head, body) = request.into_parts();
    let Ok(body) = to_bytes(body, MAX_BODY_BYTES).await else {
        return StatusCode::PAYLOAD_TOO_LARGE.into_response();
    };
    let seat = head.headers.get(SEAT_HEADER);
    let handed = HandedOver {
        method: head.method.to_string(),
        path: head.uri.to_string(),
        seat: seat.and_then(|key| key.to_str().ok()).map(str::to_owned),
        body: String::from_utf8_lossy(&body).into_owned(),
    };
    match handed.ask(&relay, &owner).await {
        Some(Replied { status, body }) => {
            let status = StatusCode::from_u16(status).unwrap_or(StatusCode::BAD_GATEWAY);
            (status, [(CONTENT_TYPE, "application/json")], body).into_response()
        }
        None => ApiError::busy(
            "the server that plays this game does not answer: try again in a moment",
            "负责这局棋的服务器没有应答：请稍后再试",
        )
        .into_response(),
    }
}

/// Answers what other servers hand over. They have checked who asks.
pub(crate) fn answer(state: &App, routes: Router<App>) {
    let Some(relay) = state.node.as_ref().and_then(|node| node.relay.clone()) else {
        return;
    };
    let runtime = Handle::current();
    // The server must be able to end while others may still ask.
    let state = Arc::downgrade(state);
    relay.answer(move |request| {
        let (routes, state) = (routes.clone(), state.clone());
        let done = runtime.spawn(async move {
            let routes = routes.with_state(state.upgrade()?);
            run(routes, &request).await
        });
        async move { done.await.ok().flatten().unwrap_or_default() }
    });
}

async fn run(routes: Router, request: &[u8]) -> Option<Vec<u8>> {
    let handed: HandedOver = serde_json::from_slice(request).ok()?;
    let method: Method = handed.method.parse().ok()?;
    let request = Request::builder()
        .method(method)
        .uri(handed.path)
        .header(CONTENT_TYPE, "application/json");
    let request = match handed.seat {
        Some(key) => request.header(SEAT_HEADER, key),
        None => request,
    };
    let request = request.body(Body::from(handed.body)).ok()?;
    let response = routes.oneshot(request).await.ok()?;
    let status = response.status().as_u16();
    let body = to_bytes(response.into_body(), 16 * MAX_BODY_BYTES).await;
    let body = String::from_utf8(body.ok()?.to_vec()).ok()?;
    serde_json::to_vec(&Replied { status, body }).ok()
}
