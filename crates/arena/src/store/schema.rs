//! The tables, and how an older store becomes a newer one.

use std::path::{Path, PathBuf};

use rusqlite::{Connection, TransactionBehavior};

use super::StoreError;
use super::sql::{Statements, values};
use super::sqlite::beside;

/// What brings a store from format `n` to format `n + 1`. Only ever appended to: stores out there have
/// gone through the earlier ones already. Written for `SQLite`; [`in_postgres`] says it in `PostgreSQL`.
const STEPS: &[&str] = &[
    "
CREATE TABLE player (
    game TEXT NOT NULL,
    name TEXT NOT NULL,
    added INTEGER NOT NULL,
    PRIMARY KEY (game, name)
) WITHOUT ROWID;

CREATE TABLE contest (
    id TEXT PRIMARY KEY,
    kind TEXT NOT NULL,
    game TEXT NOT NULL,
    plan TEXT NOT NULL,
    state TEXT NOT NULL DEFAULT 'open',
    made INTEGER NOT NULL
) WITHOUT ROWID;

CREATE TABLE game (
    number INTEGER PRIMARY KEY,
    id TEXT NOT NULL UNIQUE,
    contest TEXT REFERENCES contest (id),
    job TEXT,
    game TEXT NOT NULL,
    rules TEXT NOT NULL,
    first TEXT NOT NULL,
    second TEXT NOT NULL,
    began INTEGER NOT NULL,
    ended INTEGER,
    plies INTEGER NOT NULL,
    cause TEXT,
    outcome TEXT,
    reason TEXT,
    points_first INTEGER,
    points_second INTEGER,
    record TEXT NOT NULL
);
CREATE UNIQUE INDEX game_of_job ON game (contest, job) WHERE contest IS NOT NULL;
CREATE INDEX game_by_kind ON game (game, number);

CREATE TABLE job (
    contest TEXT NOT NULL REFERENCES contest (id),
    key TEXT NOT NULL,
    number INTEGER NOT NULL,
    spec TEXT NOT NULL,
    state TEXT NOT NULL DEFAULT 'open',
    attempt INTEGER NOT NULL DEFAULT 0,
    PRIMARY KEY (contest, key)
) WITHOUT ROWID;
CREATE INDEX job_by_state ON job (contest, state, number);

CREATE TABLE rating (
    contest TEXT NOT NULL REFERENCES contest (id),
    player TEXT NOT NULL,
    elo REAL NOT NULL,
    error REAL,
    games INTEGER NOT NULL,
    score REAL NOT NULL,
    PRIMARY KEY (contest, player)
) WITHOUT ROWID;
",
    "
CREATE TABLE study (
    id TEXT PRIMARY KEY,
    number INTEGER NOT NULL,
    content TEXT NOT NULL
) WITHOUT ROWID;
CREATE INDEX study_by_age ON study (number);
CREATE INDEX game_alone ON game (number) WHERE contest IS NULL;
",
    // Every list of games is read from an index, in order, and no further than its page.
    "
CREATE INDEX game_of_contest ON game (contest, number) WHERE contest IS NOT NULL;
CREATE INDEX game_of_first ON game (first, number);
CREATE INDEX game_of_second ON game (second, number);
CREATE INDEX game_going ON game (number) WHERE ended IS NULL;
",
    "
CREATE TABLE lease (
    contest TEXT PRIMARY KEY REFERENCES contest (id),
    holder TEXT NOT NULL,
    until INTEGER NOT NULL
) WITHOUT ROWID;
",
    "
CREATE TABLE seat (
    game TEXT PRIMARY KEY,
    node TEXT NOT NULL,
    until INTEGER NOT NULL
) WITHOUT ROWID;
CREATE INDEX seat_by_node ON seat (node);
",
    // Courses: who is in them, what was handed out and in, what it was found worth.
    "
CREATE TABLE course (
    id TEXT PRIMARY KEY,
    title TEXT NOT NULL,
    secret TEXT NOT NULL,
    made INTEGER NOT NULL
) WITHOUT ROWID;

CREATE TABLE person (
    course TEXT NOT NULL REFERENCES course (id),
    id TEXT NOT NULL,
    name TEXT NOT NULL,
    email TEXT NOT NULL,
    alias TEXT NOT NULL,
    role TEXT NOT NULL,
    code TEXT,
    added INTEGER NOT NULL,
    PRIMARY KEY (course, id),
    UNIQUE (course, alias)
) WITHOUT ROWID;

CREATE TABLE visit (
    token TEXT PRIMARY KEY,
    course TEXT NOT NULL,
    person TEXT NOT NULL,
    until INTEGER NOT NULL,
    FOREIGN KEY (course, person) REFERENCES person (course, id)
) WITHOUT ROWID;

CREATE TABLE assignment (
    course TEXT NOT NULL REFERENCES course (id),
    name TEXT NOT NULL,
    number INTEGER NOT NULL,
    files TEXT NOT NULL,
    PRIMARY KEY (course, name)
) WITHOUT ROWID;

CREATE TABLE extension (
    course TEXT NOT NULL,
    assignment TEXT NOT NULL,
    person TEXT NOT NULL,
    due INTEGER NOT NULL,
    PRIMARY KEY (course, assignment, person),
    FOREIGN KEY (course, assignment) REFERENCES assignment (course, name),
    FOREIGN KEY (course, person) REFERENCES person (course, id)
) WITHOUT ROWID;

CREATE TABLE submission (
    number INTEGER PRIMARY KEY,
    course TEXT NOT NULL,
    assignment TEXT NOT NULL,
    person TEXT NOT NULL,
    version INTEGER NOT NULL,
    received INTEGER NOT NULL,
    hash TEXT NOT NULL,
    files TEXT NOT NULL,
    UNIQUE (course, assignment, person, version),
    FOREIGN KEY (course, assignment) REFERENCES assignment (course, name),
    FOREIGN KEY (course, person) REFERENCES person (course, id)
);

CREATE TABLE grading (
    number INTEGER PRIMARY KEY,
    submission INTEGER NOT NULL REFERENCES submission (number),
    state TEXT NOT NULL DEFAULT 'open',
    asked INTEGER NOT NULL,
    worker TEXT,
    until INTEGER,
    attempt INTEGER NOT NULL DEFAULT 0,
    finished INTEGER,
    points REAL,
    report TEXT
);
CREATE INDEX grading_by_state ON grading (state, number);
CREATE INDEX grading_of ON grading (submission, number);
",
];

