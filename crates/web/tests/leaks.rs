//! Everything a hostile client can do, again and again: threads, open files and memory return to their
//! level. Alone in its file: it looks at the whole process.

mod common;

use std::fs;
use std::time::Duration;

use axum::http::StatusCode;
use common::{Server, app_state, ask, descriptors, until};
use futures_util::SinkExt;
use serde_json::{Value, json};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;
use tokio_tungstenite::tungstenite::Message;

/// Rounds before the level is taken, so that pools and caches are filled, and after it.
const BEFORE: usize = 2;
const AFTER: usize = 4;

/// What the allocator may keep back between two looks. A round passes a hundred times as much through
/// the server, and every round would add what it leaks.
const SLACK: usize = 24 << 20;

/// The C library's allocator gives large pieces back at once when told so before the program starts,
/// and keeps them for later otherwise: what is held is then what is used.
const GIVE_BACK: [(&str, &str); 3] = [
    ("MALLOC_ARENA_MAX", "2"),
    ("MALLOC_MMAP_THRESHOLD_", "131072"),
    ("MALLOC_TRIM_THRESHOLD_", "131072"),
];

#[test]
fn threads_files_and_memory_return_to_their_level() {
    if GIVE_BACK
        .iter()
        .all(|(name, _)| std::env::var_os(name).is_some())
    {
        return in_a_program_of_its_own();
    }
    let program = std::env::current_exe().expect("this test");
    let name = "threads_files_and_memory_return_to_their_level";
    let mut again = std::process::Command::new(program);
    again.args([name, "--exact", "--nocapture"]).envs(GIVE_BACK);
    let output = again.output().expect("it starts");
    let said = String::from_utf8_lossy(&output.stdout).into_owned()
        + &String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{said}");
}

fn in_a_program_of_its_own() {
    // Threads for blocking work are given up soon, so that all that are left are counted.
    let runtime = tokio::runtime::Builder::new_multi_thread()
        .worker_threads(2)
        .thread_keep_alive(Duration::from_millis(50))
        .enable_all()
        .build();
    runtime.expect("a runtime").block_on(async {
        let server = Server::start(app_state(boyi_web::Options::default())).await;
        let at_rest = Level::now();
        for _ in 0..BEFORE {
            abuse(&server, &at_rest).await;
        }
        let memory = Level::now().memory;
        for _ in 0..AFTER {
            abuse(&server, &at_rest).await;
            let now = Level::now().memory;
            eprintln!("{} MiB", now >> 20);
            assert!(
                now <= memory + SLACK,
                "{} MiB are held where {} MiB were held before",
                now >> 20,
                memory >> 20
            );
        }
    });
}

/// What the process holds.
#[derive(Debug)]
struct Level {
    threads: usize,
    files: usize,
    memory: usize,
}

impl Level {
    fn now() -> Self {
        let status = fs::read_to_string("/proc/self/status").expect("the system tells");
        let number = |name: &str| -> usize {
            let line = status.lines().find_map(|line| line.strip_prefix(name));
            let word = line.and_then(|line| line.split_whitespace().next());
            word.and_then(|word| word.parse().ok()).expect("a number")
        };
        Self {
            threads: number("Threads:"),
            files: descriptors(),
            memory: number("VmRSS:") << 10,
        }
    }
}

/// Comes back when threads and open files are as they were at rest.
async fn abuse(server: &Server, at_rest: &Level) {
    for path in [
        "/api/look",
        "/api/films/roads?best=1&searches=astar",
        "/api/bots?name=x&file=x",
    ] {
        oversized(server, path).await;
    }
    for body in ["{", "[[[[[[[[", "\"\u{1}\"", "{\"game\":1e999}"] {
        for path in ["/api/games", "/api/look", "/api/read", "/api/contests"] {
            ask(server, "POST", path, body).await;
        }
    }
    deep(server).await;
    for id in 0..200 {
        for path in ["games", "records", "contests", "studies"] {
            let found = ask(server, "GET", &format!("/api/{path}/{id}x"), "").await;
            assert!(found["error"] == "unknown_id" || found == json!({ "study": null }));
        }
    }
    many_games(server).await;
    many_streams(server).await;
    vanishing(server).await;
    until("threads and files are as at rest", || {
        let now = Level::now();
        now.threads <= at_rest.threads && now.files <= at_rest.files
    })
    .await;
}

