//! Opening a file: is it ours, is it whole, may it be written, is it of the newest format?
//!
//! Every opening looks for damage for a moment, which is long enough to see all of a store of some
//! thousand games. After a stop that was not clean the look takes longer, since that is when damage comes
//! about. Neither depends on how large the file is, so that a million games open at once; `boyi store
//! check` looks at everything.

use std::ffi::OsString;
use std::fs;
use std::path::{Path, PathBuf};
use std::thread;
use std::time::{Duration, Instant};

use boyi_game::Phrase;
use rusqlite::{Connection, ErrorCode, MAIN_DB, OpenFlags};

use super::{Sqlite, damage};
use crate::store::schema::{self, Standing};
use crate::store::{Opened, StoreError};

/// How long the look for damage may take at every opening.
const GLANCE: Duration = Duration::from_millis(50);

/// The same after a stop that was not clean.
const LOOK: Duration = Duration::from_secs(2);

/// How long another program's work on the file is waited for.
const PATIENCE: Duration = Duration::from_secs(30);

const ASK_AGAIN: Duration = Duration::from_millis(5);

pub(super) fn open(path: &Path) -> Result<(Sqlite, Opened), StoreError> {
    let place = path.display().to_string();
    let refused = |source: rusqlite::Error| match source.sqlite_error_code() {
        Some(ErrorCode::DatabaseCorrupt) => StoreError::Damaged {
            path: place.clone(),
            damage: source.to_string(),
        },
        _ => StoreError::Open {
            path: place.clone(),
            source,
        },
    };
    let mut opened = Opened::default();
    if has_left_over(path) && after_unclean_stop(path)? {
        opened.unclean = true;
    }
    let (mut connection, read_only) = match writable(path) {
        Ok(connection) => (connection, None),
        Err(error) if is_protected(&error) && path.exists() => {
            let why = format!("{place} cannot be written ({error})");
            (protected(path).map_err(refused)?, Some(why))
        }
        Err(error) => return Err(refused(error)),
    };
    match schema::standing(&connection, &place).map_err(|error| match error {
        StoreError::Sqlite(source) => refused(source),
        error => error,
    })? {
        Standing::New => {}
        _ if opened.unclean => {}
        _ => glance(&mut connection, &place, GLANCE)?,
    }
    match &read_only {
        Some(why) => {
            if schema::standing(&connection, &place)? != Standing::Current {
                let why = format!("{why}, and has to be brought to a newer format");
                return Err(StoreError::ReadOnly(why));
            }
            opened.words.push(Phrase::new(
                format!("{why}: it is opened for reading alone"),
                format!("{place} 不可写：以只读方式打开"),
            ));
        }
        None => {
            let backup = schema::migrate_sqlite(&mut connection, Some(path), &place)?;
            if let Some(backup) = backup {
                let backup = backup.display();
                opened.words.push(Phrase::new(
                    format!("{place} is of the newest format now; as it was it lies in {backup}"),
                    format!("{place} 已升级到新格式；原文件备份在 {backup}"),
                ));
            }
        }
    }
    Ok((Sqlite::of(connection, read_only)?, opened))
}

/// A file as it is, for a look at what is wrong with it.
pub(in crate::store) fn open_for_check(path: &Path) -> Result<Sqlite, StoreError> {
    let refused = |source| StoreError::Open {
        path: path.display().to_string(),
        source,
    };
    let flags = OpenFlags::SQLITE_OPEN_READ_WRITE | OpenFlags::SQLITE_OPEN_NO_MUTEX;
    let connection = match Connection::open_with_flags(path, flags) {
        Ok(connection) if !connection.is_readonly(MAIN_DB).unwrap_or(true) => connection,
        _ => protected(path).map_err(refused)?,
    };
    Sqlite::of(connection, None)
}

/// Whether changes lie beside the file that are not in it yet: somebody is at work on it, or was killed.
pub(in crate::store) fn has_left_over(path: &Path) -> bool {
    fs::metadata(beside(path, "-wal")).is_ok_and(|file| file.len() > 0)
}

pub(in crate::store) fn beside(path: &Path, end: &str) -> PathBuf {
    let mut name = path.file_name().map_or_else(OsString::new, OsString::from);
    name.push(end);
    path.with_file_name(name)
}

/// Whether another program, or another part of this one, has the file open.
pub(in crate::store) fn is_in_use(path: &Path) -> bool {
    path.exists() && has_left_over(path) && matches!(alone_with(path), Ok(None))
}

