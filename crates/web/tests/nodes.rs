//! Several servers on one database: what one plays is seen and asked for at the others.

mod common;
#[path = "../../boyi/tests/killed/mod.rs"]
mod killed;
#[path = "../../arena/tests/postgres/mod.rs"]
mod postgres;

use std::time::{Duration, Instant};

use axum::http::StatusCode;
use boyi_arena::bot;
use boyi_arena::contest::nats::{Broker, Queue, Relay};
use boyi_arena::contest::{Worker, work};
use boyi_arena::live::Live;
use boyi_search::Stop;
use boyi_web::Options;
use common::{Server, TestApp, app_state, ask, post};
use futures_util::StreamExt;
use killed::{Folder, Started, nats};
use postgres::Postgres;
use serde_json::{Value, json};

/// A database and a broker for a test; `None` where one of them is not installed.
struct Ground {
    address: String,
    url: String,
    _server: Postgres,
    _nats: Started,
    _folder: Folder,
}

impl Ground {
    fn new(name: &str) -> Option<Self> {
        let folder = Folder::new(name);
        let Some((broker, url)) = nats(&folder.path("nats")) else {
            boyi_game::shared_files::skip("nats-server is not installed");
            return None;
        };
        let server = Postgres::start(name)?;
        Some(Self {
            address: server.database(),
            url,
            _server: server,
            _nats: broker,
            _folder: folder,
        })
    }

    /// A connection of its own, made where waiting is allowed.
    async fn broker(&self) -> Broker {
        let url = self.url.clone();
        let connect = move || Broker::connect(&url, Duration::from_secs(5));
        let broker = tokio::task::spawn_blocking(connect).await;
        broker.expect("no panic").expect("a broker")
    }

    async fn node(&self, name: &str) -> TestApp {
        TestApp::with(Options {
            database: Some(self.address.clone()),
            node: Some(name.to_owned()),
            nats: Some(self.broker().await),
            ..Options::default()
        })
    }
}

