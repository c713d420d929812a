//! What all requests share.

use std::path::PathBuf;
use std::sync::Arc;

use boyi_arena::contest::nats::Broker;

use crate::engine_pool::EnginePool;
use crate::games::Games;
use crate::guard::Access;
use crate::socket::SocketLimit;
use crate::watch::Contests;

pub(crate) type App = Arc<AppState>;

/// Everything that outlives a request.
pub struct AppState {
    pub(crate) games: Games,
    pub(crate) engines: EnginePool,
    pub(crate) sockets: SocketLimit,
    pub(crate) access: Access,
    pub(crate) contests: Contests,
}

/// How the server is set up.
#[derive(Clone, Debug, Default)]
pub struct Options {
    /// The folder of the games; they are kept in memory only by default.
    pub data: Option<PathBuf>,
    pub access: Access,
    /// Searches at once; the number of cores by default.
    pub threads: Option<usize>,
    pub allow_bots: bool,
    /// The broker through which workers play the games of matches and tournaments; without it they
    /// are played here.
    pub nats: Option<Broker>,
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
        let contests = Contests::open(data, cores, options.allow_bots, options.nats);
        let contests = contests.map_err(std::io::Error::other)?;
        Ok(Arc::new(Self {
            games: Games::open(&engines, contests.store().clone()),
            engines,
            sockets: SocketLimit::default(),
            access: options.access,
            contests,
        }))
    }
}
