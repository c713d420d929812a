//! Many streams at once. Alone in its file: it counts what the process holds open.

mod common;

use axum::http::StatusCode;
use common::{app_state, ask};

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_thousand_streams_are_bounded_and_leave_nothing_behind() {
    let server = common::Server::start(app_state(boyi_web::Options::default())).await;
    let reply = ask(
        &server,
        "POST",
        "/api/games",
        r#"{"game":"reversi","seats":[{"kind":"person"},{"kind":"person"}]}"#,
    )
    .await;
    let id = reply["id"].as_str().expect("an id").to_owned();
    let before = common::descriptors();
    let (mut open, mut refused) = (Vec::new(), 0);
    for _ in 0..1000 {
        match tokio_tungstenite::connect_async(server.socket(&format!("/api/games/{id}/live")))
            .await
        {
            Ok((socket, _)) => open.push(socket),
            Err(tokio_tungstenite::tungstenite::Error::Http(response)) => {
                assert_eq!(response.status(), StatusCode::SERVICE_UNAVAILABLE);
                refused += 1;
            }
            Err(error) => panic!("{error}"),
        }
    }
    assert_eq!((open.len(), refused), (256, 744));
    drop(open);
    common::until("the streams are closed", || {
        common::descriptors() <= before + 8
    })
    .await;
    let again =
        tokio_tungstenite::connect_async(server.socket(&format!("/api/games/{id}/live"))).await;
    assert!(again.is_ok(), "there is room again");
}
