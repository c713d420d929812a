//! What requests share in a browser: nothing is kept here.

use std::sync::Arc;

use boyi_game::Record;

use super::engine_pool::EnginePool;
use crate::error::ApiError;

pub(crate) type App = Arc<AppState>;

#[derive(Default)]
pub(crate) struct AppState {
    pub(crate) engines: EnginePool,
}

/// A move that followed in games of the store; a browser has no store.
pub(crate) struct Continuation {
    pub(crate) mv: String,
    pub(crate) results: [u64; 3],
}

impl Continuation {
    pub(crate) fn games(&self) -> u64 {
        self.results.iter().sum()
    }
}

impl AppState {
    #[expect(
        clippy::unused_self,
        clippy::unnecessary_wraps,
        reason = "as on a server"
    )]
    pub(crate) fn continuations(
        &self,
        _record: &Record,
        _played: &[&str],
    ) -> Result<Vec<Continuation>, ApiError> {
        Ok(Vec::new())
    }
}
