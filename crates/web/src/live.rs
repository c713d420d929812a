//! Streams to the page over `WebSockets`: counted, so that a thousand of them do no harm, and given up
//! when nobody answers any more.

use std::sync::Arc;
use std::time::Duration;

use axum::extract::ws::{Message, WebSocket};
use serde::Serialize;
use tokio::sync::{OwnedSemaphorePermit, Semaphore};
use tokio::time::{Instant, interval};

use crate::error::ApiError;
use crate::games::Session;

/// How many streams there may be at once.
const MOST_STREAMS: usize = 256;

/// How often the other end is asked whether it is there, and how long it may be silent.
const HEARTBEAT: Duration = Duration::from_secs(10);
const SILENCE: Duration = Duration::from_secs(35);
/// How long the other end may take to say goodbye.
const FAREWELL: Duration = Duration::from_secs(5);

/// The places for streams.
pub(crate) struct Streams(Arc<Semaphore>);

/// A place taken by a stream; dropping it frees it.
pub(crate) struct Place(#[expect(dead_code, reason = "held, not read")] OwnedSemaphorePermit);

impl Default for Streams {
    fn default() -> Self {
        Self(Arc::new(Semaphore::new(MOST_STREAMS)))
    }
}

impl Streams {
    /// A place, or the answer that there is none.
    pub(crate) fn enter(&self) -> Result<Place, ApiError> {
        let permit = Arc::clone(&self.0).try_acquire_owned();
        let busy = |_| ApiError::busy("too many streams are open", "打开的实时连接太多");
        permit.map(Place).map_err(busy)
    }
}

/// A socket with a heartbeat.
pub(crate) struct Line {
    socket: WebSocket,
    beat: tokio::time::Interval,
    heard: Instant,
}

/// What came in.
pub(crate) enum Heard {
    /// A text.
    Text(String),
    /// Nothing to act on, but the line is alive.
    Alive,
    /// The other end is gone.
    Gone,
}

impl Line {
    pub(crate) fn new(socket: WebSocket) -> Self {
        Self {
            socket,
            beat: interval(HEARTBEAT),
            heard: Instant::now(),
        }
    }

    /// Sends an object; `false` when the other end is gone.
    pub(crate) async fn send(&mut self, object: &impl Serialize) -> bool {
        let Ok(text) = serde_json::to_string(object) else {
            return false;
        };
        // A reader that takes nothing for so long is as good as gone.
        let sent = tokio::time::timeout(SILENCE, self.socket.send(Message::text(text)));
        matches!(sent.await, Ok(Ok(())))
    }

    /// Waits for the next message, asking now and then whether anybody is there. Can be dropped
    /// while it waits.
    pub(crate) async fn hear(&mut self) -> Heard {
        tokio::select! {
            message = self.socket.recv() => {
                self.heard = Instant::now();
                match message {
                    Some(Ok(Message::Text(text))) => Heard::Text(text.to_string()),
                    Some(Ok(Message::Close(_)) | Err(_)) | None => Heard::Gone,
                    Some(Ok(_)) => Heard::Alive,
                }
            }
            _ = self.beat.tick() => {
                if self.heard.elapsed() > SILENCE {
                    return Heard::Gone;
                }
                match self.socket.send(Message::Ping(Vec::new().into())).await {
                    Ok(()) => Heard::Alive,
                    Err(_) => Heard::Gone,
                }
            }
        }
    }

    /// Ends the conversation when all is said. Waits until the other end has read everything: a socket
    /// that is shut with an answer to a heartbeat unread takes with it what is still on its way.
    pub(crate) async fn part(mut self) {
        let goodbye = async {
            if self.socket.send(Message::Close(None)).await.is_ok() {
                while let Some(Ok(_)) = self.socket.recv().await {}
            }
        };
        // Whoever does not answer is left.
        let _ = tokio::time::timeout(FAREWELL, goodbye).await;
    }
}

/// Sends a game's state at once and after every change.
pub(crate) async fn follow(socket: WebSocket, place: Place, session: Session) {
    let mut changes = session.changes();
    let mut line = Line::new(socket);
    changes.mark_changed();
    loop {
        tokio::select! {
            change = changes.changed() => {
                if change.is_err() || !line.send(&session.state()).await {
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
