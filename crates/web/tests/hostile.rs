//! Requests nobody should send: right answers, and nothing left behind.

mod common;

use axum::body::Body;
use axum::http::{Request, StatusCode};
use common::{Reply, TestApp, post};
use serde_json::json;

#[expect(clippy::too_many_lines, reason = "one homogeneous list of cases")]
#[tokio::test]
async fn bad_json_unknown_ids_and_foolish_values_have_their_own_answers() {
    let app = TestApp::new();
    let new_game =
        json!({ "game": "reversi", "seats": [{ "kind": "person" }, { "kind": "person" }] });
    let Reply { status, body } = app.post("/api/games", &new_game).await;
    assert_eq!(status, StatusCode::CREATED);
    let id = body["id"].as_str().expect("an id").to_owned();
    let moves = format!("/api/games/{id}/moves");
    let cases = [
        ("/api/games", "{", StatusCode::BAD_REQUEST, "bad_json"),
        (
            "/api/games",
            "[]",
            StatusCode::UNPROCESSABLE_ENTITY,
            "bad_json",
        ),
        (
            "/api/games",
            r#"{"game":"chess","seats":[{"kind":"person"},{"kind":"person"}]}"#,
            StatusCode::NOT_FOUND,
            "unknown_game",
        ),
        (
            "/api/games",
            r#"{"game":"reversi","seats":[{"kind":"person"},{"kind":"level","level":"god"}]}"#,
            StatusCode::UNPROCESSABLE_ENTITY,
            "level",
        ),
        (
            "/api/games",
            r#"{"game":"reversi","size":[9000000000,2],"seats":[{"kind":"person"},{"kind":"person"}]}"#,
            StatusCode::UNPROCESSABLE_ENTITY,
            "setup",
        ),
        (
            "/api/games",
            r#"{"game":"reversi","clock":{"seconds":-1e308},"seats":[{"kind":"person"},{"kind":"person"}]}"#,
            StatusCode::UNPROCESSABLE_ENTITY,
            "clock",
        ),
        (
            "/api/games/nosuchgame/moves",
            r#"{"text":"f5"}"#,
            StatusCode::NOT_FOUND,
            "unknown_id",
        ),
        (
            &moves,
            r#"{"text":"a1"}"#,
            StatusCode::UNPROCESSABLE_ENTITY,
            "illegal_move",
        ),
        (
            &moves,
            r#"{"text":"\u0000\u0000💥"}"#,
            StatusCode::UNPROCESSABLE_ENTITY,
            "malformed_move",
        ),
        (
            &moves,
            r#"{"side":"second","text":"f5"}"#,
            StatusCode::CONFLICT,
            "not_your_turn",
        ),
        (
            "/api/look",
            r#"{"game":"xiangqi","start":"9/9/9"}"#,
            StatusCode::UNPROCESSABLE_ENTITY,
            "setup",
        ),
        (
            "/api/arrange",
            r#"{"game":"xiangqi","turn":"first","board":{"rows":1000000,"cols":1000000,"crossings":true,"pieces":[],"row_names":[],"col_names":[],"last":[],"marks":[],"notes":[]}}"#,
            StatusCode::UNPROCESSABLE_ENTITY,
            "board",
        ),
        (
            "/api/films/read",
            r#"{"text":"zzz"}"#,
            StatusCode::UNPROCESSABLE_ENTITY,
            "maze",
        ),
        (
            "/api/films/new",
            r#"{"kind":"perfect","rows":4000000000,"cols":4000000000,"seed":1}"#,
            StatusCode::UNPROCESSABLE_ENTITY,
            "size",
        ),
        (
            "/api/films/roads?best=1&searches=astar",
            "not a picture",
            StatusCode::UNPROCESSABLE_ENTITY,
            "map",
        ),
        ("/api/nothing", "{}", StatusCode::NOT_FOUND, "unknown_id"),
    ];
    let studies = [
        ("", "bad_json"),
        (
            r#"{"game":"reversi","rules":"","start":"","moves":[{"parent":0,"side":"first","text":"f5","label":{"en":"","zh":""}}]}"#,
            "study",
        ),
    ];
    for (body, error) in studies {
        let mut request = post("/api/studies/some", body.to_owned());
        *request.method_mut() = axum::http::Method::PUT;
        let reply = app.send(request).await;
        assert_eq!(reply.body["error"], error, "{:?}", reply.body);
    }
    for (path, body, status, error) in cases {
        let reply = app.send(post(path, body.to_owned())).await;
        assert_eq!(
            (reply.status, reply.body["error"].as_str()),
            (status, Some(error)),
            "{path} {body}: {:?}",
            reply.body
        );
        let message = &reply.body["message"];
        assert!(
            message["en"].is_string() && message["zh"].is_string(),
            "{message}"
        );
    }
    // A body without a type is not JSON.
    let untyped = Request::post("/api/games")
        .header("host", "localhost")
        .body(Body::from("{}"));
    let reply = app.send(untyped.expect("a request")).await;
    assert_eq!(reply.status, StatusCode::UNSUPPORTED_MEDIA_TYPE);
}

