//! A client that is gone. Alone in its file: it counts the threads of the process.

mod common;

use common::app_state;
use futures_util::SinkExt;
use serde_json::json;
use tokio_tungstenite::tungstenite::Message;

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_client_that_vanishes_in_the_middle_of_an_analysis_leaves_no_thread_behind() {
    let server = common::Server::start(app_state(boyi_web::Options::default())).await;
    assert_eq!(common::thinking(), 0);
    for _ in 0..3 {
        let (mut socket, _) = tokio_tungstenite::connect_async(server.socket("/api/analyse/live"))
            .await
            .expect("a stream");
        let request = json!({ "kind": "analyse", "tag": 1, "line": { "game": "xiangqi" }, "lines": 3, "seconds": 600.0 });
        socket
            .send(Message::text(request.to_string()))
            .await
            .expect("sent");
        common::until("the engine thinks", || common::thinking() > 0).await;
        drop(socket);
        common::until("the engine has stopped", || common::thinking() == 0).await;
    }
    // Asking again and again on one stream keeps one search, not many.
    let (mut socket, _) = tokio_tungstenite::connect_async(server.socket("/api/analyse/live"))
        .await
        .expect("a stream");
    for tag in 0..50 {
        let request = json!({ "kind": "analyse", "tag": tag, "line": { "game": "reversi" }, "lines": 1, "seconds": 600.0 });
        socket
            .send(Message::text(request.to_string()))
            .await
            .expect("sent");
    }
    common::until("one search is left", || common::thinking() == 1).await;
    drop(socket);
    common::until("none is left", || common::thinking() == 0).await;
}
