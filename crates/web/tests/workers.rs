//! Workers over HTTP: a real server on loopback, workers that play, and workers that vanish.

mod common;

use std::net::SocketAddr;
use std::sync::Arc;
use std::time::{Duration, Instant};

use boyi_arena::bot;
use boyi_arena::contest::Worker;
use boyi_search::Stop;
use boyi_web::{Access, AppState, Joining, Options};
use serde_json::{Value, json};
use tokio::net::TcpListener;

const TOKEN: &str = "sixteen-letters-and-more";

struct Server {
    address: SocketAddr,
    end: Option<tokio::sync::oneshot::Sender<()>>,
    served: tokio::task::JoinHandle<()>,
}

impl Server {
    async fn start(state: Arc<AppState>) -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").await.expect("a port");
        let address = listener.local_addr().expect("bound");
        let (end, ended) = tokio::sync::oneshot::channel();
        let served = tokio::spawn(async move {
            let ended = async {
                let _ = ended.await;
            };
            boyi_web::serve(listener, state, ended)
                .await
                .expect("it serves");
        });
        let end = Some(end);
        Self {
            address,
            end,
            served,
        }
    }

    fn url(&self) -> String {
        format!("http://{}", self.address)
    }

    async fn stop(mut self) {
        let _ = self.end.take().expect("once").send(());
        let _ = tokio::time::timeout(Duration::from_secs(10), self.served).await;
    }
}

/// A server that needs a token, with leases that run out soon.
fn options(lease: Duration) -> Options {
    Options {
        access: Access {
            token: Some(TOKEN.to_owned()),
            ..Access::default()
        },
        lease: Some(lease),
        ..Options::default()
    }
}

/// Sends a request from a thread that may wait; status and reply.
async fn call(url: String, body: Option<Value>) -> (u16, Value) {
    let asked = tokio::task::spawn_blocking(move || {
        let config = ureq::Agent::config_builder().http_status_as_error(false);
        let agent: ureq::Agent = config.build().into();
        let token = format!("Bearer {TOKEN}");
        let response = match body {
            None => agent.get(&url).header("authorization", token).call(),
            Some(body) => agent
                .post(&url)
                .header("authorization", token)
                .header("content-type", "application/json")
                .send(body.to_string()),
        };
        let mut response = response.expect("an answer");
        let text = response.body_mut().read_to_string().expect("a body");
        let reply = serde_json::from_str(&text).unwrap_or(Value::Null);
        (response.status().as_u16(), reply)
    });
    asked.await.expect("no panic")
}

/// It lasts longer than the pause of a worker that had nothing to do.
fn contest(name: &str, games: u32) -> Value {
    json!({
        "kind": "tournament", "name": name, "game": "reversi", "games": games, "control": "nodes=6000",
        "players": [{ "player": "pvs" }, { "player": "random" }, { "player": "scan" }],
    })
}

async fn finished(url: &str, name: &str) -> Value {
    const PATIENCE: Duration = Duration::from_secs(240);
    let began = Instant::now();
    loop {
        let (_, view) = call(format!("{url}/api/contests/{name}"), None).await;
        if view["summary"]["done"] == true && view["summary"]["running"] == false {
            return view;
        }
        assert!(view["failure"].is_null(), "{view}");
        assert!(began.elapsed() < PATIENCE, "it never ends: {view}");
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
}

fn worker(server: &str, token: Option<&str>, name: &str, stop: &Stop) -> (Joining, Worker) {
    let joining = Joining {
        server: server.to_owned(),
        token: token.map(ToOwned::to_owned),
        name: name.to_owned(),
        threads: 2,
        until_idle: None,
        patience: Duration::from_secs(60),
    };
    let worker = Worker {
        name: name.to_owned(),
        options: bot::Options::default(),
        programs: false,
        live: None,
        stop: stop.clone(),
    };
    (joining, worker)
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn workers_over_http_that_come_and_vanish_change_nothing() {
    let alone = Server::start(common::app_state(options(Duration::from_secs(60)))).await;
    let url = alone.url();
    let begun = call(format!("{url}/api/contests"), Some(contest("http", 40))).await;
    assert_eq!(begun.0, 201, "{}", begun.1);
    let undisturbed = finished(&url, "http").await;
    alone.stop().await;

    let server = Server::start(common::app_state(options(Duration::from_millis(300)))).await;
    let url = server.url();
    let stop = Stop::default();
    let playing: Vec<_> = ["one", "two", "three"]
        .map(|name| {
            let (joining, worker) = worker(&url, Some(TOKEN), name, &stop);
            tokio::task::spawn_blocking(move || {
                boyi_web::join(&joining, &worker, &|_, _| (), &|_| ())
            })
        })
        .into();
    let begun = call(format!("{url}/api/contests"), Some(contest("http", 40))).await;
    assert_eq!(begun.0, 201, "{}", begun.1);
    // Killed with games in hand, again and again.
    for number in 0..8 {
        let asks = json!({ "worker": format!("ghost {number}"), "games": 5 });
        let (status, reply) = call(format!("{url}/api/workers/lease"), Some(asks)).await;
        assert_eq!(status, 200, "{reply}");
    }
    let view = finished(&url, "http").await;
    assert_eq!(view["played"], 120);
    assert_eq!(view["rows"], undisturbed["rows"]);
    let (status, refused) = call(format!("{url}/api/contests/http/stop"), Some(json!({}))).await;
    assert_eq!(status, 409, "there is nothing to stop: {refused}");
    assert_eq!(refused["message"]["en"], "all of it has been played");
    let (_, workers) = call(format!("{url}/api/workers"), None).await;
    let games = |name: &str| {
        let workers = workers.as_array().expect("a list").iter();
        let found = workers.filter(|worker| worker["name"] == name);
        found
            .filter_map(|worker| worker["games"].as_u64())
            .sum::<u64>()
    };
    assert!(
        games("one") + games("two") + games("three") > 0,
        "{workers}"
    );
    stop.stop();
    for playing in playing {
        playing.await.expect("no panic").expect("it ends well");
    }
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_worker_without_the_token_is_told_so_and_one_without_a_name_too() {
    let server = Server::start(common::app_state(options(Duration::from_secs(5)))).await;
    let url = server.url();
    let (joining, worker) = worker(&url, None, "stranger", &Stop::default());
    let joined = tokio::task::spawn_blocking(move || {
        let joined = boyi_web::join(&joining, &worker, &|_, _| (), &|_| ());
        joined.expect_err("no token").to_string()
    });
    let said = joined.await.expect("no panic");
    assert!(said.contains("token"), "{said}");
    let nameless = json!({ "worker": "", "games": 1 });
    let (status, _) = call(format!("{url}/api/workers/lease"), Some(nameless)).await;
    assert_eq!(status, 422);
    server.stop().await;
}