/// A body far over every limit, that says so and one that does not.
async fn oversized(server: &Server, path: &str) {
    const SIZE: usize = 40 << 20;
    for length in [
        format!("content-length: {SIZE}"),
        "transfer-encoding: chunked".to_owned(),
    ] {
        let mut stream = TcpStream::connect(server.address).await.expect("a socket");
        let head = format!(
            "POST {path} HTTP/1.1\r\nhost: localhost\r\ncontent-type: application/json\r\nconnection: close\r\n{length}\r\n\r\n"
        );
        stream.write_all(head.as_bytes()).await.expect("sent");
        let (mut reader, mut writer) = stream.split();
        let chunk = vec![b'x'; 1 << 16];
        let send = async {
            for _ in 0..SIZE / chunk.len() {
                if length.starts_with("transfer") && writer.write_all(b"10000\r\n").await.is_err() {
                    break;
                }
                if writer.write_all(&chunk).await.is_err() {
                    break;
                }
                if length.starts_with("transfer") && writer.write_all(b"\r\n").await.is_err() {
                    break;
                }
            }
        };
        let mut answer = Vec::new();
        let read = reader.read_to_end(&mut answer);
        // The answer comes before the body is through, or the line is cut: both end it.
        let ((), _) = tokio::join!(send, read);
        let answer = String::from_utf8_lossy(&answer);
        let refused = ["413", "403"]
            .iter()
            .any(|status| answer.starts_with(&format!("HTTP/1.1 {status}")));
        assert!(
            refused || answer.is_empty(),
            "{path} {length}: {answer:.80}"
        );
    }
}

/// JSON nested deeper than any stack.
async fn deep(server: &Server) {
    let body = "[".repeat(500_000);
    let reply = ask(server, "POST", "/api/look", &body).await;
    assert_eq!(reply["error"], "bad_json");
}

/// Games against every strength, begun and forgotten at once.
async fn many_games(server: &Server) {
    for game in ["reversi", "xiangqi", "gomoku", "garlic"] {
        for level in ["beginner", "full"] {
            let new = json!({ "game": game, "seats": [{ "kind": "level", "level": level }, { "kind": "person" }] });
            let state: Value = ask(server, "POST", "/api/games", &new.to_string()).await;
            let id = state["id"].as_str().expect("an id");
            ask(server, "DELETE", &format!("/api/games/{id}"), "").await;
        }
    }
}

async fn many_streams(server: &Server) {
    let new = r#"{"game":"reversi","seats":[{"kind":"person"},{"kind":"person"}]}"#;
    let state = ask(server, "POST", "/api/games", new).await;
    let id = state["id"].as_str().expect("an id").to_owned();
    let address = server.socket(&format!("/api/games/{id}/live"));
    let mut open = Vec::new();
    for _ in 0..1000 {
        match tokio_tungstenite::connect_async(&address).await {
            Ok((socket, _)) => open.push(socket),
            Err(tokio_tungstenite::tungstenite::Error::Http(response)) => {
                assert_eq!(response.status(), StatusCode::SERVICE_UNAVAILABLE);
            }
            Err(error) => panic!("{error}"),
        }
    }
    drop(open);
    ask(server, "DELETE", &format!("/api/games/{id}"), "").await;
}

/// Clients that are gone in the middle of an analysis and of a review.
async fn vanishing(server: &Server) {
    let free = async || loop {
        match tokio_tungstenite::connect_async(server.socket("/api/analyse/live")).await {
            Ok((socket, _)) => return socket,
            // The streams before are still being closed.
            Err(_) => tokio::task::yield_now().await,
        }
    };
    for game in ["reversi", "xiangqi", "gomoku", "garlic"] {
        let mut socket = free().await;
        let request = json!({ "kind": "analyse", "tag": 1, "line": { "game": game }, "lines": 3, "seconds": 600.0 });
        let sent = socket.send(Message::text(request.to_string())).await;
        sent.expect("the line is open");
        if ["reversi", "xiangqi"].contains(&game) {
            until("the engine thinks", || common::thinking() > 0).await;
        }
        drop(socket);
        until("the engine has stopped", || common::thinking() == 0).await;
    }
    let mut socket = free().await;
    let rubbish = socket.send(Message::text("{\"kind\":\"analyse\"}")).await;
    rubbish.expect("the line is open");
}
