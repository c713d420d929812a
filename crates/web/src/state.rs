//! What all requests share.

use std::path::PathBuf;
use std::sync::Arc;
use std::time::{Duration, Instant};

use boyi_arena::contest::nats::Broker;
use boyi_arena::sandbox::{Policy, Sandbox};
pub(crate) use boyi_arena::store::Continuation;
use boyi_arena::store::{Store, StoreError};
use boyi_game::{Phrase, Record};
use tokio::sync::watch;

use crate::connections::Connections;
use crate::course::{Grading, GradingOptions, Tournaments};
use crate::engine_pool::EnginePool;
use crate::feed::Feeds;
use crate::games::Games;
use crate::guard::Access;
use crate::guesses::Guesses;
use crate::limits::Limits;
use crate::log::{Log, LogForm};
use crate::metrics::Metrics;
use crate::nodes::Node;
use crate::socket::Streams;
use crate::watch::Contests;

pub(crate) type App = Arc<AppState>;

/// Everything that outlives a request.
pub struct AppState {
    pub(crate) games: Games,
    pub(crate) engines: EnginePool,
    pub(crate) streams: Streams,
    pub(crate) connections: Connections,
    pub(crate) feeds: Feeds,
    pub(crate) access: Access,
    pub(crate) guesses: Guesses,
    pub(crate) contests: Contests,
    /// Who grades what is handed in to courses, if this server does.
    pub(crate) grading: Option<Grading>,
    pub(crate) tournaments: Tournaments,
    pub(crate) metrics: Arc<Metrics>,
    pub(crate) log: Log,
    pub(crate) began: Instant,
    /// Becomes true when the server ends.
    pub(crate) ending: watch::Sender<bool>,
    /// Where several servers share a database.
    pub(crate) node: Option<Arc<Node>>,
}

/// How the server is set up.
#[derive(Clone, Debug, Default)]
pub struct Options {
    /// The folder of the games; they are kept in memory only by default.
    pub data: Option<PathBuf>,
    /// The address of a database that several servers share, in place of a file in that folder.
    pub database: Option<String>,
    /// What this server goes by among the others of its database.
    pub node: Option<String>,
    pub access: Access,
    /// Searches at once; the number of cores by default.
    pub threads: Option<usize>,
    pub allow_bots: bool,
    /// How much locking in programs need; unless said, those of visitors need all of it.
    pub sandbox: Option<Policy>,
    /// The broker through which workers play the games of matches and tournaments; without it they
    /// are played here.
    pub nats: Option<Broker>,
    /// Whether and how what is handed in to courses is graded here.
    pub grading: Option<GradingOptions>,
    pub limits: Limits,
    pub log: LogForm,
    /// How long a worker that calls over HTTP may be silent; a minute by default.
    pub lease: Option<Duration>,
}

impl Options {
    /// Where submissions lie that play in class tournaments.
    pub(crate) fn class_folder(&self) -> Option<PathBuf> {
        Some(self.data.as_ref()?.join("class"))
    }

    /// What they are built and run in.
    pub(crate) fn class_sandbox(&self) -> Sandbox {
        let grading = self.grading.as_ref();
        grading.map_or_else(Sandbox::default, |grading| grading.sandbox.clone())
    }
}

impl AppState {
    /// Opens the state: reads the saved games and goes on with them. Must be called on a runtime.
    pub fn open(options: Options) -> std::io::Result<Arc<Self>> {
        let cores = std::thread::available_parallelism().map_or(2, usize::from);
        let engines = EnginePool::new(options.threads.unwrap_or(cores.max(2)));
        let data = options.data.as_deref();
        if let Some(folder) = data {
            std::fs::create_dir_all(folder)?;
        }
        let store = match (&options.database, data) {
            (Some(address), _) => Store::at(address),
            (None, Some(folder)) => Store::open(&folder.join("games.sqlite")),
            (None, None) => Store::in_memory(),
        };
        let store = store.map_err(std::io::Error::other)?;
        let mut access = options.access.clone();
        access.read_only |= store.read_only().is_some();
        let contests = Contests::open(store.clone(), cores, &options);
        let grading = options.grading.as_ref().filter(|_| !access.read_only);
        let grading = grading.map(|grading| Grading::begin(&store, grading, options.log));
        let grading = grading.transpose()?;
        let tournaments = Tournaments::new(options.class_folder(), options.class_sandbox());
        let node = options.node.map(|name| {
            let relay = contests.relay().cloned();
            Arc::new(Node::open(name, store.clone(), relay))
        });
        let (limits, metrics) = (options.limits, Arc::<Metrics>::default());
        Ok(Arc::new(Self {
            games: Games::open(
                &engines,
                store,
                limits.games,
                Arc::clone(&metrics),
                node.clone(),
            ),
            engines,
            streams: Streams::new(limits.streams, limits.streams_each),
            connections: Connections::new(
                limits.connections(),
                limits.connections_each(),
                Arc::clone(&metrics),
            ),
            feeds: Feeds::default(),
            access,
            guesses: Guesses::default(),
            contests,
            grading,
            tournaments,
            metrics,
            log: Log(options.log),
            began: Instant::now(),
            ending: watch::Sender::new(false),
            node,
        }))
    }

    /// What the user should know about the store.
    pub fn words(&self) -> &[Phrase] {
        &self.contests.store().opened().words
    }

    /// Contests that were being played twice when the server died, and wait for somebody to go on.
    pub fn contests_held_back(&self) -> Vec<String> {
        self.contests.held_back()
    }

    /// Why bots of visitors are refused although they were asked for.
    pub fn why_no_uploads(&self) -> Option<Phrase> {
        self.contests.uploads().err()
    }

    /// The server ends in good order: contests go on when it starts again.
    pub fn rest(&self) {
        self.contests.rest();
        if let Some(grading) = &self.grading {
            grading.rest();
        }
    }

    /// How games of the store went on from here.
    pub(crate) fn continuations(
        &self,
        record: &Record,
        played: &[&str],
    ) -> Result<Vec<Continuation>, StoreError> {
        let store = self.contests.store();
        store.continuations(&record.game, &record.rules, &record.start, played)
    }

    /// Ends the thinking and tells the streams; every move that was played is in the store already.
    pub(crate) fn end(&self) {
        self.games.close();
        self.ending.send_replace(true);
    }
}

/// Resolves when the server ends.
pub(crate) async fn ended(ending: &mut watch::Receiver<bool>) {
    // Its sender is gone only when the server is.
    let _ = ending.wait_for(|ending| *ending).await;
}
