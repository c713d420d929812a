//! What is kept, whatever is killed: the program, the database, both. And a store that cannot be written.

mod killed;
#[path = "../../arena/tests/postgres/mod.rs"]
mod postgres;
mod started;

use std::collections::BTreeMap;
use std::os::unix::fs::PermissionsExt;
use std::os::unix::process::CommandExt;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::mpsc::channel;
use std::time::{Duration, Instant};

use boyi_arena::store::{Filter, Store};
use killed::{Folder, Started, finished, last_line, lost_none, outcome};
use postgres::Postgres;
use serde_json::Value;
use started::{boyi, run, stdout};

const PLAN: &str = "\
game = \"reversi\"
name = \"killed\"
players = [\"pvs\", \"mtdf\", \"random\", \"scan\"]
games = 20
control = \"nodes=400\"
opening_plies = 4
";

/// Six pairings of twenty games.
const GAMES: usize = 120;

/// A database does not say when it changes.
const LOOK_AGAIN: Duration = Duration::from_millis(5);

/// Games that were not played in this time never will be.
const PATIENCE: Duration = Duration::from_secs(240);

fn tournament(plan: &Path, store: &str) -> Command {
    let mut command = boyi(&["tournament", "--json", "-j", "2", "--store", store]);
    command.arg(plan).stderr(Stdio::null());
    command
}

/// The tournament, played once without any disturbance.
struct Undisturbed {
    plan: PathBuf,
    /// The store it was played into.
    whole: String,
    outcome: BTreeMap<String, String>,
}

impl Undisturbed {
    fn in_folder(folder: &Folder) -> Self {
        let plan = folder.path("plan.toml");
        std::fs::write(&plan, PLAN).expect("written");
        let whole = folder.path("whole").display().to_string();
        let outcome = outcome(&last_line(&mut tournament(&plan, &whole)), GAMES);
        Self {
            plan,
            whole,
            outcome,
        }
    }

    fn is_the_same(&self, reply: &str, store: &Store) {
        assert_eq!(outcome(reply, GAMES), self.outcome);
        let whole = Store::at(&self.whole).expect("sound");
        assert_eq!(finished(store), finished(&whole));
    }
}

fn wait_for(store: &Store, games: usize) {
    let all = Filter {
        finished: Some(true),
        ..Filter::default()
    };
    let began = Instant::now();
    while (store.count_games(&all).expect("it can be read") as usize) < games {
        assert!(began.elapsed() < PATIENCE, "{games} games are not played");
        std::thread::sleep(LOOK_AGAIN);
    }
}

#[test]
fn on_postgres_killing_a_tournament_again_and_again_loses_no_game_and_counts_none_twice() {
    let Some(server) = Postgres::start("killed") else {
        return;
    };
    let folder = Folder::new("killed-on-postgres");
    let undisturbed = Undisturbed::in_folder(&folder);
    let plan = &undisturbed.plan;
    let address = server.database();
    let store = Store::at(&address).expect("a database");
    let (told, _lines) = channel();
    let mut before = BTreeMap::new();
    for kill in 1..=6 {
        let running = Started::new(&mut tournament(plan, &address), &told);
        wait_for(&store, (15 * kill).max(before.len() + 1));
        running.kill();
        lost_none(&mut before, finished(&store));
    }
    assert!(before.len() < GAMES, "there was something left to play");
    let last = last_line(&mut tournament(plan, &address));
    undisturbed.is_the_same(&last, &store);
}

#[test]
fn killing_the_database_under_a_tournament_loses_no_game_and_counts_none_twice() {
    let Some(mut server) = Postgres::start("dbkill") else {
        return;
    };
    let folder = Folder::new("killed-database");
    let undisturbed = Undisturbed::in_folder(&folder);
    let plan = &undisturbed.plan;
    let address = server.database();
    let store = Store::at(&address).expect("a database");
    let (told, lines) = channel();
    let running = Started::new(&mut tournament(plan, &address), &told);
    drop(told);
    for kill in 1..=4 {
        wait_for(&store, 20 * kill);
        server.kill();
        server.restart();
    }
    let last = lines.iter().last().expect("a reply");
    running.ends();
    undisturbed.is_the_same(&last, &store);
}

/// Runs the program as a user who may not write.
fn as_nobody(arguments: &[&str]) -> std::process::Output {
    const NOBODY: u32 = 65534;
    let mut command = boyi(arguments);
    if nix::unistd::Uid::effective().is_root() {
        command.uid(NOBODY).gid(NOBODY);
    }
    command.stdin(Stdio::null()).output().expect("it starts")
}

/// The words of a match of so many games.
fn short_games(games: &str) -> Vec<&str> {
    let control = "match reversi scan priority --control depth=1 --games";
    control.split(' ').chain([games]).collect()
}

#[test]
fn a_store_that_cannot_be_written_is_opened_for_reading_with_a_word_about_it() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("games.sqlite");
    let store = file.to_str().expect("plain text");
    let play = short_games("2");
    stdout(&[&play[..], &["--store", store]].concat());
    let mode = |path: &Path, mode| {
        std::fs::set_permissions(path, std::fs::Permissions::from_mode(mode)).expect("ours");
    };
    mode(&file, 0o444);
    mode(folder.path(), 0o555);
    let listed = as_nobody(&["record", "list", "--store", store]);
    let said = String::from_utf8_lossy(&listed.stderr);
    assert!(listed.status.success(), "{said}");
    assert!(said.contains("opened for reading alone"), "{said}");
    assert_eq!(String::from_utf8_lossy(&listed.stdout).lines().count(), 2);
    let refused = as_nobody(&[&play[..], &["--seed", "2", "--store", store]].concat());
    let said = String::from_utf8_lossy(&refused.stderr);
    assert!(!refused.status.success());
    assert!(said.contains("the store is read-only"), "{said}");
    // The file alone may be written, but nothing beside it.
    mode(&file, 0o666);
    let listed = as_nobody(&["record", "list", "--store", store]);
    assert_eq!(String::from_utf8_lossy(&listed.stdout).lines().count(), 2);
    mode(folder.path(), 0o755);
    let (checked, _) = boyi_arena::store::check(store, false).expect("sound");
    assert!(checked.damage.is_empty());
}

