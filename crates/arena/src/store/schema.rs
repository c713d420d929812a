//! The tables, and how an older file becomes a newer one.

use rusqlite::{Connection, TransactionBehavior};

use super::StoreError;

/// What brings a file from format `n` to format `n + 1`. Only ever appended to: files out there have
/// gone through the earlier ones already.
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
];

/// Brings the file up to date, all of it or nothing.
pub(super) fn migrate(connection: &mut Connection, path: &str) -> Result<(), StoreError> {
    let known = STEPS.len() as i64;
    let version = |connection: &Connection| -> rusqlite::Result<i64> {
        connection.pragma_query_value(None, "user_version", |row| row.get(0))
    };
    if version(connection)? == known {
        return Ok(());
    }
    // Taken at once, so that two programs opening a new file do not both make the tables.
    let change = connection.transaction_with_behavior(TransactionBehavior::Immediate)?;
    let found = version(&change)?;
    if !(0..=known).contains(&found) {
        return Err(StoreError::TooNew {
            path: path.to_owned(),
            found,
            known,
        });
    }
    for step in &STEPS[found as usize..] {
        change.execute_batch(step)?;
    }
    if found < known {
        change.pragma_update(None, "user_version", known)?;
    }
    change.commit()?;
    Ok(())
}
