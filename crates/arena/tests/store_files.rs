//! The store as a file: damage, files that cannot be written, older formats, backups.

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Barrier;
use std::thread;

use boyi_arena::store::{self, Filter, Store, StoreError};
use tempfile::TempDir;

/// A store with some hundred studies of a kilobyte each, closed again.
fn made(folder: &TempDir) -> PathBuf {
    let path = folder.path().join("games.sqlite");
    let store = Store::open(&path).expect("a new file");
    for number in 0..400 {
        let content = format!("{number} {}", "x".repeat(1000));
        store
            .put_study(&number.to_string(), &content)
            .expect("room");
    }
    path
}

fn place(path: &Path) -> String {
    path.display().to_string()
}

/// Overwrites a page in the middle of the file.
fn damage(path: &Path) {
    let mut bytes = fs::read(path).expect("the file");
    let middle = bytes.len() / 2 / 4096 * 4096;
    bytes[middle..middle + 4096].fill(0xA5);
    fs::write(path, bytes).expect("room");
}

#[test]
fn many_who_make_the_same_file_at_once_all_get_it() {
    let folder = tempfile::tempdir().expect("a folder");
    for round in 0..40 {
        let path = folder.path().join(format!("{round}.sqlite"));
        let together = Barrier::new(8);
        thread::scope(|scope| {
            for number in 0..8 {
                let (path, together) = (&path, &together);
                scope.spawn(move || {
                    together.wait();
                    let store = Store::open(path).expect("a new file");
                    store.put_study(&number.to_string(), "x").expect("room");
                });
            }
        });
    }
}

#[test]
fn a_damaged_file_is_not_opened_and_a_backup_brings_it_back() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = made(&folder);
    let backup = folder.path().join("backup.sqlite");
    let kept = store::back_up(&place(&path), &backup).expect("room");
    assert!(kept.tables.contains(&("study", 400)), "{kept:?}");
    let again = store::back_up(&place(&path), &backup);
    assert!(again.is_err(), "a backup is never written over");

    damage(&path);
    let Err(error) = Store::open(&path) else {
        panic!("a damaged file was opened")
    };
    assert!(matches!(error, StoreError::Damaged { .. }), "{error}");
    assert!(error.to_string().contains("boyi store restore"), "{error}");
    let (checked, _) = store::check(&place(&path), false).expect("it can be looked at");
    assert!(!checked.damage.is_empty());

    let (_, replaced) = store::restore(&backup, &place(&path)).expect("room");
    assert!(replaced.expect("the damaged file").exists());
    let store = Store::open(&path).expect("sound again");
    assert!(store.study("399").expect("no error").is_some());
    let (checked, _) = store::check(&place(&path), false).expect("it can be looked at");
    assert_eq!(checked.damage, [] as [&str; 0]);
    assert!(checked.complete);
}

#[test]
fn a_file_that_was_cut_off_is_not_opened() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = made(&folder);
    let bytes = fs::read(&path).expect("the file");
    fs::write(&path, &bytes[..bytes.len() / 2]).expect("room");
    let Err(error) = Store::open(&path) else {
        panic!("half a file was opened")
    };
    assert!(matches!(error, StoreError::Damaged { .. }), "{error}");
}

#[test]
fn a_damaged_backup_is_not_restored() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = made(&folder);
    let backup = folder.path().join("backup.sqlite");
    store::back_up(&place(&path), &backup).expect("room");
    damage(&backup);
    assert!(store::restore(&backup, &place(&path)).is_err());
    let store = Store::open(&path).expect("it was left alone");
    assert!(store.study("1").expect("no error").is_some());
}

#[test]
fn a_store_in_use_is_not_replaced() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = made(&folder);
    let backup = folder.path().join("backup.sqlite");
    store::back_up(&place(&path), &backup).expect("room");
    let open = Store::open(&path).expect("sound");
    open.put_study("new", "").expect("room");
    let error = store::restore(&backup, &place(&path)).expect_err("in use");
    assert!(error.to_string().contains("has it open"), "{error}");
    assert!(open.study("new").expect("no error").is_some());
    assert!(!open.opened().unclean, "it was closed before");
    let second = Store::open(&path).expect("beside the first");
    assert!(!second.opened().unclean, "the first is still at work");
}