/// A table as it is copied: its columns, of which the first ones are its key.
pub(super) struct Table {
    pub(super) name: &'static str,
    pub(super) key: usize,
    pub(super) columns: &'static [&'static str],
}

/// All tables, those that others refer to first.
pub(super) const TABLES: &[Table] = &[
    Table {
        name: "player",
        key: 2,
        columns: &["game", "name", "added"],
    },
    Table {
        name: "contest",
        key: 1,
        columns: &["id", "kind", "game", "plan", "state", "made"],
    },
    Table {
        name: "game",
        key: 1,
        columns: &[
            "number",
            "id",
            "contest",
            "job",
            "game",
            "rules",
            "first",
            "second",
            "began",
            "ended",
            "plies",
            "cause",
            "outcome",
            "reason",
            "points_first",
            "points_second",
            "record",
        ],
    },
    Table {
        name: "job",
        key: 2,
        columns: &["contest", "key", "number", "spec", "state", "attempt"],
    },
    Table {
        name: "rating",
        key: 2,
        columns: &["contest", "player", "elo", "error", "games", "score"],
    },
    Table {
        name: "study",
        key: 1,
        columns: &["id", "number", "content"],
    },
    Table {
        name: "course",
        key: 1,
        columns: &["id", "title", "secret", "made"],
    },
    Table {
        name: "person",
        key: 2,
        columns: &[
            "course", "id", "name", "email", "alias", "role", "code", "added",
        ],
    },
    Table {
        name: "assignment",
        key: 2,
        columns: &["course", "name", "number", "files"],
    },
    Table {
        name: "extension",
        key: 3,
        columns: &["course", "assignment", "person", "due"],
    },
    Table {
        name: "submission",
        key: 1,
        columns: &[
            "number",
            "course",
            "assignment",
            "person",
            "version",
            "received",
            "hash",
            "files",
        ],
    },
    Table {
        name: "grading",
        key: 1,
        columns: &[
            "number",
            "submission",
            "state",
            "asked",
            "worker",
            "until",
            "attempt",
            "finished",
            "points",
            "report",
        ],
    },
];

/// Where a file stands.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Standing {
    New,
    Old,
    Current,
}