#[tokio::test]
async fn oversized_bodies_are_refused_before_they_fill_the_memory() {
    let app = TestApp::new();
    let reply = app.send(post("/api/look", "x".repeat(2 << 20))).await;
    assert_eq!(
        (reply.status, reply.body["error"].as_str()),
        (StatusCode::PAYLOAD_TOO_LARGE, Some("too_large"))
    );
    let reply = app
        .send(post(
            "/api/films/roads?best=1&searches=astar",
            "x".repeat(33 << 20),
        ))
        .await;
    assert_eq!(reply.status, StatusCode::PAYLOAD_TOO_LARGE);
}

#[tokio::test]
async fn a_foreign_page_cannot_drive_the_server() {
    let app = TestApp::new();
    let request = |host: &str, headers: &[(&str, &str)]| {
        let mut request = Request::post("/api/games")
            .header("host", host)
            .header("content-type", "application/json");
        for (name, value) in headers {
            request = request.header(*name, *value);
        }
        let body = r#"{"game":"reversi","seats":[{"kind":"person"},{"kind":"person"}]}"#;
        request.body(Body::from(body)).expect("a request")
    };
    let allowed: [(&str, &[(&str, &str)]); 4] = [
        ("127.0.0.1:7878", &[]),
        ("localhost:7878", &[("origin", "http://localhost:7878")]),
        (
            "[::1]:7878",
            &[
                ("origin", "http://[::1]:7878"),
                ("sec-fetch-site", "same-origin"),
            ],
        ),
        ("127.0.0.1:7878", &[("sec-fetch-site", "none")]),
    ];
    for (host, headers) in allowed {
        let reply = app.send(request(host, headers)).await;
        assert_eq!(reply.status, StatusCode::CREATED, "{host} {headers:?}");
    }
    let refused: [(&str, &[(&str, &str)]); 8] = [
        // A page on the web, a page on another port of this machine, a sandboxed page.
        ("127.0.0.1:7878", &[("origin", "https://evil.example")]),
        ("127.0.0.1:7878", &[("origin", "http://127.0.0.1:9999")]),
        ("127.0.0.1:7878", &[("origin", "http://localhost:7878")]),
        ("127.0.0.1:7878", &[("origin", "null")]),
        (
            "127.0.0.1:7878",
            &[
                ("sec-fetch-site", "cross-site"),
                ("sec-fetch-mode", "no-cors"),
            ],
        ),
        // A name that somebody points at this machine.
        ("evil.example:7878", &[]),
        ("evil.example", &[("origin", "http://evil.example")]),
        ("192.168.1.5:7878", &[]),
    ];
    for (host, headers) in refused {
        let reply = app.send(request(host, headers)).await;
        assert_eq!(reply.status, StatusCode::FORBIDDEN, "{host} {headers:?}");
    }
    // Looking from elsewhere is refused too, and a socket is a request like any other.
    for path in ["/api/games", "/api/analyse/live"] {
        let foreign = Request::get(path)
            .header("host", "127.0.0.1:7878")
            .header("origin", "https://evil.example");
        let reply = app
            .send(foreign.body(Body::empty()).expect("a request"))
            .await;
        assert_eq!(reply.status, StatusCode::FORBIDDEN, "{path}");
    }
    let reply = app.get("/").await;
    let frames = reply.headers("content-security-policy");
    assert!(frames.contains("frame-ancestors 'none'"), "{frames}");
}

