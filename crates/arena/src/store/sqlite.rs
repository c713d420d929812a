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

#[cfg(test)]
mod tests {
    use rusqlite::StatementStatus;

    use super::*;
    use crate::store::Filter;
    use crate::store::games::listing;

    /// A store with so many games: in each thousand nine hundred of a contest, the others alone; of two
    /// games, by a few players and many.
    fn filled(games: u32) -> Sqlite {
        let sqlite = Sqlite::in_memory().expect("memory");
        let connection = sqlite.lock();
        let make = "
            INSERT INTO contest (id, kind, game, plan, made) VALUES ('t', 'match', 'reversi', '', 0);
            WITH RECURSIVE count (n) AS (SELECT 0 UNION ALL SELECT n + 1 FROM count WHERE n + 1 < N)
            INSERT INTO game (id, contest, job, game, rules, first, second, began, ended, plies, record)
            SELECT 'g' || n, iif(n % 10, 't', NULL), iif(n % 10, n, NULL),
                iif(n % 100, 'reversi', 'gomoku'), '', 'p' || (n % 7), 'q' || (n % 1000), n,
                iif(n % 500, n, NULL), 60, '' FROM count;";
        let make = make.replace("< N)", &format!("< {games})"));
        connection.execute_batch(&make).expect("room");
        drop(connection);
        sqlite
    }

    /// What a list costs, in steps of the database's machine.
    fn steps(sqlite: &Sqlite, filter: &Filter) -> (usize, i32) {
        let (sql, values) = listing(filter);
        let connection = sqlite.lock();
        let mut statement = connection.prepare(&sql).expect("a statement");
        let rows = statement
            .query_map(params_from_iter(&values), |_| Ok(()))
            .expect("a list")
            .count();
        (rows, statement.get_status(StatementStatus::VmStep))
    }

    #[test]
    fn a_page_costs_the_same_however_many_games_there_are() {
        let page = Filter {
            limit: Some(50),
            ..Filter::default()
        };
        let contest = Filter {
            contest: Some("t"),
            finished: Some(true),
            ..page.clone()
        };
        let lists = [
            page.clone(),
            Filter {
                before: Some(3000),
                ..page.clone()
            },
            Filter {
                game: Some("gomoku"),
                ..page.clone()
            },
            Filter {
                player: Some("p3"),
                ..page.clone()
            },
            Filter {
                player: Some("q77"),
                ..page.clone()
            },
            Filter {
                player: Some("nobody"),
                ..page.clone()
            },
            contest.clone(),
            Filter {
                before: Some(3000),
                ..contest
            },
            Filter {
                alone: true,
                ..page.clone()
            },
            Filter {
                alone: true,
                finished: Some(false),
                ..page
            },
        ];
        let [small, large] = [5_000, 100_000].map(filled);
        for filter in &lists {
            let (rows, few) = steps(&small, filter);
            let (_, many) = steps(&large, filter);
            // Where the small store has no full page the large one shows more.
            let full = 50 * few.max(1) / (rows as i32).max(1);
            assert!(
                many <= 2 * few.max(full) + 100,
                "{filter:?}: {few} steps among 5 000 games, {many} among 100 000"
            );
        }
    }
}
