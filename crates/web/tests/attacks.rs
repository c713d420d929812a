//! What somebody who wants to knock the server over does, and what everybody else notices of it.

mod common;

use std::fs;
use std::net::{IpAddr, SocketAddr};
use std::time::{Duration, Instant};

use axum::body::Body;
use axum::http::{Request, StatusCode};
use boyi_web::{Limits, Options};
use common::{Server, TestApp, app_state, ask, post, thinking, until};
use futures_util::{SinkExt, StreamExt};
use serde_json::{Value, json};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::{TcpSocket, TcpStream};
use tokio_tungstenite::WebSocketStream;
use tokio_tungstenite::tungstenite::protocol::frame::coding::CloseCode;
use tokio_tungstenite::tungstenite::{Error, Message};

fn two_threads() -> Options {
    Options {
        threads: Some(2),
        ..Options::default()
    }
}

/// A connection from an address of this machine.
async fn connect_from(from: [u8; 4], to: SocketAddr) -> TcpStream {
    let socket = TcpSocket::new_v4().expect("a socket");
    socket
        .bind((IpAddr::from(from), 0).into())
        .expect("an address of this machine");
    socket.connect(to).await.expect("it listens")
}

async fn stream_from(
    from: [u8; 4],
    server: &Server,
    path: &str,
) -> Result<WebSocketStream<TcpStream>, Error> {
    let stream = connect_from(from, server.address).await;
    let opened = tokio_tungstenite::client_async(server.socket(path), stream).await;
    opened.map(|(socket, _)| socket)
}

async fn new_game(server: &Server, game: &Value) -> String {
    let state = ask(server, "POST", "/api/games", &game.to_string()).await;
    state["id"].as_str().expect("an id").to_owned()
}

fn people() -> Value {
    json!({ "game": "reversi", "seats": [{ "kind": "person" }, { "kind": "person" }] })
}

