//! Programs that are started, listened to and killed.

#![allow(dead_code, reason = "each test file uses some of these")]

use std::collections::BTreeMap;
use std::io::{BufRead, BufReader};
use std::net::TcpListener;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, ExitStatus, Stdio};
use std::sync::mpsc::{Receiver, Sender, channel};

use boyi_arena::store::{Filter, Store};
use serde_json::Value;

/// A folder of its own for a test, gone when it is over.
pub(crate) struct Folder(pub(crate) PathBuf);

impl Folder {
    pub(crate) fn new(name: &str) -> Self {
        let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
        let _ = std::fs::remove_dir_all(&path);
        std::fs::create_dir_all(&path).expect("a folder");
        Self(path)
    }

    pub(crate) fn path(&self, name: &str) -> PathBuf {
        self.0.join(name)
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

/// A program that is killed when nobody needs it any more.
pub(crate) struct Started(Child);

impl Started {
    /// Starts it; `told` hears every line it prints.
    pub(crate) fn new(command: &mut Command, told: &Sender<String>) -> Self {
        let mut child = command
            .stdin(Stdio::null())
            .stdout(Stdio::piped())
            .spawn()
            .expect("starts");
        let out = child.stdout.take().expect("piped");
        let told = told.clone();
        std::thread::spawn(move || {
            for line in BufReader::new(out).lines().map_while(Result::ok) {
                let _ = told.send(line);
            }
        });
        Self(child)
    }

    /// Starts it; nobody listens.
    pub(crate) fn silent(command: &mut Command) -> Self {
        let command = command.stdin(Stdio::null()).stdout(Stdio::null());
        Self(command.spawn().expect("starts"))
    }

    /// How it ended, if it has.
    pub(crate) fn status(&mut self) -> Option<ExitStatus> {
        self.0.try_wait().expect("it can be asked")
    }

    /// What it says on standard error, which must be piped.
    pub(crate) fn complaints(&mut self) -> Receiver<String> {
        let (told, lines) = channel();
        let stream = self.0.stderr.take().expect("piped");
        std::thread::spawn(move || {
            for line in BufReader::new(stream).lines().map_while(Result::ok) {
                let _ = told.send(line);
            }
        });
        lines
    }

    pub(crate) fn id(&self) -> u32 {
        self.0.id()
    }

    /// Ctrl-C.
    pub(crate) fn interrupt(&self) {
        let pid = nix::unistd::Pid::from_raw(self.0.id() as i32);
        nix::sys::signal::kill(pid, nix::sys::signal::Signal::SIGINT).expect("it runs");
    }

    /// `kill -9`.
    pub(crate) fn kill(mut self) {
        self.0.kill().expect("it was running");
        self.0.wait().expect("it ends");
    }

    /// Waits for its end, which must be a good one.
    pub(crate) fn ends(mut self) {
        assert!(self.0.wait().expect("it ends").success());
    }
}

impl Drop for Started {
    fn drop(&mut self) {
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

/// Runs a program to its end; the last line it printed.
pub(crate) fn last_line(command: &mut Command) -> String {
    let (told, lines) = channel();
    let running = Started::new(command, &told);
    drop(told);
    let last = lines.iter().last();
    running.ends();
    last.expect("it printed something")
}

/// What must come out of a tournament of so many games the same, however often it was broken off.
pub(crate) fn outcome(reply: &str, games: usize) -> BTreeMap<String, String> {
    let reply: Value = serde_json::from_str(reply).expect("JSON");
    assert_eq!(
        (&reply["state"], &reply["played"]),
        (&"done".into(), &games.into()),
        "{reply}"
    );
    let players = reply["players"].as_array().expect("players");
    let of = |player: &Value| {
        let name = player["name"].as_str().expect("a name").to_owned();
        (name, player.to_string())
    };
    players.iter().map(of).collect()
}

/// The moves of every game that is finished.
pub(crate) fn finished(store: &Store) -> BTreeMap<String, Vec<String>> {
    let games = store.games(&Filter {
        finished: Some(true),
        ..Filter::default()
    });
    let games = games.expect("it can be read").into_iter();
    games
        .map(|game| {
            let (_, record) = store.game(&game.id).expect("sound").expect("listed");
            (game.id, record.moves().map(|mv| mv.text.clone()).collect())
        })
        .collect()
}

/// Takes note of the games that are finished by now; those that were before must be unchanged.
pub(crate) fn lost_none(
    before: &mut BTreeMap<String, Vec<String>>,
    now: BTreeMap<String, Vec<String>>,
) {
    for (id, moves) in &*before {
        assert_eq!(now.get(id), Some(moves), "{id} was lost or changed");
    }
    *before = now;
}

/// A NATS server with streams in a folder; `None` where there is none on this machine.
pub(crate) fn nats(folder: &Path) -> Option<(Started, String)> {
    nats_at(folder, free_port())
}

/// A port that nobody listens on.
pub(crate) fn free_port() -> u16 {
    let free = TcpListener::bind("127.0.0.1:0").expect("a free port");
    free.local_addr().expect("bound").port()
}

/// The same on a certain port.
pub(crate) fn nats_at(folder: &Path, port: u16) -> Option<(Started, String)> {
    let found = ["nats-server", "/usr/sbin/nats-server"]
        .into_iter()
        .find(|program| Command::new(program).arg("--version").output().is_ok())?;
    let mut command = Command::new(found);
    command
        .args([
            "--jetstream",
            "--addr",
            "127.0.0.1",
            "--port",
            &port.to_string(),
        ])
        .arg("--store_dir")
        .arg(folder)
        .args(["--log", "/dev/stdout"]);
    let (told, lines) = channel();
    let server = Started::new(command.stderr(Stdio::null()), &told);
    drop(told);
    let ready = lines.iter().any(|line| line.contains("Server is ready"));
    assert!(ready, "the NATS server ended before it was ready");
    Some((server, format!("nats://127.0.0.1:{port}")))
}
