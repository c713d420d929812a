//! A server without a socket, and one with.

#![allow(dead_code, reason = "not every test uses everything")]

use std::fs;
use std::net::SocketAddr;
use std::sync::Arc;
use std::time::{Duration, Instant};

use axum::Router;
use axum::body::Body;
use axum::http::{HeaderMap, Request, StatusCode};
use boyi_web::{AppState, Options};
use http_body_util::BodyExt;
use serde_json::Value;
use tokio::io::AsyncWriteExt;
use tokio::net::{TcpListener, TcpStream};
use tower::ServiceExt;

pub(crate) struct TestApp(pub(crate) Router);

pub(crate) struct Reply {
    pub(crate) status: StatusCode,
    pub(crate) body: Value,
}

pub(crate) struct FullReply {
    pub(crate) status: StatusCode,
    pub(crate) body: Value,
    headers: HeaderMap,
}

impl FullReply {
    pub(crate) fn headers(&self, name: &str) -> String {
        let value = self.headers.get(name).and_then(|value| value.to_str().ok());
        value.unwrap_or_default().to_owned()
    }
}

pub(crate) fn app_state(options: Options) -> Arc<AppState> {
    AppState::open(options).expect("the state opens")
}

pub(crate) fn post(path: &str, body: String) -> Request<Body> {
    let request = Request::post(path)
        .header("host", "localhost:7878")
        .header("content-type", "application/json");
    request.body(Body::from(body)).expect("a request")
}

impl TestApp {
    pub(crate) fn new() -> Self {
        Self::with(Options::default())
    }

    pub(crate) fn with(options: Options) -> Self {
        Self(boyi_web::router(app_state(options)))
    }

    pub(crate) async fn send(&self, request: Request<Body>) -> FullReply {
        let response = self.0.clone().oneshot(request).await.expect("an answer");
        let (status, headers) = (response.status(), response.headers().clone());
        let bytes = response
            .into_body()
            .collect()
            .await
            .expect("a body")
            .to_bytes();
        let body = serde_json::from_slice(&bytes).unwrap_or(Value::Null);
        FullReply {
            status,
            body,
            headers,
        }
    }

    pub(crate) async fn get(&self, path: &str) -> FullReply {
        let request = Request::get(path).header("host", "localhost:7878");
        self.send(request.body(Body::empty()).expect("a request"))
            .await
    }

    pub(crate) async fn post(&self, path: &str, body: &Value) -> Reply {
        let FullReply { status, body, .. } = self.send(post(path, body.to_string())).await;
        Reply { status, body }
    }
}

/// A server that listens.
pub(crate) struct Server {
    pub(crate) address: SocketAddr,
    pub(crate) app: TestApp,
}

impl Server {
    pub(crate) async fn start(state: Arc<AppState>) -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").await.expect("a free port");
        let address = listener.local_addr().expect("an address");
        let app = TestApp(boyi_web::router(Arc::clone(&state)));
        tokio::spawn(boyi_web::serve(listener, state, std::future::pending()));
        Self { address, app }
    }

    pub(crate) fn socket(&self, path: &str) -> String {
        format!("ws://{}{path}", self.address)
    }
}

/// A request to the same state, past the socket.
pub(crate) async fn ask(server: &Server, method: &str, path: &str, body: &str) -> Value {
    let request = Request::builder()
        .method(method)
        .uri(path)
        .header("host", "localhost")
        .header("content-type", "application/json")
        .body(Body::from(body.to_owned()))
        .expect("a request");
    server.app.send(request).await.body
}

/// Sends a request through a socket; the server closes it after the answer.
pub(crate) async fn post_through_socket(server: &Server, path: &str, body: &Value) -> TcpStream {
    let body = body.to_string();
    let head = format!(
        "POST {path} HTTP/1.1\r\nhost: localhost\r\nconnection: close\r\ncontent-type: application/json\r\ncontent-length: {}\r\n\r\n",
        body.len()
    );
    let mut socket = TcpStream::connect(server.address)
        .await
        .expect("a connection");
    let sent = socket.write_all((head + &body).as_bytes()).await;
    sent.expect("sent");
    socket
}

/// Open files and sockets of this process.
pub(crate) fn descriptors() -> usize {
    fs::read_dir("/proc/self/fd").map_or(0, Iterator::count)
}

/// Threads that think.
pub(crate) fn thinking() -> usize {
    let tasks = fs::read_dir("/proc/self/task")
        .into_iter()
        .flatten()
        .flatten();
    let names = tasks.filter_map(|task| fs::read_to_string(task.path().join("comm")).ok());
    names.filter(|name| name.trim() == "think").count()
}

/// Waits for something that is bound to happen.
pub(crate) async fn until(what: &str, happened: impl Fn() -> bool) {
    let began = Instant::now();
    while !happened() {
        assert!(
            began.elapsed() < Duration::from_secs(60),
            "{what}: not within a minute"
        );
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
}
