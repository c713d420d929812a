//! `WebSockets` to the page: limited in number, and closed when the other end is silent for too long.

use std::sync::Arc;
use std::time::Duration;

use axum::extract::WebSocketUpgrade;
use axum::extract::ws::{Message, WebSocket};
use axum::response::Response;
use serde::Serialize;
use tokio::sync::{OwnedSemaphorePermit, Semaphore};
use tokio::time::{Instant, Interval, interval};

use crate::error::ApiError;
use crate::games::Session;
use crate::state::App;

const MAX_SOCKETS: usize = 256;
const PING_INTERVAL: Duration = Duration::from_secs(10);
/// How long the other end may send nothing, not even the answer to a ping.
const TIMEOUT: Duration = Duration::from_secs(35);
const CLOSE_TIMEOUT: Duration = Duration::from_secs(5);

/// Counts the open sockets.
pub(crate) struct SocketLimit(Arc<Semaphore>);

impl Default for SocketLimit {
    fn default() -> Self {
        Self(Arc::new(Semaphore::new(MAX_SOCKETS)))
    }
}

/// Turns a request into a socket that `serve` talks to; refused where too many are open.
pub(crate) fn upgrade<F: Future<Output = ()> + Send + 'static>(
    state: App,
    upgrade: WebSocketUpgrade,
    serve: impl FnOnce(Socket, App) -> F + Send + 'static,
) -> Result<Response, ApiError> {
    let permit = Arc::clone(&state.sockets.0).try_acquire_owned();
    let busy = |_| ApiError::busy("too many streams are open", "打开的实时连接太多");
    let permit = permit.map_err(busy)?;
    let upgrade = upgrade.max_message_size(crate::MAX_BODY_BYTES);
    Ok(upgrade.on_upgrade(move |inner| {
        let socket = Socket {
            inner,
            ping: interval(PING_INTERVAL),
            heard: Instant::now(),
            _permit: permit,
        };
        serve(socket, state)
    }))
}

/// A socket that pings the other end.
pub(crate) struct Socket {
    inner: WebSocket,
    ping: Interval,
    heard: Instant,
    _permit: OwnedSemaphorePermit,
}

pub(crate) enum Incoming {
    Text(String),
    /// Nothing to act on.
    Other,
    Closed,
}

impl Socket {
    /// Sends an object; `false` when the other end is gone.
    pub(crate) async fn send(&mut self, object: &impl Serialize) -> bool {
        let Ok(text) = serde_json::to_string(object) else {
            return false;
        };
        // A reader that takes nothing for so long counts as gone.
        let sent = tokio::time::timeout(TIMEOUT, self.inner.send(Message::text(text)));
        matches!(sent.await, Ok(Ok(())))
    }

    /// Waits for the next message, with pings in between. Can be dropped while it waits.
    pub(crate) async fn recv(&mut self) -> Incoming {
        tokio::select! {
            message = self.inner.recv() => {
                self.heard = Instant::now();
                match message {
                    Some(Ok(Message::Text(text))) => Incoming::Text(text.to_string()),
                    Some(Ok(Message::Close(_)) | Err(_)) | None => Incoming::Closed,
                    Some(Ok(_)) => Incoming::Other,
                }
            }
            _ = self.ping.tick() => {
                if self.heard.elapsed() > TIMEOUT {
                    return Incoming::Closed;
                }
                match self.inner.send(Message::Ping(Vec::new().into())).await {
                    Ok(()) => Incoming::Other,
                    Err(_) => Incoming::Closed,
                }
            }
        }
    }

    /// Waits until the other end is gone, whatever it says before.
    pub(crate) async fn closed(&mut self) {
        while !matches!(self.recv().await, Incoming::Closed) {}
    }

    /// Closes the socket once the other end has read everything: a socket that is shut with an answer
    /// to a ping unread takes with it what is still on its way.
    pub(crate) async fn close(mut self) {
        let goodbye = async {
            if self.inner.send(Message::Close(None)).await.is_ok() {
                while let Some(Ok(_)) = self.inner.recv().await {}
            }
        };
        // A client that does not answer is dropped.
        let _ = tokio::time::timeout(CLOSE_TIMEOUT, goodbye).await;
    }
}

/// Sends a game's state at once and after every change.
pub(crate) async fn follow(mut socket: Socket, session: Session) {
    let mut changes = session.changes();
    changes.mark_changed();
    loop {
        tokio::select! {
            change = changes.changed() => {
                if change.is_err() || !socket.send(&session.state()).await {
                    break;
                }
            }
            () = socket.closed() => break,
        }
    }
}
