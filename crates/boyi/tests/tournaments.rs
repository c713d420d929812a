//! Matches and tournaments as a user runs them, and what is left when they are killed.

mod killed;
mod started;

use std::collections::BTreeMap;
use std::path::Path;
use std::process::{Command, Stdio};
use std::sync::mpsc::channel;
use std::time::{Duration, Instant};

use boyi_arena::store::{Filter, Store};
use killed::{Folder, Started, last_line, lost_none, nats, outcome};
use serde_json::Value;
use started::{boyi, failure, stdout};

const PLAN: &str = "\
game = \"reversi\"
name = \"killed\"
players = [\"pvs\", \"mtdf\", \"random\", \"scan\", \"priority\"]
games = 20
control = \"nodes=400\"
opening_plies = 4
";

/// Ten pairings of twenty games.
const GAMES: usize = 200;

fn tournament(file: &Path, store: &Path) -> Command {
    let mut command = boyi(&["tournament", "--json"]);
    command.arg(file).arg("--store").arg(store);
    command.stderr(Stdio::null());
    command
}

fn finished(store: &Path) -> BTreeMap<String, Vec<String>> {
    killed::finished(&Store::open(store).expect("the file is sound"))
}

/// Looks again and again until so many games are finished.
fn wait_for(store: &Path, games: usize) {
    let began = Instant::now();
    let wait = || {
        assert!(began.elapsed() < PATIENCE, "{games} games are not played");
        std::thread::sleep(LOOK_AGAIN);
    };
    while !store.exists() {
        wait();
    }
    let store = Store::open(store).expect("the file is sound");
    let all = Filter {
        finished: Some(true),
        ..Filter::default()
    };
    while (store.count_games(&all).expect("it can be read") as usize) < games {
        wait();
    }
}

/// A file does not say when it changes.
const LOOK_AGAIN: Duration = Duration::from_millis(2);

/// Games that were not played in this time never will be.
const PATIENCE: Duration = Duration::from_secs(120);

#[test]
fn killing_a_tournament_again_and_again_loses_no_game_and_counts_none_twice() {
    let folder = Folder::new("killed-here");
    let (plan, store) = (folder.path("plan.toml"), folder.path("store.sqlite"));
    std::fs::write(&plan, PLAN).expect("written");
    let undisturbed = outcome(
        &last_line(&mut tournament(&plan, &folder.path("whole"))),
        GAMES,
    );
    let (told, _lines) = channel();
    let mut before = BTreeMap::new();
    for kill in 1..=8 {
        let running = Started::new(tournament(&plan, &store).args(["-j", "2"]), &told);
        wait_for(&store, (20 * kill).max(before.len() + 1));
        running.kill();
        lost_none(&mut before, finished(&store));
    }
    assert!(before.len() < GAMES, "there was something left to play");
    let last = last_line(tournament(&plan, &store).args(["-j", "2"]));
    assert_eq!(outcome(&last, GAMES), undisturbed);
    assert_eq!(finished(&store), finished(&folder.path("whole")));
}

#[test]
fn on_nats_killing_coordinator_and_workers_changes_nothing() {
    let folder = Folder::new("killed-on-nats");
    let Some((server, url)) = nats(&folder.path("nats")) else {
        boyi_game::shared_files::skip("nats-server is not installed");
        return;
    };
    let (plan, store) = (folder.path("plan.toml"), folder.path("store.sqlite"));
    std::fs::write(&plan, PLAN).expect("written");
    let undisturbed = outcome(
        &last_line(&mut tournament(&plan, &folder.path("whole"))),
        GAMES,
    );
    let lease = ["--nats", url.as_str(), "--lease", "2"];
    let (told, games) = channel();
    let (ignored, _replies) = channel();
    let coordinator = || Started::new(tournament(&plan, &store).args(lease), &ignored);
    let worker = || {
        let mut command = boyi(&["worker", "--json"]);
        Started::new(command.args(lease).stderr(Stdio::null()), &told)
    };
    // Waits until so many more games were played, by whichever worker.
    let play = |count: usize| {
        for _ in 0..count {
            let line = games.recv_timeout(PATIENCE).expect("a worker plays");
            let reply: Value = serde_json::from_str(&line).expect("JSON");
            assert_eq!(reply["contest"], "killed", "{line}");
            assert_eq!(reply["error"], Value::Null, "{line}");
        }
    };
    let first = coordinator();
    let mut workers: Vec<Started> = (0..3).map(|_| worker()).collect();
    play(30);
    first.kill();
    // Games go on without a coordinator; their results wait for the next.
    play(15);
    let second = coordinator();
    wait_for(&store, 40);
    // A worker dies in the middle of a game, as likely as not, and another takes its place.
    workers.remove(0).kill();
    play(15);
    workers.push(worker());
    second.kill();
    workers.remove(0).kill();
    workers.push(worker());
    assert_eq!(
        outcome(&last_line(tournament(&plan, &store).args(lease)), GAMES),
        undisturbed
    );
    assert_eq!(finished(&store).len(), GAMES);
    assert_eq!(finished(&store), finished(&folder.path("whole")));
    drop(workers);
    server.kill();
}

#[test]
fn a_match_says_who_is_stronger_and_goes_on_with_more_games() {
    let folder = Folder::new("match");
    let store = folder.path("store.sqlite");
    let store = store.to_str().expect("plain text");
    let play = |games: &str| {
        stdout(&[
            "match",
            "reversi",
            "pvs:nodes=300",
            "random",
            "--games",
            games,
            "--store",
            store,
            "-j",
            "2",
        ])
    };
    let text = play("30");
    assert!(
        text.contains("pvs:nodes=300 is stronger than random"),
        "{text}"
    );
    let text = play("32");
    assert!(text.contains("pvs:nodes=300"), "{text}");
    let listed = stdout(&[
        "record", "list", "--store", store, "--limit", "100", "--json",
    ]);
    assert_eq!(listed.lines().count(), 32);
    let game: Value = serde_json::from_str(listed.lines().next().expect("a game")).expect("JSON");
    let id = game["id"].as_str().expect("an id");
    let ggf = stdout(&["record", "export", id, "--format", "ggf", "--store", store]);
    assert!(ggf.starts_with("(;GM[Othello]PC[boyi]DT["), "{ggf}");
    let shown = stdout(&["record", "show", id, "--store", store]);
    assert!(shown.contains("(rules): "), "{shown}");
    let contests = stdout(&["record", "contests", "--store", store]);
    assert!(contests.contains("match reversi 32 done"), "{contests}");
}

#[test]
fn ctrl_c_keeps_what_was_played_and_says_how_to_go_on() {
    let folder = Folder::new("ctrl-c");
    let store = folder.path("store.sqlite");
    let mut command = boyi(&[
        "match",
        "reversi",
        "pvs:nodes=500",
        "mtdf:nodes=500",
        "--games",
        "120",
    ]);
    command.arg("--store").arg(&store);
    let child = command
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("starts");
    wait_for(&store, 3);
    let interrupt = Command::new("kill")
        .args(["-INT", &child.id().to_string()])
        .status();
    assert!(interrupt.expect("kill").success());
    let output = child.wait_with_output().expect("ends");
    assert!(output.status.success(), "{output:?}");
    let said = String::from_utf8(output.stderr).expect("text");
    let again = said
        .lines()
        .find_map(|line| line.strip_prefix("to go on: "));
    let again = again.expect("how to go on");
    let text = String::from_utf8(output.stdout).expect("text");
    assert!(text.contains("pvs:nodes=500"), "{text}");
    let kept = finished(&store);
    assert!((3..120).contains(&kept.len()), "{}", kept.len());
    // What it says works: typed into a shell it plays the rest and nothing twice.
    let output = Command::new("sh")
        .args(["-c", &format!("{again} --json")])
        .stdin(Stdio::null())
        .output()
        .expect("a shell starts");
    let reply: Value = serde_json::from_slice(&output.stdout).expect("JSON");
    assert_eq!(
        (&reply["state"], &reply["played"]),
        (&"done".into(), &120.into())
    );
    let said = String::from_utf8(output.stderr).expect("text");
    let before = format!("{} of 120 games were played before", kept.len());
    assert!(said.contains(&before), "{said}");
    let all = finished(&store);
    assert_eq!(all.len(), 120);
    assert!(kept.iter().all(|(id, moves)| all.get(id) == Some(moves)));
}

#[test]
fn what_cannot_be_played_is_explained() {
    let folder = Folder::new("unplayable");
    let store = folder.path("store.sqlite");
    let store = store.to_str().expect("plain text");
    for (arguments, message) in [
        (
            &["match", "reversi", "pvs", "nobody"][..],
            "player `nobody`: there is no player called `nobody`",
        ),
        (
            &["match", "reversi", "pvs", "mtdf", "--games", "5"],
            "5 games are not an even number",
        ),
        (
            &["sprt", "reversi", "pvs", "mtdf", "--elo1", "-5"],
            "elo0 = 0 must be below elo1 = -5",
        ),
        (&["tournament", "none.toml"], "cannot open none.toml"),
        (
            &["record", "show", "nothing"],
            "there is no game or file called `nothing`",
        ),
    ] {
        let mut arguments = arguments.to_vec();
        arguments.extend(["--store", store]);
        let (status, said) = failure(&arguments);
        assert!(said.contains(message), "{arguments:?}: {said}");
        assert!(status == Some(1) || status == Some(2), "{arguments:?}");
    }
    let (_, said) = failure(&[
        "worker",
        "--nats",
        "nats://127.0.0.1:1",
        "--until-idle",
        "0.1",
    ]);
    assert!(
        said.contains("cannot reach NATS at nats://127.0.0.1:1"),
        "{said}"
    );
}
