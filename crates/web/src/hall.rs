//! What all requests share.

use std::path::PathBuf;
use std::sync::Arc;

use boyi_arena::contest::nats::Broker;

use crate::games::Games;
use crate::guard::Access;
use crate::live::Streams;
use crate::thinkers::Thinkers;
use crate::watch::Contests;

/// The server's state, shared by all requests.
pub(crate) type App = Arc<Hall>;

/// Everything that outlives a request.
pub struct Hall {
    pub(crate) games: Games,
    pub(crate) thinkers: Thinkers,
    pub(crate) streams: Streams,
    pub(crate) access: Access,
    pub(crate) contests: Contests,
}

/// How the server is set up.
#[derive(Clone, Debug, Default)]
pub struct Options {
    /// Where games are kept; nowhere unless said.
    pub data: Option<PathBuf>,
    /// Who may do what.
    pub access: Access,
    /// Searches at once; as many as there are cores unless said.
    pub threads: Option<usize>,
    /// Visitors may bring bots.
    pub allow_bots: bool,
    /// Games of matches and tournaments are handed out to workers through this broker; they are
    /// played here unless said.
    pub nats: Option<Broker>,
}

impl Hall {
    /// Opens the hall: reads the saved games and goes on with them. Must be called on a runtime.
    pub fn open(options: Options) -> std::io::Result<Arc<Self>> {
        let cores = std::thread::available_parallelism().map_or(2, usize::from);
        let thinkers = Thinkers::new(options.threads.unwrap_or(cores.max(2)));
        let data = options.data.as_deref();
        if let Some(folder) = data {
            std::fs::create_dir_all(folder)?;
        }
        let contests = Contests::open(data, cores, options.allow_bots, options.nats);
        let contests = contests.map_err(std::io::Error::other)?;
        Ok(Arc::new(Self {
            games: Games::open(&thinkers, contests.store().clone()),
            thinkers,
            streams: Streams::default(),
            access: options.access,
            contests,
        }))
    }
}
