//! `boyi serve --nats`: contests begun on the page are played by workers elsewhere.

#![allow(dead_code, reason = "of the shared parts some are used here")]

mod killed;
mod started;

use std::io::{Read, Write};
use std::net::TcpStream;
use std::path::Path;
use std::process::Stdio;
use std::sync::mpsc::{Receiver, Sender, channel};
use std::time::{Duration, Instant};

use killed::{Folder, Started, nats};
use serde_json::{Value, json};
use started::boyi;

/// What has not happened in this time never will.
const PATIENCE: Duration = Duration::from_secs(120);

const GAMES: u64 = 60;

/// A page that is served.
struct Page {
    address: String,
    server: Started,
}

impl Page {
    fn open(data: &Path, url: &str) -> Self {
        let (told, lines) = channel();
        let mut command = boyi(&["serve", "--port", "0", "--json", "--lease", "2"]);
        command.args(["--nats", url]).arg("--data").arg(data);
        let server = Started::new(command.stderr(Stdio::null()), &told);
        let line = lines.recv_timeout(PATIENCE).expect("it says where it is");
        let reply: Value = serde_json::from_str(&line).expect("JSON");
        assert_eq!(reply["nats"], url);
        let address = reply["address"].as_str().expect("an address");
        let address = address.trim_start_matches("http://").trim_end_matches('/');
        Self {
            address: address.to_owned(),
            server,
        }
    }

    fn ask(&self, method: &str, path: &str, body: &str) -> Value {
        let mut stream = TcpStream::connect(&self.address).expect("it listens");
        let (host, length) = (&self.address, body.len());
        let request = format!(
            "{method} {path} HTTP/1.1\r\nHost: {host}\r\nContent-Type: application/json\r\n\
             Content-Length: {length}\r\nConnection: close\r\n\r\n{body}"
        );
        stream.write_all(request.as_bytes()).expect("it reads");
        let mut answer = String::new();
        stream.read_to_string(&mut answer).expect("it answers");
        let (head, body) = answer.split_once("\r\n\r\n").expect("a head and a body");
        let status = head.split(' ').nth(1);
        assert!(matches!(status, Some("200" | "201")), "{answer}");
        serde_json::from_str(body).expect("JSON")
    }

    /// Looks until the contest is over.
    fn finished(&self, id: &str) -> Value {
        self.seen(id, |view| {
            view["summary"]["done"] == true && view["summary"]["running"] == false
        })
    }

    /// Looks until something can be seen of a contest.
    fn seen(&self, id: &str, what: impl Fn(&Value) -> bool) -> Value {
        let until = Instant::now() + PATIENCE;
        loop {
            let view = self.ask("GET", &format!("/api/contests/{id}"), "");
            if what(&view) {
                return view;
            }
            assert!(Instant::now() < until, "{view}");
            std::thread::sleep(Duration::from_millis(20));
        }
    }
}

fn worker(url: &str, told: &Sender<String>) -> Started {
    let mut command = boyi(&["worker", "--json", "--lease", "2", "--nats", url]);
    Started::new(command.stderr(Stdio::null()), told)
}

fn play(games: &Receiver<String>, count: usize) {
    for _ in 0..count {
        let line = games.recv_timeout(PATIENCE).expect("a worker plays");
        let reply: Value = serde_json::from_str(&line).expect("JSON");
        assert_eq!(reply["contest"], "away", "{line}");
        assert_eq!(reply["error"], Value::Null, "{line}");
    }
}

#[test]
fn a_contest_of_the_page_is_played_by_workers_and_survives_a_killed_server() {
    let folder = Folder::new("served-on-nats");
    let Some((_nats, url)) = nats(&folder.path("nats")) else {
        boyi_game::shared_files::skip("nats-server is not installed");
        return;
    };
    let data = folder.path("data");
    let page = Page::open(&data, &url);
    let new = json!({
        "kind": "tournament", "name": "away", "game": "reversi", "games": 20, "control": "nodes=200",
        "players": [{ "player": "pvs" }, { "player": "mtdf" }, { "player": "scan" }],
    });
    let begun = page.ask("POST", "/api/contests", &new.to_string());
    assert_eq!(begun["summary"]["running"], true, "{begun}");
    let (told, games) = channel();
    let workers = [worker(&url, &told), worker(&url, &told)];
    play(&games, 10);
    page.server.kill();
    // Whoever serves the page next goes on by itself, with what was played in between.
    play(&games, 5);
    let page = Page::open(&data, &url);
    let view = page.finished("away");
    assert_eq!(view["played"], GAMES, "{view}");
    assert_eq!(view["planned"], GAMES, "{view}");
    // The same tournament in one program: fixed nodes come out the same anywhere.
    let alone = folder.path("alone.toml");
    let plan = "name = \"away\"\ngame = \"reversi\"\ngames = 20\ncontrol = \"nodes=200\"\n\
                players = [\"pvs\", \"mtdf\", \"scan\"]";
    std::fs::write(&alone, plan).expect("written");
    let mut command = boyi(&["tournament", "--json"]);
    command.arg(&alone).arg("--store").arg(folder.path("alone"));
    let reply = killed::last_line(command.stderr(Stdio::null()));
    let reply: Value = serde_json::from_str(&reply).expect("JSON");
    let rows = view["rows"].as_array().expect("rows");
    let players = reply["players"].as_array().expect("players");
    assert_eq!(rows.len(), players.len());
    for (row, player) in rows.iter().zip(players) {
        assert_eq!(row["name"], player["name"], "{view} {reply}");
        assert_eq!(row["elo"], player["elo"], "{view} {reply}");
    }
    drop(workers);
}

#[test]
fn a_contest_whose_broker_is_gone_says_why_it_broke_off() {
    let folder = Folder::new("served-without-nats");
    let Some((broker, url)) = nats(&folder.path("nats")) else {
        boyi_game::shared_files::skip("nats-server is not installed");
        return;
    };
    let page = Page::open(&folder.path("data"), &url);
    broker.kill();
    let new = json!({
        "kind": "tournament", "name": "alone", "game": "reversi", "games": 2, "control": "nodes=200",
        "players": [{ "player": "pvs" }, { "player": "mtdf" }],
    });
    page.ask("POST", "/api/contests", &new.to_string());
    let view = page.seen("alone", |view| view["summary"]["running"] == false);
    assert!(
        view["failure"].as_str().is_some_and(|why| !why.is_empty()),
        "{view}"
    );
    assert_eq!(view["summary"]["done"], false, "{view}");
}
