//! Connections from outside: accepted whatever happens, dropped when they say nothing, ended in order.

use std::io;
use std::net::SocketAddr;
use std::pin::{Pin, pin};
use std::sync::Arc;
use std::task::{Context, Poll, ready};
use std::time::Duration;

use axum::Router;
use axum::body::{Body, Bytes};
use axum::http::{Request, StatusCode};
use hyper::body::{Body as HttpBody, Frame, Incoming, SizeHint};
use hyper::server::conn::http1;
use hyper_util::rt::{TokioIo, TokioTimer};
use serde_json::json;
use tokio::net::{TcpListener, TcpStream};
use tokio::time::{Instant, Sleep, sleep, timeout};
use tower::ServiceExt;

use crate::connections::Connection;
use crate::state::{App, AppState, ended};

/// Within this time a request's head must have come, the next one on the same connection too.
const HEAD_TIMEOUT: Duration = Duration::from_secs(10);
/// Within this time the next part of a request's body must have come, and within the other all of it.
const BODY_PART_TIMEOUT: Duration = Duration::from_secs(10);
const BODY_TIMEOUT: Duration = Duration::from_secs(120);
/// A head longer than this is refused.
const MAX_HEAD_BYTES: usize = 16 << 10;
/// The system gives a connection up whose other end takes nothing for so long.
#[cfg(target_os = "linux")]
const WRITE_TIMEOUT: Duration = Duration::from_secs(40);
/// What may lie in the system unsent; more stays here, where newer states replace older ones.
#[cfg(target_os = "linux")]
const UNSENT_BYTES: u32 = 64 << 10;
/// How long to wait where the system has no room for another connection.
const ACCEPT_RETRY: Duration = Duration::from_millis(50);
/// How long requests and streams may take to end with the server.
const END_TIMEOUT: Duration = Duration::from_secs(5);

/// Who a request comes from, as far as the connection tells.
#[derive(Clone, Copy)]
pub(crate) struct Peer(pub(crate) SocketAddr);

/// Serves until `end` resolves, then tells the streams and waits for the answers under way.
pub async fn serve(
    listener: TcpListener,
    state: Arc<AppState>,
    end: impl Future<Output = ()> + Send + 'static,
) -> io::Result<()> {
    let router = crate::router(Arc::clone(&state));
    let mut end = pin!(end);
    loop {
        let accepted = tokio::select! {
            () = &mut end => break,
            accepted = listener.accept() => accepted,
        };
        match accepted {
            Ok((stream, peer)) => admit(stream, peer, &state, &router),
            Err(error) => {
                state.metrics.accept_errors.add(1);
                // A client that is gone before it was let in is no trouble. Otherwise the system is out
                // of files or memory, and an idle connection gives back what it has.
                if !is_of_client(&error) {
                    let room = state.connections.make_room();
                    let why = error.to_string();
                    state
                        .log
                        .event("accept", json!({ "error": why, "room": room }));
                    sleep(ACCEPT_RETRY).await;
                }
            }
        }
    }
    drop(listener);
    state.end();
    let done = async {
        while state.connections.open() > 0 {
            sleep(Duration::from_millis(10)).await;
        }
    };
    let all = timeout(END_TIMEOUT, done).await.is_ok();
    let left = state.connections.open();
    state
        .log
        .event("end", json!({ "all_told": all, "left": left }));
    Ok(())
}

fn is_of_client(error: &io::Error) -> bool {
    matches!(
        error.kind(),
        io::ErrorKind::ConnectionAborted
            | io::ErrorKind::ConnectionReset
            | io::ErrorKind::ConnectionRefused
            | io::ErrorKind::Interrupted
    )
}

fn admit(stream: TcpStream, peer: SocketAddr, state: &App, router: &Router) {
    let is_proxy = state.access.is_trusted_proxy(peer.ip());
    let Some(connection) = state.connections.admit(peer.ip().into(), is_proxy) else {
        return;
    };
    // Where the system knows less of this, it uses its own times and sizes.
    let socket = socket2::SockRef::from(&stream);
    let _ = socket.set_tcp_nodelay(true);
    #[cfg(target_os = "linux")]
    {
        let _ = socket.set_tcp_user_timeout(Some(WRITE_TIMEOUT));
        let _ = socket.set_tcp_notsent_lowat(UNSENT_BYTES);
    }
    let (state, router) = (Arc::clone(state), router.clone());
    tokio::spawn(answer(stream, peer, connection, state, router));
}

/// Answers the requests of one connection.
async fn answer(
    stream: TcpStream,
    peer: SocketAddr,
    connection: Arc<Connection>,
    state: App,
    router: Router,
) {
    let mut ending = state.ending.subscribe();
    let own = Arc::clone(&connection);
    let service = hyper::service::service_fn(move |request: Request<Incoming>| {
        let (router, connection) = (router.clone(), Arc::clone(&own));
        async move {
            let mut request = request.map(|body| Body::new(TimedBody::new(body)));
            request.extensions_mut().insert(Peer(peer));
            request.extensions_mut().insert(Arc::clone(&connection));
            connection.begin_request();
            let response = router.oneshot(request).await;
            let is_stream = response
                .as_ref()
                .is_ok_and(|response| response.status() == StatusCode::SWITCHING_PROTOCOLS);
            if !is_stream {
                connection.end_request();
            }
            response
        }
    });
    let mut http = http1::Builder::new();
    http.timer(TokioTimer::new())
        .header_read_timeout(HEAD_TIMEOUT)
        .max_buf_size(MAX_HEAD_BYTES);
    let serving = http.serve_connection(TokioIo::new(stream), service);
    let mut serving = pin!(serving.with_upgrades());
    tokio::select! {
        // Whatever goes wrong ends this connection and no other.
        _ = &mut serving => {}
        () = connection.evicted() => {}
        () = ended(&mut ending) => {
            serving.as_mut().graceful_shutdown();
            let _ = timeout(END_TIMEOUT, serving).await;
        }
    }
}

/// A request's body that must keep coming.
struct TimedBody {
    body: Incoming,
    part: Pin<Box<Sleep>>,
    end: Instant,
}

impl TimedBody {
    fn new(body: Incoming) -> Self {
        Self {
            body,
            part: Box::pin(sleep(BODY_PART_TIMEOUT)),
            end: Instant::now() + BODY_TIMEOUT,
        }
    }
}

impl HttpBody for TimedBody {
    type Data = Bytes;
    type Error = axum::BoxError;

    fn poll_frame(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
    ) -> Poll<Option<Result<Frame<Bytes>, Self::Error>>> {
        if let Poll::Ready(frame) = Pin::new(&mut self.body).poll_frame(context) {
            let next = (Instant::now() + BODY_PART_TIMEOUT).min(self.end);
            self.part.as_mut().reset(next);
            return Poll::Ready(frame.map(|frame| frame.map_err(Into::into)));
        }
        ready!(self.part.as_mut().poll(context));
        let late = io::Error::new(io::ErrorKind::TimedOut, "the body does not come");
        Poll::Ready(Some(Err(late.into())))
    }

    fn is_end_stream(&self) -> bool {
        self.body.is_end_stream()
    }

    fn size_hint(&self) -> SizeHint {
        self.body.size_hint()
    }
}