#[test]
fn a_damaged_store_is_said_to_be_and_ends_with_status_1() {
    let folder = Folder::new("damaged-store");
    let file = folder.path("games.sqlite");
    let store = file.to_str().expect("plain text");
    let play = short_games("20");
    stdout(&[&play[..], &["--store", store]].concat());
    let backup = folder.path("backup.sqlite");
    let backup = backup.to_str().expect("plain text");
    stdout(&["store", "backup", backup, "--store", store]);
    let mut bytes = std::fs::read(&file).expect("the file");
    let middle = bytes.len() / 2 / 4096 * 4096;
    bytes[middle..middle + 4096].fill(0xA5);
    std::fs::write(&file, bytes).expect("room");
    let checked = run(&["store", "check", "--store", store, "--json"]);
    assert_eq!(checked.status.code(), Some(1));
    let reply: Value = serde_json::from_slice(&checked.stdout).expect("JSON");
    assert_eq!(reply["sound"], false, "{reply}");
    let listed = run(&["record", "list", "--store", store]);
    let said = String::from_utf8_lossy(&listed.stderr);
    assert!(said.contains("boyi store restore"), "{said}");
    stdout(&["store", "restore", backup, "--store", store]);
    let listed = stdout(&["record", "list", "--limit", "100", "--store", store]);
    assert_eq!(listed.lines().count(), 20);
    let copy = folder.path("copy.sqlite");
    let copy = copy.to_str().expect("plain text");
    let copied = stdout(&["store", "copy", store, copy]);
    assert!(copied.contains("row by row"), "{copied}");
    let lost = run(&["store", "copy", "no-such-file", copy]);
    assert!(!lost.status.success());
}
