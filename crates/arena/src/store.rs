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
pub use players::{Player, Rating};

use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, SystemTime};

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
    /// The file cannot be opened.
    #[error("cannot open {path}: {source}")]
    Open {
        /// Which file.
        path: String,
        /// Why not.
        source: rusqlite::Error,
    },
    /// The file was written by a newer program.
    #[error(
        "{path} has format {found}, this program knows formats up to {known}: use a newer boyi"
    )]
    TooNew {
        /// Which file.
        path: String,
        /// Its format.
        found: i64,
        /// Ours.
        known: i64,
    },
    /// `SQLite` refuses.
    #[error("the store: {0}")]
    Sqlite(#[from] rusqlite::Error),
    /// A record in it cannot be read.
    #[error("game {id}: {error}")]
    Record {
        /// Which game.
        id: String,
        /// What is wrong.
        error: RecordError,
    },
    /// An event was added that does not belong there.
    #[error("game {id}: {why}")]
    OutOfPlace {
        /// Which game.
        id: String,
        /// What is wrong.
        why: &'static str,
    },
}

impl Store {
    /// Opens the file, or makes it.
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

/// Where games are kept unless somebody says otherwise: among the user's data, by the XDG's rules.
/// `None` where nobody knows where that is.
pub fn usual_path() -> Option<PathBuf> {
    let set = |name| std::env::var_os(name).filter(|value| !value.is_empty());
    let data = set("XDG_DATA_HOME")
        .map(PathBuf::from)
        .or_else(|| Some(PathBuf::from(set("HOME")?).join(".local/share")))?;
    Some(data.join("boyi/games.sqlite"))
}

/// An identifier nobody has yet: sixteen letters and digits.
pub fn new_id() -> String {
    use std::hash::{BuildHasher, Hasher, RandomState};
    const LETTERS: &[u8; 32] = b"0123456789abcdefghjkmnpqrstvwxyz";
    // The hasher's keys come from the system's randomness.
    let mut bits = 0u128;
    for part in 0..2u128 {
        let mut hasher = RandomState::new().build_hasher();
        hasher.write_u128(now().into());
        bits |= u128::from(hasher.finish()) << (64 * part);
    }
    (0..16)
        .map(|index| char::from(LETTERS[(bits >> (5 * index)) as usize & 31]))
        .collect()
}

/// Seconds since 1970.
fn now() -> u64 {
    let time = SystemTime::now().duration_since(SystemTime::UNIX_EPOCH);
    time.map_or(0, |time| time.as_secs())
}
