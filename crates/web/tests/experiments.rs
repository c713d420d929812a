//! The laboratory's stream. Alone in its file: it counts the threads of the process.

mod common;

use common::{Server, app_state, thinking, until};
use futures_util::{SinkExt, StreamExt};
use serde_json::{Value, json};
use tokio_tungstenite::connect_async;
use tokio_tungstenite::tungstenite::Message;

#[tokio::test(flavor = "multi_thread")]
async fn an_experiment_reports_row_by_row_and_ends_when_nobody_listens() {
    let server = Server::start(app_state(boyi_web::Options::default())).await;
    let (mut socket, _) = connect_async(server.socket("/api/lab/live"))
        .await
        .expect("a stream");
    let wanted = json!({ "experiment": "estimates", "kind": "braided", "sizes": [15], "mazes": 2, "searches": ["astar"] });
    socket
        .send(Message::text(wanted.to_string()))
        .await
        .expect("sent");
    let mut heard = Vec::new();
    while let Some(Ok(message)) = socket.next().await {
        if let Message::Text(text) = message {
            let news: Value = serde_json::from_str(&text).expect("JSON");
            heard.push(news["news"].as_str().expect("what it is").to_owned());
        }
    }
    assert_eq!(heard, ["begun", "doing", "row", "row", "done"]);

    let (mut socket, _) = connect_async(server.socket("/api/lab/live"))
        .await
        .expect("a stream");
    let long = json!({ "experiment": "pruning", "game": "reversi", "depths": [12], "searches": ["minimax"], "positions": 1 });
    socket
        .send(Message::text(long.to_string()))
        .await
        .expect("sent");
    until("the experiment begins", || thinking() > 0).await;
    drop(socket);
    until("the experiment ends", || thinking() == 0).await;

    let (mut socket, _) = connect_async(server.socket("/api/lab/live"))
        .await
        .expect("a stream");
    socket
        .send(Message::text("{\"experiment\":\"magic\"}"))
        .await
        .expect("sent");
    let reply = loop {
        let reply = socket.next().await.expect("an answer").expect("an answer");
        if !reply.is_ping() {
            break reply;
        }
    };
    assert!(
        reply.to_text().is_ok_and(|text| text.contains("failed")),
        "{reply:?}"
    );
}
