//! Somebody who leaves while a path search works for him. Alone in its file: it counts the threads of
//! the process.

mod common;

use common::{Server, app_state, post_through_socket, thinking, until};
use serde_json::{Value, json};

/// An open room with a wall before the goal that leaves a gap at the far end: plain IDA* goes through it in
/// more ways than anybody can wait for, with and without an estimate.
fn room_with_a_wall() -> String {
    let row = |row: u32| {
        let wall = if row < 39 { '1' } else { '0' };
        format!("{}{wall}0\n", "0".repeat(38))
    };
    (0..40).map(row).collect()
}

/// Asks, waits until somebody thinks about it, and hangs up.
async fn ask_and_leave(server: &Server, path: &str, body: &Value) {
    let socket = post_through_socket(server, path, body).await;
    until("the search begins", || thinking() > 0).await;
    drop(socket);
    until("the search ends", || thinking() == 0).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_path_search_ends_when_nobody_waits_for_it() {
    let server = Server::start(app_state(boyi_web::Options::default())).await;
    let text = room_with_a_wall();
    let film = json!({ "text": text, "diagonal": false, "entry": [0, 0], "exit": [0, 39], "search": "ida" });
    ask_and_leave(&server, "/api/films", &film).await;
}
