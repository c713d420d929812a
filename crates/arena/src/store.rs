//! Everything that is kept: players, games with their records, ratings, matches and tournaments with their
//! jobs, studies with their branches and comments. In one file of `SQLite`, or in a database of `PostgreSQL`
//! that several servers share; the statements are the same, [`sql`] is what they need.
//!
//! A game is written in one transaction when it is finished, or event by event while it is played.
//! Killing the program at any instant loses nothing that was finished; after a power cut the last few
//! transactions of `SQLite` may be missing, never the file.

mod contests;
mod continuations;
mod copy;
mod games;
mod jobs;
mod keeping;
mod leases;
mod players;
mod postgres;
mod schema;
mod seats;
pub mod sql;
mod sqlite;
mod studies;

pub use contests::{Contest, ContestState};
pub use continuations::Continuation;
pub use copy::{Copied, copy};
pub use games::{Filter, GameSummary, NewGame};
pub use jobs::StoredJob;
pub use keeping::{Kept, back_up, check, restore};
pub use sql::Checked;

use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::SystemTime;

use boyi_game::Phrase;
use etcetera::base_strategy::{BaseStrategy, Xdg};

use crate::RecordError;
use crate::live::Live;
use postgres::Postgres;
use sql::{Database, Mode, Row, Statements, Value};
use sqlite::Sqlite;

/// An open store; clones share it.
#[derive(Clone)]
pub struct Store {
    database: Arc<dyn Database>,
    live: Live,
    opened: Arc<Opened>,
}

/// What became known while a store was opened.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Opened {
    /// It was not closed the last time: its program was killed.
    pub unclean: bool,
    /// What its user should know.
    pub words: Vec<Phrase>,
}

/// Why the store cannot do it.
#[derive(Debug, thiserror::Error)]
pub enum StoreError {
    #[error("cannot open {path}: {source}")]
    Open {
        path: String,
        source: rusqlite::Error,
    },
    #[error(
        "{path} has format {found}, this program knows formats up to {known}: use a newer boyi"
    )]
    TooNew {
        path: String,
        found: i64,
        known: i64,
    },
    #[error(
        "{path} is damaged ({damage}): `boyi store check` says more, `boyi store restore` brings a \
         backup back"
    )]
    Damaged { path: String, damage: String },
    #[error("the store is read-only: {0}")]
    ReadOnly(String),
    #[error("the store: {0}")]
    Sqlite(#[from] rusqlite::Error),
    #[error("{place}: {why}")]
    Postgres { place: String, why: String },
    #[error("the database let another change through first: {0}")]
    Again(String),
    #[error("the store holds what it cannot hold: {0}")]
    Corrupt(String),
    #[error("{place}: {why}")]
    Place { place: String, why: String },
    #[error("game {id}: {error}")]
    Record { id: String, error: RecordError },
    #[error("game {id}: {why}")]
    OutOfPlace { id: String, why: &'static str },
}

impl Store {
    /// Opens a file of `SQLite`, or makes it.
    pub fn open(path: &Path) -> Result<Self, StoreError> {
        let (sqlite, opened) = Sqlite::open(path)?;
        Ok(Self::over(sqlite, opened))
    }

    /// Opens what a user calls a store: the address of a database (`postgresql://…`), or else a file.
    pub fn at(place: &str) -> Result<Self, StoreError> {
        if is_address(place) {
            Ok(Self::over(Postgres::open(place)?, Opened::default()))
        } else {
            Self::open(Path::new(place))
        }
    }

    /// A store that is gone when it is closed.
    pub fn in_memory() -> Result<Self, StoreError> {
        Ok(Self::over(Sqlite::in_memory()?, Opened::default()))
    }

    fn over(database: impl Database + 'static, opened: Opened) -> Self {
        Self {
            database: Arc::new(database),
            live: Live::default(),
            opened: Arc::new(opened),
        }
    }

    /// What is happening right now in the games of this program.
    pub fn live(&self) -> &Live {
        &self.live
    }

    pub fn opened(&self) -> &Opened {
        &self.opened
    }

    /// Why nothing can be changed, where that is so.
    pub fn read_only(&self) -> Option<&str> {
        self.database.read_only()
    }

    /// One statement that changes something; how many rows.
    pub fn execute(&self, sql: &str, values: &[Value]) -> Result<u64, StoreError> {
        self.change(|change| change.execute(sql, values))
    }

    /// One statement that reads.
    pub fn query(&self, sql: &str, values: &[Value]) -> Result<Vec<Row>, StoreError> {
        self.with(Mode::Read, |read| read.query(sql, values))
    }

    /// Several statements, all of which happen or none.
    pub fn change<T>(
        &self,
        work: impl FnMut(&mut dyn Statements) -> Result<T, StoreError>,
    ) -> Result<T, StoreError> {
        self.with(Mode::Change, work)
    }

    fn with<T>(
        &self,
        mode: Mode,
        mut work: impl FnMut(&mut dyn Statements) -> Result<T, StoreError>,
    ) -> Result<T, StoreError> {
        let mut done = None;
        self.database.with(mode, &mut |statements| {
            done = Some(work(statements)?);
            Ok(())
        })?;
        Ok(done.expect("without an error the work was done"))
    }
}

/// Whether this is the address of a database rather than a file.
pub fn is_address(place: &str) -> bool {
    place.starts_with("postgresql://") || place.starts_with("postgres://")
}

/// An address as it may be shown, or a file.
pub fn without_password(place: &str) -> String {
    let hidden = place.split_once("://").and_then(|(scheme, rest)| {
        let (user, host) = rest.split_once('@')?;
        let (name, _) = user.split_once(':')?;
        Some(format!("{scheme}://{name}:…@{host}"))
    });
    hidden.unwrap_or_else(|| place.to_owned())
}

/// The file that games are kept in by default; `None` where the user has no folder for data.
pub fn usual_path() -> Option<PathBuf> {
    Some(data_folder()?.join("games.sqlite"))
}

/// Our part of the user's folder for data, by the XDG's rules.
pub fn data_folder() -> Option<PathBuf> {
    Some(Xdg::new().ok()?.data_dir().join("boyi"))
}

/// Seconds since 1970.
fn now() -> u64 {
    let time = SystemTime::now().duration_since(SystemTime::UNIX_EPOCH);
    time.map_or(0, |time| time.as_secs())
}
