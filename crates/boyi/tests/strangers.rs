//! Attacks on the program by those who bring bots, names and contests, as they were seen to succeed once.

#![allow(dead_code, reason = "of the shared parts some are used here")]

mod killed;
mod started;

use std::fs;
use std::io::{Read, Write};
use std::net::TcpStream;
use std::os::unix::fs::PermissionsExt;
use std::path::Path;
use std::process::Stdio;
use std::sync::mpsc::{Receiver, channel};
use std::time::{Duration, Instant};

use killed::{Folder, Started, free_port, nats_at};
use serde_json::{Value, json};
use started::{boyi, run};

/// What has not happened in this time never will.
const PATIENCE: Duration = Duration::from_secs(120);

/// A page that is served.
struct Page {
    address: String,
    server: Started,
    complaints: Receiver<String>,
}

impl Page {
    fn open(data: &Path, options: &[&str]) -> Self {
        let (told, lines) = channel();
        let mut command = boyi(&["serve", "--port", "0", "--json"]);
        command.args(options).arg("--data").arg(data);
        let mut server = Started::new(command.stderr(Stdio::piped()), &told);
        let complaints = server.complaints();
        let line = lines.recv_timeout(PATIENCE).expect("it says where it is");
        let reply: Value = serde_json::from_str(&line).expect("JSON");
        let address = reply["address"].as_str().expect("an address");
        let address = address.trim_start_matches("http://").trim_end_matches('/');
        Self {
            address: address.to_owned(),
            server,
            complaints,
        }
    }

    /// The status, the cookie that was set, and the reply.
    fn ask(&self, method: &str, path: &str, cookie: &str, body: &str) -> (u16, String, Value) {
        let mut stream = TcpStream::connect(&self.address).expect("it listens");
        let (host, length) = (&self.address, body.len());
        let request = format!(
            "{method} {path} HTTP/1.1\r\nHost: {host}\r\nContent-Type: application/json\r\nCookie: \
             {cookie}\r\nContent-Length: {length}\r\nConnection: close\r\n\r\n{body}"
        );
        stream.write_all(request.as_bytes()).expect("it reads");
        let mut answer = String::new();
        stream.read_to_string(&mut answer).expect("it answers");
        let (head, body) = answer.split_once("\r\n\r\n").expect("a head and a body");
        let status = head.split(' ').nth(1).and_then(|word| word.parse().ok());
        let cookie = head
            .lines()
            .find_map(|line| line.strip_prefix("set-cookie: "))
            .and_then(|line| line.split(';').next());
        let body = serde_json::from_str(body).unwrap_or(Value::Null);
        let status = status.expect("a status");
        (status, cookie.unwrap_or_default().to_owned(), body)
    }

    /// Waits until it says so on standard error.
    fn complains(&self, what: &str) {
        loop {
            let said = self.complaints.recv_timeout(PATIENCE).expect("it says so");
            if said.contains(what) {
                return;
            }
        }
    }

    /// Looks until something can be seen.
    fn seen(&self, path: &str, cookie: &str, what: impl Fn(&Value) -> bool) -> Value {
        let until = Instant::now() + PATIENCE;
        loop {
            let (_, _, view) = self.ask("GET", path, cookie, "");
            if what(&view) {
                return view;
            }
            assert!(Instant::now() < until, "{view}");
            std::thread::sleep(Duration::from_millis(20));
        }
    }
}

const LEGAL: &str = "\
import json, sys
for line in sys.stdin:
    said = json.loads(line)
    if said['type'] == 'hello': print(json.dumps({'type': 'ready', 'version': 1}), flush=True)
    elif said['type'] == 'turn': print(json.dumps({'id': said['id'], 'move': said['legal'][0]}), flush=True)
    else: break
";