fn known() -> i64 {
    STEPS.len() as i64
}

fn version(connection: &Connection) -> rusqlite::Result<i64> {
    connection.pragma_query_value(None, "user_version", |row| row.get(0))
}

/// Where a file stands; an error where a newer program has written it.
pub(super) fn standing(connection: &Connection, place: &str) -> Result<Standing, StoreError> {
    let found = version(connection)?;
    Ok(match found {
        0 => Standing::New,
        _ if found == known() => Standing::Current,
        _ if (1..known()).contains(&found) => Standing::Old,
        _ => return Err(too_new(place, found)),
    })
}

fn too_new(place: &str, found: i64) -> StoreError {
    StoreError::TooNew {
        path: place.to_owned(),
        found,
        known: known(),
    }
}

/// Brings a file up to date, all of it or nothing. An old one is copied first; where to.
pub(super) fn migrate_sqlite(
    connection: &mut Connection,
    path: Option<&Path>,
    place: &str,
) -> Result<Option<PathBuf>, StoreError> {
    let standing = standing(connection, place)?;
    if standing == Standing::Current {
        return Ok(None);
    }
    let backup = match path.filter(|_| standing == Standing::Old) {
        None => None,
        Some(path) => Some(back_up(connection, path)?),
    };
    // Taken at once, so that two programs opening a new file do not both make the tables.
    let change = connection.transaction_with_behavior(TransactionBehavior::Immediate)?;
    let found = version(&change)?;
    if !(0..=known()).contains(&found) {
        return Err(too_new(place, found));
    }
    for step in &STEPS[found as usize..] {
        change.execute_batch(step)?;
    }
    if found < known() {
        change.pragma_update(None, "user_version", known())?;
    }
    change.commit()?;
    Ok(backup)
}

/// Copies an old file beside itself, whole or not at all. A copy that is there already is of the same
/// format, and older: it stays.
fn back_up(connection: &Connection, path: &Path) -> Result<PathBuf, StoreError> {
    let found = version(connection)?;
    let backup = beside(path, &format!(".format-{found}"));
    if !backup.exists() {
        let draft = beside(path, &format!(".draft-{}", std::process::id()));
        let failed = |error: std::io::Error| StoreError::Place {
            place: backup.display().to_string(),
            why: format!("no copy could be made before the store is brought up to date: {error}"),
        };
        let _ = std::fs::remove_file(&draft);
        connection.execute("VACUUM INTO ?1", [draft.to_string_lossy()])?;
        std::fs::rename(&draft, &backup).map_err(failed)?;
    }
    Ok(backup)
}

/// Brings a database of `PostgreSQL` up to date, inside one transaction.
pub(super) fn migrate_postgres(change: &mut dyn Statements, place: &str) -> Result<(), StoreError> {
    // Several programs may open a new database at once: one of them makes the tables.
    change.execute("SELECT pg_advisory_xact_lock(?1)", values![LOCK])?;
    change.batch("CREATE TABLE IF NOT EXISTS format (version BIGINT NOT NULL)")?;
    let rows = change.query("SELECT version FROM format", &[])?;
    let found: i64 = rows.first().map_or(Ok(0), |row| row.get(0))?;
    if !(0..=known()).contains(&found) {
        return Err(too_new(place, found));
    }
    if found == known() {
        return Ok(());
    }
    for step in &STEPS[found as usize..] {
        change.batch(&in_postgres(step))?;
    }
    change.execute("DELETE FROM format", &[])?;
    change.execute("INSERT INTO format (version) VALUES (?1)", values![known()])?;
    Ok(())
}

/// Which lock of the database is ours; any number will do that no other program takes.
const LOCK: i64 = 0x626F_7969;

/// The same tables in the words of `PostgreSQL`. Texts are compared byte by byte, as `SQLite` does.
fn in_postgres(step: &str) -> String {
    [
        (
            "INTEGER PRIMARY KEY",
            "BIGINT GENERATED BY DEFAULT AS IDENTITY PRIMARY KEY",
        ),
        ("INTEGER", "BIGINT"),
        ("REAL", "DOUBLE PRECISION"),
        ("TEXT", "TEXT COLLATE \"C\""),
        (" WITHOUT ROWID", ""),
    ]
    .iter()
    .fold(step.to_owned(), |step, (ours, theirs)| {
        step.replace(ours, theirs)
    })
}
