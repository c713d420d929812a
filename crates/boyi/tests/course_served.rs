//! A server grades what is handed in; when it is told to end, what it had in hand goes back to the queue.

#![cfg(unix)]
#![allow(dead_code, reason = "of the shared parts some are used here")]

mod started;

use std::io::{BufRead, BufReader};
use std::path::Path;
use std::process::{Child, Stdio};
use std::time::{Duration, Instant};

use nix::sys::signal::{Signal, kill};
use nix::unistd::Pid;
use serde_json::Value;
use started::{boyi, run, stdout};

/// What has not happened in this time never will.
const PATIENCE: Duration = Duration::from_secs(120);
const SUBMISSIONS: u64 = 8;

/// A course with submissions in the store of a server's folder.
fn prepare(data: &Path, store: &str) {
    let path = |name: &str| data.join(name).display().to_string();
    let roster: String = (1..=SUBMISSIONS).map(|n| format!("s{n}\n")).collect();
    std::fs::write(data.join("roster.csv"), format!("id\n{roster}")).expect("room");
    let (work, roster) = (path("work"), path("roster.csv"));
    stdout(&["course", "new", "ai", "--store", store]);
    stdout(&[
        "course", "people", &roster, "--course", "ai", "--store", store,
    ]);
    stdout(&[
        "course",
        "hand-out",
        "alpha-beta",
        "--course",
        "ai",
        "--store",
        store,
    ]);
    stdout(&[
        "assignment",
        "new",
        "alpha-beta",
        "--lang",
        "python",
        "--folder",
        &work,
    ]);
    let source = data.join("work/bot.py");
    let starter = std::fs::read_to_string(&source).expect("just made");
    for number in 1..=SUBMISSIONS {
        std::fs::write(&source, format!("# by s{number}\n{starter}")).expect("room");
        let who = format!("s{number}");
        stdout(&[
            "submit",
            &work,
            "--course",
            "ai",
            "--student",
            &who,
            "--store",
            store,
        ]);
    }
}

/// A server that is up, and says on standard error what it does.
fn serve(data: &Path) -> (Child, std::thread::JoinHandle<Vec<Value>>) {
    let mut command = boyi(&["serve", "--port", "0", "--json", "--log", "json"]);
    command.arg("--data").arg(data);
    command
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped());
    let mut server = command.spawn().expect("it starts");
    let mut line = String::new();
    let out = server.stdout.as_mut().expect("piped");
    BufReader::new(out)
        .read_line(&mut line)
        .expect("it says where it is");
    let log = BufReader::new(server.stderr.take().expect("piped"));
    let read = move || {
        let lines = log.lines().map_while(Result::ok);
        lines
            .filter_map(|line| serde_json::from_str(&line).ok())
            .collect()
    };
    (server, std::thread::spawn(read))
}

fn queue(store: &str) -> [u64; 3] {
    let said = stdout(&[
        "course", "queue", "--course", "ai", "--store", store, "--json",
    ]);
    let queue: Value = serde_json::from_str(&said).expect("JSON");
    ["open", "taken", "done"].map(|state| queue[state].as_u64().expect("a count"))
}

fn until_done(store: &str, done: u64) {
    let until = Instant::now() + PATIENCE;
    while queue(store)[2] < done {
        assert!(Instant::now() < until, "{:?}", queue(store));
        std::thread::sleep(Duration::from_millis(20));
    }
}

/// Ends a server in order; the submissions it says it graded.
fn ended(mut server: Child, log: std::thread::JoinHandle<Vec<Value>>) -> Vec<u64> {
    let pid = Pid::from_raw(i32::try_from(server.id()).expect("a process"));
    kill(pid, Signal::SIGTERM).expect("it runs");
    assert!(server.wait().expect("it was ours").success());
    let log = log.join().expect("it was read");
    let graded = log.iter().filter(|line| line["event"] == "graded");
    graded
        .filter_map(|line| line["submission"].as_u64())
        .collect()
}

#[test]
fn a_server_that_ends_gives_back_what_it_was_grading_and_the_next_goes_on() {
    if !Path::new("/usr/bin/python3").exists() {
        eprintln!("skipped: there is no python3");
        return;
    }
    let folder = tempfile::tempdir().expect("a folder");
    let store = folder.path().join("games.sqlite").display().to_string();
    prepare(folder.path(), &store);
    assert_eq!(queue(&store), [SUBMISSIONS, 0, 0]);

    let (server, log) = serve(folder.path());
    until_done(&store, 2);
    let mut graded = ended(server, log);
    let [open, taken, done] = queue(&store);
    assert_eq!(
        (taken, open + done),
        (0, SUBMISSIONS),
        "nothing stays in hand"
    );
    assert_eq!(graded.len() as u64, done);

    let (server, log) = serve(folder.path());
    until_done(&store, SUBMISSIONS);
    graded.extend(ended(server, log));
    graded.sort_unstable();
    let all: Vec<u64> = (1..=SUBMISSIONS).collect();
    assert_eq!(graded, all, "nothing lost, nothing twice");
    assert!(run(&["store", "check", "--store", &store]).status.success());
}