#[test]
fn an_upload_takes_nobodys_name() {
    let folder = Folder::new("attacked-names");
    let data = folder.path("data");
    fs::create_dir_all(data.join("bots/mine")).expect("ours");
    let trusted = data.join("bots/mine/bot.py");
    fs::write(&trusted, "trusted").expect("ours");
    let list = data.join("bots.json");
    let registered = format!(
        "{{\"mine\": {{\"program\": \"boyi:python3 '{}'\"}}}}",
        trusted.display()
    );
    fs::write(&list, &registered).expect("ours");
    let page = Page::open(&data, &["--allow-bots", "--sandbox", "auto"]);
    let (status, cookie, reply) = page.ask(
        "POST",
        "/api/bots?name=mine&file=bot.py",
        "",
        "print('evil')",
    );
    assert_eq!(status, 201, "{reply}");
    assert_eq!(fs::read_to_string(&trusted).expect("there"), "trusted");
    assert_eq!(fs::read_to_string(&list).expect("there"), registered);
    let player = reply[0]["player"].as_str().expect("a name").to_owned();
    assert!(player.starts_with("upload:") && player.ends_with("/mine"));
    // Nobody else of this machine can look at what was brought.
    let mode = fs::metadata(data.join("uploads")).expect("made");
    assert_eq!(mode.permissions().mode() & 0o077, 0);
    // It is checked at once, and its owner alone reads what it wrote.
    let checked = |view: &Value| !view["uploaded"][0]["versions"][0]["report"].is_null();
    let view = page.seen("/api/bots", &cookie, checked);
    let bot = &view["uploaded"][0];
    assert_eq!(
        (&bot["mine"], &bot["versions"][0]["report"]["passed"]),
        (&json!(true), &json!(false))
    );
    // A version of its own that plays; others neither replace nor remove it.
    let path = "/api/bots?name=mine&file=bot.py";
    let (_, _, reply) = page.ask("POST", path, &cookie, LEGAL);
    assert_eq!(reply[0]["versions"][0]["number"], 2, "{reply}");
    let (status, other, reply) = page.ask("POST", path, "boyi_owner=forged.secret", LEGAL);
    assert_eq!(
        (status, reply.as_array().map(Vec::len)),
        (201, Some(2)),
        "{reply}"
    );
    assert_ne!(cookie, other);
    assert_eq!(page.ask("DELETE", "/api/bots/mine", "", "").0, 404);
    let passed = |view: &Value| {
        let bots = view["uploaded"].as_array().expect("a list");
        let newest = bots
            .iter()
            .map(|bot| &bot["versions"][0]["report"]["passed"]);
        newest.into_iter().all(|passed| passed == true)
    };
    page.seen("/api/bots", &cookie, passed);
    for name in ["..%2Fmine", "%2e%2e", "a%1bb", ""] {
        let path = format!("/api/bots?name={name}&file=bot.py");
        assert_eq!(page.ask("POST", &path, &cookie, LEGAL).0, 422, "{name}");
    }
    let (status, _, left) = page.ask("DELETE", "/api/bots/mine", &cookie, "");
    assert_eq!(
        (status, left.as_array().map(Vec::len)),
        (200, Some(1)),
        "{left}"
    );
}

#[test]
fn bots_of_visitors_need_the_whole_sandbox() {
    let folder = Folder::new("attacked-sandbox");
    let page = Page::open(&folder.path("data"), &["--allow-bots"]);
    let doctor = started::stdout(&["doctor", "--json"]);
    let doctor: Value = serde_json::from_str(&doctor).expect("JSON");
    let (_, _, bots) = page.ask("GET", "/api/bots", "", "");
    assert_eq!(bots["uploads"], doctor["complete"], "{bots} {doctor}");
    let page = Page::open(&folder.path("off"), &["--allow-bots", "--sandbox", "off"]);
    let (status, _, why) = page.ask("POST", "/api/bots?name=x&file=x.py", "", LEGAL);
    assert_eq!((status, &why["error"]), (403, &json!("no_bots")), "{why}");
    page.complains("never run without the sandbox");
}

fn contest(name: &str, games: u32, players: usize) -> String {
    let players: Vec<Value> = (0..players)
        .map(|seed| json!({ "player": format!("random:seed={seed}") }))
        .collect();
    let plan = json!({
        "kind": "tournament", "name": name, "game": "reversi", "games": games, "players": players,
    });
    plan.to_string()
}

#[test]
fn a_contest_of_two_hundred_million_games_is_refused() {
    let folder = Folder::new("attacked-size");
    let page = Page::open(&folder.path("data"), &[]);
    let (status, _, reply) = page.ask("POST", "/api/contests", "", &contest("huge", 100_000, 64));
    assert_eq!(status, 422, "{reply}");
    let why = reply["message"]["en"].as_str().expect("a sentence");
    assert!(why.contains("201600000 games: at most 1000000"), "{why}");
    // What is allowed begins at once, however much it is.
    let large = contest("large", 400, 64);
    let (status, _, reply) = page.ask("POST", "/api/contests", "", &large);
    assert_eq!(
        (status, &reply["planned"]),
        (201, &json!(806_400)),
        "{reply}"
    );
    page.seen("/api/contests/large", "", |view| {
        view["played"].as_u64() > Some(0)
    });
    assert_eq!(page.ask("POST", "/api/contests/large/stop", "", "").0, 200);
}

