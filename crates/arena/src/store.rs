//! Everything that is kept, in one file of `SQLite`: players, games with their records, ratings, matches and
//! tournaments with their jobs, studies with their branches and comments.
//!
//! A game is written in one transaction when it is finished, or event by event while it is played.
//! Killing the program at any instant loses nothing that was finished; after a power cut the last few
//! transactions may be missing, never the file.

mod contests;
mod games;
mod jobs;
mod players;
mod schema;
mod studies;

pub use contests::{Contest, ContestState};
pub use games::{Filter, GameSummary, NewGame};
pub use jobs::StoredJob;

use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, SystemTime};

use etcetera::base_strategy::{BaseStrategy, Xdg};
use rusqlite::Connection;

use crate::RecordError;
use crate::live::Live;

/// An open store; clones share it.
#[derive(Clone)]
pub struct Store {
    connection: Arc<Mutex<Connection>>,
    live: Live,
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
    #[error("the store: {0}")]
    Sqlite(#[from] rusqlite::Error),
    #[error("game {id}: {error}")]
    Record { id: String, error: RecordError },
    #[error("game {id}: {why}")]
    OutOfPlace { id: String, why: &'static str },
}

impl Store {
    pub fn open(path: &Path) -> Result<Self, StoreError> {
        let shown = path.display().to_string();
        let open = |source| StoreError::Open {
            path: shown.clone(),
            source,
        };
        let connection = Connection::open(path).map_err(open)?;
        Self::prepare(connection, &shown)
    }

    /// A store that is gone when it is closed.
    pub fn in_memory() -> Result<Self, StoreError> {
        Self::prepare(Connection::open_in_memory()?, "memory")
    }

    fn prepare(mut connection: Connection, path: &str) -> Result<Self, StoreError> {
        let open = |source| StoreError::Open {
            path: path.to_owned(),
            source,
        };
        // Other programs may be writing to the same file: wait for them.
        connection
            .busy_timeout(Duration::from_secs(30))
            .map_err(open)?;
        connection
            .execute_batch(
                "PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL; PRAGMA foreign_keys = ON;",
            )
            .map_err(open)?;
        schema::migrate(&mut connection, path)?;
        connection.set_prepared_statement_cache_capacity(64);
        Ok(Self {
            connection: Arc::new(Mutex::new(connection)),
            live: Live::default(),
        })
    }

    /// What is happening right now in the games of this program.
    pub fn live(&self) -> &Live {
        &self.live
    }

    fn lock(&self) -> MutexGuard<'_, Connection> {
        self.connection
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
    }
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