/// A connection that nobody else can have beside it; `None` where somebody has the file open.
fn alone_with(path: &Path) -> rusqlite::Result<Option<Connection>> {
    let flags = OpenFlags::SQLITE_OPEN_READ_WRITE | OpenFlags::SQLITE_OPEN_NO_MUTEX;
    let connection = Connection::open_with_flags(path, flags)?;
    connection.busy_timeout(Duration::ZERO)?;
    let alone = connection
        .execute_batch("PRAGMA locking_mode = EXCLUSIVE; SELECT count(*) FROM sqlite_master;");
    match alone {
        Ok(()) => Ok(Some(connection)),
        Err(error) if error.sqlite_error_code() == Some(ErrorCode::DatabaseBusy) => Ok(None),
        Err(error) => Err(error),
    }
}

/// Where nobody else has the file open, the changes beside it were left by somebody who was killed: they
/// are brought in, and the file is looked at. `false` where somebody is at work on it.
fn after_unclean_stop(path: &Path) -> Result<bool, StoreError> {
    // What cannot be opened at all is said by whoever opens it next.
    let Ok(Some(mut connection)) = alone_with(path) else {
        return Ok(false);
    };
    glance(&mut connection, &path.display().to_string(), LOOK)?;
    Ok(true)
}

fn glance(connection: &mut Connection, place: &str, limit: Duration) -> Result<(), StoreError> {
    let damage = damage::look_for(connection, Some(limit))?.damage;
    match damage.first() {
        None => Ok(()),
        Some(first) => Err(StoreError::Damaged {
            path: place.to_owned(),
            damage: first.clone(),
        }),
    }
}

/// Opens a file for reading and writing; an error where one of them cannot be.
fn writable(path: &Path) -> rusqlite::Result<Connection> {
    let connection = Connection::open(path)?;
    if connection.is_readonly(MAIN_DB)? {
        return Err(rusqlite::Error::SqliteFailure(
            rusqlite::ffi::Error::new(rusqlite::ffi::SQLITE_READONLY),
            Some("the file is read-only".to_owned()),
        ));
    }
    connection.busy_timeout(PATIENCE)?;
    write_ahead(&connection)?;
    // The first look makes the files beside the store, which a protected folder refuses.
    connection.query_row("SELECT count(*) FROM sqlite_master", [], |_| Ok(()))?;
    Ok(connection)
}

/// Changes go to a log beside the file first. Where two programs make the same file at the same moment, the
/// second is refused the change of the journal at once instead of waiting for its turn: it asks again.
fn write_ahead(connection: &Connection) -> rusqlite::Result<()> {
    let until = Instant::now() + PATIENCE;
    loop {
        let asked =
            connection.execute_batch("PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL;");
        match asked {
            Err(error)
                if error.sqlite_error_code() == Some(ErrorCode::DatabaseBusy)
                    && Instant::now() < until =>
            {
                thread::sleep(ASK_AGAIN);
            }
            asked => return asked,
        }
    }
}

fn is_protected(error: &rusqlite::Error) -> bool {
    matches!(
        error.sqlite_error_code(),
        Some(ErrorCode::ReadOnly | ErrorCode::CannotOpen | ErrorCode::PermissionDenied)
    )
}

/// Opens a file that cannot be written. Where nothing lies beside it nobody is at work on it, and it is
/// read as it is: the usual way would make files beside it.
fn protected(path: &Path) -> rusqlite::Result<Connection> {
    let mut name = String::from("file:");
    for byte in path.as_os_str().as_encoded_bytes() {
        match byte {
            b'/' | b'.' | b'-' | b'_' => name.push(char::from(*byte)),
            _ if byte.is_ascii_alphanumeric() => name.push(char::from(*byte)),
            _ => name.push_str(&format!("%{byte:02X}")),
        }
    }
    name.push_str(if has_left_over(path) {
        "?mode=ro"
    } else {
        "?immutable=1"
    });
    let flags = OpenFlags::SQLITE_OPEN_READ_ONLY
        | OpenFlags::SQLITE_OPEN_URI
        | OpenFlags::SQLITE_OPEN_NO_MUTEX;
    let connection = Connection::open_with_flags(name, flags)?;
    connection.query_row("SELECT count(*) FROM sqlite_master", [], |_| Ok(()))?;
    Ok(connection)
}
