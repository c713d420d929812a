//! One connection: statements one after the other, inside a transaction or each by itself.

use std::collections::HashMap;
use std::hash::{BuildHasher, Hasher, RandomState};
use std::sync::Arc;
use std::sync::mpsc::sync_channel;

use tokio::runtime::Handle;
use tokio_postgres::error::SqlState;
use tokio_postgres::{Client, Config, NoTls, SimpleQueryMessage, Statement};

use super::convert::borrowed;
use crate::store::StoreError;
use crate::store::sql::{Mode, Row, Statements, Value, Work};

pub(super) struct Connection {
    client: Arc<Client>,
    runtime: Handle,
    place: String,
    /// Statements that the database has read already.
    prepared: HashMap<String, Statement>,
    /// What ended the work on this connection, where that was the connection.
    broken: bool,
    /// The last change that was begun.
    mark: Mark,
}

/// By what a change is known: it writes its number into its connection's row, so the row tells whether it was
/// kept. The numbers that the database gives to transactions do not: after a crash they are given again.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Mark {
    pub(super) connection: i64,
    pub(super) change: i64,
}

/// What makes the table of marks, and forgets connections that are long gone.
const MARKS: &str = "SELECT pg_advisory_xact_lock(1651472746);
CREATE TABLE IF NOT EXISTS mark (
    connection BIGINT PRIMARY KEY, change BIGINT NOT NULL, at TIMESTAMPTZ NOT NULL);
DELETE FROM mark WHERE at < now() - INTERVAL '1 day'";

/// The connection failed, not what was asked.
#[derive(Debug)]
pub(super) struct Broken {
    pub(super) error: StoreError,
    /// A change of which nobody knows whether it was kept.
    pub(super) unsure: Option<Mark>,
}

impl From<Broken> for StoreError {
    fn from(broken: Broken) -> Self {
        broken.error
    }
}

pub(super) fn failed(place: &str, error: &dyn std::error::Error) -> StoreError {
    // The error itself says "db error"; what happened is one below.
    let why = error
        .source()
        .map_or_else(|| error.to_string(), ToString::to_string);
    StoreError::Postgres {
        place: place.to_owned(),
        why,
    }
}

impl Connection {
    pub(super) fn open(runtime: &Handle, config: &Config, place: &str) -> Result<Self, Broken> {
        let config = config.clone();
        let connected = wait(runtime, async move {
            let (client, connection) = config.connect(NoTls).await?;
            // It ends with the client, or with an error that the client sees, too.
            tokio::spawn(connection);
            Ok::<_, tokio_postgres::Error>(client)
        });
        let client = connected.map_err(|error| Broken {
            error: failed(place, &error),
            unsure: None,
        })?;
        Ok(Self {
            client: Arc::new(client),
            runtime: runtime.clone(),
            place: place.to_owned(),
            prepared: HashMap::new(),
            broken: false,
            mark: Mark {
                connection: RandomState::new().build_hasher().finish() as i64,
                change: 0,
            },
        })
    }

    /// Makes what changes are marked in, where it is missing.
    pub(super) fn make_marks(&mut self) -> Result<(), StoreError> {
        self.simple(MARKS).map(drop)
    }

    pub(super) fn is_open(&self) -> bool {
        !self.broken && !self.client.is_closed()
    }

    /// Tries once. An outer error is of the connection.
    pub(super) fn attempt(
        &mut self,
        mode: Mode,
        work: &mut Work,
    ) -> Result<Result<(), StoreError>, Broken> {
        let mark = match mode {
            Mode::Read => None,
            Mode::Snapshot => {
                let begin = "BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY";
                self.simple(begin).map_err(broken)?;
                None
            }
            Mode::Change => Some(self.begin().map_err(broken)?),
        };
        let done = work(self);
        if self.broken || self.client.is_closed() {
            let error = done.err();
            return Err(broken(error.unwrap_or_else(|| self.lost())));
        }
        match (mode, done) {
            (Mode::Read, done) => Ok(done),
            (_, Err(error)) => {
                let rolled_back = self.simple("ROLLBACK");
                self.broken |= rolled_back.is_err();
                if matches!(&error, StoreError::Again(_)) {
                    return Err(broken(error));
                }
                Ok(Err(error))
            }
            (_, Ok(())) => match self.simple("COMMIT") {
                Ok(_) => Ok(Ok(())),
                Err(error) if self.broken || self.client.is_closed() => Err(Broken {
                    error,
                    unsure: mark,
                }),
                Err(error @ StoreError::Again(_)) => Err(broken(error)),
                Err(error) => Ok(Err(error)),
            },
        }
    }

