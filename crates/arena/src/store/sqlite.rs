//! The store as one file of `SQLite`: one connection, which everybody in this program takes turns with.

mod damage;
mod opening;

use std::path::Path;
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use rusqlite::types::{ToSqlOutput, ValueRef};
use rusqlite::{Connection, ErrorCode, ToSql, TransactionBehavior, params_from_iter};

use super::sql::{Checked, Database, Mode, Row, Statements, Value, Work};
use super::{Opened, StoreError};

pub(super) use opening::{beside, has_left_over, is_in_use, open_for_check};

pub(super) struct Sqlite {
    connection: Mutex<Connection>,
    read_only: Option<String>,
}

impl Sqlite {
    /// Opens a file, or makes it; it is looked at, and brought up to date.
    pub(super) fn open(path: &Path) -> Result<(Self, Opened), StoreError> {
        opening::open(path)
    }

    pub(super) fn in_memory() -> Result<Self, StoreError> {
        let connection = Connection::open_in_memory()?;
        let sqlite = Self::of(connection, None)?;
        super::schema::migrate_sqlite(&mut sqlite.lock(), None, "memory")?;
        Ok(sqlite)
    }

    /// A connection as the store wants it, whatever is in the file.
    fn of(connection: Connection, read_only: Option<String>) -> Result<Self, StoreError> {
        // Other programs may be writing to the same file: wait for them.
        connection.busy_timeout(Duration::from_secs(30))?;
        connection.execute_batch("PRAGMA foreign_keys = ON;")?;
        connection.set_prepared_statement_cache_capacity(64);
        Ok(Self {
            connection: Mutex::new(connection),
            read_only,
        })
    }

    /// Writes all that is kept into a new file, while others go on reading and writing.
    pub(super) fn copy_into(&self, file: &Path) -> Result<(), StoreError> {
        let file = file.to_str().ok_or_else(|| StoreError::Place {
            place: file.display().to_string(),
            why: "the name of the file is no text".to_owned(),
        })?;
        self.lock().execute("VACUUM INTO ?1", [file])?;
        Ok(())
    }

    /// What a quick look leaves out: whether indexes and references agree with their tables.
    pub(super) fn check_closely(&self) -> Result<Vec<String>, StoreError> {
        damage::look_closely(&self.lock())
    }

    fn lock(&self) -> MutexGuard<'_, Connection> {
        self.connection
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
    }

    fn refused(&self, error: StoreError) -> StoreError {
        match (&error, &self.read_only) {
            (StoreError::Sqlite(source), Some(why))
                if source.sqlite_error_code() == Some(ErrorCode::ReadOnly) =>
            {
                StoreError::ReadOnly(why.clone())
            }
            _ => error,
        }
    }
}

impl Database for Sqlite {
    fn with(&self, mode: Mode, work: &mut Work) -> Result<(), StoreError> {
        let mut connection = self.lock();
        let done = match mode {
            Mode::Read => work(&mut On(&connection)),
            Mode::Snapshot | Mode::Change => {
                // A change that begins by reading would be refused where another program writes in
                // between: it takes its turn at once.
                let behavior = match mode {
                    Mode::Change => TransactionBehavior::Immediate,
                    _ => TransactionBehavior::Deferred,
                };
                let transaction = connection.transaction_with_behavior(behavior);
                transaction.map_err(StoreError::from).and_then(|change| {
                    work(&mut On(&change))?;
                    Ok(change.commit()?)
                })
            }
        };
        done.map_err(|error| self.refused(error))
    }

    fn read_only(&self) -> Option<&str> {
        self.read_only.as_deref()
    }

    fn check(&self, limit: Option<Duration>) -> Result<Checked, StoreError> {
        damage::look_for(&mut self.lock(), limit)
    }

    fn renumber(&self, _statements: &mut dyn Statements) -> Result<(), StoreError> {
        // The next number is always one more than the highest.
        Ok(())
    }
}

/// Statements on a connection, whether inside a transaction or not.
struct On<'a>(&'a Connection);

impl Statements for On<'_> {
    fn execute(&mut self, sql: &str, values: &[Value]) -> Result<u64, StoreError> {
        let mut statement = self.0.prepare_cached(sql)?;
        Ok(statement.execute(params_from_iter(values))? as u64)
    }

    fn query(&mut self, sql: &str, values: &[Value]) -> Result<Vec<Row>, StoreError> {
        let mut statement = self.0.prepare_cached(sql)?;
        let columns = statement.column_count();
        let rows = statement.query_map(params_from_iter(values), |row| {
            let value = |column| row.get_ref(column).map(Value::from);
            Ok(Row((0..columns).map(value).collect::<Result<_, _>>()?))
        })?;
        Ok(rows.collect::<Result<_, _>>()?)
    }

    fn batch(&mut self, sql: &str) -> Result<(), StoreError> {
        Ok(self.0.execute_batch(sql)?)
    }
}

impl ToSql for Value {
    fn to_sql(&self) -> rusqlite::Result<ToSqlOutput<'_>> {
        Ok(ToSqlOutput::Borrowed(match self {
            Self::Null => ValueRef::Null,
            Self::Integer(number) => ValueRef::Integer(*number),
            Self::Real(number) => ValueRef::Real(*number),
            Self::Text(text) => ValueRef::Text(text.as_bytes()),
        }))
    }
}

impl From<ValueRef<'_>> for Value {
    fn from(value: ValueRef) -> Self {
        match value {
            ValueRef::Null => Self::Null,
            ValueRef::Integer(number) => Self::Integer(number),
            ValueRef::Real(number) => Self::Real(number),
            // We write text only; what is none of it has been damaged, and is shown as far as it goes.
            ValueRef::Text(text) | ValueRef::Blob(text) => {
                Self::Text(String::from_utf8_lossy(text).into_owned())
            }
        }
    }
}
