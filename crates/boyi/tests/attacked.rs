//! The real server under attack and at its end.

#![allow(dead_code, reason = "of the shared parts some are used here")]

mod killed;

use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use killed::Folder;
use nix::sys::signal::{Signal, kill};
use nix::unistd::Pid;
use serde_json::Value;

/// A server with so many files, as a shell starts it.
struct Served {
    child: Child,
    address: String,
}

impl Served {
    fn start(folder: &Folder, files: u32) -> Self {
        let program = env!("CARGO_BIN_EXE_boyi");
        let data = folder.path("data").display().to_string();
        let script =
            format!("ulimit -n {files} && exec \"$0\" serve --json --port 0 --data \"$1\"");
        let mut child = Command::new("sh")
            .args(["-c", &script, program, &data])
            .stdin(Stdio::null())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .expect("starts");
        let mut line = String::new();
        let out = child.stdout.take().expect("piped");
        BufReader::new(out)
            .read_line(&mut line)
            .expect("it says where it is");
        let reply: Value = serde_json::from_str(&line).expect("JSON");
        let address = reply["address"].as_str().expect("an address");
        let address = address.trim_start_matches("http://").trim_end_matches('/');
        Self {
            child,
            address: address.to_owned(),
        }
    }

    fn connect(&self) -> TcpStream {
        let stream = TcpStream::connect(&self.address).expect("it listens");
        let patience = Some(Duration::from_secs(60));
        stream.set_read_timeout(patience).expect("a time");
        stream
    }

    fn ask(&self, method: &str, path: &str, body: &str) -> Value {
        let mut stream = self.connect();
        let (host, length) = (&self.address, body.len());
        let request = format!(
            "{method} {path} HTTP/1.1\r\nhost: {host}\r\ncontent-type: application/json\r\n\
             content-length: {length}\r\nconnection: close\r\n\r\n{body}"
        );
        stream.write_all(request.as_bytes()).expect("it reads");
        let mut answer = String::new();
        stream.read_to_string(&mut answer).expect("it answers");
        let (_, body) = answer.split_once("\r\n\r\n").expect("a head and a body");
        serde_json::from_str(body).expect("JSON")
    }
}

impl Drop for Served {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

const NEW_GAME: &str = r#"{"game":"reversi","seats":[{"kind":"person"},{"kind":"person"}]}"#;

#[test]
fn half_open_requests_shut_nobody_out_even_where_files_are_few() {
    let folder = Folder::new("half-open");
    let server = Served::start(&folder, 1024);
    // More than the server may open files, from the same address as everybody else.
    let half_open: Vec<TcpStream> = (0..1100)
        .map(|_| {
            let mut stream = server.connect();
            let half = "GET / HTTP/1.1\r\nhost: localhost\r\nx-half: ";
            // The oldest are closed while the newest come.
            let _ = stream.write_all(half.as_bytes());
            stream
        })
        .collect();
    let began = Instant::now();
    for _ in 0..20 {
        assert_eq!(server.ask("GET", "/healthz", "")["status"], "ok");
    }
    assert!(server.ask("POST", "/api/games", NEW_GAME)["id"].is_string());
    let took = began.elapsed();
    assert!(took < Duration::from_secs(20), "{took:?}");
    drop(half_open);
}

#[test]
fn sigterm_ends_the_server_in_order_and_its_games_go_on_after_it() {
    let folder = Folder::new("sigterm");
    let mut server = Served::start(&folder, 1024);
    let game = server.ask("POST", "/api/games", NEW_GAME);
    let path = format!("/api/games/{}", game["id"].as_str().expect("an id"));
    server.ask("POST", &format!("{path}/moves"), r#"{"text":"f5"}"#);
    // Somebody who watches, and somebody who thinks for long.
    let mut watching = server.connect();
    let upgrade = format!(
        "GET {path}/live HTTP/1.1\r\nhost: {}\r\nconnection: upgrade\r\nupgrade: websocket\r\n\
         sec-websocket-version: 13\r\nsec-websocket-key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n",
        server.address
    );
    watching.write_all(upgrade.as_bytes()).expect("it reads");
    let thinks = r#"{"game":"xiangqi","seats":[{"kind":"player","player":"strong:time=100s"},{"kind":"person"}],"clock":{"seconds":3000}}"#;
    server.ask("POST", "/api/games", thinks);
    let pid = Pid::from_raw(server.child.id() as i32);
    kill(pid, Signal::SIGTERM).expect("it runs");
    let asked = Instant::now();
    let status = server.child.wait().expect("it ends");
    assert!(status.success(), "{status}");
    assert!(
        asked.elapsed() < Duration::from_secs(20),
        "{:?}",
        asked.elapsed()
    );
    let mut heard = Vec::new();
    watching.read_to_end(&mut heard).expect("it was closed");
    let goodbye = b"the server is ending";
    let told = heard.windows(goodbye.len()).any(|words| words == goodbye);
    assert!(told, "{}", String::from_utf8_lossy(&heard));
    let again = Served::start(&folder, 1024);
    let moves = &again.ask("GET", &path, "")["moves"];
    assert_eq!(moves[0]["text"], "f5", "{moves}");
}