#[tokio::test]
async fn only_sites_that_are_named_may_show_this_one_and_only_below_embed() {
    let policy = "content-security-policy";
    let closed = TestApp::new();
    let reply = closed.get("/embed/analyse/reversi").await;
    assert_eq!(reply.status, StatusCode::NOT_FOUND);
    assert!(reply.headers(policy).contains("frame-ancestors 'none'"));

    let mut options = boyi_web::Options::default();
    options.access.embed = vec!["https://course.example.org".to_owned()];
    let app = TestApp::with(options);
    let reply = app.get("/embed/analyse/reversi").await;
    assert_ne!(reply.status, StatusCode::NOT_FOUND);
    let allowed = reply.headers(policy);
    assert!(
        allowed.ends_with("; frame-ancestors https://course.example.org"),
        "{allowed}"
    );
    assert_eq!(reply.headers("x-frame-options"), "");
    for path in ["/", "/analyse/reversi", "/embedded", "/api/catalogue"] {
        let reply = app.get(path).await;
        let frames = reply.headers(policy);
        assert!(
            frames.contains("frame-ancestors 'none'"),
            "{path}: {frames}"
        );
        assert_eq!(reply.headers("x-frame-options"), "DENY", "{path}");
        // The engines of a browser, and no text that becomes a script.
        assert!(
            frames.contains("script-src 'self' 'wasm-unsafe-eval';"),
            "{frames}"
        );
        assert!(frames.contains("worker-src 'self';"), "{frames}");
    }
}

#[tokio::test]
async fn engines_of_a_browser_get_their_evaluation_files_and_nothing_else() {
    let app = TestApp::new();
    let reply = app.get("/engine/xiangqi-hand.eval").await;
    assert_eq!(reply.status, StatusCode::OK);
    assert_eq!(reply.headers("etag").len(), 18);
    for path in [
        "/engine/../Cargo.eval",
        "/engine/none.eval",
        "/engine/.eval",
    ] {
        assert_eq!(app.get(path).await.status, StatusCode::NOT_FOUND, "{path}");
    }
}

#[tokio::test]
async fn beyond_loopback_everything_needs_the_token_unless_viewing_is_free() {
    let token = "a-token-that-is-long-enough";
    let mut options = boyi_web::Options::default();
    options.access.token = Some(token.to_owned());
    options.access.beyond_loopback = true;
    let closed = TestApp::with(options.clone());
    options.access.free_viewing = true;
    let open = TestApp::with(options.clone());
    let look = |token: Option<&str>| {
        let mut request = Request::get("/api/games").header("host", "192.168.1.5:80");
        if let Some(token) = token {
            request = request.header("authorization", format!("Bearer {token}"));
        }
        request.body(Body::empty()).expect("a request")
    };
    assert_eq!(
        closed.send(look(None)).await.status,
        StatusCode::UNAUTHORIZED
    );
    assert_eq!(
        closed
            .send(look(Some("a-token-that-is-long-wrong!")))
            .await
            .status,
        StatusCode::UNAUTHORIZED
    );
    assert_eq!(closed.send(look(Some(token))).await.status, StatusCode::OK);
    assert_eq!(open.send(look(None)).await.status, StatusCode::OK);
    let change = post(
        "/api/games",
        r#"{"game":"reversi","seats":[{"kind":"person"},{"kind":"person"}]}"#.to_owned(),
    );
    assert_eq!(open.send(change).await.status, StatusCode::UNAUTHORIZED);
    // The engine is not free either.
    let stream = Request::get("/api/analyse/live").header("host", "localhost");
    let reply = open
        .send(stream.body(Body::empty()).expect("a request"))
        .await;
    assert_eq!(reply.status, StatusCode::UNAUTHORIZED);
    // The address with the token sets a cookie that later requests bring.
    let first = Request::get(format!("/?token={token}")).header("host", "192.168.1.5:80");
    let reply = closed
        .send(first.body(Body::empty()).expect("a request"))
        .await;
    assert_eq!(reply.status, StatusCode::SEE_OTHER);
    let cookie = reply.headers("set-cookie");
    assert!(
        cookie.contains("HttpOnly") && cookie.contains("SameSite=Strict"),
        "{cookie}"
    );
    let later = Request::get("/api/games")
        .header("host", "192.168.1.5:80")
        .header("cookie", cookie.split(';').next().expect("a cookie"));
    assert_eq!(
        closed
            .send(later.body(Body::empty()).expect("a request"))
            .await
            .status,
        StatusCode::OK
    );
    options.access.read_only = true;
    let shown = TestApp::with(options);
    let mut change = post("/api/games", "{}".to_owned());
    change.headers_mut().insert(
        "authorization",
        format!("Bearer {token}").parse().expect("a header"),
    );
    assert_eq!(shown.send(change).await.status, StatusCode::FORBIDDEN);
}
