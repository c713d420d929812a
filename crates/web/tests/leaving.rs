//! Somebody who leaves while a path search works for him. Alone in its file: it counts the threads of
//! the process.

mod common;

use common::{Server, hall, thinking, until};
use serde_json::{Value, json};
use tokio::io::AsyncWriteExt;
use tokio::net::TcpStream;

/// A hall without walls: plain IDA* would go through it in more ways than anybody can wait for.
fn open_floor() -> String {
    format!("{}\n", "0".repeat(40)).repeat(40)
}

/// Supplies everywhere and walls around the goal: every label of every cell is looked at in vain.
fn hopeless_supplies() -> String {
    let mut text = String::from("90 90 80\n");
    for row in 0..90 {
        for col in 0..90 {
            let near_goal = row >= 88 && col >= 88;
            let digit = match (row, col) {
                (0, 0) => 3,
                (89, 89) => 4,
                _ if near_goal => 1,
                _ if (row * 7 + col * 5) % 23 == 0 => 2,
                _ => 0,
            };
            text.push_str(&format!("{digit} "));
        }
        text.push('\n');
    }
    text
}

fn film(text: &str, search: &str) -> Value {
    json!({ "text": text, "diagonal": false, "entry": [0, 0], "exit": [39, 39], "search": search, "estimate": false })
}

/// Asks, waits until somebody thinks about it, and hangs up.
async fn ask_and_leave(server: &Server, path: &str, body: &Value) {
    let body = body.to_string();
    let head = format!(
        "POST {path} HTTP/1.1\r\nhost: localhost\r\ncontent-type: application/json\r\ncontent-length: {}\r\n\r\n",
        body.len()
    );
    let mut socket = TcpStream::connect(server.address)
        .await
        .expect("a connection");
    let sent = socket.write_all((head + &body).as_bytes()).await;
    sent.expect("sent");
    until("the search begins", || thinking() > 0).await;
    drop(socket);
    until("the search ends", || thinking() == 0).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_path_search_ends_when_nobody_waits_for_it() {
    let server = Server::start(hall(boyi_web::Options::default())).await;
    let floor = open_floor();
    ask_and_leave(&server, "/api/films", &film(&floor, "ida")).await;
    ask_and_leave(&server, "/api/films", &film(&hopeless_supplies(), "zero")).await;
    let solve = json!({ "text": floor, "search": "ida", "entry": [0, 0], "exit": [39, 39] });
    ask_and_leave(&server, "/api/ways/solve", &solve).await;
}