#[test]
fn a_contest_in_which_the_server_died_twice_waits_for_somebody() {
    let folder = Folder::new("attacked-twice");
    let data = folder.path("data");
    let view = "/api/contests/deadly";
    let is_running = |view: &Value| view["summary"]["running"] == true;
    let page = Page::open(&data, &[]);
    let begun = page.ask("POST", "/api/contests", "", &contest("deadly", 4000, 2));
    assert_eq!(begun.0, 201, "{}", begun.2);
    page.server.kill();
    // Once it goes on by itself.
    let page = Page::open(&data, &[]);
    page.seen(view, "", is_running);
    page.server.kill();
    let page = Page::open(&data, &[]);
    let (_, _, found) = page.ask("GET", view, "", "");
    assert_eq!(
        (&found["summary"]["running"], &found["held_back"]),
        (&json!(false), &json!(true))
    );
    page.complains("died twice while `deadly` was played");
    // Whoever wants it goes on with it, and then the count begins anew.
    assert_eq!(page.ask("POST", &format!("{view}/resume"), "", "").0, 200);
    page.seen(view, "", is_running);
    page.server.kill();
    let page = Page::open(&data, &[]);
    page.seen(view, "", is_running);
    // A server that is asked to end has not died.
    page.server.interrupt();
    page.server.ends();
    let page = Page::open(&data, &[]);
    page.seen(view, "", |view| {
        is_running(view) && view["held_back"] == false
    });
}

/// Everything that a terminal would obey, and a line that reads from right to left.
const HOSTILE: &str = "\u{1b}]0;owned\u{7}\u{1b}[2J\u{9b}31m\u{202e}dekcah";

#[test]
fn a_terminal_does_not_obey_what_bots_and_files_say() {
    let folder = Folder::new("attacked-terminal");
    let bot = folder.path("bot.py");
    let script = format!("import sys\nprint({HOSTILE:?}, file=sys.stderr)\nprint({HOSTILE:?})\n");
    let script = script
        .replace("\\u{1b}", "\\x1b")
        .replace("\\u{7}", "\\x07");
    let script = script
        .replace("\\u{9b}", "\\x9b")
        .replace("\\u{202e}", "\\u202e");
    fs::write(&bot, script).expect("ours");
    let manifest =
        json!({ "name": HOSTILE, "command": ["python3", "bot.py"], "games": ["reversi"] });
    fs::write(folder.path("bot.json"), manifest.to_string()).expect("ours");
    let store = folder.path("store.sqlite");
    let (store, here) = (
        store.to_str().expect("plain"),
        folder.0.to_str().expect("plain"),
    );
    let unknown = format!("bot:{HOSTILE}");
    let arguments: [&[&str]; 6] = [
        &["bot", "check", here],
        &["bot", "check", here, "--json"],
        &["bot", "check", &unknown],
        &[
            "match", "reversi", here, "random", "--games", "2", "--store", store, "--name", HOSTILE,
        ],
        &["record", "list", "--store", store],
        &["record", "contests", "--store", store, "--json"],
    ];
    let tame = |arguments: &[&str]| {
        let output = run(arguments);
        let said = [output.stdout, output.stderr].concat();
        let said = String::from_utf8(said).expect("text");
        let obeyed = |c: char| c.is_control() && c != '\n' || c == '\u{202e}';
        assert!(!said.contains(obeyed), "{arguments:?}: {said:?}");
        assert!(said.contains("dekcah"), "{arguments:?} said it: {said}");
        said
    };
    for arguments in arguments {
        tame(arguments);
    }
    let listed = tame(&["record", "list", "--store", store, "--json"]);
    let game: Value = serde_json::from_str(listed.lines().next().expect("a game")).expect("JSON");
    let id = game["id"].as_str().expect("a name");
    assert!(id.starts_with(HOSTILE), "JSON means the same: {id:?}");
    tame(&["record", "show", id, "--store", store]);
    tame(&["record", "show", id, "--store", store, "--json"]);
}