async fn next_text(socket: &mut WebSocketStream<TcpStream>) -> Value {
    loop {
        let message = socket.next().await.expect("it is open").expect("a message");
        if let Message::Text(text) = message {
            return serde_json::from_str(&text).expect("JSON");
        }
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn of_a_hundred_games_at_once_none_is_lost_because_the_server_is_busy() {
    const GAMES: usize = 100;
    let app = TestApp::with(two_threads());
    // All of the engine's answers together take longer than its clock has.
    let new = json!({
        "game": "xiangqi", "clock": { "seconds": 2 },
        "seats": [{ "kind": "person" }, { "kind": "player", "player": "strong" }],
    });
    let mut games = Vec::new();
    for _ in 0..GAMES {
        let state = app.post("/api/games", &new).await.body;
        games.push(format!(
            "/api/games/{}",
            state["id"].as_str().expect("an id")
        ));
    }
    let mut waiting = 0;
    for game in &games {
        let reply = app
            .post(&format!("{game}/moves"), &json!({ "text": "h2e2" }))
            .await;
        assert_eq!(reply.status, StatusCode::OK, "{:?}", reply.body);
        let state = reply.body;
        if state["seats"][1]["waiting"] == true {
            waiting += 1;
            assert_eq!(
                state["clock"]["running"],
                json!([false, false]),
                "its clock stands"
            );
        }
    }
    assert!(
        waiting >= GAMES / 2,
        "{waiting} of {GAMES} wait, and it is said"
    );
    for game in &games {
        let state = loop {
            let state = app.get(game).await.body;
            if state["moves"]
                .as_array()
                .is_some_and(|moves| moves.len() > 1)
                || !state["scene"]["over"].is_null()
            {
                break state;
            }
            tokio::task::yield_now().await;
        };
        assert_eq!(state["scene"]["over"], Value::Null, "nobody has lost");
        assert_eq!(state["seats"][1]["waiting"], false);
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn two_analyses_of_ten_minutes_do_not_starve_play() {
    let server = Server::start(app_state(two_threads())).await;
    let mut analyses = Vec::new();
    for tag in 0..2 {
        let mut socket = stream_from([127, 0, 0, 2], &server, "/api/analyse/live")
            .await
            .expect("a stream");
        let request = json!({ "kind": "analyse", "tag": tag, "line": { "game": "xiangqi" }, "seconds": 600.0 });
        let sent = socket.send(Message::text(request.to_string())).await;
        sent.expect("sent");
        analyses.push(socket);
    }
    until("both think", || thinking() == 2).await;
    let new = json!({ "game": "reversi", "seats": [{ "kind": "level", "level": "novice" }, { "kind": "level", "level": "novice" }] });
    let game = format!("/api/games/{}", new_game(&server, &new).await);
    let began = Instant::now();
    loop {
        let state = ask(&server, "GET", &game, "").await;
        if !state["scene"]["over"].is_null() {
            break;
        }
        let patience = Duration::from_secs(60);
        assert!(
            began.elapsed() < patience,
            "{} moves",
            state["moves"].as_array().map_or(0, Vec::len)
        );
        tokio::task::yield_now().await;
    }
    // The thread of the last move may be ending still.
    until("only the analyses go on", || thinking() == 2).await;
}

/// Resident memory of this process.
fn memory() -> usize {
    let status = fs::read_to_string("/proc/self/status").expect("the system tells");
    let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:"));
    let word = line.and_then(|line| line.split_whitespace().next());
    word.and_then(|word| word.parse::<usize>().ok())
        .expect("a number")
        << 10
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn an_unfinished_message_takes_no_memory_whatever_length_it_claims() {
    const SOCKETS: usize = 20;
    let server = Server::start(app_state(Options::default())).await;
    let id = new_game(&server, &people()).await;
    let before = memory();
    let part = vec![0; 1 << 20];
    let mut open = Vec::new();
    for number in 0..SOCKETS {
        let path = format!("/api/watch/live?game={id}");
        let mut stream = stream_from([127, 0, 0, 1], &server, &path)
            .await
            .expect("a stream")
            .into_inner();
        // The first half of them claims one large frame, the others send small ones without an end.
        let claims = number % 2 == 0;
        let mut sent = 0;
        while sent < 56 << 20 {
            let header: &[u8] = match (claims, sent) {
                (true, 0) => &[0x81, 0xff, 0, 0, 0, 0, 0, 0xff, 0xff, 0xff, 0, 0, 0, 0],
                (true, _) => &[],
                (false, 0) => &[0x01, 0xff, 0, 0, 0, 0, 0, 0x10, 0, 0, 0, 0, 0, 0],
                (false, _) => &[0x00, 0xff, 0, 0, 0, 0, 0, 0x10, 0, 0, 0, 0, 0, 0],
            };
            if stream.write_all(header).await.is_err() || stream.write_all(&part).await.is_err() {
                break;
            }
            sent += part.len();
        }
        open.push(stream);
    }
    let taken = memory().saturating_sub(before);
    assert!(taken < 24 << 20, "{} MiB are held", taken >> 20);
    // The same on a stream that takes messages: it is closed where one is too long.
    let mut analysis = stream_from([127, 0, 0, 1], &server, "/api/analyse/live")
        .await
        .expect("a stream");
    let _ = analysis.send(Message::text("x".repeat(1 << 20))).await;
    let mut closed = false;
    while let Some(Ok(message)) = analysis.next().await {
        closed |= matches!(message, Message::Close(_));
    }
    assert!(closed || analysis.next().await.is_none());
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn pings_whose_answers_nobody_reads_close_the_stream() {
    const SOCKETS: usize = 4;
    const FRAMES: usize = 400_000;
    let server = Server::start(app_state(Options::default())).await;
    let path = format!("/api/games/{}/live", new_game(&server, &people()).await);
    let before = memory();
    let mut ping = vec![0x89, 0xfd, 0, 0, 0, 0];
    ping.resize(ping.len() + 125, 0);
    let many = ping.repeat(1000);
    let mut open = Vec::new();
    for _ in 0..SOCKETS {
        let stream = stream_from([127, 0, 0, 1], &server, &path).await;
        let mut stream = stream.expect("a stream").into_inner();
        let mut sent = 0;
        while sent < FRAMES && stream.write_all(&many).await.is_ok() {
            sent += 1000;
        }
        assert!(sent < FRAMES, "all of them were taken");
        open.push(stream);
    }
    let taken = memory().saturating_sub(before);
    assert!(taken < 24 << 20, "{} MiB are held", taken >> 20);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn one_client_does_not_take_all_streams() {
    let limits = Limits {
        streams: 40,
        streams_each: 30,
        ..Limits::default()
    };
    let server = Server::start(app_state(Options {
        limits,
        ..Options::default()
    }))
    .await;
    let path = format!("/api/games/{}/live", new_game(&server, &people()).await);
    let mut open = Vec::new();
    for _ in 0..40 {
        match stream_from([127, 0, 0, 2], &server, &path).await {
            Ok(stream) => open.push(stream),
            Err(Error::Http(reply)) => assert_eq!(reply.status(), StatusCode::SERVICE_UNAVAILABLE),
            Err(error) => panic!("{error}"),
        }
    }
    assert_eq!(open.len(), 30);
    for _ in 0..10 {
        let other = stream_from([127, 0, 0, 3], &server, &path).await;
        open.push(other.expect("there is room for others"));
    }
    let full = stream_from([127, 0, 0, 4], &server, &path).await;
    assert!(
        matches!(full, Err(Error::Http(_))),
        "forty are all there are"
    );
}

#[tokio::test(start_paused = true)]
async fn a_request_that_does_not_come_is_given_up() {
    let server = Server::start(app_state(Options::default())).await;
    let began = tokio::time::Instant::now();
    for (request, answer) in [
        ("", ""),
        ("GET / HTTP/1.1\r\nhost: localhost\r\nx: ", ""),
        // The body stops in the middle.
        (
            "POST /api/look HTTP/1.1\r\nhost: localhost\r\ncontent-type: application/json\r\ncontent-length: 100\r\n\r\n{",
            "HTTP/1.1 4",
        ),
    ] {
        let mut stream = TcpStream::connect(server.address)
            .await
            .expect("it listens");
        stream.write_all(request.as_bytes()).await.expect("sent");
        let mut read = String::new();
        let _ = stream.read_to_string(&mut read).await;
        assert!(read.starts_with(answer), "{request}: {read}");
    }
    let waited = began.elapsed();
    assert!(waited < Duration::from_secs(60), "{waited:?}");
}

#[tokio::test(start_paused = true)]
async fn wrong_tokens_wait_longer_and_longer_and_the_right_one_does_not() {
    let token = "a-token-that-is-long-enough";
    let mut options = Options::default();
    options.access.token = Some(token.to_owned());
    let app = TestApp::with(options);
    let request = |token: &str| {
        let request = Request::get("/api/nothing-of-the-kind").header("host", "localhost");
        let request = request.header("authorization", format!("Bearer {token}"));
        request.body(Body::empty()).expect("a request")
    };
    let wrong: Vec<_> = (0..6)
        .map(|guess| {
            let (app, request) = (TestApp(app.0.clone()), request(&format!("guess-{guess}")));
            tokio::spawn(async move {
                let began = tokio::time::Instant::now();
                let reply = app.send(request).await;
                assert_eq!(reply.status, StatusCode::UNAUTHORIZED);
                began.elapsed()
            })
        })
        .collect();
    let began = tokio::time::Instant::now();
    let reply = app.send(request(token)).await;
    assert_eq!(reply.status, StatusCode::NOT_FOUND, "the token is right");
    assert!(began.elapsed() < Duration::from_millis(100));
    let mut waits = Vec::new();
    for guess in wrong {
        waits.push(guess.await.expect("an answer"));
    }
    assert!(
        waits.is_sorted() && waits[5] > Duration::from_secs(5),
        "{waits:?}"
    );
    // Who brings none has not guessed.
    let began = tokio::time::Instant::now();
    let reply = app.get("/api/nothing-of-the-kind").await;
    assert_eq!(reply.status, StatusCode::UNAUTHORIZED);
    assert!(began.elapsed() < Duration::from_millis(100));
}

#[tokio::test]
async fn the_token_leads_nowhere_else() {
    let token = "a-token-that-is-long-enough";
    let mut options = Options::default();
    options.access.token = Some(token.to_owned());
    let app = TestApp::with(options);
    for (path, place) in [
        ("/", "/"),
        ("/play/x", "/play/x"),
        ("//evil.example", "/evil.example"),
        ("///evil.example/a", "/evil.example/a"),
        ("/\\evil.example", "/evil.example"),
    ] {
        // Browsers send a backslash as it is.
        let Ok(request) = Request::get(format!("{path}?a=b&token={token}"))
            .header("host", "localhost")
            .body(Body::empty())
        else {
            continue;
        };
        let reply = app.send(request).await;
        assert_eq!(reply.status, StatusCode::SEE_OTHER);
        assert_eq!(reply.headers("location"), format!("{place}?a=b"), "{path}");
    }
}

#[tokio::test]
async fn a_host_is_ours_or_it_is_not() {
    let app = TestApp::new();
    let ask = async |hosts: &[&str]| {
        let request = Request::get("/api/games");
        let request = hosts
            .iter()
            .fold(request, |request, host| request.header("host", *host));
        app.send(request.body(Body::empty()).expect("a request"))
            .await
            .status
    };
    for host in ["localhost", "LOCALHOST:1", "127.0.0.1", "[::1]:7878"] {
        assert_eq!(ask(&[host]).await, StatusCode::OK, "{host}");
    }
    for hosts in [
        &["[::1]evil.example"][..],
        &["localhost:evil.example"],
        &["localhost:80:evil"],
        &["localhost:99999"],
        &["localhost:80", "evil.example"],
        &["[127.0.0.1]"],
        &["localhost.evil.example"],
        &[""],
    ] {
        assert_eq!(ask(hosts).await, StatusCode::FORBIDDEN, "{hosts:?}");
    }
    let elsewhere = Request::get("http://evil.example/api/games").header("host", "localhost");
    let reply = app
        .send(elsewhere.body(Body::empty()).expect("a request"))
        .await;
    assert_eq!(reply.status, StatusCode::FORBIDDEN);
}

#[tokio::test]
async fn players_from_outside_read_no_files_and_take_no_more_than_others() {
    let app = TestApp::new();
    for player in ["strong:weights=/etc/passwd", "strong:book=/etc/passwd"] {
        let new = json!({ "game": "reversi", "seats": [{ "kind": "person" }, { "kind": "player", "player": player }] });
        let reply = app.send(post("/api/games", new.to_string())).await;
        assert_eq!(reply.status, StatusCode::UNPROCESSABLE_ENTITY, "{player}");
        assert_eq!(reply.body["error"], "player", "{:?}", reply.body);
    }
    let before = memory();
    let new = json!({ "game": "reversi", "seats": [{ "kind": "player", "player": "strong:hash=65536,threads=256,time=10ms" }, { "kind": "person" }] });
    let reply = app.post("/api/games", &new).await;
    assert_eq!(reply.status, StatusCode::CREATED, "{:?}", reply.body);
    assert!(memory().saturating_sub(before) < 512 << 20);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_server_that_ends_tells_its_streams_and_keeps_its_games() {
    let state = app_state(Options::default());
    let listener = tokio::net::TcpListener::bind("127.0.0.1:0")
        .await
        .expect("a port");
    let address = listener.local_addr().expect("an address");
    let (end, ended) = tokio::sync::oneshot::channel::<()>();
    let serving = tokio::spawn(boyi_web::serve(listener, state, async {
        let _ = ended.await;
    }));
    let open = async |path: &str| {
        let stream = TcpStream::connect(address).await.expect("it listens");
        let opened = tokio_tungstenite::client_async(format!("ws://{address}{path}"), stream);
        opened.await.expect("a stream").0
    };
    let mut analysis = open("/api/analyse/live").await;
    let mut watching = open("/api/watch/live?game=any").await;
    // One that never asks for anything does not keep the server.
    let silent = TcpStream::connect(address).await.expect("it listens");
    end.send(()).expect("it serves");
    for socket in [&mut analysis, &mut watching] {
        let goodbye = socket.next().await.expect("a message").expect("no error");
        let Message::Close(Some(frame)) = goodbye else {
            panic!("{goodbye:?} is no goodbye");
        };
        assert_eq!(frame.code, CloseCode::Away);
        assert_eq!(frame.reason.as_str(), "the server is ending");
    }
    let ended = tokio::time::timeout(Duration::from_secs(20), serving).await;
    ended
        .expect("it ends")
        .expect("no panic")
        .expect("no error");
    drop(silent);
    assert!(
        TcpStream::connect(address).await.is_err(),
        "nobody listens any more"
    );
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn who_watches_gets_the_whole_once_and_then_what_changed_and_who_is_slow_the_newest() {
    let server = Server::start(app_state(Options::default())).await;
    let id = new_game(&server, &people()).await;
    let game = format!("/api/games/{id}");
    let paths = [format!("{game}/live"), format!("/api/watch/live?game={id}")];
    let mut quick = Vec::new();
    for path in &paths {
        let mut stream = stream_from([127, 0, 0, 1], &server, path)
            .await
            .expect("a stream");
        let whole = next_text(&mut stream).await;
        assert_eq!(whole.get("delta"), None, "{whole}");
        quick.push(stream);
    }
    let moves = format!("{game}/moves");
    let state = ask(&server, "POST", &moves, r#"{"text":"f5"}"#).await;
    let whole = state.to_string().len();
    let [mut playing, mut watching] = <[_; 2]>::try_from(quick).expect("two streams");
    let delta = next_text(&mut playing).await;
    assert_eq!(
        delta["delta"]["version"],
        json!([state["version"]]),
        "{delta}"
    );
    assert!(
        delta["delta"]["moves"].to_string().contains("\"f5\""),
        "{delta}"
    );
    assert!(delta.to_string().len() < whole, "{delta}");
    let delta = next_text(&mut watching).await;
    let shown = &delta["delta"]["game"]["moves"];
    assert!(shown.to_string().contains("\"f5\""), "{delta}");
    // Many changes at once are fewer messages, and the last of them is the newest state.
    let mut version = Value::Null;
    for _ in 0..30 {
        ask(&server, "POST", &format!("{game}/take-back"), "").await;
        version = ask(&server, "POST", &moves, r#"{"text":"f5"}"#).await["version"].clone();
    }
    let mut messages = 0;
    loop {
        let message = next_text(&mut playing).await;
        messages += 1;
        let seen = match message.get("delta") {
            Some(delta) => delta["version"][0].clone(),
            None => message["version"].clone(),
        };
        if seen == version {
            break;
        }
    }
    assert!(messages <= 60, "{messages}");
}

#[tokio::test]
async fn the_server_says_how_it_is() {
    let mut options = Options::default();
    options.access.token = Some("a-token-that-is-long-enough".to_owned());
    let app = TestApp::with(options);
    // Whoever looks after it needs no token and calls it what he likes.
    let probe = Request::get("/healthz").header("host", "10.1.2.3:7878");
    let reply = app
        .send(probe.body(Body::empty()).expect("a request"))
        .await;
    assert_eq!(reply.status, StatusCode::OK, "{:?}", reply.body);
    assert_eq!(reply.body["status"], "ok");
    assert!(reply.body["store_ms"].is_f64() && reply.body["loop_ms"].is_f64());
    assert_eq!(app.get("/metrics").await.status, StatusCode::UNAUTHORIZED);
    let request = Request::get("/metrics")
        .header("host", "localhost")
        .header("authorization", "Bearer a-token-that-is-long-enough");
    let response = tower::ServiceExt::oneshot(
        app.0.clone(),
        request.body(Body::empty()).expect("a request"),
    );
    let response = response.await.expect("an answer");
    assert_eq!(response.status(), StatusCode::OK);
    let page = http_body_util::BodyExt::collect(response.into_body())
        .await
        .expect("a body");
    let page = String::from_utf8(page.to_bytes().to_vec()).expect("text");
    for line in [
        "# TYPE boyi_engine_waiting gauge",
        "boyi_engine_waiting{for=\"play\"} 0",
        "boyi_moves_total{by=\"engine\"} 0",
        "boyi_http_responses_total{status=\"4xx\"} 1",
        "boyi_http_request_seconds_count 2",
        "# TYPE boyi_answer_seconds histogram",
        "boyi_streams 0",
    ] {
        assert!(page.lines().any(|found| found == line), "{line} in\n{page}");
    }
    for line in page.lines().filter(|line| !line.starts_with('#')) {
        let (name, value) = line.rsplit_once(' ').expect("a name and a value");
        assert!(value.parse::<f64>().is_ok(), "{name}: {value}");
    }
}

#[tokio::test]
async fn one_client_does_not_play_all_games() {
    let app = TestApp::with(Options {
        limits: Limits {
            games: 8,
            ..Limits::default()
        },
        ..Options::default()
    });
    let mut games = Vec::new();
    for _ in 0..2 {
        let reply = app.post("/api/games", &people()).await;
        assert_eq!(reply.status, StatusCode::CREATED);
        games.push(format!(
            "/api/games/{}",
            reply.body["id"].as_str().expect("an id")
        ));
    }
    let third = app.post("/api/games", &people()).await;
    assert_eq!(
        third.status,
        StatusCode::SERVICE_UNAVAILABLE,
        "{:?}",
        third.body
    );
    assert_eq!(
        app.get(&games[0]).await.status,
        StatusCode::OK,
        "no game was taken away"
    );
    app.post(&format!("{}/resign", games[0]), &json!({})).await;
    let again = app.post("/api/games", &people()).await;
    assert_eq!(again.status, StatusCode::CREATED, "{:?}", again.body);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn moves_taken_back_again_and_again_do_not_fill_the_queue() {
    let app = TestApp::with(Options {
        threads: Some(1),
        ..Options::default()
    });
    let new = json!({ "game": "xiangqi", "seats": [{ "kind": "person" }, { "kind": "player", "player": "strong:time=60s" }] });
    let mut games = Vec::new();
    for _ in 0..2 {
        let state = app.post("/api/games", &new).await.body;
        games.push(format!(
            "/api/games/{}",
            state["id"].as_str().expect("an id")
        ));
    }
    for game in &games {
        app.post(&format!("{game}/moves"), &json!({ "text": "h2e2" }))
            .await;
    }
    // The second waits for the first; its move is taken back and played a hundred times.
    for _ in 0..100 {
        app.post(&format!("{}/take-back", games[1]), &json!({}))
            .await;
        app.post(&format!("{}/moves", games[1]), &json!({ "text": "h2e2" }))
            .await;
    }
    let waiting = async || {
        let request = Request::get("/metrics").header("host", "localhost");
        let request = request.body(Body::empty()).expect("a request");
        let response = tower::ServiceExt::oneshot(app.0.clone(), request).await;
        let body = response.expect("an answer").into_body();
        let page = http_body_util::BodyExt::collect(body)
            .await
            .expect("a body");
        let page = String::from_utf8(page.to_bytes().to_vec()).expect("text");
        let line = "boyi_engine_waiting{for=\"play\"} ";
        let count = page.lines().find_map(|found| found.strip_prefix(line));
        count
            .and_then(|count| count.parse::<usize>().ok())
            .expect("a number")
    };
    let began = Instant::now();
    while waiting().await > 1 {
        assert!(
            began.elapsed() < Duration::from_secs(60),
            "one waits, not all that did"
        );
        tokio::task::yield_now().await;
    }
}