    /// Begins a change and marks it. Whoever wants to know whether it was kept waits for the lock, which is
    /// held until the change is over, one way or the other.
    fn begin(&mut self) -> Result<Mark, StoreError> {
        self.mark.change += 1;
        let Mark { connection, change } = self.mark;
        self.simple(&format!(
            "BEGIN; SELECT pg_advisory_xact_lock({connection});
             INSERT INTO mark (connection, change, at) VALUES ({connection}, {change}, now())
             ON CONFLICT (connection) DO UPDATE SET change = excluded.change, at = excluded.at"
        ))?;
        Ok(self.mark)
    }

    fn lost(&self) -> StoreError {
        StoreError::Postgres {
            place: self.place.clone(),
            why: "the connection is lost".to_owned(),
        }
    }

    fn simple(&mut self, sql: &str) -> Result<Vec<SimpleQueryMessage>, StoreError> {
        let (client, sql) = (Arc::clone(&self.client), sql.to_owned());
        let said = wait(
            &self.runtime,
            async move { client.simple_query(&sql).await },
        );
        said.map_err(|error| self.failed(&error))
    }

    fn failed(&mut self, error: &tokio_postgres::Error) -> StoreError {
        match error.as_db_error() {
            // The server ends, or was ended: what was going on is not kept.
            Some(said) if is_shutdown(said.code()) => self.broken = true,
            Some(said) if is_conflict(said.code()) => {
                return StoreError::Again(said.message().to_owned());
            }
            Some(_) => {}
            None => {
                let source = std::error::Error::source(error);
                let io = source.is_some_and(<dyn std::error::Error>::is::<std::io::Error>);
                self.broken |= io || error.is_closed() || self.client.is_closed();
            }
        }
        failed(&self.place, error)
    }

    /// The statement as the database has read it, now or before.
    fn prepare(&mut self, sql: &str) -> Result<Statement, StoreError> {
        if let Some(statement) = self.prepared.get(sql) {
            return Ok(statement.clone());
        }
        let (client, text) = (Arc::clone(&self.client), sql.replace('?', "$"));
        let prepared = wait(&self.runtime, async move { client.prepare(&text).await });
        let statement = prepared.map_err(|error| self.failed(&error))?;
        self.prepared.insert(sql.to_owned(), statement.clone());
        Ok(statement)
    }
}

impl Statements for Connection {
    fn execute(&mut self, sql: &str, values: &[Value]) -> Result<u64, StoreError> {
        let statement = self.prepare(sql)?;
        let (client, values) = (Arc::clone(&self.client), values.to_vec());
        let changed = wait(&self.runtime, async move {
            client.execute(&statement, &borrowed(&values)).await
        });
        changed.map_err(|error| self.failed(&error))
    }

    fn query(&mut self, sql: &str, values: &[Value]) -> Result<Vec<Row>, StoreError> {
        let statement = self.prepare(sql)?;
        let (client, values) = (Arc::clone(&self.client), values.to_vec());
        let found = wait(&self.runtime, async move {
            client.query(&statement, &borrowed(&values)).await
        });
        let rows = found.map_err(|error| self.failed(&error))?;
        let read = |row: &tokio_postgres::Row| {
            let columns = 0..row.len();
            let read: Result<_, _> = columns.map(|column| row.try_get(column)).collect();
            read.map(Row)
        };
        let rows: Result<Vec<Row>, _> = rows.iter().map(read).collect();
        rows.map_err(|error| self.failed(&error))
    }

    fn batch(&mut self, sql: &str) -> Result<(), StoreError> {
        self.simple(sql).map(drop)
    }
}

fn broken(error: StoreError) -> Broken {
    Broken {
        error,
        unsure: None,
    }
}

/// Waits for an answer, also where the caller is inside another runtime.
fn wait<T: Send + 'static>(runtime: &Handle, asked: impl Future<Output = T> + Send + 'static) -> T {
    let (answer, answered) = sync_channel(1);
    runtime.spawn(async move {
        let _ = answer.send(asked.await);
    });
    answered
        .recv()
        .expect("the runtime outlives its connections, and its tasks do not panic")
}

fn is_shutdown(code: &SqlState) -> bool {
    [
        SqlState::ADMIN_SHUTDOWN,
        SqlState::CRASH_SHUTDOWN,
        SqlState::CANNOT_CONNECT_NOW,
    ]
    .contains(code)
}

/// Two changes got into each other's way, and the database let the other one through.
fn is_conflict(code: &SqlState) -> bool {
    [
        SqlState::T_R_SERIALIZATION_FAILURE,
        SqlState::T_R_DEADLOCK_DETECTED,
    ]
    .contains(code)
}