/// The files as a program leaves them that is killed: changes lie beside the store.
fn killed(path: &Path, to: &Path) {
    let store = Store::open(path).expect("sound");
    store.put_study("last", "").expect("room");
    for end in ["", "-wal"] {
        let file = |path: &Path| format!("{}{end}", path.display());
        fs::copy(file(path), file(to)).expect("both are there");
    }
}

#[test]
fn after_a_kill_nothing_is_missing_and_damage_is_found() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = made(&folder);
    let left = folder.path().join("left.sqlite");
    killed(&path, &left);
    let store = Store::open(&left).expect("sound");
    assert!(store.opened().unclean);
    assert!(store.study("last").expect("no error").is_some());
    drop(store);
    let store = Store::open(&left).expect("sound");
    assert!(!store.opened().unclean, "it was closed");
    drop(store);

    let broken = folder.path().join("broken.sqlite");
    killed(&path, &broken);
    damage(&broken);
    let error = Store::open(&broken).err().expect("damaged");
    assert!(matches!(error, StoreError::Damaged { .. }), "{error}");
}

/// The tables as the first program made them, with a game.
const FIRST_FORMAT: &str = "
CREATE TABLE player (game TEXT NOT NULL, name TEXT NOT NULL, added INTEGER NOT NULL,
    PRIMARY KEY (game, name)) WITHOUT ROWID;
CREATE TABLE contest (id TEXT PRIMARY KEY, kind TEXT NOT NULL, game TEXT NOT NULL, plan TEXT NOT NULL,
    state TEXT NOT NULL DEFAULT 'open', made INTEGER NOT NULL) WITHOUT ROWID;
CREATE TABLE game (number INTEGER PRIMARY KEY, id TEXT NOT NULL UNIQUE,
    contest TEXT REFERENCES contest (id), job TEXT, game TEXT NOT NULL, rules TEXT NOT NULL,
    first TEXT NOT NULL, second TEXT NOT NULL, began INTEGER NOT NULL, ended INTEGER,
    plies INTEGER NOT NULL, cause TEXT, outcome TEXT, reason TEXT, points_first INTEGER,
    points_second INTEGER, record TEXT NOT NULL);
CREATE UNIQUE INDEX game_of_job ON game (contest, job) WHERE contest IS NOT NULL;
CREATE INDEX game_by_kind ON game (game, number);
CREATE TABLE job (contest TEXT NOT NULL REFERENCES contest (id), key TEXT NOT NULL,
    number INTEGER NOT NULL, spec TEXT NOT NULL, state TEXT NOT NULL DEFAULT 'open',
    attempt INTEGER NOT NULL DEFAULT 0, PRIMARY KEY (contest, key)) WITHOUT ROWID;
CREATE INDEX job_by_state ON job (contest, state, number);
CREATE TABLE rating (contest TEXT NOT NULL REFERENCES contest (id), player TEXT NOT NULL,
    elo REAL NOT NULL, error REAL, games INTEGER NOT NULL, score REAL NOT NULL,
    PRIMARY KEY (contest, player)) WITHOUT ROWID;
INSERT INTO game (id, game, rules, first, second, began, plies, record)
    VALUES ('old', 'reversi', 'othello', 'a', 'b', 1, 0, '');
PRAGMA user_version = 1;
";

#[test]
fn an_old_file_is_copied_before_it_is_brought_up_to_date() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("games.sqlite");
    let raw = rusqlite::Connection::open(&path).expect("a new file");
    raw.execute_batch(FIRST_FORMAT).expect("tables");
    drop(raw);
    let store = Store::open(&path).expect("an old file");
    let said = &store.opened().words[0].english;
    assert!(said.contains("games.sqlite.format-1"), "{said}");
    assert_eq!(store.games(&Filter::default()).expect("no error").len(), 1);
    store.put_study("new", "").expect("a table that is new");
    let copy = rusqlite::Connection::open(path.with_file_name("games.sqlite.format-1"));
    let copy = copy.expect("the copy");
    let version: i64 = copy
        .pragma_query_value(None, "user_version", |row| row.get(0))
        .expect("a number");
    assert_eq!(version, 1);
    let games: i64 = copy
        .query_row("SELECT count(*) FROM game", [], |row| row.get(0))
        .expect("a number");
    assert_eq!(games, 1);
    drop(store);
    let again = Store::open(&path).expect("up to date");
    assert_eq!(again.opened().words, []);
}
