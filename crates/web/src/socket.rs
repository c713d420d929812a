//! `WebSockets` to the page: limited in number, in all and by client, and in what they take; closed when
//! the other end is silent for too long or the server ends.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use axum::extract::ws::rejection::WebSocketUpgradeRejection;
use axum::extract::ws::{CloseFrame, Message, Utf8Bytes, WebSocket, close_code};
use axum::extract::{FromRequestParts, WebSocketUpgrade};
use axum::http::request::Parts;
use axum::response::Response;
use serde::Serialize;
use tokio::sync::watch;
use tokio::time::{Instant, Interval, interval_at};

use crate::client::Client;
use crate::connections::Connection;
use crate::error::ApiError;
use crate::metrics::Metrics;
use crate::state::{App, ended};

const PING_INTERVAL: Duration = Duration::from_secs(15);
/// How long the other end may send nothing, not even the answer to a ping, and how long it may take
/// nothing of what is sent.
const TIMEOUT: Duration = Duration::from_secs(40);
/// More pings and pongs than this between two pings of ours come from nobody's browser. Each ping is answered,
/// and answers that nobody reads are kept.
const MAX_CONTROL: u32 = 64;
const CLOSE_TIMEOUT: Duration = Duration::from_secs(5);
/// Memory of a stream before it has said anything.
const BUFFER: usize = 1 << 10;

/// The open streams of every client.
pub(crate) struct Streams(Arc<Shared>);

struct Shared {
    limit: usize,
    limit_each: usize,
    open: Mutex<HashMap<Client, usize>>,
}

/// Counts a stream until it is dropped.
struct Permit {
    streams: Arc<Shared>,
    client: Client,
}

impl Streams {
    pub(crate) fn new(limit: usize, limit_each: usize) -> Self {
        Self(Arc::new(Shared {
            limit,
            limit_each,
            open: Mutex::default(),
        }))
    }

    pub(crate) fn open(&self) -> usize {
        self.0.lock().values().sum()
    }

    fn permit(&self, client: Client) -> Option<Permit> {
        let mut open = self.0.lock();
        if open.values().sum::<usize>() >= self.0.limit {
            return None;
        }
        let own = open.entry(client).or_default();
        if *own >= self.0.limit_each {
            return None;
        }
        *own += 1;
        let streams = Arc::clone(&self.0);
        Some(Permit { streams, client })
    }
}

impl Shared {
    fn lock(&self) -> MutexGuard<'_, HashMap<Client, usize>> {
        self.open.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Drop for Permit {
    fn drop(&mut self) {
        let mut open = self.streams.lock();
        if let Some(own) = open.get_mut(&self.client) {
            *own -= 1;
            if *own == 0 {
                open.remove(&self.client);
            }
        }
    }
}

/// The request for a stream, with the one who sent it.
pub(crate) struct StreamRequest {
    upgrade: WebSocketUpgrade,
    client: Client,
    connection: Option<Arc<Connection>>,
}

impl<S: Send + Sync> FromRequestParts<S> for StreamRequest {
    type Rejection = WebSocketUpgradeRejection;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Self, Self::Rejection> {
        Ok(Self {
            client: Client::current().unwrap_or_default(),
            connection: parts.extensions.get().cloned(),
            upgrade: WebSocketUpgrade::from_request_parts(parts, state).await?,
        })
    }
}

impl StreamRequest {
    /// Opens the stream, which `serve` talks to; refused where too many are open. A message longer than
    /// `longest` closes it.
    pub(crate) fn open<F: Future<Output = ()> + Send + 'static>(
        self,
        state: App,
        longest: usize,
        serve: impl FnOnce(Socket, App) -> F + Send + 'static,
    ) -> Result<Response, ApiError> {
        let Some(permit) = state.streams.permit(self.client) else {
            state.metrics.refused_streams.add(1);
            return Err(ApiError::busy(
                "too many streams are open",
                "打开的实时连接太多",
            ));
        };
        // Room for a message is made when its length is known, so the length is limited first.
        let upgrade = self
            .upgrade
            .max_message_size(longest)
            .max_frame_size(longest)
            .read_buffer_size(BUFFER)
            .write_buffer_size(0);
        let Self {
            client, connection, ..
        } = self;
        Ok(upgrade.on_upgrade(move |inner| {
            let socket = Socket {
                inner,
                client,
                ping: interval_at(Instant::now() + PING_INTERVAL, PING_INTERVAL),
                heard: Instant::now(),
                control: 0,
                ending: state.ending.subscribe(),
                metrics: Arc::clone(&state.metrics),
                _permit: permit,
                _connection: connection,
            };
            client.scope(serve(socket, state))
        }))
    }
}

/// A socket that pings the other end.
pub(crate) struct Socket {
    inner: WebSocket,
    pub(crate) client: Client,
    ping: Interval,
    heard: Instant,
    /// Pings and pongs of the other end since our last ping.
    control: u32,
    ending: watch::Receiver<bool>,
    metrics: Arc<Metrics>,
    _permit: Permit,
    _connection: Option<Arc<Connection>>,
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
        match serde_json::to_string(object) {
            Ok(text) => self.send_text(text.into()).await,
            Err(_) => false,
        }
    }

    /// Sends a text that others may be sent too; `false` when the other end is gone.
    pub(crate) async fn send_text(&mut self, text: Utf8Bytes) -> bool {
        // A reader that takes nothing for so long counts as gone.
        let sent = tokio::time::timeout(TIMEOUT, self.inner.send(Message::Text(text)));
        match sent.await {
            Ok(sent) => sent.is_ok(),
            Err(_) => {
                self.metrics.stalled_streams.add(1);
                false
            }
        }
    }

    /// Waits for the next message, with pings in between. Can be dropped while it waits.
    pub(crate) async fn recv(&mut self) -> Incoming {
        tokio::select! {
            message = self.inner.recv() => {
                self.heard = Instant::now();
                match message {
                    Some(Ok(Message::Text(text))) => Incoming::Text(text.to_string()),
                    Some(Ok(Message::Close(_)) | Err(_)) | None => Incoming::Closed,
                    Some(Ok(_)) => {
                        self.control += 1;
                        if self.control > MAX_CONTROL { Incoming::Closed } else { Incoming::Other }
                    }
                }
            }
            _ = self.ping.tick() => {
                self.control = 0;
                if self.heard.elapsed() > TIMEOUT {
                    return Incoming::Closed;
                }
                let ping = self.inner.send(Message::Ping(Vec::new().into()));
                match tokio::time::timeout(TIMEOUT, ping).await {
                    Ok(Ok(())) => Incoming::Other,
                    _ => Incoming::Closed,
                }
            }
            () = ended(&mut self.ending) => {
                let goodbye = Message::Close(Some(CloseFrame {
                    code: close_code::AWAY,
                    reason: "the server is ending".into(),
                }));
                let _ = tokio::time::timeout(CLOSE_TIMEOUT, self.inner.send(goodbye)).await;
                Incoming::Closed
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