#[test]
fn a_second_coordinator_says_who_holds_the_contest_and_follows_it() {
    let folder = Folder::new("attacked-twins");
    let store = folder.path("store.sqlite");
    let twin = || {
        let mut command = boyi(&["match", "reversi", "pvs:nodes=500", "mtdf:nodes=500"]);
        command
            .args(["--games", "60", "--json", "--store"])
            .arg(&store);
        command
    };
    let (told, _first) = channel();
    let first = Started::new(twin().stderr(Stdio::null()), &told);
    while started::run(&["record", "list", "--store", store.to_str().expect("plain")])
        .stdout
        .is_empty()
    {
        std::thread::sleep(Duration::from_millis(20));
    }
    let (told, replies) = channel();
    let mut second = Started::new(twin().stderr(Stdio::piped()), &told);
    let complaints = second.complaints();
    let says_who = |line: &String| line.contains("hands out its games; this one only watches");
    let said = complaints.iter().find(says_who).expect("it says who");
    assert!(said.contains(&format!("process {}", first.id())), "{said}");
    // The first is killed: the one that watched goes on to the end.
    first.kill();
    let reply = replies.recv_timeout(PATIENCE).expect("it ends");
    let reply: Value = serde_json::from_str(&reply).expect("JSON");
    assert_eq!(
        (&reply["state"], &reply["played"]),
        (&json!("done"), &json!(60))
    );
    second.ends();
}

#[test]
fn a_worker_that_starts_before_its_server_waits_for_it() {
    let folder = Folder::new("attacked-early-http");
    let port = free_port();
    let url = format!("http://127.0.0.1:{port}");
    let early = || {
        let (told, games) = channel();
        let mut command = boyi(&["worker", "--json", "--server", &url]);
        let mut worker = Started::new(command.stderr(Stdio::piped()), &told);
        let complaints = worker.complaints();
        let waits = |said: &str| said.contains("refused") && said.contains("waiting for it");
        let mut said = complaints.recv_timeout(PATIENCE).expect("it speaks");
        while !waits(&said) {
            said = complaints.recv_timeout(PATIENCE).expect("it says so");
        }
        (worker, games)
    };
    let (impatient, _) = early();
    impatient.interrupt();
    impatient.ends();
    let (_worker, games) = early();
    let data = folder.path("data").display().to_string();
    let (told, said) = channel();
    let port = port.to_string();
    let mut command = boyi(&["serve", "--json", "--port", &port, "--data", &data]);
    let _server = Started::new(command.stderr(Stdio::null()), &told);
    let address = said.recv_timeout(PATIENCE).expect("it says where it is");
    assert!(address.contains(&port), "{address}");
    let agent = ureq::post(format!("{url}/api/contests"));
    let begun = agent
        .header("content-type", "application/json")
        .send(contest("early", 4000, 2));
    assert_eq!(begun.expect("an answer").status(), 201);
    let game = games.recv_timeout(PATIENCE).expect("it plays");
    assert!(game.contains("\"contest\":\"early\""), "{game}");
}

#[test]
fn a_worker_that_starts_before_its_broker_waits_for_it() {
    let folder = Folder::new("attacked-early");
    let port = free_port();
    let url = format!("nats://127.0.0.1:{port}");
    let early = || {
        let (told, games) = channel();
        let mut command = boyi(&["worker", "--json", "--nats", &url]);
        let mut worker = Started::new(command.stderr(Stdio::piped()), &told);
        let complaints = worker.complaints();
        let said = complaints.recv_timeout(PATIENCE).expect("it says so");
        assert!(
            said.contains("cannot reach NATS") && said.contains("waiting for it"),
            "{said}"
        );
        (worker, games)
    };
    // Ctrl-C ends the waiting.
    let (impatient, _) = early();
    impatient.interrupt();
    impatient.ends();
    let (_worker, games) = early();
    let Some((_server, url)) = nats_at(&folder.path("nats"), port) else {
        boyi_game::shared_files::skip("nats-server is not installed");
        return;
    };
    let mut command = boyi(&[
        "match", "reversi", "random", "scan", "--games", "4", "--json",
    ]);
    command
        .args(["--nats", &url, "--store"])
        .arg(folder.path("store"));
    let reply = killed::last_line(command.stderr(Stdio::null()));
    let reply: Value = serde_json::from_str(&reply).expect("JSON");
    assert_eq!(reply["played"], 4, "{reply}");
    assert_eq!(games.iter().take(4).count(), 4);
}