/// Asks again and again until a reply is as wanted.
async fn until(app: &TestApp, path: &str, wanted: impl Fn(&Value) -> bool) -> Value {
    const PATIENCE: Duration = Duration::from_secs(60);
    let began = Instant::now();
    loop {
        let body = app.get(path).await.body;
        if wanted(&body) {
            return body;
        }
        assert!(began.elapsed() < PATIENCE, "{path} never became so: {body}");
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_contest_of_one_server_is_watched_and_stopped_at_another() {
    let Some(ground) = Ground::new("nodes-contest") else {
        return;
    };
    let (a, b) = (ground.node("a").await, ground.node("b").await);
    let stop = Stop::default();
    let (broker, pressed) = (ground.broker().await, stop.clone());
    let playing = std::thread::spawn(move || {
        let live = Live::default();
        let _relay = Relay::join(&broker, &live, "worker", |_| ());
        let worker = Worker {
            name: "worker".to_owned(),
            options: bot::Options::default(),
            programs: false,
            live: Some(live),
            stop: pressed,
        };
        let mut queue = Queue::new(&broker).expect("a queue");
        work(&worker, &mut queue, &mut |_, _| ()).expect("it plays");
    });
    let new = json!({
        "kind": "match", "name": "seen", "game": "reversi", "games": 2000, "control": "nodes=20000",
        "players": [{ "player": "pvs" }, { "player": "mtdf" }],
    });
    let begun = a.send(post("/api/contests", new.to_string())).await;
    assert_eq!(begun.status, StatusCode::CREATED, "{}", begun.body);
    // Moves of a game that is played elsewhere, on both servers, and results from the database.
    for app in [&a, &b] {
        until(app, "/api/contests/seen", |view| {
            view["summary"]["running"] == true
                && view["boards"][0]["plies"].as_u64() > Some(1)
                && view["played"].as_u64() > Some(0)
        })
        .await;
    }
    let again = b
        .send(post("/api/contests/seen/resume", String::new()))
        .await;
    assert_eq!(again.status, StatusCode::CONFLICT, "{}", again.body);
    let stopped = b.send(post("/api/contests/seen/stop", String::new())).await;
    assert_eq!(stopped.status, StatusCode::OK, "{}", stopped.body);
    for app in [&a, &b] {
        until(app, "/api/contests/seen", |view| {
            view["summary"]["running"] == false
        })
        .await;
    }
    stop.stop();
    playing.join().expect("no panic");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_game_of_the_page_is_held_by_one_server_and_played_from_any() {
    let Some(ground) = Ground::new("nodes-game") else {
        return;
    };
    let (a, b) = (ground.node("a").await, ground.node("b").await);
    let new = json!({ "game": "reversi", "seats": [{ "kind": "person" }, { "kind": "person" }] });
    let begun = a.send(post("/api/games", new.to_string())).await;
    assert_eq!(begun.status, StatusCode::CREATED, "{}", begun.body);
    let id = begun.body["id"].as_str().expect("an id").to_owned();
    let path = format!("/api/games/{id}");
    let play = |text: &str| {
        post(
            &format!("{path}/moves"),
            json!({ "text": text }).to_string(),
        )
    };
    for (number, text) in ["f5", "d6", "c3", "d3"].into_iter().enumerate() {
        let app = if number % 2 == 0 { &b } else { &a };
        let played = app.send(play(text)).await;
        assert_eq!(played.status, StatusCode::OK, "{}", played.body);
        for app in [&a, &b] {
            let seen = app.get(&path).await.body;
            assert_eq!(seen["moves"][number]["text"], text, "{seen}");
        }
        let record = format!("/api/records/{id}");
        until(&b, &record, |view| view["moves"][number]["text"] == text).await;
    }
    let illegal = b.send(play("a1")).await;
    assert_ne!(illegal.status, StatusCode::OK);
    // The server that held it ends; the other takes the game up where it was.
    drop(a);
    let began = Instant::now();
    loop {
        let played = b.send(play("c4")).await;
        if played.status == StatusCode::OK {
            assert_eq!(played.body["moves"].as_array().map(Vec::len), Some(5));
            break;
        }
        assert!(began.elapsed() < Duration::from_secs(60), "{}", played.body);
        tokio::time::sleep(Duration::from_millis(100)).await;
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
#[ignore = "both servers may take the game for theirs: the second one refuses a move; run with --ignored"]
async fn two_people_play_at_two_servers_and_both_streams_show_what_happens() {
    let Some(ground) = Ground::new("nodes-people") else {
        return;
    };
    let options = async |name: &str| Options {
        database: Some(ground.address.clone()),
        node: Some(name.to_owned()),
        nats: Some(ground.broker().await),
        ..Options::default()
    };
    let (a, b) = (options("a").await, options("b").await);
    let a = Server::start(app_state(a)).await;
    let b = Server::start(app_state(b)).await;
    let guests = json!({ "game": "reversi", "seats": [{ "kind": "guest" }, { "kind": "guest" }] });
    let begun = ask(&a, "POST", "/api/games", &guests.to_string()).await;
    let id = begun["id"].as_str().expect("an id").to_owned();
    let act = async |server: &Server, seat: &str, action: &str, body: Value| {
        let mut request = post(&format!("/api/games/{id}/{action}"), body.to_string());
        let seat = seat.parse().expect("a header");
        request.headers_mut().insert("x-boyi-seat", seat);
        let reply = server.app.send(request).await;
        (reply.status, reply.body)
    };
    let keys = ["aaaaaaaaaaaaaaaaaaaaaaaa", "bbbbbbbbbbbbbbbbbbbbbbbb"];
    for (index, server) in [&a, &b].into_iter().enumerate() {
        let invitation = begun["invitations"][index].as_str().expect("one");
        let (status, body) = act(server, invitation, "sit", json!({ "key": keys[index] })).await;
        assert_eq!(status, StatusCode::OK, "{body}");
    }
    let mut streams = Vec::new();
    for server in [&a, &b] {
        let path = server.socket(&format!("/api/games/{id}/live"));
        let opened = tokio_tungstenite::connect_async(path).await;
        streams.push(opened.expect("a stream of a game played elsewhere, too").0);
    }
    let (status, body) = act(&a, keys[0], "moves", json!({ "text": "f5" })).await;
    assert_eq!(status, StatusCode::OK, "{body}");
    let (status, _) = act(&b, keys[0], "resign", json!({ "side": "second" })).await;
    assert_eq!(status, StatusCode::FORBIDDEN);
    let (status, body) = act(&b, keys[1], "moves", json!({ "text": "d6" })).await;
    assert_eq!(status, StatusCode::OK, "{body}");
    let (_, body) = act(&a, keys[0], "draw", json!({})).await;
    assert_eq!(body["draw"], "by_first");
    // Moves as they are played, and an offer that is no move.
    for stream in &mut streams {
        let mut heard = String::new();
        while !["\"f5\"", "\"d6\"", "\"by_first\""]
            .iter()
            .all(|word| heard.contains(word))
        {
            let message = tokio::time::timeout(Duration::from_secs(20), stream.next()).await;
            let message = message.unwrap_or_else(|_| panic!("only {heard}"));
            heard += &message.expect("it goes on").expect("a message").to_string();
        }
    }
    let (_, body) = act(&b, keys[1], "draw", json!({})).await;
    assert_eq!(body["scene"]["over"]["reason"]["en"], "draw agreed");
}
