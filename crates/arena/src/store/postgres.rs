//! The store as a database of `PostgreSQL`, which several servers share.
//!
//! The store is called from everywhere, also from inside an async runtime, and waits for its answers: the
//! connections live in a runtime of their own, and who asks waits on a channel.
//!
//! A connection that breaks is made again, and what was going on is done again from its beginning. Where
//! it broke while a change was being kept, the database is asked whether it was: nothing is lost and
//! nothing is done twice.

mod connection;
mod convert;

use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use tokio::runtime::Runtime;
use tokio_postgres::Config;

use super::sql::{Checked, Database, Mode, Statements, Work, values};
use super::{StoreError, schema};
use connection::{Broken, Connection, Mark};

/// How many may ask at once; everybody else waits for their turn.
const CONNECTIONS: usize = 8;

/// How long the database may be away before we give up.
const PATIENCE: Duration = Duration::from_secs(60);

/// The pause before the first attempt to connect again; it doubles from attempt to attempt.
const FIRST_PAUSE: Duration = Duration::from_millis(20);
const LONGEST_PAUSE: Duration = Duration::from_secs(2);

pub(super) struct Postgres {
    pool: Mutex<Pool>,
    returned: Condvar,
    config: Config,
    /// Where it is, without the password.
    place: String,
    /// Let go rather than dropped: a runtime must not be dropped inside another.
    runtime: Option<Runtime>,
}

struct Pool {
    idle: Vec<Connection>,
    /// How many are open, idle or not.
    open: usize,
}

impl Postgres {
    /// Connects, and makes the tables where they are missing.
    pub(super) fn open(url: &str) -> Result<Self, StoreError> {
        let config: Config = url
            .parse()
            .map_err(|error| connection::failed("the address of the database", &error))?;
        let place = place_of(&config);
        let runtime = tokio::runtime::Builder::new_multi_thread()
            .worker_threads(1)
            .thread_name("postgres")
            .enable_all()
            .build()
            .map_err(|error| connection::failed(&place, &error))?;
        let postgres = Self {
            pool: Mutex::new(Pool {
                idle: Vec::new(),
                open: 0,
            }),
            returned: Condvar::new(),
            config,
            place,
            runtime: Some(runtime),
        };
        let mut first = postgres.connect().map_err(StoreError::from)?;
        first.make_marks()?;
        postgres.lock().open += 1;
        postgres.give_back(Some(first));
        postgres.with(Mode::Change, &mut |change| {
            schema::migrate_postgres(change, &postgres.place)
        })?;
        Ok(postgres)
    }

    fn connect(&self) -> Result<Connection, Broken> {
        let runtime = self
            .runtime
            .as_ref()
            .expect("taken only when it is dropped");
        Connection::open(runtime.handle(), &self.config, &self.place)
    }

    /// A connection that nobody else uses; it must be given back.
    fn take(&self) -> Result<Connection, Broken> {
        let mut pool = self.lock();
        loop {
            if let Some(connection) = pool.idle.pop() {
                if connection.is_open() {
                    return Ok(connection);
                }
                pool.open -= 1;
            } else if pool.open < CONNECTIONS {
                pool.open += 1;
                drop(pool);
                return self.connect().inspect_err(|_| self.give_back(None));
            } else {
                pool = self
                    .returned
                    .wait(pool)
                    .unwrap_or_else(PoisonError::into_inner);
            }
        }
    }

    /// Gives a connection back, or says that it is gone.
    fn give_back(&self, connection: Option<Connection>) {
        let mut pool = self.lock();
        match connection {
            Some(connection) => pool.idle.push(connection),
            None => pool.open -= 1,
        }
        drop(pool);
        self.returned.notify_one();
    }

    fn lock(&self) -> MutexGuard<'_, Pool> {
        self.pool.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Tries once. An outer error is of the connection, and it may be tried again.
    fn attempt(&self, mode: Mode, work: &mut Work) -> Result<Result<(), StoreError>, Broken> {
        let mut connection = self.take()?;
        let done = connection.attempt(mode, work);
        let whole = done.is_ok() && connection.is_open();
        let lost = match &done {
            Err(Broken {
                unsure: Some(mark), ..
            }) => Some(*mark),
            _ => None,
        };
        self.give_back(whole.then_some(connection));
        match lost {
            None => done,
            Some(mark) => self.was_kept(mark, done),
        }
    }

    /// The connection broke while a change was being kept: was it?
    fn was_kept(
        &self,
        mark: Mark,
        broken: Result<Result<(), StoreError>, Broken>,
    ) -> Result<Result<(), StoreError>, Broken> {
        let mut last: Option<i64> = None;
        let asked = self.with(Mode::Read, &mut |ask| {
            ask.execute("SELECT pg_advisory_xact_lock(?1)", values![mark.connection])?;
            let sql = "SELECT change FROM mark WHERE connection = ?1";
            let rows = ask.query(sql, values![mark.connection])?;
            last = rows.first().map_or(Ok(None), |row| row.get(0))?;
            Ok(())
        });
        match (asked, last) {
            (Err(error), _) => Ok(Err(error)),
            (Ok(()), Some(change)) if change == mark.change => Ok(Ok(())),
            (Ok(()), _) => broken,
        }
    }
}

impl Database for Postgres {
    fn with(&self, mode: Mode, work: &mut Work) -> Result<(), StoreError> {
        let began = Instant::now();
        let mut pause = FIRST_PAUSE;
        loop {
            match self.attempt(mode, work) {
                Ok(done) => return done,
                Err(broken) if began.elapsed() + pause > PATIENCE => return Err(broken.into()),
                Err(_) => {
                    std::thread::sleep(pause);
                    pause = (2 * pause).min(LONGEST_PAUSE);
                }
            }
        }
    }

    fn check(&self, _limit: Option<Duration>) -> Result<Checked, StoreError> {
        // The database looks after its files itself; what we can see is whether all rows can be read.
        let mut checked = Checked {
            complete: true,
            ..Checked::default()
        };
        for table in schema::TABLES {
            let sql = format!("SELECT count({0}) FROM {1}", table.columns[0], table.name);
            if let Err(error) = self.with(Mode::Read, &mut |ask| ask.query(&sql, &[]).map(drop)) {
                checked.damage.push(format!("{}: {error}", table.name));
            }
        }
        Ok(checked)
    }

    fn renumber(&self, statements: &mut dyn Statements) -> Result<(), StoreError> {
        for table in ["game", "submission", "grading"] {
            let sql = format!(
                "SELECT setval(pg_get_serial_sequence('{table}', 'number'), max(number)) FROM {table}
                 HAVING count(*) > 0"
            );
            statements.query(&sql, &[])?;
        }
        Ok(())
    }
}

impl Drop for Postgres {
    fn drop(&mut self) {
        if let Some(runtime) = self.runtime.take() {
            runtime.shutdown_background();
        }
    }
}

/// What is shown of an address: everything but the password.
fn place_of(config: &Config) -> String {
    let hosts: Vec<String> = config
        .get_hosts()
        .iter()
        .map(|host| match host {
            tokio_postgres::config::Host::Tcp(name) => name.clone(),
            #[cfg(unix)]
            tokio_postgres::config::Host::Unix(path) => path.display().to_string(),
        })
        .collect();
    let base = config.get_dbname().or(config.get_user()).unwrap_or("");
    format!("PostgreSQL at {}/{base}", hosts.join(","))
}
